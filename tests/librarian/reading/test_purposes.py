"""What is asked of a named book, told by the words around its name when no frame knows the sentence."""

from datetime import date

import pytest

from archivist.librarian.reading import read

TODAY = date(2026, 11, 30)

ASKED = [
    ("Solaris release year", "on-topic", "year"),
    ("Solaris length", "on-topic", "pages"),
    ("I need the isbn number for Solaris", "on-topic", "isbn"),
    ("remind me what Solaris is about", "describe", ""),
    ("what sort of book is Solaris", "describe", ""),
    ("Solaris, c'est bien ?", "reviews", ""),
    ("Was halten Leser von Solaris?", "reviews", ""),
    ("resumen de Solaris", "describe", ""),
    ("Fass Solaris zusammen", "describe", ""),
]


@pytest.mark.parametrize(("question", "intent", "fact"), ASKED)
def test_a_word_beside_the_title_says_what_is_asked_of_it(question: str, intent: str, fact: str) -> None:
    reading = read(question, (), today=TODAY)

    assert (reading.intent, reading.asks) == (intent, fact)
    assert "Solaris" in {reading.wanted.title, reading.second.title if reading.second else None}


AFTER = [
    ("¿Qué leo después de La tregua?", "La tregua"),
    ("Cosa leggo dopo La tregua?", "La tregua"),
    ("Que lire après Hard Times ?", "Hard Times"),
    ("Was lese ich nach Hard Times?", "Hard Times"),
]


@pytest.mark.parametrize(("question", "title"), AFTER)
def test_what_to_read_after_a_book_is_a_question_for_others_like_it(question: str, title: str) -> None:
    reading = read(question, (), today=TODAY)

    assert reading.intent == "similar"
    assert reading.wanted.like is not None
    assert reading.wanted.like.title == title


@pytest.mark.parametrize(
    "title", ["The Plot Against America", "The Year of Magical Thinking", "Who Was When", "Rezensionen"]
)
def test_a_title_asks_nothing_by_its_own_words(title: str) -> None:
    reading = read(title, (), today=TODAY)

    assert (reading.intent, reading.asks) == ("on-topic", "")


NAMED = [
    ("Ist Hard Times bei Ihnen ausleihbar?", "Hard Times"),
    ("je voudrais emprunter The Invisible Man", "The Invisible Man"),
    ("¿Dónde puedo encontrar Il sistema periodico?", "Il sistema periodico"),
    ("Mein Sohn sucht Small Gods", "Small Gods"),
    ("Conosci Great Expectations?", "Great Expectations"),
    ("Where do you keep Arrow of God?", "Arrow of God"),
    (
        "a friend keeps going on about a brief history of time, i think it's by stephen hawking",
        "a brief history of time",
    ),
]


@pytest.mark.parametrize(("question", "title"), NAMED)
def test_a_title_is_found_in_a_sentence_of_unknown_words(question: str, title: str) -> None:
    assert read(question, (), today=TODAY).wanted.title == title


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Kennt ihr Bring Up the Bodies?", "de"),
        ("Connaissez-vous Emma ?", "fr"),
        ("¿Conoces Emma?", "es"),
        ("Mi interessa la guerra", "it"),
        ("Il nome della rosa", None),
        ("Der Tod in Venedig", None),
        ("La casa de los espíritus", None),
    ],
)
def test_verbs_tell_the_language_and_titles_do_not(question: str, language: str | None) -> None:
    reading = read(question, (), today=TODAY)

    assert (reading.language if reading.language_known else None) == language
