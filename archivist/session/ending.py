"""How a run ends: with an answer, or with the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.dag import Result
from archivist.librarian import Answer, Visit, answer_of
from archivist.session.errors import Broken, Stopped, TooLate

RUN_SECONDS = 60.0
"""The longest a question may take without a model: every source has given up by then."""


def answered(result: Result[Visit], question: str, before: Sequence[str]) -> Answer:
    """The answer of a run that ended; `before` are the nodes that ran before it was taken up again.

    Raises:
        Stopped, TooLate, Broken: it has none.
    """
    match result.outcome:
        case "completed":
            return answer_of(result.state, question, [*before, *result.executed])
        case "cancelled":
            message = "Stopped."
            raise Stopped(message)
        case "timed_out":
            message = "The sources took too long to answer."
            raise TooLate(message)
        case _:
            message = "Something went wrong while I looked for an answer."
            raise Broken(message) from result.error
