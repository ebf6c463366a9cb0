"""The commands and what they take."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from archivist.cli import asking, drawing, keeping
from archivist.cli.status import DONE, FAILED, WRONG_USAGE, UsageError
from archivist.models import PROVIDERS


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit status: 0 an answer, 1 a failure, 2 wrong usage."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.does(options)
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
    sources = commands.add_parser("sources", help="tell which sources can be asked now, and why others cannot")
    sources.set_defaults(does=keeping.sources)
    return parser


def _takes_model(command: argparse.ArgumentParser) -> None:
    told = f"ask this chat model too, by provider ({', '.join(PROVIDERS)}) and perhaps name"
    command.add_argument("--model", metavar="PROVIDER[:NAME]", help=told)
