"""Which records become one book, and what the book then says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist.books import Book, Candidate, Contributor, merge

Record = Callable[..., Candidate]
OneBook = Callable[..., Book]
DUNE = "9780441172719"
MANY = "9787020050338"  # the Complete Works of Lu Xun: one number for a set of volumes


def shapes(books: list[Book]) -> list[list[str]]:
    """The titles of each book's records, sorted, so that a grouping can be compared."""
    return sorted(sorted(f"{r.title}|{r.subtitle or ''}" for r in book.records) for book in books)


def test_the_same_isbn_and_title_are_one_book_beyond_doubt(record: Record, one_book: OneBook) -> None:
    book = one_book(
        record("Dune", "Frank Herbert", year=1965, isbns=[DUNE]),
        record("Dune", "Herbert, Frank", source="googlebooks", published=1990, isbns=["0-441-17271-7"]),
    )
    assert book.confidence == 1.0
    assert DUNE in book.merged_because
    assert book.sources == ("openlibrary", "googlebooks")
    assert book.year == 1965
    assert book.id == f"urn:isbn:{DUNE}"


def test_a_single_record_is_a_book_without_a_reason(record: Record, one_book: OneBook) -> None:
    book = one_book(record("\u0b9a\u0bcb\u0bb7\u0bb2\u0bbf\u0b9a\u0bae\u0bcd"))
    assert (book.confidence, book.merged_because) == (1.0, "")
    assert book.id.startswith("urn:archivist:work:")


def test_title_and_author_are_weaker_evidence_than_an_isbn_and_say_so(record: Record, one_book: OneBook) -> None:
    book = one_book(
        record("The cost of freedom", "Henry Christopher Wallich", year=1960),
        record("The Cost of Freedom", "Henry C. Wallich", year=1960),
    )
    assert 0.7 <= book.confidence < 1.0
    assert "title and author" in book.merged_because


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Leo Tolstoy", "Lev N. Tolstoj"),
        ("Fyodor Dostoevsky", "Fjodor Dostojewski"),
        ("Anton Chekhov", "Anton Pavlovich Tchekhov"),
    ],
)
def test_one_title_under_two_spellings_of_a_russian_name_is_one_book_and_says_so(
    record: Record, one_book: OneBook, one: str, other: str
) -> None:
    book = one_book(record("Collected Tales", one, year=1898), record("Collected Tales", other, year=1898))
    assert book.confidence < 0.8


@pytest.mark.parametrize(("one", "other"), [("Leo Tolstoy", "Aleksey Tolstoy"), ("Steve Martin", "Sam Martin")])
def test_one_title_of_two_namesakes_stays_two_books(record: Record, one: str, other: str) -> None:
    assert len(merge([record("Collected Tales", one, year=1898), record("Collected Tales", other, year=1898)])) == 2


def test_two_spellings_of_an_author_are_given_as_the_reason(record: Record, one_book: OneBook) -> None:
    book = one_book(
        record("War and Peace", "Leo Tolstoy", year=1869), record("War and Peace", "Lev Tolstoy", year=1869)
    )
    assert "two spellings" in book.merged_because


def test_the_three_volumes_of_the_lord_of_the_rings_stay_three(record: Record) -> None:
    volumes = ["The Fellowship of the Ring", "The Two Towers", "The Return of the King"]
    records = [record("The Lord of the Rings", "J.R.R. Tolkien", subtitle=name, year=1954) for name in volumes]
    records += [
        record(f"The Lord of the Rings: {name}", "J. R. R. Tolkien", source="googlebooks", published=2001)
        for name in volumes
    ]
    whole = record("The Lord of the Rings", "J.R.R. Tolkien", year=1954)
    books = merge([*records, whole])
    assert len(books) == 4
    assert [len(book.records) for book in books] == [2, 2, 2, 1]


def test_a_volume_is_found_again_under_its_own_name(record: Record, one_book: OneBook) -> None:
    book = one_book(
        record("The Two Towers", "J.R.R. Tolkien", year=1954),
        record("The Lord of the Rings", "J.R.R. Tolkien", subtitle="The Two Towers", source="googlebooks"),
    )
    assert book.title == "The Two Towers"


def test_a_shared_isbn_does_not_make_one_book_of_the_volumes_of_a_set(record: Record) -> None:
    books = merge(
        [
            record("\u9c81\u8fc5\u5168\u96c6 \u7b2c1\u5377", "\u9c81\u8fc5", isbns=[MANY]),
            record("\u9c81\u8fc5\u5168\u96c6 \u7b2c2\u5377", "\u9c81\u8fc5", isbns=[MANY]),
        ]
    )
    assert len(books) == 2
    assert len({book.id for book in books}) == 2


