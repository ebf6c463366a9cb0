"""Questions that only yes or no answers, in five languages."""

from datetime import date

import pytest

from archivist.books import Claim, Years
from archivist.librarian.reading import read

TODAY = date(2026, 11, 30)

WRITTEN_BY = [
    ("Did Bram Stoker write Dracula?", "Dracula", "Bram Stoker"),
    ("did kafka write the trial", "the trial", "kafka"),
    ("Is Dracula by Bram Stoker?", "Dracula", "Bram Stoker"),
    ("is the novel dracula really by bram stoker?", "dracula", "bram stoker"),
    ("Was it Dickens who wrote Emma?", "Emma", "Dickens"),
    ("Hat Bram Stoker Dracula geschrieben?", "Dracula", "Bram Stoker"),
    ("Hat Bram Stoker den Roman Dracula geschrieben?", "Dracula", "Bram Stoker"),
    ("Ist Dracula von Bram Stoker?", "Dracula", "Bram Stoker"),
    ("Est-ce que Victor Hugo a écrit Dracula ?", "Dracula", "Victor Hugo"),
    ("Dracula est-il de Victor Hugo ?", "Dracula", "Victor Hugo"),
    ("¿Escribió Isabel Allende Drácula?", "Drácula", "Isabel Allende"),
    ("¿Es Drácula de Bram Stoker?", "Drácula", "Bram Stoker"),
    ("Ha scritto Italo Calvino Dracula?", "Dracula", "Italo Calvino"),
    ("Dracula è di Italo Calvino?", "Dracula", "Italo Calvino"),
    ("Did Virginia Woolf write A Room of One's Own?", "A Room of One's Own", "Virginia Woolf"),
    ("do you know if dracula is by bram stoker", "dracula", "bram stoker"),
    ("Is Death by Chocolate by Sally Berneathy?", "Death by Chocolate", "Sally Berneathy"),
    ("¿Es El señor de los anillos de Tolkien?", "El señor de los anillos", "Tolkien"),
    ("was Dracula written by Bram Stoker?", "Dracula", "Bram Stoker"),
    ("is it true that Dracula was written by Bram Stoker?", "Dracula", "Bram Stoker"),
    ("c'est Victor Hugo qui a écrit Dracula ?", "Dracula", "Victor Hugo"),
    ("¿Fue Isabel Allende quien escribió Drácula?", "Drácula", "Isabel Allende"),
    ("Is it true that Kafka wrote The Trial?", "The Trial", "Kafka"),
    ("Stimmt es, dass Kafka den Roman Der Prozess geschrieben hat?", "Der Prozess", "Kafka"),
    ("Est-il vrai que Kafka a écrit Le Procès ?", "Le Procès", "Kafka"),
    ("Le Procès, c'est bien de Franz Kafka ?", "Le Procès", "Franz Kafka"),
    ("¿Es verdad que Kafka escribió El proceso?", "El proceso", "Kafka"),
    ("È vero che Kafka ha scritto Il processo?", "Il processo", "Kafka"),
]


@pytest.mark.parametrize(("question", "title", "author"), WRITTEN_BY)
def test_whether_somebody_wrote_a_book_is_asked_of_the_book_and_narrows_nothing(
    question: str, title: str, author: str
) -> None:
    reading = read(question, (), today=TODAY)

    assert (reading.wanted.title, reading.wanted.authors) == (title, ())
    assert reading.wanted.whether == Claim(authors=(author,))
    assert reading.second is not None
    assert (reading.second.title, reading.second.authors) == (title, (author,))


PUBLISHED_IN = [
    ("Was Dracula published before 1900?", "Dracula", Years(end=1899)),
    ("did dracula come out after 1900?", "dracula", Years(start=1901)),
    ("Was Dracula written in 1897?", "Dracula", Years(start=1897, end=1897)),
    ("Wurde Dracula vor 1900 veröffentlicht?", "Dracula", Years(end=1899)),
]


@pytest.mark.parametrize(("question", "title", "years"), PUBLISHED_IN)
def test_whether_a_book_came_out_in_some_years_is_asked_of_the_book(question: str, title: str, years: Years) -> None:
    wanted = read(question, (), today=TODAY).wanted

    assert (wanted.title, wanted.whether, wanted.years) == (title, Claim(years=years), Years())


OTHERS = [
    "Who wrote Dracula?",
    "Is Paris Burning? by Larry Collins",
    "Did Bram Stoker write anything else?",
    "Is there a book by Bram Stoker?",
    "Was hat Bram Stoker geschrieben?",
    "Chi ha scritto Dracula?",
    "¿Qué escribió Borges?",
    "books published before 1900",
    "Has Bram Stoker written other books?",
]


def test_the_words_of_such_a_question_tell_its_language() -> None:
    assert read("stammt longitude von dava sobel?", (), today=TODAY).language == "de"
    assert read("è di kafka il processo?", (), today=TODAY).language == "it"


@pytest.mark.parametrize("question", OTHERS)
def test_other_questions_are_not_answered_by_yes_or_no(question: str) -> None:
    assert read(question, (), today=TODAY).wanted.whether is None


def test_a_capital_article_after_a_surname_begins_the_title() -> None:
    wanted = read("Hat Musil Die Blendung geschrieben?", today=TODAY).wanted

    assert wanted.title == "Die Blendung"
    assert wanted.whether is not None
    assert wanted.whether.authors == ("Musil",)


def test_of_two_capital_words_after_the_verb_the_first_is_the_name() -> None:
    wanted = read("¿Escribió Galdós Marianela?", today=TODAY).wanted

    assert (wanted.title, wanted.whether and wanted.whether.authors) == ("Marianela", ("Galdós",))
