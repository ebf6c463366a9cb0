"""Starting in the worker, in phases that the page can show."""

from __future__ import annotations

import sys
from importlib import import_module

from archivist.browser import prepared
from archivist.browser.port import Port


async def start() -> None:
    """Imports what the first question needs, phase by phase, and connects the session to the page."""
    port = Port()
    port.booting("library", 1, "Loading the library")
    prepared.use()
    libraries()
    port.booting("app", 2, "Opening the catalogue")
    worker = import_module("archivist.browser.worker")
    await worker.serve(port)


def libraries() -> None:
    """Imports what our own modules stand on."""
    # rpds-py publishes no WebAssembly; jsonschema finds the pure-Python stand-in under its name.
    sys.modules["rpds"] = import_module("pyrsistent_as_rpds.pure")
    for name in ("pydantic", "jsonschema"):
        import_module(name)
