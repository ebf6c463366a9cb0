"""The Archivist in a terminal: everything for people on standard error, everything for programs on standard output."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TextIO
from uuid import uuid4

from archivist.dag import Dag, Row, SystemClock, dump, mermaid, table
from archivist.librarian import Answer, archivist_dag, compose_dag, search_dag
from archivist.session import Session, SessionError
from archivist.settings import Settings
from archivist.sources import HttpClient, HttpxTransport, all_tools
from archivist.tools import ToolRegistry

DONE, FAILED, WRONG_USAGE = 0, 1, 2


class UsageError(Exception):
    """The command cannot be carried out as it was given; the message says what is wrong with it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit status: 0 an answer, 1 a failure, 2 wrong usage."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except UsageError as error:
        print(f"archivist: {error}", file=sys.stderr)
        return WRONG_USAGE
    except KeyboardInterrupt:
        print("archivist: stopped", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        # Whoever read our output has enough; leave without a traceback when Python closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="archivist", description="Find books that exist, each with its source.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    ask = commands.add_parser("ask", help="ask one question")
    ask.add_argument("question")
    ask.add_argument("--json", action="store_true", help="print the whole answer as JSON")
    ask.set_defaults(run=_ask)
    batch = commands.add_parser("batch", help="ask many questions, one JSON object {id, question} a line")
    batch.add_argument("questions", type=Path, metavar="IN.jsonl")
    batch.add_argument("--out", type=Path, required=True, metavar="OUT.jsonl")
    batch.set_defaults(run=_batch)
    dag = commands.add_parser("dag", help="print one of the graphs")
    dag.add_argument("name", nargs="?", default="the-archivist")
    dag.add_argument("--format", choices=tuple(_FORMATS), default="mermaid")
    dag.add_argument("--expand", action="store_true", help="draw embedded graphs as subgraphs")
    dag.set_defaults(run=_dag)
    sources = commands.add_parser("sources", help="tell which sources can be asked now, and why others cannot")
    sources.set_defaults(run=_sources)
    return parser


def _settings() -> Settings:
    """Settings of the environment: ARCHIVIST_GATEWAY, ARCHIVIST_GOOGLE_BOOKS_KEY, ARCHIVIST_LANGUAGE."""
    return Settings(
        google_books_key=os.environ.get("ARCHIVIST_GOOGLE_BOOKS_KEY") or None,
        gateway=os.environ.get("ARCHIVIST_GATEWAY") or None,
        language=os.environ.get("ARCHIVIST_LANGUAGE") or "en",
    )


def _ask(options: argparse.Namespace) -> int:
    return asyncio.run(_ask_one(options.question, as_json=options.json))


async def _ask_one(question: str, *, as_json: bool) -> int:
    async with _client() as (settings, transport, http):
        answer = await _one(question, Session(transport, settings, http=http))
    if isinstance(answer, SessionError):
        print(f"archivist: {answer} {answer.advice}".rstrip(), file=sys.stderr)
        return FAILED
    print(answer.model_dump_json(indent=2) if as_json else _for_people(answer))
    return FAILED if answer.outcome == "failed" else DONE


@asynccontextmanager
async def _client() -> AsyncIterator[tuple[Settings, HttpxTransport, HttpClient]]:
    settings = _settings()
    transport = HttpxTransport()
    try:
        http = HttpClient(transport, clock=SystemClock(), gateway=settings.gateway)
    except ValueError as error:
        message = f"ARCHIVIST_GATEWAY: {error}"
        raise UsageError(message) from error
    try:
        yield settings, transport, http
    finally:
        await transport.aclose()


async def _one(question: str, session: Session) -> Answer | SessionError:
    try:
        return await session.ask(question, id=uuid4().hex)
    except SessionError as error:
        return error


def _for_people(answer: Answer) -> str:
    lines = [answer.answer, ""]
    lines += [f"[{n}] {url}" for n, url in dict.fromkeys((cite.n, cite.url) for cite in answer.citations)]
    lines += ["", *(_status(report.name, report.status, report.count, report.detail) for report in answer.sources)]
    return "\n".join(lines).strip()


def _status(name: str, status: str, count: int, detail: str) -> str:
    words = f"{status} {count}" if status == "answered" else status.replace("-", " ")
    return f"{name}: {words}{f' ({detail})' if detail else ''}"


def _batch(options: argparse.Namespace) -> int:
    asked = list(_questions(options.questions))
    try:
        with options.out.open("w", encoding="utf-8") as out:
            failed = asyncio.run(_answer_all(asked, out))
    except OSError as error:
        message = f"cannot write {str(options.out)!r}: {error.strerror}"
        raise UsageError(message) from error
    print(f"{len(asked)} questions, {failed} without an answer", file=sys.stderr)
    return FAILED if failed else DONE


async def _answer_all(asked: Sequence[tuple[str, str]], out: TextIO) -> int:
    """Answers in order, each question a conversation of its own over one client; gives how many had no answer."""
    failed = 0
    async with _client() as (settings, transport, http):
        for name, question in asked:
            answer = await _one(question, Session(transport, settings, http=http))
            failed += isinstance(answer, SessionError)
            print(_line(name, question, answer), file=out, flush=True)
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
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"cannot read {str(path)!r}: {error}"
        raise UsageError(message) from error
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield _question(line, number, path)


def _question(line: str, number: int, path: Path) -> tuple[str, str]:
    try:
        value = json.loads(line)
    except json.JSONDecodeError:
        value = None
    question = value.get("question") if isinstance(value, dict) else None
    if not isinstance(question, str):
        message = f"{path.name}, line {number}: expected an object with a text 'question', such as {_EXAMPLE}"
        raise UsageError(message)
    return str(value.get("id", number)), question


_EXAMPLE = '{"id": "1", "question": "books about whales"}'


def _dag(options: argparse.Namespace) -> int:
    graphs = _graphs()
    if options.name not in graphs:
        message = f"no graph is named {options.name!r}; there are {', '.join(sorted(graphs))}"
        raise UsageError(message)
    print(_FORMATS[options.format](graphs[options.name], options.expand))
    return DONE


def _graphs() -> dict[str, Dag]:
    tools = ToolRegistry(*all_tools(HttpClient(HttpxTransport(), clock=SystemClock())))
    return {dag.name: dag for dag in (archivist_dag(), search_dag(), compose_dag(), *tools.bundle().dags)}


def _drawn(dag: Dag, expand: bool) -> str:  # noqa: FBT001  the command's own switch
    del expand
    return mermaid(dag)


def _tabled(dag: Dag, expand: bool) -> str:  # noqa: FBT001, ARG001
    return "\n".join(f"{row.name}\t{row.kind}\t{row.detail}\t{_routes(row)}" for row in table(dag))


def _routes(row: Row) -> str:
    return ", ".join(f"{port} → {target}" for port, target in row.routes)


_FORMATS: dict[str, Callable[[Dag, bool], str]] = {
    "mermaid": _drawn,
    "jsonld": lambda dag, _: dump(dag),
    "json": lambda dag, _: dump(dag),
    "table": _tabled,
}


def _sources(options: argparse.Namespace) -> int:  # noqa: ARG001  a command takes its options
    settings = _settings()
    via = f" through {settings.gateway}" if settings.gateway else ""
    print(f"openlibrary\tcan be asked{via}")
    print(f"openlibrary-subjects\tcan be asked{via}")
    google = f"can be asked{via}" if settings.google_books_key else "not asked: set ARCHIVIST_GOOGLE_BOOKS_KEY to a key"
    print(f"googlebooks\t{google}")
    print(f"wikipedia\tcan be asked{via}")
    return DONE
