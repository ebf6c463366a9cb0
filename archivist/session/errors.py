"""What can keep a question from being answered.

SessionError
├── Stopped     the visitor stopped the question
├── TooLate     the run's deadline came before an answer
├── NotOpen     a question that is to go on is not open: answered, stopped, never asked, or under way just now
├── NotRecorded a question that is to be played again was not recorded, or too long ago
└── Broken      the run ended in a way it should not; the message is for the visitor, the cause for the log
"""

from __future__ import annotations


class ModelUnusable(ValueError):
    """A model cannot be asked with these settings; the message is for the visitor and quotes no key."""


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


class NotRecorded(SessionError):
    """The question cannot be played again."""

    code = "not-recorded"
    advice = "Only the last few hundred questions of this machine are recorded; please ask it anew."


class Broken(SessionError):
    """The run ended in a way it should not."""

    advice = "Please ask again; if it happens again, another wording may help."
