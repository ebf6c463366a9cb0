"""How a command ends."""

from __future__ import annotations

DONE, FAILED, WRONG_USAGE = 0, 1, 2
"""An answer (also that there is none, or that the question was declined); a failure; a command that cannot be done."""


class NotDone(Exception):
    """The command was understood and could not be carried out; the message says why."""


class UsageError(Exception):
    """The command cannot be carried out as it was given; the message says what is wrong with it."""
