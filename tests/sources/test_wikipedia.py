"""Wikipedia: the search first, then exactly one article that is what was asked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import JsonValue

from archivist.sources import ScriptedTransport, SourceFailed, SourceRefused, SourceResult

from .shapes import Json, article, hits, told

Ask = Callable[..., Awaitable[SourceResult]]
DUNE = article(
    "Dune (novel)",
    "1965 science fiction novel by Frank Herbert",
    "Dune is a 1965 epic science fiction novel by American author Frank Herbert. It is set in the distant future.",
)


def searched(web: ScriptedTransport) -> list[str]:
    return [parse_qs(urlsplit(url).query)["srsearch"][0] for url in web.urls if "api.php" in url]


def opened(web: ScriptedTransport) -> list[str]:
    return [url.rpartition("/")[2] for url in web.urls if "/summary/" in url]


async def test_a_books_article_becomes_a_candidate(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("api.php", hits("Dune (franchise)", "Dune (2021 film)", "Dune (novel)", "Dune"))
    web.answers("/summary/Dune_%28novel%29", DUNE)

    result = await ask("wikipedia_summary", query="Dune", author="Frank Herbert")

    (book,) = result.candidates
    assert (book.source, book.kind, book.key) == ("wikipedia", "article", "en:Dune (novel)")
    assert (book.title, book.authors, book.first_published) == ("Dune", ("Frank Herbert",), 1965)
    assert book.url == "https://en.wikipedia.org/wiki/Dune_(novel)"
    assert book.description is not None
    assert book.description.startswith("Dune is a 1965 epic")
    assert "CC BY-SA" in result.detail
    assert (searched(web), opened(web)) == (["Dune Frank Herbert"], ["Dune_%28novel%29"])


async def test_both_requests_are_simple_ones(ask: Ask, web: ScriptedTransport) -> None:
    """`origin=*` for anonymous readers, and no header that a redirect could trip over."""
    web.answers("api.php", hits("Dune (novel)"))
    web.answers("/summary/", DUNE)

    await ask("wikipedia_summary", query="Dune")

    sent = {name: value[0] for name, value in parse_qs(urlsplit(web.urls[0]).query).items()}
    assert (sent["origin"], sent["formatversion"], sent["list"]) == ("*", "2", "search")
    assert all(dict(request.headers) == {"Accept": "application/json"} for request in web.sent)


@pytest.mark.parametrize(
    ("title", "path"),
    [
        ("What If? (book)", "What_If%3F_%28book%29"),
        ("Fahrenheit 451/Two", "Fahrenheit_451%2FTwo"),
        ("Émile", "%C3%89mile"),
    ],
)
async def test_c103_the_title_that_the_search_returned_is_used_unchanged(
    title: str, path: str, ask: Ask, web: ScriptedTransport
) -> None:
    """Report C103: a title made over matches no page; slashes and question marks must be encoded."""
    web.answers("api.php", hits(title))
    web.answers("/summary/", article(title, "novel", f"{title} is a novel."))

    await ask("wikipedia_summary", query=title)

    assert opened(web) == [path]


@pytest.mark.parametrize(("asked", "suggestion"), [("Kale", "kal"), ("Italy", "itsly"), ("Lumpability", "lump")])
async def test_c098_c100_c101_a_suggestion_never_overrides_an_existing_article(
    asked: str, suggestion: str, ask: Ask, web: ScriptedTransport
) -> None:
    """Reports C098, C100, C101."""
    web.answers("api.php", hits(asked, suggestion=suggestion))
    web.answers("/summary/", article(asked, "", f"{asked} is a thing."))

    result = await ask("wikipedia_summary", query=asked, about="topic")

    assert [c.title for c in result.candidates] == [asked]
    assert (searched(web), opened(web)) == ([asked], [asked])


async def test_a_suggestion_helps_where_nothing_else_was_found(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("api.php", hits(suggestion="frankenstein"))
    web.answers("api.php", hits("Frankenstein"))
    text = "Frankenstein; or, The Modern Prometheus is an 1818 Gothic novel written by English author Mary Shelley."
    web.answers("/summary/", article("Frankenstein", "1818 novel by Mary Shelley", text))

    result = await ask("wikipedia_summary", query="Frankestein")

    assert searched(web) == ["Frankestein", "frankenstein"]
    assert [(c.title, c.authors, c.first_published) for c in result.candidates] == [
        ("Frankenstein", ("Mary Shelley",), 1818)
    ]


async def test_c097_an_article_found_by_a_redirect_is_the_book(ask: Ask, web: ScriptedTransport) -> None:
    """Report C097: the redirect that exists is the exact title."""
    row = {"ns": 0, "title": "Nineteen Eighty-Four", "redirecttitle": "1984 (novel)"}
    web.answers("api.php", {"batchcomplete": True, "query": {"search": [row]}})
    web.answers("/summary/Nineteen", article("Nineteen Eighty-Four", "1949 novel by George Orwell", "It is a novel."))

    result = await ask("wikipedia_summary", query="1984", author="George Orwell")

    assert [c.title for c in result.candidates] == ["Nineteen Eighty-Four"]


async def test_a_list_of_meanings_leads_to_the_novel(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("api.php", hits("It"))
    web.answers("api.php", hits("It (novel)", "It (2017 film)"))
    web.answers(
        "/summary/It", article("It", "Topics referred to by the same term", "It may refer to:", "disambiguation")
    )
    web.answers("/summary/It_%28novel%29", article("It (novel)", "1986 novel by Stephen King", "It is a 1986 novel."))

    result = await ask("wikipedia_summary", query="It")

    assert searched(web) == ["It", "It novel"]
    assert [(c.title, c.authors) for c in result.candidates] == [("It", ("Stephen King",))]


async def test_c104_meanings_without_a_book_are_told_as_a_choice(ask: Ask, web: ScriptedTransport) -> None:
    """Report C104: a small model can do nothing with an error's text."""
    web.answers("api.php", hits("Test"))
    text = "Test may refer to:Test (assessment), an educational assessment"
    web.answers("/summary/", article("Test", "Topics referred to by the same term", text, "disambiguation"))

    result = await ask("wikipedia_summary", query="Test")

    assert result.candidates == []
    assert "'Test' has several meanings" in result.detail


