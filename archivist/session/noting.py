"""What the visitor's own shelf says of the books in an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archivist.books import Book, Candidate, Isbn13
from archivist.librarian import Answer, ShownBook
from archivist.session.own_shelf import OwnShelf

if TYPE_CHECKING:
    from archivist.sources.shelf import ShelfBook

_OWN = "urn:archivist:shelf:"


def noted(answer: Answer, shelf: OwnShelf) -> Answer:
    """The answer with "you own this", "you rated it 4 of 5" and the like among the reasons of its books."""
    if not answer.books or not len(shelf):
        return answer
    return answer.model_copy(update={"books": tuple(_noted(book, shelf) for book in answer.books)})


def _noted(book: ShownBook, shelf: OwnShelf) -> ShownBook:
    key = next((url.removeprefix(_OWN) for url in book.urls if url.startswith(_OWN)), "")
    isbns = tuple(map(Isbn13, book.isbn13))
    row = Candidate(source="shelf", key=key, url="", kind="edition", title=book.title, isbns=isbns)
    note = shelf.shelf.note(row)
    if note is None or not note.words:
        return book
    own = note.words[:1].upper() + note.words[1:]
    return book.model_copy(update={"why": f"{own}. {book.why}".strip()})


def shelf_book(book: Book, *, owned: bool) -> ShelfBook:
    """A book that was shown, as one of the shelf; put there again, it is still one."""
    from archivist.sources.shelf import Note, ShelfBook  # noqa: PLC0415 - see `OwnShelf`

    return ShelfBook(
        key=f"shown:{book.id}",
        title=book.title,
        subtitle=book.subtitle,
        authors=book.authors,
        year=book.year,
        isbns=book.isbns,
        languages=book.languages,
        subjects=book.subjects,
        pages=book.pages,
        series=book.series,
        link=next((record.url for record in book.records if record.url.startswith("https://")), None),
        note=Note(owned=owned),
    )
