"""`ask` and `batch`."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO
from uuid import uuid4

from archivist.cli.deciding import decided
from archivist.cli.environment import home, is_shared, line, memory_of
from archivist.cli.modelling import ModelUse
from archivist.cli.status import DONE, FAILED, UsageError
from archivist.librarian import Answer
from archivist.session import Session, SessionError, Spending
from archivist.tools import Answer as Verdict

_EXAMPLE = '{"id": "1", "question": "books about whales"}'


def ask(options: argparse.Namespace) -> int:
    """Answers one question, in the light of what is remembered, and remembers it."""
    return asyncio.run(_ask(options))


async def _ask(options: argparse.Namespace) -> int:
    kept = home()
    try:
        async with line(kept, options.model) as out:
            asked_first = options.ask_first or options.yes or options.deny
            settings = out.settings.model_copy(update={"ask_first": asked_first})
            use = ModelUse()
            session = Session(
                out.transport, settings, on_event=use.watch, http=out.http, home=kept, memory=memory_of(kept)
            )
            answer = await _answer(options.question, session, options.conversation)
            if not isinstance(answer, SessionError):
                answer = await _decided(answer, session, options)
            remembered = kept.kept or is_shared()
            use.tell()
    finally:
        kept.close()
    return _told(answer, as_json=options.json, remembered=remembered)


async def _decided(answer: Answer, session: Session, options: argparse.Namespace) -> Answer | SessionError:
    switch = Verdict.approve() if options.yes else Verdict.deny() if options.deny else None
    try:
        return await decided(answer, session, switch)
    except SessionError as error:
        return error


def _told(answer: Answer | SessionError, *, as_json: bool, remembered: bool) -> int:
    if isinstance(answer, SessionError):
        print(f"archivist: {answer} {answer.advice}".rstrip(), file=sys.stderr)
        return FAILED
    print(answer.model_dump_json(indent=2) if as_json else for_people(answer))
    if answer.books and remembered:
        print(f"\narchivist export {answer.id} --format bibtex takes these books along", file=sys.stderr)
    return FAILED if answer.outcome == "failed" else DONE


async def _answer(question: str, session: Session, conversation: str | None = None) -> Answer | SessionError:
    """The answer; without a conversation it is one of its own."""
    run = uuid4().hex[:12]
    try:
        return await session.ask(question, id=run, conversation=conversation or run)
    except SessionError as error:
        return error


def for_people(answer: Answer) -> str:
    """The answer with its addresses and what each source did."""
    addresses = dict.fromkeys((cite.n, cite.url) for cite in answer.citations)
    lines = [answer.answer, "", *(f"[{n}] {url}" for n, url in addresses), ""]
    lines += [_status(report.name, report.status, report.count, report.detail) for report in answer.sources]
    return "\n".join(lines).strip()


def _status(name: str, status: str, count: int, detail: str) -> str:
    words = f"{status} {count}" if status == "answered" else status.replace("-", " ")
    return f"{name}: {words}{f' ({detail})' if detail else ''}"


def batch(options: argparse.Namespace) -> int:
    """Answers a file of questions, each for itself: nothing is remembered from one to the next."""
    asked = list(_questions(options.questions))
    if options.out.exists() and options.out.samefile(options.questions):
        message = f"{str(options.out)!r} holds the questions; answers need another file"
        raise UsageError(message)
    if not asked:
        message = f"{str(options.questions)!r} holds no question; a line is {_EXAMPLE}"
        raise UsageError(message)
    try:
        with options.out.open("w", encoding="utf-8") as out:
            failed = asyncio.run(_answer_all(asked, out, options.model))
    except OSError as error:
        message = f"cannot write {str(options.out)!r}: {error.strerror}"
        raise UsageError(message) from error
    print(f"{len(asked)} question{'' if len(asked) == 1 else 's'}, {failed} without an answer", file=sys.stderr)
    return FAILED if failed else DONE


async def _answer_all(asked: Sequence[tuple[str, str]], file: TextIO, model: str | None) -> int:
    """Answers in order over one client, a line as soon as it is there; gives how many had no answer."""
    failed, use = 0, ModelUse()
    # What models use up counts for the day, although nothing else of these questions is kept.
    with closing(home()) as kept:
        async with line(model=model) as out:
            spending = Spending(kept.store, lambda: datetime.now(UTC))
            for name, question in asked:
                session = Session(out.transport, out.settings, on_event=use.watch, http=out.http, spending=spending)
                answer = await _answer(question, session)
                failed += isinstance(answer, SessionError)
                print(_line(name, question, answer), file=file, flush=True)
    use.tell()
    return failed


def _line(name: str, question: str, answer: Answer | SessionError) -> str:
    if isinstance(answer, SessionError):
        text = f"{answer} {answer.advice}".strip()
        answer = Answer(id=name, question=question, intent="on-topic", outcome="failed", answer=text)
    return answer.model_copy(update={"id": name}).model_dump_json()


def _questions(path: Path) -> Iterator[tuple[str, str]]:
    """Ids and questions of a JSONL file; blank lines are passed over.

    Raises:
        UsageError: the file cannot be read, or a line is not an object with a text `question`.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        message = f"cannot read {str(path)!r}: {error}"
        raise UsageError(message) from error
    for number, one in enumerate(text.split("\n"), 1):
        if one.strip():
            yield _question(one, number, path)


def _question(text: str, number: int, path: Path) -> tuple[str, str]:
    try:
        value = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        value = None
    question = value.get("question") if isinstance(value, dict) else None
    if not isinstance(question, str):
        message = f"{path.name}, line {number}: expected an object with a text 'question', such as {_EXAMPLE}"
        raise UsageError(message)
    name = value.get("id")
    return str(number if name is None else name), question
