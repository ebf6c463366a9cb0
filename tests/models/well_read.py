"""A scripted model that has read a catalogue: it recognises titles and names however they are spelled or wrapped.

`python -m tests.models.well_read PORT CATALOGUE.csv` serves it, for `evaluate` with ARCHIVIST_MODEL_URL. It stands for
what a good language model adds to the rules: knowledge of books, and patience with wording.
"""

from __future__ import annotations

import csv
import re
import sys
import threading
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from pydantic import JsonValue

from archivist.books import fold
from tests.librarian.chat import Task, good
from tests.models.chat_server import serving

ALIKE = 0.86
"""From here on two spellings are of one title: two letters of nine changed places."""


@dataclass
class WellRead:
    """A model that says what `good` says, with titles and names as the catalogue spells them."""

    titles: dict[str, str] = field(default_factory=dict)
    by_piece: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def read(self, titles: Iterable[str]) -> None:
        """Learns titles, by the pieces of three letters that misspelling leaves whole."""
        for title in titles:
            folded = fold(title)
            self.titles[folded] = title
            for piece in _pieces(folded):
                self.by_piece[piece].add(folded)

    def __call__(self, task: Task) -> JsonValue:
        """Says what it makes of the task."""
        said = good(task)
        if task.name != "extract" or not isinstance(said, dict):
            return said
        title = said.get("title")
        if isinstance(title, str) and (known := self.known(title)):
            return said | {"title": known}
        return said

    def known(self, title: str) -> str | None:
        """The title as it is spelled in the catalogue, where one is near enough."""
        folded = fold(title)
        if folded in self.titles:
            return self.titles[folded]
        counts: dict[str, int] = defaultdict(int)
        for piece in _pieces(folded):
            for one in self.by_piece.get(piece, ()):
                counts[one] += 1
        near = sorted(counts, key=lambda one: -counts[one])[:40]
        best = max(near, key=lambda one: SequenceMatcher(None, one, folded).ratio(), default="")
        return self.titles[best] if best and SequenceMatcher(None, best, folded).ratio() >= ALIKE else None


def _pieces(text: str) -> set[str]:
    squeezed = re.sub(r"\W", "", text)
    return {squeezed[at : at + 3] for at in range(max(1, len(squeezed) - 2))}


def well_read(catalogue: Path) -> WellRead:
    """A model that has read the catalogue's titles."""
    model = WellRead()
    with catalogue.open(encoding="utf-8", newline="") as file:
        model.read(row["title"] for row in csv.DictReader(file))
    return model


if __name__ == "__main__":
    with serving(int(sys.argv[1])) as desk:
        desk.says = well_read(Path(sys.argv[2]))
        sys.stderr.write(f"{desk.url}\n")
        threading.Event().wait()