@pytest.mark.parametrize(
    ("title", "description", "extract"),
    [
        (
            "Dune (2021 film)",
            "2021 film by Denis Villeneuve",
            "Dune is a 2021 film based on the novel by Frank Herbert.",
        ),
        ("Dune", "Hill of loose sand", "A dune is a landform composed of sand."),
        ("Dune", "1992 video game", "Dune is a 1992 adventure video game, based upon the novel."),
    ],
)
async def test_an_article_about_something_else_is_not_the_book(
    title: str, description: str, extract: str, ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("api.php", hits(title))
    web.answers("/summary/", article(title, description, extract))

    assert (await ask("wikipedia_summary", query="Dune")).candidates == []


@pytest.mark.parametrize(
    ("description", "authors", "year"),
    [
        ("1965 science fiction novel by Frank Herbert", ("Frank Herbert",), 1965),
        ("1990 novel by Terry Pratchett and Neil Gaiman", ("Terry Pratchett", "Neil Gaiman"), 1990),
        ("Roman von Franz Kafka (1925)", ("Franz Kafka",), 1925),
        ("roman de science-fiction de Frank Herbert", ("Frank Herbert",), None),
        ("novela de Miguel de Cervantes", ("Miguel de Cervantes",), None),
        ("romanzo di Umberto Eco, 1980", ("Umberto Eco",), 1980),
        ("Novel by the American author Herman Melville", ("Herman Melville",), None),
        ("First novel in A Song of Ice and Fire by George R. R. Martin", ("George R. R. Martin",), None),
        ("Book", (), None),
    ],
)
async def test_the_short_description_tells_author_and_year(
    description: str, authors: tuple[str, ...], year: int | None, ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("api.php", hits("A Certain Book"))
    web.answers("/summary/", article("A Certain Book", description, "A text."))

    (book,) = (await ask("wikipedia_summary", query="A Certain Book")).candidates

    assert (book.authors, book.first_published) == (authors, year)


async def test_a_book_of_that_title_by_somebody_else_is_not_the_book(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("api.php", hits("The Road (London novel)"))
    web.answers("/summary/", article("The Road (London novel)", "1907 memoir by Jack London", "The Road is a memoir."))

    assert (await ask("wikipedia_summary", query="The Road", author="Cormac McCarthy")).candidates == []


async def test_an_article_that_merely_mentions_the_words_is_not_opened(ask: Ask, web: ScriptedTransport) -> None:
    """A snippet is cut and marked up; neither it nor its article is an answer to another title."""
    web.answers("api.php", hits("List of fictional octopuses", "Quorn (food)"))

    result = await ask("wikipedia_summary", query="The Velvet Tessellation of Quorndale")

    assert (result.candidates, opened(web)) == ([], [])


async def test_an_author_is_found_by_name(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("api.php", hits("Stephen King (conductor)", "Stephen King", "Stephen King bibliography"))
    web.answers(
        "/summary/Stephen_King_%28conductor%29", article("Stephen King (conductor)", "Musician", "He conducts.")
    )
    web.answers("/summary/Stephen_King", article("Stephen King", "American writer (born 1947)", "He is an author."))

    result = await ask("wikipedia_summary", query="Stephen King", about="author")

    assert [(c.key, c.authors) for c in result.candidates] == [("en:Stephen King", ())]


async def test_an_article_without_extract_tells_its_short_description(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("api.php", hits("Emma (novel)"))
    web.answers("/summary/", article("Emma (novel)", "1815 novel by Jane Austen", "", "no-extract"))

    (book,) = (await ask("wikipedia_summary", query="Emma")).candidates

    assert book.description == "1815 novel by Jane Austen"


async def test_another_language_is_asked_at_its_own_host(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("de.wikipedia.org/w/api.php", hits("Der Process"))
    page = article("Der Process", "Roman von Franz Kafka", "Der Process ist ein Roman von Franz Kafka.", lang="de")
    web.answers("de.wikipedia.org/api", page)

    (book,) = (await ask("wikipedia_summary", query="Der Process", lang="de")).candidates

    assert (book.authors, book.url) == (("Franz Kafka",), "https://de.wikipedia.org/wiki/Der_Process")


@pytest.mark.parametrize("lang", ["../evil", "xx-yy.example", "", "klingon"])
async def test_a_language_that_is_none_is_english(lang: str, ask: Ask, web: ScriptedTransport) -> None:
    web.answers("en.wikipedia.org", hits())

    await ask("wikipedia_summary", query="Dune", lang=lang)

    assert all(url.startswith("https://en.wikipedia.org/") for url in web.urls)


async def test_a_hopeless_search_costs_six_requests_at_most(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("api.php", hits("Dune (comics)", "Dune (novel)", "Dune (book)", "Dune (story)"))
    web.answers("/summary/", article("Dune", "Hill of sand", "A dune is a hill of sand."))

    result = await ask("wikipedia_summary", query="Dune", author="Frank Herbert")

    assert result.candidates == []
    assert len(web.sent) <= 6


async def test_a_page_that_vanished_is_no_article(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("api.php", hits("Dune (novel)"))
    error = {"type": "https://mediawiki.org/wiki/HyperSwitch/errors/not_found", "title": "Not found."}
    web.answers("/summary/", error, status=404)

    assert (await ask("wikipedia_summary", query="Dune")).candidates == []


async def test_an_error_in_an_articles_frame_is_never_shown_as_one(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("api.php", hits("Dune (novel)"))
    web.answers("/summary/", {"type": "https://mediawiki.org/wiki/HyperSwitch/errors/unknown", "title": "Not found."})

    with pytest.raises(SourceFailed):
        await ask("wikipedia_summary", query="Dune")


async def test_an_answer_without_hits_or_query_is_nothing_found(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("api.php", {"batchcomplete": True, "warnings": {"search": {"warnings": "…"}}})

    result = await ask("wikipedia_summary", query="Zibberwick's Almanac", author="Nobody")

    assert (result.candidates, result.requests) == ([], 2)


async def test_a_fetch_that_fails_is_told(ask: Ask, web: ScriptedTransport) -> None:
    web.refuses("wikipedia.org")

    with pytest.raises(SourceRefused, match="Wikipedia could not be reached"):
        await ask("wikipedia_summary", query="Dune")


def search_that_tells(*pages: Json) -> Json:
    rows: list[JsonValue] = [{"ns": 0, "title": page["title"]} for page in pages]
    return {"batchcomplete": True, "query": {"pages": list(pages), "search": rows}}


async def test_a_search_that_tells_the_texts_is_the_only_request(ask: Ask, web: ScriptedTransport) -> None:
    """The pages come in no order but with their rank, and an introduction may have several paragraphs."""
    film = told("Dune (2021 film)", "2021 film by Denis Villeneuve", "Dune is a 2021 film.", 2)
    introduction = "Dune is a 1965 novel.\nIt won the Hugo Award."
    novel = told("Dune (novel)", "1965 novel by Frank Herbert", introduction, 1)
    web.answers("api.php", search_that_tells(film, novel))

    result = await ask("wikipedia_summary", query="Dune", author="Frank Herbert")

    (book,) = result.candidates
    assert (book.title, book.authors, book.first_published) == ("Dune", ("Frank Herbert",), 1965)
    assert (book.description, book.url) == ("Dune is a 1965 novel.", "https://en.wikipedia.org/wiki/Dune_(novel)")
    assert (result.requests, opened(web)) == (1, [])


async def test_an_article_that_the_search_does_not_tell_is_read(ask: Ask, web: ScriptedTransport) -> None:
    """Texts come for at most twenty pages a request."""
    novel = told("Dune (novel)", "1965 novel by Frank Herbert", None, 1)
    web.answers("api.php", search_that_tells(novel))
    web.answers("/summary/", DUNE)

    result = await ask("wikipedia_summary", query="Dune")

    assert [book.key for book in result.candidates] == ["en:Dune (novel)"]
    assert opened(web) == ["Dune_%28novel%29"]


async def test_a_list_of_meanings_that_the_search_tells_is_no_article(ask: Ask, web: ScriptedTransport) -> None:
    meanings = told("Dune", "Topics referred to by the same term", "Dune may refer to:", 1)
    web.answers("api.php", search_that_tells(meanings | {"pageprops": {"disambiguation": ""}}))

    result = await ask("wikipedia_summary", query="Dune")

    assert result.candidates == []
    assert "several meanings" in result.detail


async def test_the_name_that_leads_to_an_article_counts_in_either_list(ask: Ask, web: ScriptedTransport) -> None:
    """Northern Lights is found under the name that other countries know it by."""
    title = "The Golden Compass (novel)"
    page = told(title, "1995 novel by Philip Pullman", "Northern Lights is a novel by Philip Pullman.", 1)
    redirect: Json = {"ns": 0, "title": title, "redirecttitle": "Northern Lights (novel)"}
    web.answers("api.php", {"batchcomplete": True, "query": {"pages": [page], "search": [redirect]}})

    result = await ask("wikipedia_summary", query="Northern Lights")

    assert [book.key for book in result.candidates] == [f"en:{title}"]


async def test_what_finds_nothing_is_not_asked_again_with_one_word_more(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("w/api.php", hits())

    result = await ask("wikipedia_summary", query="The Velvet Tessellation", about="book")

    assert (result.candidates, len(web.sent)) == ([], 1)
