"""A visitor's questions, what is kept of them, and how they go on.

This is what a front end talks to; the page's worker and the terminal do nothing that is not here.
"""

from archivist.session.ending import RUN_SECONDS
from archivist.session.errors import Broken, ModelUnusable, NotOpen, NotRecorded, SessionError, Stopped, TooLate
from archivist.session.everything import everything
from archivist.session.forgetting import forget_conversation, forget_run
from archivist.session.history import WINDOW, History, Said
from archivist.session.home import Home
from archivist.session.open_questions import OpenQuestion
from archivist.session.own_shelf import OwnShelf
from archivist.session.replaying import Replayed
from archivist.session.session import Session
from archivist.session.spending import Spending
from archivist.session.text import LONGEST, readable

__all__ = [
    "LONGEST",
    "RUN_SECONDS",
    "WINDOW",
    "Broken",
    "History",
    "Home",
    "ModelUnusable",
    "NotOpen",
    "NotRecorded",
    "OpenQuestion",
    "OwnShelf",
    "Replayed",
    "Said",
    "Session",
    "SessionError",
    "Spending",
    "Stopped",
    "TooLate",
    "everything",
    "forget_conversation",
    "forget_run",
    "readable",
]
