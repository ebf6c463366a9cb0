"""What can keep a question from being answered.

SessionError
├── Stopped     the visitor stopped the question
├── TooLate     the run's deadline came before an answer
├── NotOpen     a question that is to go on is not open: answered, stopped, never asked, or under way just now
└── Broken      the run ended in a way it should not; the message is for the visitor, the cause for the log
"""

from __future__ import annotations


class SessionError(Exception):
    """A question got no answer; `code` names the case, `advice` what the visitor can do."""

    code = "broken"
    advice = ""


class Stopped(SessionError):
    """The visitor stopped the question."""

    code = "stopped"


class TooLate(SessionError):
    """The run's deadline came first."""

    code = "timed-out"
    advice = "Please try again in a little while."


class NotOpen(SessionError):
    """The question cannot go on."""

    code = "not-open"
    advice = "Please ask it again."


class Broken(SessionError):
    """The run ended in a way it should not."""

    advice = "Please ask again; if it happens again, another wording may help."