def test_a_set_and_one_of_its_parts_are_two_books_though_they_share_an_isbn(record: Record) -> None:
    isbn = "9780765350381"
    books = merge(
        [
            record("Mistborn Trilogy", "Brandon Sanderson", isbns=[isbn]),
            record("The Final Empire", "Brandon Sanderson", isbns=[isbn]),
        ]
    )
    assert len(books) == 2


@pytest.mark.parametrize(
    ("first", "second", "count"), [(2001, 2015, 2), (2016, 2027, 2), (2015, 2022, 1), (1903, 2008, 1)]
)
def test_years_tell_two_books_of_one_title_apart_unless_the_later_is_a_reprint(
    record: Record, first: int, second: int, count: int
) -> None:
    books = merge([record("Firefight", "Chris Ryan", year=first), record("Firefight", "Chris Ryan", year=second)])
    assert len(books) == count


def test_an_isbn_links_what_the_years_would_keep_apart(record: Record, one_book: OneBook) -> None:
    book = one_book(
        record("The Well of Ascension", "Brandon Sanderson", year=1990, isbns=["9780765316882"]),
        record("The Well of Ascension", "Brandon Sanderson", year=2007, isbns=["9780765316882"]),
    )
    assert book.isbns == ("9780765316882",)


def test_a_late_edition_of_an_old_work_is_that_work(record: Record, one_book: OneBook) -> None:
    book = one_book(
        record("East of Eden", "John Steinbeck", year=1952),
        record("East of Eden", "John Steinbeck", source="googlebooks", published=2002),
    )
    assert book.year == 1952


def test_different_authors_of_one_title_are_different_books(record: Record) -> None:
    names = ["Gore Vidal", "RH Value Publishing", "Christopher McIntosh", "Bill Harris"]
    assert len(merge([record("Washington, D.C.", name) for name in names])) == 4


def test_pseudo_authors_join_nobody(record: Record) -> None:
    assert len(merge([record("Poems", "Various", year=1901), record("Poems", "Various", year=1901)])) == 2
    assert len(merge([record("Selected Fairy Poems", "Various"), record("Selected Fairy Poems", "Anonymous")])) == 2


def test_a_record_without_author_joins_by_title_and_year_only(record: Record) -> None:
    known = record("Capitalism and freedom", "Milton Friedman", year=1962)
    assert len(merge([known, record("Capitalism and freedom", year=1963)])) == 1
    assert len(merge([known, record("Capitalism and freedom", year=2002)])) == 2
    assert len(merge([record("Chicago", "Dominic A. Pacyga", year=2009), record("Chicago", year=2009)])) == 2


def test_an_article_joins_the_book_whose_author_it_names(record: Record) -> None:
    book = record("Dune", "Frank Herbert", year=1965)
    novel = record("Dune (novel)", source="wikipedia", description="Dune is a 1965 epic novel by Frank Herbert.")
    films = record(
        "Dune (franchise)", source="wikipedia", description="Dune is a franchise based on the novel by Frank Herbert."
    )
    sand = record("Dune", source="wikipedia", description="A dune is a landform of sand shaped by wind.")
    assert shapes(merge([book, novel, films, sand])) == [["Dune (franchise)|"], ["Dune (novel)|", "Dune|"], ["Dune|"]]


def test_a_translation_joins_its_work_by_isbn_and_not_without(record: Record) -> None:
    work = record("Dune", "Frank Herbert", languages=["eng", "spa"], isbns=[DUNE, "9788497596824"])
    known = record("Duna", "Frank Herbert", source="googlebooks", languages=["spa"], isbns=["9788497596824"])
    unknown = record("Der W\u00fcstenplanet", "Frank Herbert", source="googlebooks", languages=["ger"])
    books = merge([work, known, unknown])
    assert [len(book.records) for book in books] == [2, 1]
    assert books[0].title == "Dune"
    assert books[0].languages == ("eng", "spa")


def test_light_novels_that_differ_by_subtitle_alone_are_told_apart(record: Record) -> None:
    records = [
        record("Ascendance", "Miya Kazuki", subtitle="A Tale of the Soldier's Daughter Who Reads"),
        record("Ascendance", "Miya Kazuki", subtitle="A Tale of the Temple Apprentice in Blue"),
        record("Ascendance", "Miya Kazuki"),
    ]
    assert len(merge(records)) == 3


