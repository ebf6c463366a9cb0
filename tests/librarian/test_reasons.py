"""The reasons for a book, in the visitor's language."""

from __future__ import annotations

from datetime import date

import pytest

from archivist.books import Anchor, Book, Candidate, Contributor, Isbn13, Language, Rating, Wanted, Years, merge, rank
from archivist.librarian.composing.phrases import LANGUAGES
from archivist.librarian.composing.reasons import reason_in
from tests.librarian.catalogue import CATALOGUE
from tests.librarian.world import World

OTHERS = [language for language in LANGUAGES if language != "en"]
WANTED = (
    Wanted(isbns=(Isbn13("9780441172719"),)),
    Wanted(title="Dune"),
    Wanted(title="Dnue Messiah"),
    Wanted(title="house leaves of"),
    Wanted(title="dune frank herbert"),
    Wanted(title="left hand"),
    Wanted(title="wizard earthsea"),
    Wanted(title="The Name of the Rose: a novel of murder"),
    Wanted(title="labyrinths", guess=True),
    Wanted(title="herbert deserts", guess=True),
    Wanted(title="Frank Herbert", guess=True),
    Wanted(authors=("Frank Herbert",)),
    Wanted(authors=("Donald Moyer",)),
    Wanted(authors=("Frank Herbirt",)),
    Wanted(subjects=("labyrinths",)),
    Wanted(subjects=("labyrinths", "fantasy")),
    Wanted(subjects=("labyrinths", "fantasy", "memory")),
    Wanted(subjects=("journal",)),
    Wanted(words=("desert", "prophecy")),
    Wanted(subjects=("fantasy",), form="poetry", years=Years(start=1900), languages=(Language("eng"),)),
    Wanted(like=Anchor(title="Dune", authors=("Frank Herbert",), subjects=("Science fiction", "Deserts"))),
    Wanted(like=Anchor(title="Piranesi", subjects=("Labyrinths",))),
)


def library() -> list[Book]:
    rows = [
        Candidate(
            source="openlibrary",
            key=volume.work,
            url=f"https://openlibrary.org{volume.work}",
            kind="work",
            title=volume.title,
            subtitle=volume.subtitle,
            authors=(volume.author,),
            contributors=(Contributor(name="Donald Moyer", role="translator"),),
            first_published=volume.year,
            isbns=(Isbn13(volume.isbn13),),
            languages=(Language("eng"),),
            subjects=(*volume.subjects, "Poetry"),
            description=volume.about,
            rating=Rating(average=volume.rating, count=volume.ratings),
        )
        for volume in CATALOGUE
    ]
    return merge(rows)


@pytest.mark.parametrize("wanted", WANTED, ids=str)
def test_every_reason_of_the_ranking_has_words_in_every_language(wanted: Wanted) -> None:
    ranked = rank(library(), wanted, today=date(2026, 11, 30))

    assert ranked
    for reason in {reason for one in ranked for reason in one.reasons}:
        assert reason_in("en", reason) == reason
        assert all(reason_in(language, reason) != reason for language in OTHERS), reason


def test_numbers_and_names_are_taken_over() -> None:
    assert reason_in("de", "4.7 from 14,952 ratings") == "4,7 bei 14.952 Bewertungen"
    assert reason_in("it", "same author, shares the subject Deserts") == "stesso autore, stesso argomento: Deserts"


def test_an_unknown_reason_and_an_unknown_language_leave_it_as_it_is() -> None:
    assert reason_in("de", "as the model says") == "as the model says"
    assert reason_in("xx", "title matches") == "title matches"


async def test_the_cards_of_a_german_answer_give_their_reasons_in_german() -> None:
    answer = await World(shelf=CATALOGUE).ask("Welche Bücher hat Frank Herbert geschrieben?")

    assert [book.why for book in answer.books] == [
        "Verfasser stimmt; 4,3 bei 1.500 Bewertungen",
        "Verfasser stimmt; 3,9 bei 400 Bewertungen",
    ]
