"""`export` and `sources`."""

from __future__ import annotations

import argparse
import sys

from archivist.books import FORMATS
from archivist.books import export as exported
from archivist.cli.environment import home, memory_of, settings
from archivist.cli.status import DONE, FAILED
from archivist.memory import UnknownRun
from archivist.sources import cannot_be_asked, source_names

NQUADS = "nquads"
FORMS = (*FORMATS, NQUADS)


def export(options: argparse.Namespace) -> int:
    """Prints the books of a remembered question, or all that is known of how it was answered."""
    kept = home()
    try:
        graph = memory_of(kept).load(options.run)
    except UnknownRun as error:
        print(f"archivist: {error}", file=sys.stderr)
        return FAILED
    finally:
        kept.close()
    books = [ranked.book for ranked in graph.shortlist]
    sys.stdout.write(graph.nquads() if options.format == NQUADS else exported(books, options.format))
    return DONE


def sources(options: argparse.Namespace) -> int:  # noqa: ARG001  a command takes its options
    """Tells what can be asked now, and why the rest cannot."""
    known = settings()
    reasons = cannot_be_asked(known.google_books_key)
    way = f"can be asked through {known.gateway}" if known.gateway else "can be asked"
    for tool, source in source_names():
        print(f"{source}\t{reasons.get(tool, way)}")
    return DONE
