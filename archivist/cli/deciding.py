"""Asking before sources are asked: at a terminal the visitor, else the switches `--yes` and `--deny`."""

from __future__ import annotations

import json
import sys

from archivist.cli.status import UsageError
from archivist.librarian import Answer, PendingCall
from archivist.session import Session
from archivist.tools import Answer as Verdict

_KEYS = "[y]es, [n]o, yes to [a]ll, no to [r]est"


async def decided(answer: Answer, session: Session, rest: Verdict | None) -> Answer:
    """The answer once everything that waited was decided.

    Raises:
        UsageError: nobody can be asked, and no switch says what to do.
    """
    while answer.outcome == "needs-approval":
        answer = await session.decide(answer.id, {} if rest else _asked(answer.pending), rest)
    return answer


def _asked(pending: tuple[PendingCall, ...]) -> dict[str, Verdict]:
    if not sys.stdin.isatty():
        message = "sources are to be asked only after you said so; there is no terminal to ask at: add --yes or --deny"
        raise UsageError(message)
    said: dict[str, Verdict] = {}
    for number, call in enumerate(pending):
        word = _word(call)
        if word in ("a", "r"):
            verdict = Verdict.approve() if word == "a" else Verdict.deny()
            return said | {left.key: verdict for left in pending[number:]}
        said[call.key] = Verdict.approve() if word == "y" else Verdict.deny()
    return said


def _word(call: PendingCall) -> str:
    arguments = json.dumps(call.arguments, ensure_ascii=False)
    print(f"{call.reason}: {call.tool} {arguments}", file=sys.stderr)
    while True:
        print(f"{_KEYS}: ", end="", file=sys.stderr, flush=True)
        word = sys.stdin.readline().strip().casefold()[:1]
        if word in ("y", "n", "a", "r"):
            return word
        if not word:
            return "r"  # the terminal is gone, or nothing was said: then nobody is asked
