"""Each way in which a service fails, through each tool: a typed failure with a status word and advice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from pydantic import JsonValue

from archivist.sources import ScriptedTransport, SourceError, SourceResult, source_of

from .shapes import article, found, hits, volume, volumes, work

Ask = Callable[..., Awaitable[SourceResult]]
CALLS: list[tuple[str, dict[str, JsonValue]]] = [
    ("web_search_books", {"title": "Dune", "author": "Frank Herbert"}),
    ("google_books_search", {"title": "Dune"}),
    ("subject_search", {"subjects": ["deserts"]}),
    ("wikipedia_summary", {"query": "Dune"}),
]
each_tool = pytest.mark.parametrize(("tool", "call"), CALLS, ids=[name for name, _ in CALLS])


def is_503(web: ScriptedTransport) -> None:
    web.answers("https://", b"<html>error</html>", status=503, headers={"content-type": "text/html"})


def is_html(web: ScriptedTransport) -> None:
    web.answers("https://", b"<!doctype html><title>Sorry</title>", headers={"content-type": "text/html"})


def is_truncated(web: ScriptedTransport) -> None:
    web.answers("https://", b'{"numFound": 3, "docs": [{"key": "/works/OL1W", "tit')


def is_cut_on_the_way(web: ScriptedTransport) -> None:
    web.answers("https://", b'{"numFound": 3, "docs": []}', breaks_after=9)


def is_reset(web: ScriptedTransport) -> None:
    web.breaks("https://")


def hangs(web: ScriptedTransport) -> None:
    web.hangs("https://")


def is_refused(web: ScriptedTransport) -> None:
    web.refuses("https://")


@each_tool
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (is_503, {"failed"}),
        (is_html, {"failed"}),
        (is_truncated, {"failed"}),
        (is_cut_on_the_way, {"failed"}),
        (is_reset, {"failed"}),
        (hangs, {"timed-out"}),
        (is_refused, {"throttled", "refused"}),
    ],
)
async def test_a_fault_is_a_typed_failure_with_advice(  # noqa: PLR0913 - a table with two fixtures
    tool: str,
    call: dict[str, JsonValue],
    fault: Callable[[ScriptedTransport], None],
    words: set[str],
    *,
    ask: Ask,
    web: ScriptedTransport,
) -> None:
    fault(web)

    with pytest.raises(SourceError) as caught:
        await ask(tool, **call)

    data = caught.value.data
    assert data["status"] in words
    assert data["source"] == source_of(tool)
    assert data["advice"]
    assert 1 <= int(str(data["attempts"])) <= 2
    assert caught.value.retryable is False
    assert "Traceback" not in caught.value.message


@each_tool
async def test_an_empty_answer_is_no_failure(
    tool: str, call: dict[str, JsonValue], ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", found())
    web.answers("/subjects/", {"works": [], "work_count": 0})
    web.answers("books/v1/volumes", volumes())
    web.answers("api.php", hits())

    result = await ask(tool, **call)

    assert result.candidates == []
    assert result.asked


@pytest.mark.parametrize(("tool", "call"), [pair for pair in CALLS if pair[0] != "subject_search"])
async def test_signs_in_place_of_a_name_are_no_name(
    tool: str, call: dict[str, JsonValue], ask: Ask, web: ScriptedTransport
) -> None:
    web.answers("search.json", found(work("OL1W", "Dune", "Frank Herbert")))
    web.answers("books/v1/volumes", volumes(volume("a", "Dune", "Frank Herbert")))
    web.answers("api.php", hits("Dune (novel)"))
    web.answers("/summary/", article("Dune (novel)", "1965 novel by Frank Herbert", "Dune is a novel."))

    result = await ask(tool, **{**call, "author": "?!"})

    assert [candidate.title for candidate in result.candidates] == ["Dune"]
