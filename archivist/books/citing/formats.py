"""The formats by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import MappingProxyType
from typing import Final, Literal

from archivist.books.citing.bibtex import bibtex
from archivist.books.citing.csl import csl_json
from archivist.books.citing.goodreads import goodreads_csv
from archivist.books.citing.jsonld import jsonld
from archivist.books.citing.markdown import markdown
from archivist.books.citing.ris import ris
from archivist.books.errors import UnknownFormat
from archivist.books.record import Book

Format = Literal["bibtex", "ris", "csl-json", "csv", "markdown", "jsonld"]
_Writer = Callable[[Sequence[Book]], str]

FORMATS: Final = MappingProxyType[str, _Writer](
    {
        "bibtex": bibtex,
        "csl-json": csl_json,
        "csv": goodreads_csv,
        "jsonld": jsonld,
        "markdown": markdown,
        "ris": ris,
    },
)
"""Each format's writer."""


def export(books: Iterable[Book], form: Format | str) -> str:
    """The books as text in a format that other programs read; no books make an empty document of that format.

    Raises:
        UnknownFormat: `form` is none of `FORMATS`.
    """
    writer = FORMATS.get(form)
    if writer is None:
        raise UnknownFormat(form, FORMATS)
    return writer(list(books))
