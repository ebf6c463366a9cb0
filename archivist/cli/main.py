"""The commands and what they take."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from archivist.cli import asking, drawing, keeping, remembering, replaying
from archivist.cli.status import DONE, FAILED, WRONG_USAGE, NotDone, UsageError
from archivist.memory import MemoryFailed
from archivist.models import PROVIDERS


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit status: 0 an answer, 1 a failure, 2 wrong usage."""
    options = _parser().parse_args(arguments)
    _say_what_can_be_said()
    try:
        status: int = options.does(options)
        sys.stdout.flush()
    except UsageError as error:
        print(f"archivist: {error}", file=sys.stderr)
        return WRONG_USAGE
    except (NotDone, MemoryFailed) as error:
        print(f"archivist: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("archivist: stopped", file=sys.stderr)
        return FAILED
    except BrokenPipeError:  # whoever read our output has enough
        _leave_the_output()
        return DONE
    except OSError as error:
        _leave_the_output()
        print(f"archivist: cannot write the output: {error.strerror}", file=sys.stderr)
        return FAILED
    return status


def _say_what_can_be_said() -> None:
    """A terminal that knows fewer characters than books have shows the others by their numbers."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _leave_the_output() -> None:
    """Python flushes the stream once more when it ends; nothing may come of that."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="archivist", description="Find books that exist, each with its source.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    ask = commands.add_parser("ask", help="ask one question")
    ask.add_argument("question")
    ask.add_argument("--json", action="store_true", help="print the whole answer as JSON")
    ask.add_argument("--conversation", metavar="NAME", help="go on with a conversation; else it is one of its own")
    ask.add_argument("--ask-first", action="store_true", help="have every call to a source put to you first")
    word = ask.add_mutually_exclusive_group()
    word.add_argument("--yes", action="store_true", help="as --ask-first, and yes to every call")
    word.add_argument("--deny", action="store_true", help="as --ask-first, and no to every call")
    _takes_model(ask)
    ask.set_defaults(does=asking.ask)
    batch = commands.add_parser("batch", help="ask many questions, one JSON object {id, question} a line")
    batch.add_argument("questions", type=Path, metavar="IN.jsonl")
    batch.add_argument("--out", type=Path, required=True, metavar="OUT.jsonl")
    _takes_model(batch)
    batch.set_defaults(does=asking.batch)
    dag = commands.add_parser("dag", help="print one of the graphs")
    dag.add_argument("name", nargs="?", default="the-archivist")
    dag.add_argument("--format", choices=tuple(drawing.FORMS), default="mermaid")
    dag.add_argument("--expand", action="store_true", help="draw embedded graphs as subgraphs")
    dag.set_defaults(does=drawing.dag)
    export = commands.add_parser("export", help="print the books of an earlier question")
    export.add_argument("run", metavar="RUN")
    export.add_argument("--format", choices=keeping.FORMS, default="bibtex")
    export.set_defaults(does=keeping.export)
    replay = commands.add_parser("replay", help="play an earlier question again from its recording, asking nobody")
    replay.add_argument("run", metavar="RUN")
    replay.add_argument("--json", action="store_true", help="print the whole answer as JSON")
    replay.set_defaults(does=replaying.replay)
    sources = commands.add_parser("sources", help="tell which sources can be asked now, and why others cannot")
    sources.set_defaults(does=keeping.sources)
    _add_kept(commands)
    return parser


def _add_kept(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    conversations = commands.add_parser("conversations", help="list conversations, or print one")
    conversations.add_argument("conversation", nargs="?", metavar="NAME")
    conversations.set_defaults(does=remembering.conversations)
    memory = commands.add_parser("memory", help="list the questions that are remembered, or those with certain words")
    memory.add_argument("words", nargs="*", metavar="WORD")
    memory.add_argument("--limit", type=int, default=50, help="questions to look through, from the newest (50)")
    memory.set_defaults(does=remembering.memory)
    forget = commands.add_parser("forget", help="forget a question, a book, a conversation, or everything")
    what = forget.add_mutually_exclusive_group(required=True)
    what.add_argument("run", nargs="?", metavar="RUN")
    what.add_argument("--book", metavar="ID")
    what.add_argument("--conversation", metavar="NAME")
    what.add_argument("--everything", action="store_true", help="all that is kept on this machine, the shelf included")
    forget.set_defaults(does=remembering.forget)
    take_in = commands.add_parser("import", help="put another program's books on the shelf, or take in exported memory")
    take_in.add_argument("file", type=Path, metavar="FILE")
    take_in.set_defaults(does=remembering.take_in)


def _takes_model(command: argparse.ArgumentParser) -> None:
    known = ", ".join(name for name, one in PROVIDERS.items() if not one.in_page)
    told = f"ask this chat model too, by provider ({known}) and perhaps name"
    command.add_argument("--model", metavar="PROVIDER[:NAME][,…]", help=told)
