"""`conversations`, `memory`, `forget` and `import`: what is kept, looked at and changed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from archivist.books import fold
from archivist.cli.environment import home, memory_of
from archivist.cli.status import DONE, FAILED, UsageError
from archivist.memory import Format
from archivist.session import History, Home
from archivist.sources.shelf import ShelfFileError, read_shelf

_ENDINGS: dict[str, Format] = {
    ".nq": "nquads",
    ".nquads": "nquads",
    ".trig": "trig",
    ".ttl": "turtle",
    ".jsonld": "jsonld",
}


def conversations(options: argparse.Namespace) -> int:
    """Lists conversations, newest first, or prints one."""
    with _kept() as kept:
        history = History(kept.store)
        if options.conversation is None:
            for one in history.all():
                print(f"{one.id}\t{one.at:%Y-%m-%d %H:%M}\t{one.title}")
            return DONE
        turns = history.read(options.conversation)
        for turn in turns:
            print(f"{'> ' if turn.role == 'visitor' else ''}{turn.text}")
    if not turns:
        print(f"archivist: no conversation is called {options.conversation!r}", file=sys.stderr)
    return DONE if turns else FAILED


def memory(options: argparse.Namespace) -> int:
    """Lists the questions that are remembered, newest first, with their run; or those that have the words."""
    words = fold(" ".join(options.words)).split()
    with _kept() as kept:
        for run in memory_of(kept).runs(options.limit):
            if all(word in fold(run.query) for word in words):
                print(f"{run.id}\t{run.at:%Y-%m-%d %H:%M}\t{run.intent}\t{run.query}")
    return DONE


def forget(options: argparse.Namespace) -> int:
    """Forgets a question, a book, a conversation, or everything."""
    with _kept() as kept:
        if options.everything:
            kept.erase(at=datetime.now(UTC))
            return DONE
        known = _forget(kept, options)
    if not known:
        print("archivist: nothing of that name is remembered", file=sys.stderr)
    return DONE if known else FAILED


def _forget(kept: Home, options: argparse.Namespace) -> bool:
    if options.conversation is not None:
        history = History(kept.store)
        known = any(one.id == options.conversation for one in history.all())
        history.forget(options.conversation, at=datetime.now(UTC))
        return known
    memory = memory_of(kept)
    return memory.forget_book(options.book) if options.book is not None else memory.forget_run(options.run)


def take_in(options: argparse.Namespace) -> int:
    """Puts the books of another program's file on the shelf, or remembers what an export of memory tells of."""
    data = _read(options.file)
    with _kept() as kept:
        if form := _ENDINGS.get(options.file.suffix.casefold()):
            taken = memory_of(kept).take_in(data.decode(errors="replace"), form)
            print(f"{taken} questions are remembered", file=sys.stderr)
            return DONE
        try:
            found = read_shelf(data)
        except ShelfFileError as error:
            print(f"archivist: {options.file}: {error}", file=sys.stderr)
            return FAILED
        added = kept.shelf.add(found.books)
        print(f"{added} books of a {found.kind} file are on the shelf, {len(found.skipped)} left out", file=sys.stderr)
        for line in found.skipped:
            print(f"  {line}", file=sys.stderr)
    return DONE


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        message = f"cannot read {str(file)!r}: {error.strerror}"
        raise UsageError(message) from error


@contextmanager
def _kept() -> Iterator[Home]:
    """The kept file, open for a while."""
    kept = home()
    try:
        yield kept
    finally:
        kept.close()