def test_the_same_key_is_the_same_record_whichever_page_it_came_from(record: Record, one_book: OneBook) -> None:
    book = one_book(
        record("Dune", "Frank Herbert", key="/works/OL893415W", subjects=["Science fiction"], votes=100),
        record(
            "Dune",
            "Frank Herbert",
            key="/works/OL893415W",
            source="openlibrary-subjects",
            subjects=["Dune (Imaginary place)"],
        ),
    )
    assert book.subjects == ("Science fiction", "Dune (Imaginary place)")
    assert book.rating is not None
    assert book.rating.count == 100


def test_one_person_in_two_scripts_is_one_author(record: Record, one_book: OneBook) -> None:
    book = one_book(
        record("Dune", "Frank Herbert", "\u0424\u0440\u0435\u043d\u043a \u0413\u0435\u0440\u0431\u0435\u0440\u0442")
    )
    assert book.authors == ("Frank Herbert",)


def test_an_inverted_name_is_shown_as_it_is_said(record: Record, one_book: OneBook) -> None:
    book = one_book(record("It", "King, Stephen", "Smith, Elder & Co.", "King, Martin Luther, Jr."))
    assert book.authors == ("Stephen King", "Smith, Elder & Co.", "Martin Luther King Jr.")


def test_whom_most_records_name_is_the_first_author_and_nobody_is_lost(record: Record, one_book: OneBook) -> None:
    isbn = "9781402726620"
    book = one_book(
        record("Gulliver's Travels", "Martin Woodside", "Jonathan Swift", isbns=[isbn]),
        record(
            "Gulliver's Travels",
            "Jonathan Swift",
            source="googlebooks",
            isbns=[isbn],
            contributors=[Contributor(name="Ian Higgins", role="editor")],
        ),
    )
    assert book.authors == ("Jonathan Swift", "Martin Woodside")
    assert book.contributors == (Contributor(name="Ian Higgins", role="editor"),)


@pytest.mark.parametrize(
    ("years", "expected"),
    [
        ([("openlibrary", 2001), ("wikipedia", 2006), ("shelf", 2006)], 2006),
        ([("openlibrary", 1965), ("wikipedia", 1965)], 1965),
        ([("openlibrary", 2001), ("wikipedia", 2006)], 2006),
        ([("openlibrary", 1965)], 1965),
        ([("openlibrary", 2001), ("openlibrary-subjects", 2001), ("wikipedia", 2006)], 2006),
    ],
)
def test_the_year_is_the_earliest_that_two_sources_agree_on(
    record: Record, one_book: OneBook, years: list[tuple[str, int]], expected: int
) -> None:
    isbn = "9780765311788"
    records = [
        record("The Final Empire", "Brandon Sanderson", source=source, kind="work", year=year, isbns=[isbn])
        for source, year in years
    ]
    assert one_book(*records).year == expected


@pytest.mark.parametrize(
    ("years", "expected"),
    [
        # Two records of one catalogue and an article on the later of them.
        ([("openlibrary", 2002), ("openlibrary", 1987), ("wikipedia", 2002)], 1987),
        # The shelf's copy is a reprint, and so is what another source knows.
        ([("openlibrary", 1965), ("shelf", 2015)], 1965),
        ([("openlibrary", 1965), ("shelf", 2015), ("wikipedia", 2014)], 1965),
        # Within ten years it is the catalogue's edition that may be mistyped.
        ([("openlibrary", 2001), ("openlibrary", 2010), ("wikipedia", 2006)], 2006),
    ],
)
def test_what_is_claimed_long_after_the_earliest_year_is_of_a_later_issue(
    record: Record, one_book: OneBook, years: list[tuple[str, int]], expected: int
) -> None:
    isbn = "9780721417103"
    records = [
        record("20,000 Leagues Under the Sea", "Jules Verne", source=source, kind="work", year=year, isbns=[isbn])
        for source, year in years
    ]
    book = one_book(*records)
    assert book.year == expected
    assert sorted(record.first_published or 0 for record in book.records) == sorted(year for _, year in years)


def test_an_edition_s_year_is_not_taken_for_the_work_s(record: Record, one_book: OneBook) -> None:
    isbn = "9780142000656"
    work = record("East of Eden", "John Steinbeck", year=1952, isbns=[isbn])
    edition = record("East of Eden", "John Steinbeck", source="googlebooks", published=1950, isbns=[isbn])
    assert one_book(work, edition).year == 1952
    assert one_book(edition).year == 1950


@pytest.mark.parametrize(
    ("edition", "expected"), [(1955, 1954), (1954, 1954), (1960, 1960), (None, 1960), (1951, 1960)]
)
def test_an_edition_bears_out_an_earlier_claim_than_the_best_source_makes(
    record: Record, one_book: OneBook, edition: int | None, expected: int
) -> None:
    isbn = "9780142000656"
    work = record("The Long Ships", "Frans Bengtsson", year=1954, isbns=[isbn])
    article = record("The Long Ships", "Frans Bengtsson", source="wikipedia", year=1960)
    issue = record("The Long Ships", "Frans Bengtsson", source="googlebooks", published=edition, isbns=[isbn])

    assert one_book(work, article, issue).year == expected


