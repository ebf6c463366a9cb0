"""Types that read what a service really sends: a field that is missing, empty or of an older shape is no failure.

The document's frame must be right (that is what tells data from an error page); its facts may be anything.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, JsonValue

from archivist.books import isbn13, language, year_of
from archivist.books.record import Isbn13, Language

BEST_RATING = 5


class Sent(BaseModel):
    """A document of a service: unknown fields are ignored, values never change.

    Validators are built at the first answer, or by `warm_up`, so that the program starts without them.
    """

    model_config = ConfigDict(extra="ignore", frozen=True, defer_build=True)


def texts(value: JsonValue) -> tuple[str, ...]:
    """Every text in `value`, in order, each once: a text, a list of texts, or of objects with a name or a key.

    {"key": "/subjects/Fiction"} is "Fiction".
    """
    found = value if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(text for text in map(_text, found) if text))


def text(value: JsonValue) -> str | None:
    """The first text in `value`, or that of a {"type": …, "value": …} pair; None where there is none."""
    return next(iter(texts(value)), None)


def _text(value: JsonValue) -> str:
    if isinstance(value, str):
        return " ".join(value.split()) if "\n" not in value else value.strip()
    if not isinstance(value, dict):
        return ""
    for name in ("value", "name"):
        if isinstance(value.get(name), str):
            return _text(value[name])
    key = value.get("key")
    return key.rstrip("/").rsplit("/", 1)[-1] if isinstance(key, str) else ""


def count(value: JsonValue) -> int | None:
    """A whole number above zero; services write 0, -1 and null for "not known"."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def mean(value: JsonValue) -> float | None:
    """An average rating above 0 and up to 5."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return None
    return float(value) if 0 < value <= BEST_RATING else None


def year(value: JsonValue) -> int | None:
    """The year of a number or a date in any of the forms that occur; None for one that cannot be."""
    return year_of(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else year_of(text(value))


def isbns(value: JsonValue | tuple[str, ...]) -> tuple[Isbn13, ...]:
    """Every valid ISBN in thirteen digits, each once."""
    found = value if isinstance(value, tuple) else texts(value)
    return tuple(dict.fromkeys(isbn for isbn in map(isbn13, found) if isbn))


def languages(value: JsonValue) -> tuple[Language, ...]:
    """The languages among codes, keys and names, each once."""
    return tuple(dict.fromkeys(code for code in map(language, texts(value)) if code))


Texts = Annotated[tuple[str, ...], BeforeValidator(texts)]
Text = Annotated[str | None, BeforeValidator(text)]
Count = Annotated[int | None, BeforeValidator(count)]
Mean = Annotated[float | None, BeforeValidator(mean)]
Year = Annotated[int | None, BeforeValidator(year)]
Isbns = Annotated[tuple[Isbn13, ...], BeforeValidator(isbns)]
Languages = Annotated[tuple[Language, ...], BeforeValidator(languages)]
