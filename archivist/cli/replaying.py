"""`replay`: an earlier question played again from its recording."""

from __future__ import annotations

import argparse
import asyncio
import sys

from archivist.cli.asking import for_people
from archivist.cli.environment import home
from archivist.cli.status import DONE, FAILED
from archivist.session import Replayed, Session, SessionError
from archivist.settings import Settings
from archivist.sources import HttpxTransport


def replay(options: argparse.Namespace) -> int:
    """Prints the answer of a question that is played again; nobody is asked."""
    kept = home()
    try:
        # The transport sends nothing: what the sources answered is in the recording.
        session = Session(HttpxTransport(), Settings(), home=kept)
        again = asyncio.run(session.replay(options.run))
    except SessionError as error:
        print(f"archivist: {error} {error.advice}".rstrip(), file=sys.stderr)
        return FAILED
    finally:
        kept.close()
    print(again.answer.model_dump_json(indent=2) if options.json else for_people(again.answer))
    print(f"\narchivist: {_compared(again)}", file=sys.stderr)
    return DONE if again.same else FAILED


def _compared(again: Replayed) -> str:
    if again.same:
        return "the same answer by the same way as the first time; nobody was asked"
    return "not as the first time: " + "; ".join(again.differences)
