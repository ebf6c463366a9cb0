"""`export` and `sources`."""

from __future__ import annotations

import argparse
import sys
from io import TextIOWrapper

from archivist.books import FORMATS
from archivist.books import export as exported
from archivist.cli.environment import checked, memory_of, opened, settings
from archivist.cli.status import DONE, NotDone
from archivist.memory import UnknownRun
from archivist.sources import cannot_be_asked, source_names

NQUADS = "nquads"
FORMS = (*FORMATS, NQUADS)


def export(options: argparse.Namespace) -> int:
    """Prints the books of a remembered question, or all that is known of how it was answered."""
    with opened() as kept:
        try:
            graph = memory_of(kept, insist=True).load(options.run)
        except UnknownRun as error:
            message = f"no question is remembered as {options.run!r}; `archivist memory` lists those that are"
            raise NotDone(message) from error
    books = [ranked.book for ranked in graph.shortlist]
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # what other programs will read the file as
    sys.stdout.write(graph.nquads() if options.format == NQUADS else exported(books, options.format))
    return DONE


def sources(options: argparse.Namespace) -> int:  # noqa: ARG001  a command takes its options
    """Tells what can be asked now, and why the rest cannot."""
    known = settings()
    checked(known)
    reasons = cannot_be_asked(known.google_books_key)
    way = f"can be asked through {known.gateway}" if known.gateway else "can be asked"
    for tool, source in source_names():
        print(f"{source}\t{reasons.get(tool, way)}")
    return DONE
