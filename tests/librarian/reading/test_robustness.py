"""Whatever is typed has a reading."""

import unicodedata
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.librarian.reading import Turn, plan, read

TODAY = date(2026, 11, 30)

ODD = [
    "",
    " ",
    "?",
    "!!!",
    "🐉📚",
    "\x00\x01\x02",
    "\ud800",
    "\u202edune\u202c",
    "<b>Dune</b>",
    "<script>alert(1)</script>",
    "a" * 10_000,
    "book " * 2_000,
    "by " * 3_000,
    "about " * 3_000,
    "'" * 5_000,
    '"' * 5_000,
    "( " * 5_000,
    "like like like by by by about about",
    "by",
    "books by",
    "books about",
    "books like",
    "who wrote",
    "who wrote ?",
    "what is about",
    "what is  about?",
    '""',
    '" "',
    "“”",
    ":",
    "title:",
    "author: title:",
    "isbn",
    "isbn:",
    "- - -",
    "978",
    "\n\n\n",
    "\t",
    "%s %d {0} {title}",
    "NULL",
    "None",
    "' OR 1=1 --",
    "\ue000\ue001",
    "𝔇𝔲𝔫𝔢",
    "ﷺ",
    "1" * 400,
]


@pytest.mark.parametrize("question", ODD)
def test_odd_input_has_a_reading_and_a_plan(question: str) -> None:
    reading = read(question, (), today=TODAY)

    assert plan(reading.wanted, reading.intent, second=reading.second) is not None


RULE_WORDS = """
books novels about by like who wrote what is the it Dune emma in German before 1970 from 80s best and or with called
recommend me do you have find another one second Le Guin's J. R. R. Tolkien, ? ! . " ' “ ” ( ) : - isbn 0306406152 über
von sur de libro sobre di su reviews of similar to loved should I read next title: author: series stories complete works
"""
WORDS = st.sampled_from(sorted(set(RULE_WORDS.split())))
EASY = settings(deadline=None)  # the machine is shared; what a reading costs is measured in bench/reading.py


@EASY
@given(st.text(max_size=300))
def test_reading_never_raises(question: str) -> None:
    reading = read(question, (Turn(role="visitor", text=question),), today=TODAY)

    plan(reading.wanted, reading.intent, second=reading.second)


@EASY
@given(st.lists(WORDS, max_size=25).map(" ".join))
def test_reading_never_raises_on_the_words_that_rules_are_made_of(question: str) -> None:
    reading = read(question, (Turn(role="visitor", text=question), Turn(role="archivist", text="")), today=TODAY)

    plan(reading.wanted, reading.intent, second=reading.second)


@EASY
@given(st.text(max_size=120))
def test_both_normal_forms_read_the_same(question: str) -> None:
    composed, decomposed = (unicodedata.normalize(form, question) for form in ("NFC", "NFD"))

    assert read(composed, (), today=TODAY) == read(decomposed, (), today=TODAY)


@pytest.mark.parametrize(
    "question",
    [
        "Émile Zola",
        "Do you have Les Misérables?",
        "¿Quién escribió Pedro Páramo?",
        "Bücher über Wölfe",
        "Batıda Yeni Bir Şey Yok",
    ],
)
def test_a_decomposed_question_reads_as_the_composed_one(question: str) -> None:
    decomposed = unicodedata.normalize("NFD", question)

    assert decomposed != question
    assert read(decomposed, (), today=TODAY) == read(question, (), today=TODAY)


def test_markup_is_no_part_of_a_title() -> None:
    assert read("<b>Dune</b>", (), today=TODAY).wanted.title == "Dune"


def test_direction_marks_are_no_part_of_a_title() -> None:
    assert read("\u202edune\u202c", (), today=TODAY).wanted.title == "dune"


def test_a_right_to_left_title_is_kept_whole() -> None:
    assert read("ألف ليلة وليلة", (), today=TODAY).wanted.title == "ألف ليلة وليلة"


def test_a_very_long_question_is_cut_not_refused() -> None:
    wanted = read("dune " * 5_000, (), today=TODAY).wanted

    assert wanted.title is not None
    assert len(wanted.title) <= 1_000


def test_reading_twice_gives_the_same() -> None:
    question = "books about dragons by Anne McCaffrey before 1990"

    assert read(question, (), today=TODAY) == read(question, (), today=TODAY)
