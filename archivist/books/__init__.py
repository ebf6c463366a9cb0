"""Bibliography: what makes two records one book, which books answer a question, and how to take them along.

Pure functions over frozen records: no network, no files, and the only clock is the `today` that a caller passes.
"""

from archivist.books.choose import authors_of, book_of, first_year, rating_of
from archivist.books.citing import FORMATS, Format, export
from archivist.books.dates import PartialDate, date_of, plausible, year_of
from archivist.books.errors import BooksError, UnknownFormat
from archivist.books.fit_guess import Answering, answering
from archivist.books.fit_title import has_title
from archivist.books.folding import fold, spellings, stem, stems, words
from archivist.books.isbn import isbn10_of, isbn13, isbn_language, isbn_shapes_in, isbns_in
from archivist.books.languages import language, language_name, two_letters
from archivist.books.likeness import telling
from archivist.books.links import cover, https, open_library_cover
from archivist.books.loosened import loosened
from archivist.books.merge import merge
from archivist.books.names import Name, asked_author, is_nobody, parse_name, same_author
from archivist.books.plain import plain
from archivist.books.rank import rank
from archivist.books.record import (
    Book,
    BookId,
    Candidate,
    Contributor,
    Isbn13,
    Kind,
    Language,
    Ranked,
    Rating,
    Role,
    SourceName,
)
from archivist.books.titles import Title, parse_title, same_title, title_key
from archivist.books.wanted import Anchor, Claim, Form, Order, Pages, Wanted, Without, Years

__all__ = [
    "FORMATS",
    "Anchor",
    "Answering",
    "Book",
    "BookId",
    "BooksError",
    "Candidate",
    "Claim",
    "Contributor",
    "Form",
    "Format",
    "Isbn13",
    "Kind",
    "Language",
    "Name",
    "Order",
    "Pages",
    "PartialDate",
    "Ranked",
    "Rating",
    "Role",
    "SourceName",
    "Title",
    "UnknownFormat",
    "Wanted",
    "Without",
    "Years",
    "answering",
    "asked_author",
    "authors_of",
    "book_of",
    "cover",
    "date_of",
    "export",
    "first_year",
    "fold",
    "has_title",
    "https",
    "is_nobody",
    "isbn10_of",
    "isbn13",
    "isbn_language",
    "isbn_shapes_in",
    "isbns_in",
    "language",
    "language_name",
    "loosened",
    "merge",
    "open_library_cover",
    "parse_name",
    "parse_title",
    "plain",
    "plausible",
    "rank",
    "rating_of",
    "same_author",
    "same_title",
    "spellings",
    "stem",
    "stems",
    "telling",
    "title_key",
    "two_letters",
    "words",
    "year_of",
]
