"""Files of other programs: what each column and tag becomes."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from archivist.sources.shelf import Note, ShelfFileError, read_shelf

GOODREADS = '''\
Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,\
Publisher,Binding,Number of Pages,\
Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,\
My Review,Spoiler,Private Notes,Read Count,Owned Copies
44767458,"Dune (Dune, #1)",Frank Herbert,"Herbert, Frank",,"=""059309932X""","=""9780593099322""",5,4.27,Ace,Hardcover,\
658,2019,1965,2021/03/07,2020/12/30,"science-fiction, owned",\
"science-fiction (#3), owned (#7)",read,"Sand, ""everywhere"".",,,1,1
2767052,The Hunger Games,Suzanne Collins,"Collins, Suzanne",,"=""""","=""""",0,4.34,,Paperback,\
,2008,,,2022/01/02,to-read,,\
to-read,,,,0,0
5,,Nobody,,,,,0,,,,,,,,,,,read,,,,0,0
'''

STORYGRAPH = """\
Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,Moods,Pace,\
Character- or Plot-Driven?,Strong Character Development?,Loveable Characters?,Diverse Characters?,Flawed Characters?,\
Star Rating,Review,Content Warnings,Content Warning Description,Tags,Owned?
Piranesi,Susanna Clarke,,9781526622426,hardcover,read,2021/01/01,2021/02/03,2021/01/30-2021/02/03,1,\
"mysterious, reflective",slow,Plot,Yes,Yes,No,Yes,4.75,,,,gift,Yes
The Tainted Cup,Robert Jackson Bennett,,b3a9-uid,digital,did-not-finish,2024/03/01,,,0,,,,,,,,,,,,,No
"""

BIBTEX = r"""
% my library
@comment{this is not read}
@string{gw = "Gr{\"u}ner Wald"}
@book{boell:1963,
  author    = {B{\"o}ll, Heinrich and {Kiepenheuer Verlag} and Ludwig van Beethoven},
  title     = "Ansichten eines {Clowns}: Roman",
  publisher = gw # { Verlag},
  year      = 1963,
  isbn      = {978-3-462-00420-5},
  keywords  = {Germany, clowns; post-war},
  language  = {ngerman},
}
@article{x, title={Not a book}, year=2000}
@INCOLLECTION{y, title = {A Chapter}, booktitle = {A Handbook of Caf\'e Culture},
    editor = {\'Emile Zol\`a}, date = {2001-05}}
"""

RIS = """\
TY  - BOOK
AU  - Le Guin, Ursula K.
TI  - The Left Hand of Darkness: A Novel of
      the Hainish Cycle
PY  - 1969///
SN  - 978-0-441-47812-5 (pbk.)
PB  - Ace Books
KW  - science fiction
KW  - gender
LA  - en
AB  - A lone human emissary.
ER  -
TY  - JOUR
TI  - Not a book
ER  -
TY  - CHAP
AU  - Doe, Jane
TI  - A chapter
T2  - Handbook of Worlds
ER  -
"""

CSL = [
    {
        "id": "moby",
        "type": "book",
        "title": "Moby-Dick: or, the Whale",
        "author": [{"family": "Melville", "given": "Herman"}],
        "issued": {"date-parts": [["1851", 10]]},
        "ISBN": "9780142437247",
        "publisher": "Penguin",
        "language": "en-US",
    },
    {
        "id": "v",
        "type": "book",
        "title": "Letters",
        "author": [{"given": "Vincent", "non-dropping-particle": "van", "family": "Gogh"}],
    },
    {"id": "a", "type": "article-journal", "title": "Not a book"},
]


LIBRARY = """
CREATE TABLE books (
    id INTEGER PRIMARY KEY, title TEXT, sort TEXT, pubdate TIMESTAMP, series_index REAL, uuid TEXT
);
CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE books_authors_link (id INTEGER PRIMARY KEY, book INTEGER, author INTEGER);
CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE books_tags_link (id INTEGER PRIMARY KEY, book INTEGER, tag INTEGER);
CREATE TABLE series (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE books_series_link (id INTEGER PRIMARY KEY, book INTEGER, series INTEGER);
CREATE TABLE publishers (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE books_publishers_link (id INTEGER PRIMARY KEY, book INTEGER, publisher INTEGER);
CREATE TABLE languages (id INTEGER PRIMARY KEY, lang_code TEXT);
CREATE TABLE books_languages_link (id INTEGER PRIMARY KEY, book INTEGER, lang_code INTEGER);
CREATE TABLE ratings (id INTEGER PRIMARY KEY, rating INTEGER);
CREATE TABLE books_ratings_link (id INTEGER PRIMARY KEY, book INTEGER, rating INTEGER);
CREATE TABLE comments (id INTEGER PRIMARY KEY, book INTEGER, text TEXT);
CREATE TABLE identifiers (id INTEGER PRIMARY KEY, book INTEGER, type TEXT, val TEXT);
INSERT INTO books VALUES (1, 'A Wizard of Earthsea', '', '1968-11-01 00:00:00+00:00', 1.0, 'u-1');
INSERT INTO books VALUES (2, 'Notes', '', '0101-01-01 00:00:00+00:00', 1.0, 'u-2');
INSERT INTO authors VALUES (1, 'Le Guin| Ursula K.'), (2, 'Unknown');
INSERT INTO books_authors_link VALUES (1, 1, 1), (2, 2, 2);
INSERT INTO tags VALUES (1, 'Fantasy'), (2, 'Dragons');
INSERT INTO books_tags_link VALUES (1, 1, 1), (2, 1, 2);
INSERT INTO series VALUES (1, 'Earthsea');
INSERT INTO books_series_link VALUES (1, 1, 1);
INSERT INTO publishers VALUES (1, 'Parnassus');
INSERT INTO books_publishers_link VALUES (1, 1, 1);
INSERT INTO languages VALUES (1, 'eng');
INSERT INTO books_languages_link VALUES (1, 1, 1);
INSERT INTO ratings VALUES (1, 9);
INSERT INTO books_ratings_link VALUES (1, 1, 1);
INSERT INTO comments VALUES (1, 1, '<div><p>Ged was the <b>greatest</b> sorcerer.</p></div>');
INSERT INTO identifiers VALUES (1, 1, 'isbn', '9780547773742'), (2, 1, 'goodreads', '13642');
"""


def calibre(path: Path) -> bytes:
    """A library as Calibre lays it out, with one whole book and one that has only a title."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(LIBRARY)
        db.commit()
    return path.read_bytes()


def test_goodreads() -> None:
    found = read_shelf(GOODREADS.encode())

    assert (found.kind, found.skipped) == ("goodreads", ["line 4: no title"])
    dune, games = found.books
    assert (dune.title, dune.series, dune.authors, dune.year) == ("Dune", "Dune", ("Frank Herbert",), 1965)
    assert (dune.isbns, dune.pages, dune.publisher) == (("9780593099322",), 658, "Ace")
    assert (dune.subjects, dune.link) == (("science fiction",), "https://www.goodreads.com/book/show/44767458")
    assert dune.note == Note(owned=True, reading="read", stars=5.0, finished="2021-03-07")
    assert (games.isbns, games.year, games.note) == ((), 2008, Note(reading="to-read"))


def test_storygraph() -> None:
    found = read_shelf(b"\xef\xbb\xbf" + STORYGRAPH.encode())

    assert found.kind == "storygraph"
    piranesi, cup = found.books
    assert (piranesi.title, piranesi.authors, piranesi.isbns) == ("Piranesi", ("Susanna Clarke",), ("9781526622426",))
    assert piranesi.note == Note(owned=True, reading="read", stars=4.75, finished="2021-02-03")
    assert piranesi.subjects == ("gift", "mysterious", "reflective")
    assert (cup.isbns, cup.note) == ((), Note(reading="gave-up"))


def test_calibre(tmp_path: Path) -> None:
    found = read_shelf(calibre(tmp_path / "metadata.db"))

    assert found.kind == "calibre"
    wizard, notes = found.books
    assert (wizard.title, wizard.authors, wizard.year) == ("A Wizard of Earthsea", ("Le Guin, Ursula K.",), 1968)
    assert (wizard.subjects, wizard.series, wizard.languages) == (("Dragons", "Fantasy"), "Earthsea", ("eng",))
    assert (wizard.isbns, wizard.publisher) == (("9780547773742",), "Parnassus")
    assert wizard.description == "Ged was the greatest sorcerer."
    assert wizard.note == Note(owned=True, stars=4.5)
    assert (notes.authors, notes.year) == ((), None)


def test_bibtex() -> None:
    found = read_shelf(BIBTEX.encode())

    assert found.kind == "bibtex"
    clown, handbook = found.books
    assert (clown.title, clown.subtitle) == ("Ansichten eines Clowns", "Roman")
    assert clown.authors == ("Heinrich Böll", "Kiepenheuer Verlag", "Ludwig van Beethoven")
    assert (clown.publisher, clown.year, clown.isbns) == ("Grüner Wald Verlag", 1963, ("9783462004205",))
    assert clown.subjects == ("Germany", "clowns", "post-war")
    assert (handbook.title, handbook.authors, handbook.year) == ("A Handbook of Café Culture", ("Émile Zolà",), 2001)


def test_an_entry_that_is_never_closed_ends_with_the_file() -> None:
    found = read_shelf(b"@book{a, title = {Whole}}\n@book{b, title = {Half a")

    assert [book.title for book in found.books] == ["Whole", "Half a"]


def test_ris() -> None:
    found = read_shelf(RIS.encode())

    assert found.kind == "ris"
    hand, handbook = found.books
    assert (hand.title, hand.subtitle) == ("The Left Hand of Darkness", "A Novel of the Hainish Cycle")
    assert (hand.authors, hand.year, hand.isbns) == (("Ursula K. Le Guin",), 1969, ("9780441478125",))
    assert (hand.subjects, hand.languages, hand.publisher) == (("science fiction", "gender"), ("eng",), "Ace Books")
    assert hand.description == "A lone human emissary."
    assert handbook.title == "Handbook of Worlds"


def test_csl_json() -> None:
    found = read_shelf(json.dumps(CSL).encode())

    assert found.kind == "csl-json"
    moby, letters = found.books
    assert (moby.title, moby.subtitle, moby.authors) == ("Moby-Dick", "or, the Whale", ("Herman Melville",))
    assert (moby.year, moby.isbns, moby.languages) == (1851, ("9780142437247",), ("eng",))
    assert letters.authors == ("Vincent van Gogh",)


def test_one_csl_item_alone_is_a_list_of_one() -> None:
    assert [book.title for book in read_shelf(json.dumps(CSL[0]).encode()).books] == ["Moby-Dick"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_encodings_of_spreadsheets_are_read(encoding: str) -> None:
    text = GOODREADS.replace("Frank Herbert", "Günter Grass")

    assert read_shelf(text.encode(encoding)).books[0].authors == ("Günter Grass",)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"a,b,c\n1,2,3\n",
        b"[1, 2]",
        b'{"type": "book"',
        b"SQLite format 3\x00 and nothing more",
        b"\xff" * 40,
    ],
)
def test_another_file_is_refused_with_the_kinds_that_are_read(data: bytes) -> None:
    with pytest.raises(
        ShelfFileError, match=r"Goodreads or StoryGraph CSV, Calibre's metadata\.db, BibTeX, RIS, CSL-JSON"
    ):
        read_shelf(data)


def test_the_same_row_has_the_same_key_every_time() -> None:
    first, again = read_shelf(GOODREADS.encode()), read_shelf(GOODREADS.encode())

    assert [book.key for book in first.books] == [book.key for book in again.books]
    assert len({book.key for book in first.books}) == 2
