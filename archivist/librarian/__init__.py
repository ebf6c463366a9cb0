"""The Archivist itself: its state, its nodes, its graphs, and the readers that understand a question and write an
answer.
"""

from archivist.librarian.answer import (
    Answer,
    Citation,
    Claim,
    Intent,
    Outcome,
    PendingCall,
    ShownBook,
    SourceReport,
    Status,
)
from archivist.librarian.answering import answer_of, shown
from archivist.librarian.approving import APPROVAL_KEY, pending_of, permitting, waiting
from archivist.librarian.assembly import assemble, misfits
from archivist.librarian.composing.phrases import LANGUAGES
from archivist.librarian.composing.reasons import reason_in
from archivist.librarian.composing.without_books import nothing_asked
from archivist.librarian.draft import Draft, Fact, Statement
from archivist.librarian.graphs import ARCHIVIST, COMPOSE, SEARCH, archivist_dag, compose_dag, search_dag
from archivist.librarian.model_reader_time import MODEL_SECONDS
from archivist.librarian.nodes.intake import PARK_KEY
from archivist.librarian.own_shelf import SHELF_SEARCH
from archivist.librarian.reader import Asked, Extracted, Reader, ReaderFailed, Understood
from archivist.librarian.reading import PlannedCall, Reading, Turn, forget_read, warming
from archivist.librarian.recorded_tools import RecordedTool, Turns, recorded, turn_of
from archivist.librarian.rule_reader import RuleReader
from archivist.librarian.services import Meaning, Services
from archivist.librarian.state import Visit
from archivist.librarian.tape import Tape, Told
from archivist.librarian.taping import TapedMemory, TapedReader
from archivist.librarian.tooling import sparing

__all__ = [
    "APPROVAL_KEY",
    "ARCHIVIST",
    "COMPOSE",
    "LANGUAGES",
    "MODEL_SECONDS",
    "PARK_KEY",
    "SEARCH",
    "SHELF_SEARCH",
    "Answer",
    "Asked",
    "Citation",
    "Claim",
    "Draft",
    "Extracted",
    "Fact",
    "Intent",
    "Meaning",
    "Outcome",
    "PendingCall",
    "PlannedCall",
    "Reader",
    "ReaderFailed",
    "Reading",
    "RecordedTool",
    "RuleReader",
    "Services",
    "ShownBook",
    "SourceReport",
    "Statement",
    "Status",
    "Tape",
    "TapedMemory",
    "TapedReader",
    "Told",
    "Turn",
    "Turns",
    "Understood",
    "Visit",
    "answer_of",
    "archivist_dag",
    "assemble",
    "compose_dag",
    "forget_read",
    "misfits",
    "nothing_asked",
    "pending_of",
    "permitting",
    "reason_in",
    "recorded",
    "search_dag",
    "shown",
    "sparing",
    "turn_of",
    "waiting",
    "warming",
]
