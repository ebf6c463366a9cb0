"""Whatever is asked and whatever the sources say: no exception, and nothing in the answer that no record holds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from archivist.librarian import Answer
from archivist.sources import Request
from archivist.sources.scripted import ScriptedResponse
from tests.browser.shelf import Volume
from tests.librarian.catalogue import CATALOGUE
from tests.librarian.grounds import ungrounded
from tests.librarian.world import GOOGLE, OPEN_LIBRARY, WIKIPEDIA, World

STRANGERS = ("Nobody", "Agatha Christie")
"""Names that only a description brings up."""

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
        about=st.sampled_from(
            [
                "",
                "A tale of 1969 rated 4.9 [7].",
                "“Invented” by Nobody (1777).",
                "Agatha Christie gave it 4.7 of 5, 98,765 times.",
                "<b>x</b>\x00",
            ]
        ),
        rating=st.sampled_from([0.0, 3.14159, 4.9, 5.0]),
        ratings=st.integers(0, 100_000),
    ),
    max_size=6,
)
FAULTS = st.sampled_from(["none", "down", "refuses", "nonsense", "half", "odd"])


def break_(world: World, where: str, fault: str, well: Callable[[Request], ScriptedResponse]) -> None:
    """Gives one service its trouble, from its first answer on: the longer address is the one that counts."""
    where = f"{where}/"
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


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
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
    names = [*(volume.author for volume in shelf), *STRANGERS]
    for question in questions:
        answer = await world.ask(question)
        asked.append(question)
        assert answer.answer
        assert answer.outcome in ("found", "no-results", "declined", "failed")
        assert ungrounded(answer, asked, before, names) == []
        before.append(answer)


@pytest.mark.parametrize(
    ("question", "true", "false"),
    [
        ("What do people think of Moby-Dick?", "Herman Melville", "Agatha Christie"),
        ("Dune by Frank Herbert", "“Dune”", "“Dune Messiah”"),
        ("When was Dune published?", "1965", "1966"),
        ("What do people think of Dune?", "4.", "3."),
        ("What do people think of Dune?", " ratings", "9 ratings"),
        ("What is Dune about?", "[1]", "[9]"),
    ],
    ids=["author", "title", "year", "rating", "count", "mark"],
)
async def test_a_single_false_word_is_found(question: str, true: str, false: str) -> None:
    answer = await World(shelf=CATALOGUE).ask(question)
    assert ungrounded(answer, [question], [], STRANGERS) == []
    claims = tuple(claim.model_copy(update={"text": claim.text.replace(true, false)}) for claim in answer.claims)
    assert claims != answer.claims

    assert ungrounded(answer.model_copy(update={"claims": claims}), [question], [], STRANGERS)
