"""What every rule may need to know of a question besides the words it looks at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from archivist.librarian.reading.text import Quoted


@dataclass(frozen=True, slots=True)
class Context:
    """The question's quoted parts, the language it is put in (None when unknown), and the day it is asked."""

    quoted: Quoted
    spoken: str | None
    today: date

    def plain(self, text: str) -> str:
        """The words with the quoted parts back in place."""
        return self.quoted.restore(text)
