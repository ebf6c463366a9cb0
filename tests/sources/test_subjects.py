"""Subjects: how they are written, and that several must all hold."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from pydantic import JsonValue

from archivist.sources import ScriptedTransport, SourceFailed, SourceResult

from .shapes import found, work

Ask = Callable[..., Awaitable[SourceResult]]


def listed(*works: dict[str, JsonValue], name: str = "whales") -> dict[str, JsonValue]:
    rows: JsonValue = list(works)
    return {
        "key": f"/subjects/{name}",
        "name": name,
        "subject_type": "subject",
        "work_count": len(works),
        "works": rows,
    }


MOBY: dict[str, JsonValue] = {
    "key": "/works/OL102749W",
    "title": "Moby Dick",
    "edition_count": 1200,
    "cover_id": 12621906,
    "subject": ["Whales", "Sea stories", "Protected DAISY"],
    "authors": [{"key": "/authors/OL23919A", "name": "Herman Melville"}],
    "first_publish_year": 1851,
    "ia": None,
}


async def test_a_listed_work_becomes_a_candidate(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("/subjects/whales.json", listed(MOBY))

    result = await ask("subject_search", subjects=["Whales"])

    (book,) = result.candidates
    assert (book.source, book.title, book.authors) == ("openlibrary-subjects", "Moby Dick", ("Herman Melville",))
    assert (book.url, book.first_published) == ("https://openlibrary.org/works/OL102749W", 1851)
    assert book.subjects == ("Whales", "Sea stories")
    assert book.cover == "https://covers.openlibrary.org/b/id/12621906-M.jpg?default=false"
    assert web.urls == ["https://openlibrary.org/subjects/whales.json?limit=12"]


@pytest.mark.parametrize(
    ("subject", "path"),
    [
        ("Science Fiction", "science_fiction"),
        ("business & economics / finance", "business_%26_economics__finance"),
        ("Frankreich \u2013 Küche", "frankreich_%E2%80%93_k%C3%BCche"),
        (" Love ", "love"),
        ("Fiction, general", "fiction_general"),
    ],
)
async def test_a_subject_is_written_as_the_catalogues_addresses_write_it(
    subject: str, path: str, ask: Ask, web: ScriptedTransport
) -> None:
    """Upper case is answered with a redirect, an encoded slash with 404."""
    web.answers("/subjects/", listed(MOBY))

    await ask("subject_search", subjects=[subject], limit=5)

    assert web.urls == [f"https://openlibrary.org/subjects/{path}.json?limit=5"]


async def test_an_unknown_subject_is_tried_in_the_other_number_and_then_searched(
    ask: Ask, web: ScriptedTransport
) -> None:
    """An unknown subject is no 404: the list is empty."""
    web.answers("/subjects/whale.json", listed(name="whale"))
    web.answers("/subjects/whales.json", listed(name="whales"))
    web.answers("search.json", found(work("OL1W", "Leviathan", "Philip Hoare")))

    result = await ask("subject_search", subjects=["whale"])

    assert result.asked == ["subject whale", "subject whales", 'subject:"whale"']
    assert [(c.source, c.title) for c in result.candidates] == [("openlibrary-subjects", "Leviathan")]


async def test_several_subjects_are_one_search_in_which_all_hold(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found(work("OL1W", "Leviathan", "Philip Hoare")))

    result = await ask("subject_search", subjects=["whales", "history"])

    assert result.asked == ['subject:"whales" subject:"history"']
    assert len(web.sent) == 1


async def test_several_subjects_are_tried_in_the_plural_and_in_the_singular(ask: Ask, web: ScriptedTransport) -> None:
    """Catalogues file under "Pirates" and "Treasure troves" what readers ask for as "pirate and treasure trove"."""
    web.answers("search.json", found())
    web.answers("search.json", found(work("OL1W", "Treasure Island", "Robert Louis Stevenson")))

    result = await ask("subject_search", subjects=["pirate", "treasure trove"])

    assert result.asked[1] == 'subject:"pirates" subject:"treasure troves"'
    assert [c.title for c in result.candidates] == ["Treasure Island"]


@pytest.mark.parametrize(
    ("asked", "others"),
    [
        ("whales", ["whale"]),
        ("mystery", ["mysteries"]),
        ("monkey", ["monkeys"]),
        ("witch", ["witches"]),
        ("Küche", []),
    ],
)
async def test_the_other_number_is_formed_as_in_english(
    asked: str, others: list[str], ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", found())

    result = await ask("subject_search", subjects=[asked, "xyz1"])

    tried = [said.split('"')[1] for said in result.asked]
    assert tried[0] == asked
    assert tried[1:] == others
    assert len(tried) <= 3


async def test_a_language_goes_through_the_search(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found())

    result = await ask("subject_search", subjects=["whales"], lang="ger")

    assert "language=ger" in web.urls[0]
    assert result.candidates == []


async def test_a_list_without_works_is_a_failure_and_not_an_empty_subject(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("/subjects/", {"name": "whales"})

    with pytest.raises(SourceFailed, match="a shape that it does not document"):
        await ask("subject_search", subjects=["whales"])


async def test_rows_with_nothing_but_key_and_title_are_books(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("/subjects/science.json", listed({"key": "/works/OL450063W", "title": "Frankenstein"}, name="science"))

    (book,) = (await ask("subject_search", subjects=["science"])).candidates

    assert (book.title, book.authors, book.first_published, book.cover) == ("Frankenstein", (), None, None)
    assert book.subjects == ("science",)  # what the list was asked for


async def test_two_tools_that_want_the_same_subjects_make_one_request(ask: Ask, web: ScriptedTransport) -> None:
    web.answers("search.json", found(work("OL1W", "Leviathan", "Philip Hoare")))

    await ask("web_search_books", subject=["whales", "history"])
    result = await ask("subject_search", subjects=["whales", "history"])

    assert [c.title for c in result.candidates] == ["Leviathan"]
    assert len(web.sent) == 1
