"""Reading a book question by rules, and planning which tools answer it.

`read` makes catalogue terms of a question in the visitor's words; `plan` makes tool calls of the terms. Both are pure.
"""

from archivist.librarian.reading.courtesies import Courtesy, courtesy_in
from archivist.librarian.reading.followups import forget_read
from archivist.librarian.reading.headings import as_said
from archivist.librarian.reading.phrases import warming
from archivist.librarian.reading.planning import plan
from archivist.librarian.reading.reader import read
from archivist.librarian.reading.values import Fact, PlannedCall, Reading, Turn

__all__ = [
    "Courtesy",
    "Fact",
    "PlannedCall",
    "Reading",
    "Turn",
    "as_said",
    "courtesy_in",
    "forget_read",
    "plan",
    "read",
    "warming",
]
