"""One fact of one book: how long, which number, by whom and when, in five languages."""

from datetime import date

import pytest

from archivist.librarian.reading import Fact, read

TODAY = date(2026, 11, 30)

ASKED: list[tuple[str, Fact]] = [
    ("How long is Solaris?", "pages"),
    ("how many pages does Solaris have?", "pages"),
    ("Solaris page count", "pages"),
    ("Is Solaris a long book?", "pages"),
    ("Wie viele Seiten hat Solaris?", "pages"),
    ("Combien de pages fait Solaris ?", "pages"),
    ("¿Cuántas páginas tiene Solaris?", "pages"),
    ("Quante pagine ha Solaris?", "pages"),
    ("What's the ISBN of Solaris?", "isbn"),
    ("Solaris isbn", "isbn"),
    ("Welche ISBN hat Solaris?", "isbn"),
    ("Quel est l'ISBN de Solaris ?", "isbn"),
    ("Wer ist der Autor von Solaris?", "author"),
    ("Von wem ist Solaris?", "author"),
    ("Qui est l'auteur de Solaris ?", "author"),
    ("¿De quién es Solaris?", "author"),
    ("Di chi è Solaris?", "author"),
    ("Wann ist Solaris erschienen?", "year"),
    ("En quelle année Solaris est-il sorti ?", "year"),
    ("¿En qué año se publicó Solaris?", "year"),
    ("In che anno è uscito Solaris?", "year"),
]


@pytest.mark.parametrize(("question", "fact"), ASKED)
def test_a_question_for_one_fact_names_the_book_and_the_fact(question: str, fact: Fact) -> None:
    reading = read(question, (), today=TODAY)

    assert (reading.asks, reading.wanted.title) == (fact, "Solaris")


ORDERED = [
    ("What is Stanisław Lem's latest book?", "newest"),
    ("newest book by Stanisław Lem", "newest"),
    ("latest by Stanisław Lem", "newest"),
    ("Was ist das neueste Buch von Stanisław Lem?", "newest"),
    ("Quel est le dernier roman de Stanisław Lem ?", "newest"),
    ("What was Stanisław Lem's first novel?", "oldest"),
    ("Stanisław Lem's debut", "oldest"),
    ("Quel est le premier roman de Stanisław Lem ?", "oldest"),
    ("¿Cuál es la primera novela de Stanisław Lem?", "oldest"),
    ("Qual è il primo romanzo di Stanisław Lem?", "oldest"),
]


@pytest.mark.parametrize(("question", "order"), ORDERED)
def test_the_first_or_the_latest_of_an_author_is_a_question_of_order(question: str, order: str) -> None:
    wanted = read(question, (), today=TODAY).wanted

    assert (wanted.authors, wanted.order) == (("Stanisław Lem",), order)
