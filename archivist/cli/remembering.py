"""`conversations`, `memory`, `forget` and `import`: what is kept, looked at and changed."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from textwrap import shorten

from archivist.books import fold
from archivist.cli.environment import memory_of, opened
from archivist.cli.status import DONE, FAILED, NotDone, UsageError
from archivist.memory import Format
from archivist.session import History, Home, forget_conversation, forget_run
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
    with opened() as kept:
        history = History(kept.store)
        if options.conversation is None:
            for one in history.all():
                print(f"{_short(one.id)}\t{one.at:%Y-%m-%d %H:%M}\t{_short(one.title)}")
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
    with opened() as kept:
        for run in memory_of(kept, insist=True).runs(options.limit):
            if all(word in fold(run.query) for word in words):
                print(f"{run.id}\t{run.at:%Y-%m-%d %H:%M}\t{run.intent}\t{_short(run.query)}")
    return DONE


def forget(options: argparse.Namespace) -> int:
    """Forgets a question, a book, a conversation, or everything."""
    with opened() as kept:
        if options.everything:
            kept.erase(at=datetime.now(UTC))
            return DONE
        known = _forget(kept, options)
    if not known:
        print("archivist: nothing of that name is remembered", file=sys.stderr)
    return DONE if known else FAILED


def _forget(kept: Home, options: argparse.Namespace) -> bool:
    memory, now = memory_of(kept, insist=True), datetime.now(UTC)
    if options.conversation is not None:
        return forget_conversation(options.conversation, memory, kept.store, at=now)
    if options.book is not None:
        return memory.forget_book(options.book)
    return forget_run(options.run, memory, kept.store, at=now)


def take_in(options: argparse.Namespace) -> int:
    """Puts the books of another program's file on the shelf, or remembers what an export of memory tells of."""
    data = _read(options.file)
    with opened() as kept:
        if form := _ENDINGS.get(options.file.suffix.casefold()):
            _refuse_books(options.file, data)
            taken = memory_of(kept, insist=True).take_in(data.decode(errors="replace"), form)
            print(f"{taken} question{'' if taken == 1 else 's'} taken into memory", file=sys.stderr)
            return DONE
        try:
            found = read_shelf(data)
        except ShelfFileError as error:
            print(f"archivist: {options.file}: {error}", file=sys.stderr)
            return FAILED
        added = kept.shelf.add(found.books)
        books = f"{added} book{'' if added == 1 else 's'} of a {found.kind} file put"
        print(f"{books} on the shelf, {len(found.skipped)} left out", file=sys.stderr)
        for line in found.skipped:
            print(f"  {line}", file=sys.stderr)
    return DONE


def _refuse_books(file: Path, data: bytes) -> None:
    """JSON-LD is the form of two things, and only memory can be taken in."""
    if b"schema.org" in data and b"urn:dagonizer:" not in data:
        message = f"{str(file)!r} holds books for other programs to read; a question is exported with --format nquads"
        raise NotDone(message)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        message = f"cannot read {str(file)!r}: {error.strerror}"
        raise UsageError(message) from error


def _short(text: str) -> str:
    """A text as one field of one line."""
    return shorten("".join(c if c.isprintable() else " " for c in text), 200, placeholder=" …")
