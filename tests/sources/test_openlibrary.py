"""Open Library: the searches made for titles, authors and words, each looser than the one before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs, urlsplit

import pytest

from archivist.sources import ScriptedTransport, SourceResult

from .shapes import DUNE, EMPTY, found, work
from .shapes import searches as asked

Ask = Callable[..., Awaitable[SourceResult]]

KAFKA = work("OL1W", "The Trial", "Franz Kafka")


async def test_a_row_becomes_a_candidate_with_all_that_it_says(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found(DUNE))

    result = await ask("web_search_books", title="Dune", author="Frank Herbert")

    (book,) = result.candidates
    assert (book.key, book.url) == ("/works/OL893414W", "https://openlibrary.org/works/OL893414W")
    assert (book.title, book.authors, book.first_published, book.published) == ("Dune", ("Frank Herbert",), 1965, None)
    assert book.isbns == ("9780441172719", "9780441013593")
    assert book.subjects == ("Science fiction", "Fiction")
    assert book.languages == ("eng", "ger")
    assert book.cover == "https://covers.openlibrary.org/b/id/11481354-M.jpg?default=false"
    assert book.rating is not None
    assert (book.rating.average, book.rating.count, book.pages, book.series) == (4.29, 412, 604, "Dune")
    assert (result.source, result.requests, result.cached) == ("openlibrary", 1, False)


async def test_fields_and_limit_are_said_in_every_search(ask: Ask, web: ScriptedTransport) -> None:
    """Reports C001, C002: without `fields` the service sends no ISBN, no subject and no rating."""
    web.answers("search.json", found(DUNE))

    await ask("web_search_books", title="Dune")

    query = parse_qs(urlsplit(web.urls[0]).query)
    fields = query["fields"][0].split(",")
    assert {"isbn", "subject", "ratings_average", "ratings_count", "editions"} <= set(fields)
    assert int(query["limit"][0]) >= 8


async def test_a_document_without_isbn_is_a_book_all_the_same(ask: Ask, web: ScriptedTransport) -> None:
    """Reports C001, C053: a missing ISBN is unknown, and no reason to hide the book."""
    web.answers("search.json", found(work("OL1W", "சோஷலிசம்")))

    (book,) = (await ask("web_search_books", title="சோஷலிசம்")).candidates

    assert (book.title, book.isbns, book.authors) == ("சோஷலிசம்", (), ())


@pytest.mark.parametrize("title", ["It", "We", "V.", "Q", "the"])
async def test_a_very_short_title_is_asked_for_by_the_title_field(title: str, ask: Ask, web: ScriptedTransport) -> None:
    """`q` shorter than three characters, or "the", is answered with 422."""
    web.answers("search.json", found(work("OL1W", title, "Stephen King")))

    result = await ask("web_search_books", query=title)

    assert [c.title for c in result.candidates] == [title]
    assert asked(web) == [{"title": title.rstrip(".")}]


async def test_an_exact_short_title_comes_before_popular_books_that_contain_it(
    ask: Ask, web: ScriptedTransport
) -> None:
    """Report C007: popularity puts others first."""
    rows = [work(f"OL{n}W", f"It Happened in Chapter {n}", "Somebody Else") for n in range(2, 30)]
    web.answers("search.json", found(*rows, work("OL1W", "It", "Stephen King")))

    result = await ask("web_search_books", title="It", limit=3)

    assert (len(result.candidates), result.candidates[0].title) == (3, "It")


@pytest.mark.parametrize(
    ("title", "sent"),
    [
        ("Time: A Traveler's Guide", "Time A Traveler's Guide"),
        ("Guards! Guards!", "Guards Guards"),
        ("Catch-22", "Catch 22"),
        ("What If? (and Other Questions)", "What If and Other Questions"),
        ("Fahrenheit 451/Die Welt", "Fahrenheit 451 Die Welt"),
        ("Live AND Let Die", "Live and Let Die"),
        ("NOT Without My Daughter", "not Without My Daughter"),
        ('"Surely You\u2019re Joking, Mr. Feynman!"', "Surely You're Joking Mr Feynman"),
        ("Cafe\u0301 Europa", "Caf\u00e9 Europa"),
        ("*Frankissstein*~2 [x]^3", "Frankissstein 2 x 3"),
        ("Dune\x00Mes\u00adsiah\u200b", "Dune Messiah"),
    ],
)
async def test_what_is_syntax_to_the_service_is_none_in_a_title(
    title: str, sent: str, ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", found(work("OL1W", title, "Somebody")))

    await ask("web_search_books", title=title)

    assert asked(web)[0] == {"title": sent}


async def test_author_and_title_go_into_fields_of_their_own(ask: Ask, web: ScriptedTransport) -> None:
    """Report C026: "Author - Title" in one text finds nothing. C010: work-level title and author."""
    web.answers("search.json", found(work("OL1W", "A Charmed Life", "Liz Bridger")))

    await ask("web_search_books", title="A Charmed Life", author="bridger")

    assert asked(web) == [{"title": "A Charmed Life", "author": "bridger"}]


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("John P. Strelecky", "John Strelecky"),
        ("J.K. Rowling", "Rowling"),
        ("J. K. Rowling", "Rowling"),
        ("Le Guin, Ursula K.", "Ursula Le Guin"),
        ("Martin Luther King, Jr.", "Martin Luther King"),
        ("Flannery O'Connor", "Flannery O'Connor"),
        ("H. D.", "H D"),
    ],
)
async def test_a_name_is_asked_by_what_all_its_spellings_share(
    name: str, sent: str, ask: Ask, web: ScriptedTransport
) -> None:
    """Reports C031, C032, C034: points, middle initials and suffixes hide the author."""
    web.answers("search.json", found(work("OL1W", "The Book", name)))

    await ask("web_search_books", title="The Book", author=name)

    assert asked(web)[0] == {"title": "The Book", "author": sent}


async def test_an_author_with_initials_is_tried_in_both_spellings(ask: Ask, web: ScriptedTransport) -> None:
    """Report C031: "L.J. Ross", "L J Ross" and "LJ Ross" are one person to readers and three to the index."""
    web.answers("search.json", EMPTY)
    web.answers("search.json", found(work("OL1W", "Holy Island", "LJ Ross")))

    result = await ask("web_search_books", author="L.J. Ross")

    assert asked(web) == [{"author": "L J Ross"}, {"author": "LJ Ross"}]
    assert [c.title for c in result.candidates] == ["Holy Island"]
    assert result.detail == "found as 'LJ Ross'"


async def test_the_surname_alone_brings_only_that_persons_books(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", EMPTY)
    web.answers("search.json", EMPTY)
    web.answers(
        "search.json", found(work("OL1W", "On Death", "Elisabeth Ross"), work("OL2W", "Holy Island", "L.J. Ross"))
    )

    result = await ask("web_search_books", author="L.J. Ross")

    assert [c.title for c in result.candidates] == ["Holy Island"]


@pytest.mark.parametrize(
    ("title", "shorter"),
    [
        ("The Sword of Kaigen: A Theonite War Story", "The Sword of Kaigen"),
        ("Atomic Habits: An Easy & Proven Way to Build Good Habits", "Atomic Habits"),
        ("Shadows of Self (Mistborn, Book 5)", "Shadows of Self"),
        ("Sapiens - Eine kurze Geschichte der Menschheit", "Sapiens"),
    ],
)
async def test_the_second_try_is_without_subtitle_and_series(
    title: str, shorter: str, ask: Ask, web: ScriptedTransport
) -> None:
    """Reports C022, C023, C086."""
    web.answers("search.json", EMPTY)
    web.answers("search.json", found(work("OL1W", shorter, "Somebody")))

    result = await ask("web_search_books", title=title)

    assert asked(web)[1] == {"title": shorter}
    assert [c.title for c in result.candidates] == [shorter]
    assert result.detail == "found without its subtitle"


async def test_a_misspelt_title_is_found_among_its_authors_books(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", EMPTY)
    web.answers(
        "search.json", found(work("OL1W", "Unfinished Tales", "Tolkien"), work("OL2W", "The Silmarillion", "Tolkien"))
    )

    result = await ask("web_search_books", title="The Silmarlilion", author="Tolkien")

    assert asked(web)[1] == {"author": "Tolkien"}
    assert [c.title for c in result.candidates] == ["The Silmarillion"]


async def test_a_misspelt_author_does_not_hide_the_title(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", EMPTY)
    web.answers("search.json", EMPTY)
    web.answers("search.json", found(work("OL1W", "The Name of the Wind", "Patrick Rothfuss")))

    result = await ask("web_search_books", title="The Name of the Wind", author="Patrick Rothfus")

    assert asked(web)[2] == {"title": "The Name of the Wind"}
    assert [c.title for c in result.candidates] == ["The Name of the Wind"]


async def test_a_book_called_so_is_found_where_nothing_is_filed_so(ask: Ask, web: ScriptedTransport) -> None:
    for answer in (EMPTY, EMPTY, found(work("OL9W", "Speedwell", "Somebody"), work("OL1W", "Mayflower", "Philbrick"))):
        web.answers("search.json", answer)

    result = await ask("web_search_books", subject=["mayflower"])

    assert [one["q"] for one in asked(web)] == ['subject:"mayflower"', 'subject:"mayflowers"', "mayflower"]
    assert [c.title for c in result.candidates] == ["Mayflower"]
    assert result.detail == "found by its words"


BURY = work("OL1W", "Bury the Chains", "Adam Hochschild")


@pytest.mark.parametrize(
    ("title", "without", "record"),
    [
        ("The Left Hand of Drakness", "Left Hand", "The Left Hand of Darkness"),
        ("Where the Crawdads Snig", "Where Crawdads", "Where the Crawdads Sing"),
    ],
)
async def test_the_doubtful_word_of_a_title_is_left_out(
    title: str, without: str, record: str, ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", EMPTY)
    web.answers("search.json", EMPTY)
    web.answers("search.json", found(work("OL9W", "The Right Hand", "Another"), work("OL1W", record, "Its Author")))

    result = await ask("web_search_books", title=title)

    assert asked(web)[2] == {"q": without}
    assert [c.title for c in result.candidates] == [record]


async def test_a_slip_does_not_hide_a_title_that_runs_together_with_its_author(
    ask: Ask, web: ScriptedTransport
) -> None:
    for answer in (EMPTY, EMPTY, found(work("OL9W", "Half Way Home", "Adam Hochschild"), BURY)):
        web.answers("search.json", answer)

    result = await ask("web_search_books", title="Bury the Chians Adam Hochschild")

    assert asked(web)[2] == {"q": "Bury Adam Hochschild"}
    assert [c.title for c in result.candidates] == ["Bury the Chains"]


async def test_title_and_author_run_together_are_asked_for_in_all_fields(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", EMPTY)
    stranger = work("OL9W", "A Gift of Love", "Somebody Else")
    web.answers("search.json", found(stranger, work("OL1W", "The Gift", "Echo L. Bodine")))

    result = await ask("web_search_books", title="the gift echo bodine")

    assert asked(web)[1] == {"q": "gift echo bodine"}
    assert [c.title for c in result.candidates] == ["The Gift"]


@pytest.mark.parametrize(
    "title",
    [
        "Zibberwick",
        "venices",
        "The Velvet",
        "trial kafak",
        "Pride and Prejudice and Spoons",
        "Do Androids Dream of Electric Sheep",
        "The Velvet Tessellation of Quorndale",
        "Forty Ninths of a Glockenspiel: A Novel",
    ],
)
async def test_a_title_that_nobody_holds_is_asked_for_in_words_that_were_said_and_no_others(
    title: str, ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", EMPTY)

    result = await ask("web_search_books", title=title)

    said = set(title.casefold().replace(":", "").split())
    sent = {word for params in asked(web) for value in params.values() for word in value.casefold().split()}
    assert sent <= said
    assert result.requests <= 5


async def test_a_slip_in_the_authors_name_is_told_by_the_row_that_the_title_finds(
    ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json?title=trial&", found(work("OL8W", "The Trial of God", "Another"), KAFKA))
    web.answers("search.json", EMPTY)

    result = await ask("web_search_books", title="trial kafak")

    assert {"title": "kafka"} not in asked(web)
    assert [c.title for c in result.candidates] == ["The Trial"]


async def test_a_double_of_the_work_lends_its_description(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found(work("OL1W", "Dune", "Frank Herbert"), work("OL2W", "DUNE", "Frank Herbert")))
    web.answers("/works/OL1W.json", {"key": "/works/OL1W", "type": {"key": "/type/work"}, "title": "Dune"})
    told = {"key": "/works/OL2W", "type": {"key": "/type/work"}, "title": "DUNE", "description": "Sand."}
    web.answers("/works/OL2W.json", told)

    result = await ask("web_search_books", title="Dune", details=True)

    assert [c.description for c in result.candidates] == [None, "Sand."]


async def test_an_and_may_be_a_sign_on_the_book(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", EMPTY)
    web.answers("search.json", found(work("OL1W", "Pride & Prejudice", "Jane Austen")))

    result = await ask("web_search_books", title="Pride and Prejudice")

    assert asked(web)[1] == {"q": "Pride Prejudice"}
    assert [c.title for c in result.candidates] == ["Pride & Prejudice"]


async def test_a_single_misspelt_word_is_asked_for_as_it_may_have_been_meant(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", EMPTY)
    web.answers("search.json", found(work("OL1W", "The Stranger", "Albert Camus")))

    result = await ask("web_search_books", title="The Srtanger")

    assert asked(web)[1] == {"title": "The stranger"}
    assert [c.title for c in result.candidates] == ["The Stranger"]


@pytest.mark.parametrize(("title", "meant"), [("Hsitory of Salt", "history of Salt"), ("Seasnos of Ash", "")])
async def test_a_swap_that_makes_a_word_of_titles_is_tried_first(
    title: str, meant: str, ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", EMPTY)

    await ask("web_search_books", title=title)

    assert (meant in [one.get("title") for one in asked(web)]) is bool(meant)


async def test_one_shared_word_is_not_a_match(ask: Ask, web: ScriptedTransport) -> None:
    """Reports C013, C016, C017, C019: no match is a valid answer."""
    web.answers("search.json", EMPTY)
    web.answers(
        "search.json", found(work("OL1W", "Abolishing Green Rates", "Somebody"), work("OL2W", "Grail", "Other"))
    )

    result = await ask("web_search_books", title="Green World of Sky")

    assert result.candidates == []


async def test_nothing_found_takes_five_requests_at_most(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", EMPTY)

    result = await ask("web_search_books", title="The Velvet Tessellation: Almanacs of Quorndale Unsaid")

    assert (result.candidates, result.requests) == ([], 5)
    assert len(result.asked) == 5


async def test_years_cost_no_more_than_that(ask: Ask, web: ScriptedTransport) -> None:
    page = found(work("OL1W", "Too Late", "Somebody", first_publish_year=2020))
    page["numFound"] = 500
    web.answers("search.json", page)

    result = await ask("web_search_books", title="Velvet Tessellation: Quorndale Almanacs", year_to=1900)

    assert (result.candidates, result.requests) == ([], 5)


async def test_one_year_alone_is_asked_for_by_its_own_parameter_and_no_other_word(
    ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", found(work("OL1W", "The Last Lion", "William Manchester", first_publish_year=1984)))

    result = await ask("web_search_books", year_from=1984, year_to=1984)

    assert [one.title for one in result.candidates] == ["The Last Lion"]
    (params,) = asked(web)
    assert (params["first_publish_year"], "q" in params, "subject" in params) == ("1984", False, False)


@pytest.mark.parametrize("title", ["the trial kafka", "kafka the trial", "Trial Kafka"])
async def test_a_title_and_a_surname_are_asked_for_together_in_either_order(
    title: str, ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", EMPTY)
    web.answers("search.json", found(work("OL8W", "Kafka on Trial", "Somebody"), KAFKA))

    result = await ask("web_search_books", title=title)

    assert set(asked(web)[1]["q"].casefold().split()) == {"trial", "kafka"}
    assert result.candidates[0].title == "The Trial"


async def test_books_about_a_book_do_not_hide_it_from_title_and_surname(ask: Ask, web: ScriptedTransport) -> None:
    """ "dracula stoker": the titles that hold both words are companions, and the book's title holds only one."""
    companion = work("OL8W", "The Bram Stoker Bedside Companion", "Bram Stoker", subtitle="By the Author of Dracula")
    web.answers("search.json", found(companion))
    web.answers("search.json", found(companion, work("OL1W", "Dracula", "Bram Stoker")))

    result = await ask("web_search_books", title="dracula stoker")

    assert [c.title for c in result.candidates] == ["Dracula", "The Bram Stoker Bedside Companion"]
    assert result.requests == 2


