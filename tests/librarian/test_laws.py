"""Whatever is asked and whatever the sources say: no exception, and nothing in the answer that no record holds."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence

from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from archivist.books import fold
from archivist.librarian import Answer
from archivist.sources import Request
from archivist.sources.scripted import ScriptedResponse
from tests.browser.shelf import Volume
from tests.librarian.catalogue import CATALOGUE
from tests.librarian.world import GOOGLE, OPEN_LIBRARY, WIKIPEDIA, World

MARK = re.compile(r"\[(\d+)\]")
YEAR = re.compile(r"(?<![\d.,])(1\d{3}|20\d{2})(?![\d,])")
QUOTED = re.compile(r"[“„«]\s*([^“”„«»]{3,}?)\s*[”“»]")

WORDS = st.sampled_from(
    ["books", "about", "by", "like", "whales", "Dune", "Herbert", "who", "wrote", "the", "second", "one", "it", "older",
     "more", "what", "is", "best", "novel", "1969", "recommend", "Le Guin", "Piranesi", "labyrinths", "remember", "?",
     "in", "German", "not", "rated", "Moby-Dick", "9780441172719", "another", "when", "was", "published"]
)  # fmt: skip
QUESTIONS = st.one_of(
    st.lists(WORDS, min_size=1, max_size=8).map(" ".join),
    st.text(max_size=60),
    st.sampled_from(
        ["who wrote it?", "the second one", "older ones", "another one", "more like this", "and the first?"]
    ),
)
VOLUMES = st.lists(
    st.builds(
        Volume,
        number=st.integers(100, 900),
        title=st.sampled_from(
            ["Dune", "Whales", "The Sea", "1984", "Années", "ハウス", "A", "Moby-Dick; or, The Whale"]
        ),
        author=st.sampled_from(["Frank Herbert", "N. N.", "Ursula K. Le Guin", "Ōe Kenzaburō", "Herman Melville"]),
        year=st.sampled_from([1, 999, 1851, 1965, 2026, 2036, 9999]),
        isbn13=st.sampled_from(["9780441172719", "9780142437247", "not one", "9780441172718"]),
        subjects=st.lists(st.sampled_from(["Whales", "Science fiction", "Labyrinths"]), max_size=3).map(tuple),
        about=st.sampled_from(["", "A tale of 1969 rated 4.9 [7].", "“Invented” by Nobody (1777).", "<b>x</b>\x00"]),
        rating=st.sampled_from([0.0, 3.14159, 4.9, 5.0]),
        ratings=st.integers(0, 100_000),
    ),
    max_size=6,
)
FAULTS = st.sampled_from(["none", "down", "refuses", "nonsense", "half", "odd"])


def break_(world: World, where: str, fault: str, well: Callable[[Request], ScriptedResponse]) -> None:
    """Gives one service its trouble."""
    if fault == "down":
        world.web.answers(where, b"busy", status=503)
    elif fault == "refuses":
        world.web.refuses(where)
    elif fault == "nonsense":
        world.web.answers(where, b"<html>Sign in to the library's network</html>")
    elif fault == "odd":
        world.web.answers(where, json.dumps({"docs": [{"title": None}, {"key": 7}], "items": {}, "works": 3}).encode())
    elif fault == "half":
        world.web.does(where, lambda request: _half(well(request)))


def _half(answer: ScriptedResponse) -> ScriptedResponse:
    body = answer.body[: len(answer.body) // 2]
    return ScriptedResponse(status=answer.status, headers=answer.headers, body=body)


def plain(text: str) -> str:
    """The text's letters and figures alone: what a visitor types may hold signs that are not repeated to them."""
    return re.sub(r"\W", "", fold(text))


def holds(answer: Answer, asked: list[str], before: Sequence[Answer] = ()) -> None:
    """Everything that the text says of a book stands in a record that it cites, or that was cited `before`."""
    marks = {cite.n for cite in answer.citations}
    assert {int(n) for claim in answer.claims if claim.cites for n in MARK.findall(claim.text)} <= marks
    assert all(cite.url for cite in answer.citations)
    # Only what a text cites is among its books; of those, a follow-up may name what it is about.
    books = [book for told in (answer, *before) for book in told.books]
    known = [text for book in books for text in (book.title, book.subtitle or "", book.description or "")]
    words = plain(" ".join([*known, *asked]))
    years = {str(book.year) for book in books if book.year} | set(YEAR.findall(" ".join([*known, *asked])))
    for claim in answer.claims:
        text = MARK.sub("", claim.text)
        assert all(plain(title) in words for title in QUOTED.findall(text)), claim.text
        assert set(YEAR.findall(text)) <= years, claim.text
    cited = {cite.book for cite in answer.citations}
    assert cited == set(range(len(answer.books)))


# Without shrinking: each try is a whole conversation, and a failure prints one that is short already.
@settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    questions=st.lists(QUESTIONS, min_size=1, max_size=4),
    shelf=st.one_of(VOLUMES, st.just(list(CATALOGUE))),
    faults=st.tuples(FAULTS, FAULTS, FAULTS),
)
@example(
    questions=["is rated wrote about Le Guin best who in", "who wrote it?"],
    shelf=list(CATALOGUE),
    faults=("down", "odd", "half"),
)
def test_no_conversation_and_no_source_brings_up_what_no_record_holds(
    questions: list[str], shelf: list[Volume], faults: tuple[str, str, str]
) -> None:
    asyncio.run(_converse(questions, shelf, faults))


async def _converse(questions: list[str], shelf: list[Volume], faults: tuple[str, str, str]) -> None:
    world = World(shelf=tuple(shelf))
    services = ((OPEN_LIBRARY, world.openlibrary), (GOOGLE, world.google), (WIKIPEDIA, world.wikipedia))
    for (where, well), fault in zip(services, faults, strict=True):
        break_(world, where, fault, well)
    asked: list[str] = []
    before: list[Answer] = []
    for question in questions:
        answer = await world.ask(question)
        asked.append(question)
        assert answer.answer
        assert answer.outcome in ("found", "no-results", "declined", "failed")
        holds(answer, asked, before)
        before.append(answer)