def test_votes_of_two_sources_add_up_and_none_is_counted_twice(record: Record, one_book: OneBook) -> None:
    book = one_book(
        record("Dune", "Frank Herbert", isbns=[DUNE], votes=300, average=4.0),
        record("Dune", "Frank Herbert", isbns=[DUNE], votes=200, average=4.0),
        record("Dune", "Frank Herbert", source="googlebooks", isbns=[DUNE], votes=100, average=5.0),
    )
    assert book.rating is not None
    assert (book.rating.average, book.rating.count) == (4.25, 400)


def test_the_shown_title_is_whole_in_mixed_case_and_not_an_articles(record: Record, one_book: OneBook) -> None:
    isbn = "9780192833983"
    book = one_book(
        record("WAR AND PEACE", "Leo Tolstoy", isbns=[isbn]),
        record("War and Pe\ufffdce", "Leo Tolstoy", source="googlebooks", isbns=[isbn]),
        record("War and Peace", "Leo Tolstoy", source="shelf", kind="edition", isbns=[isbn]),
    )
    assert book.title == "War and Peace"


def test_an_english_isbn_comes_first_for_a_book_shown_in_english(record: Record, one_book: OneBook) -> None:
    book = one_book(record("Dune", "Frank Herbert", languages=["fre", "eng"], isbns=["9782266320481", DUNE]))
    assert book.isbns == (DUNE, "9782266320481")
    assert book.id == f"urn:isbn:{DUNE}"


def test_a_books_own_description_comes_before_an_articles(record: Record, one_book: OneBook) -> None:
    book = one_book(
        record("Gilead", "Marilynne Robinson", description="An intimate tale."),
        record("Gilead (novel)", source="wikipedia", description="Gilead is a 2004 novel by Marilynne Robinson. " * 9),
    )
    assert book.description == "An intimate tale."


def test_what_tells_of_the_work_comes_before_what_sells_an_edition(record: Record, one_book: OneBook) -> None:
    told = "A dying minister writes to his small son about his fathers, his faith and a prodigal who came home."
    book = one_book(
        record("Gilead", "Marilynne Robinson", description=told),
        record("Gilead", "Marilynne Robinson", source="googlebooks", description="The prize-winning bestseller! " * 9),
    )
    assert book.description == told


def test_a_few_words_on_the_work_give_way_to_an_editions_text(record: Record, one_book: OneBook) -> None:
    told = "A dying minister writes to his small son about his fathers and his faith."
    book = one_book(
        record("Gilead", "Marilynne Robinson", description="A novel."),
        record("Gilead", "Marilynne Robinson", source="googlebooks", description=told),
    )
    assert book.description == told


def test_no_records_make_no_books() -> None:
    assert merge([]) == []


def test_a_surname_alone_is_its_bearer_under_a_title_of_many_words(record: Record) -> None:
    title = "Harry Potter and the Chamber of Secrets"
    assert len(merge([record(title, "J. K. Rowling", "Mary GrandPré"), record(title, "Rowling")])) == 1
    assert len(merge([record(title, "J. K. Rowling"), record(title, "Kloves")])) == 2
    assert len(merge([record("Poems", "George Herbert"), record("Poems", "Herbert")])) == 2


def test_a_name_in_two_romanisations_is_one_author(record: Record, one_book: OneBook) -> None:
    title = "The Double and the Gambler"
    first = record(title, "Fyodor Mikhailovich Dostoevsky", isbns=["9780375719011"])
    book = one_book(first, record(title, "Fyodor Dostoyevsky", source="googlebooks"))
    assert book.authors == ("Fyodor Mikhailovich Dostoevsky",)


def test_the_works_other_title_behind_an_or_makes_no_other_work(record: Record, one_book: OneBook) -> None:
    book = one_book(record("Moby-Dick, or, The Whale", "Herman Melville"), record("Moby Dick", "Herman Melville"))
    assert len(book.records) == 2


def test_an_author_before_the_title_makes_no_other_work(record: Record) -> None:
    named = record("Mary Shelley's Frankenstein", "Mary Shelley")
    assert len(merge([named, record("Frankenstein", "Mary Shelley")])) == 1
    assert len(merge([record("Bram Stoker's Dracula", "Harold Bloom"), record("Dracula", "Bram Stoker")])) == 2
