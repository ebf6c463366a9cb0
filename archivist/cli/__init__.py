"""The Archivist in a terminal: everything for people on standard error, everything for programs on standard output."""

from archivist.cli.main import main

__all__ = ["main"]
