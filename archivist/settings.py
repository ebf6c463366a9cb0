"""What the visitor may set, on the page or in the environment."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

KEYS = frozenset({"google_books_key"})
"""Settings that are secrets: they are kept nowhere."""


class Settings(BaseModel):
    """What the visitor has set; absent means default. A key is never kept, logged or echoed.

    `ask_first` has every call to a source put to the visitor before it is made.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    google_books_key: str | None = None
    gateway: str | None = None
    language: str = "en"
    ask_first: bool = False