async def test_a_title_that_was_found_costs_one_request(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found(work("OL1W", "Pride and Prejudice", "Jane Austen")))

    result = await ask("web_search_books", title="pride and prejudice")

    assert result.requests == 1


@pytest.mark.parametrize(
    ("name", "apart"),
    [
        ("JK Rowling", "J K Rowling"),
        ("jrr tolkien", "j r r tolkien"),
        ("CS Lewis", "C S Lewis"),
        ("EM Forster", "E M Forster"),
    ],
)
async def test_initials_that_are_written_together_are_asked_for_apart(
    name: str, apart: str, ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", EMPTY)

    await ask("web_search_books", author=name)

    assert asked(web)[0] == {"author": apart}


@pytest.mark.parametrize("name", ["Dr Seuss", "Ayn Rand", "St Augustine", "AYN RAND", "Le Guin", "Bo Carpelan"])
async def test_a_short_name_is_not_taken_for_initials(name: str, ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", EMPTY)

    await ask("web_search_books", author=name)

    assert asked(web)[0] == {"author": name}


@pytest.mark.parametrize(
    ("subjects", "searches"),
    [
        (
            ["mystery", "Venice"],
            ['subject:"mystery" subject:"Venice"', "mystery Venice", 'subject:"Venice"', 'subject:"mystery"'],
        ),
        (
            ["robots", "Japan"],
            ['subject:"robots" subject:"Japan"', "robots Japan", 'subject:"Japan"', 'subject:"robots"'],
        ),
        (
            ["funny science fiction"],
            ['subject:"funny science fiction"', "funny science fiction", 'subject:"science fiction"'],
        ),
        (["Holocaust for teens"], ['subject:"Holocaust for teens"', "Holocaust for teens", 'subject:"Holocaust"']),
    ],
)
async def test_subjects_that_nothing_has_together_are_asked_for_apart(
    subjects: list[str], searches: list[str], ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", EMPTY)

    result = await ask("web_search_books", subject=subjects)

    assert [params["q"] for params in asked(web)] == searches
    assert result.candidates == []


async def test_what_has_one_subject_alone_is_told_as_that(ask: Ask, web: ScriptedTransport) -> None:
    for _ in range(3):
        web.answers("search.json", EMPTY)
    web.answers("search.json", found(work("OL1W", "Whale Nation", "Heathcote Williams", subject=["Whales"])))

    result = await ask("web_search_books", subject=["robots", "whales"])

    assert asked(web)[3] == {"q": 'subject:"whales"'}
    assert ([c.title for c in result.candidates], result.detail) == (["Whale Nation"], "found under whales")
