"""All frames, in the order in which they are tried: the most telling first."""

from __future__ import annotations

from archivist.librarian.reading.author_frames import AUTHOR
from archivist.librarian.reading.fact_frames import AVAILABLE, FACTS
from archivist.librarian.reading.frame import Frames
from archivist.librarian.reading.likeness_frames import SIMILAR, THE_REST
from archivist.librarian.reading.opinion_frames import DESCRIBE, REVIEWS

FRAMES = Frames(THE_REST, FACTS, DESCRIBE, REVIEWS, SIMILAR, AUTHOR, AVAILABLE)

AUTHOR_FRAMES = Frames(AUTHOR)

REQUESTED_FRAMES = Frames(THE_REST, FACTS, DESCRIBE, REVIEWS, SIMILAR, AUTHOR)
"""Frames that may follow a wish as well: "do you have reviews of…", "give me read-alikes for…"."""
