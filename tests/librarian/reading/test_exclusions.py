"""What is not wanted: by an author, of a subject, or a title that is known already."""

from datetime import date

import pytest

from archivist.books import Without
from archivist.librarian.reading import read

TODAY = date(2026, 11, 30)

NOT_BY = [
    ("books about dragons not by Robert Jordan", ("dragons",), "Robert Jordan"),
    ("fantasy novels, but nothing by Robert Jordan", ("fantasy",), "Robert Jordan"),
    ("books on whales except those by Herman Melville", ("whales",), "Herman Melville"),
    ("novels about war that are not by Ernest Hemingway", ("war",), "Ernest Hemingway"),
    ("Bücher über Wale, aber nicht von Herman Melville", ("whales",), "Herman Melville"),
    ("des livres sur la guerre, sauf de Victor Hugo", ("war",), "Victor Hugo"),
    ("libros sobre la guerra que no sean de Pérez-Reverte", ("war",), "Pérez-Reverte"),
    ("libri sulla guerra, tranne di Primo Levi", ("war",), "Primo Levi"),
    ("thrillers that aren't by John Grisham", ("thrillers",), "John Grisham"),
]


@pytest.mark.parametrize(("question", "subjects", "author"), NOT_BY)
def test_an_author_may_be_left_out(question: str, subjects: tuple[str, ...], author: str) -> None:
    wanted = read(question, (), today=TODAY).wanted

    assert (wanted.subjects, wanted.authors, wanted.without) == (subjects, (), Without(authors=(author,)))


WITHOUT = [
    ("fantasy novels without romance", ("fantasy",), ("romance",)),
    ("I want fantasy without romance", ("fantasy",), ("romance",)),
    ("a book about war but no espionage", ("war",), ("espionage",)),
    ("novels about aliens that are not about London", ("aliens",), ("London",)),
    ("thrillers, no gore or torture please", ("thrillers",), ("gore", "torture")),
    ("Romane über die Liebe ohne Vampire", ("love",), ("vampires",)),
    ("un livre sur l'amour sans vampires", ("love",), ("vampires",)),
    ("fantasy that is not Discworld", ("fantasy",), ("Discworld",)),
    ("books about war but not world war", ("war",), ("world war",)),
    ("no horror please, books about cats", ("cats",), ("horror",)),
    ("no romance, just thrillers", ("thrillers",), ("romance",)),
    ("books by anyone but Anne Rice about vampires", ("vampires",), ("Anne Rice",)),
    ("romans sur la guerre qui ne parlent pas de politique", ("war",), ("politics",)),
    ("libros de terror pero nada de vampiros", ("horror",), ("vampires",)),
    ("libri sull'amore ma senza vampiri", ("love",), ("vampires",)),
    ("fantasy novels but no dragons and no vampires", ("fantasy",), ("dragons", "vampires")),
    ("romanzi storici ma non sulla guerra", ("history",), ("war",)),
    ("romans historiques sans guerre", ("history",), ("war",)),
    ("historische Romane, aber bitte nicht über den Krieg", ("history",), ("war",)),
    ("un roman policier, mais pas d'Agatha Christie", ("crime",), ("Agatha Christie",)),
    ("gialli, però niente John Grisham", ("crime",), ("John Grisham",)),
]


@pytest.mark.parametrize(("question", "subjects", "unwanted"), WITHOUT)
def test_a_subject_may_be_left_out(question: str, subjects: tuple[str, ...], unwanted: tuple[str, ...]) -> None:
    wanted = read(question, (), today=TODAY).wanted

    assert (wanted.subjects, wanted.without) == (subjects, Without(anything=unwanted))


def test_a_known_book_of_an_author_may_be_left_out() -> None:
    wanted = read("anything by Italo Calvino other than Cosmicomics", (), today=TODAY).wanted

    assert (wanted.authors, wanted.without) == (("Italo Calvino",), Without(anything=("Cosmicomics",)))


NOT_THIS_ONE = [
    "books by Stephen King except The Shining",
    "Bücher von Stephen King außer The Shining",
    "livres de Stephen King mais pas The Shining",
    "libros de Stephen King excepto The Shining",
    "libri di Stephen King tranne The Shining",
    "Stephen King, anything except The Shining",
]


@pytest.mark.parametrize("question", NOT_THIS_ONE)
def test_a_book_of_an_author_may_be_left_out_in_each_language(question: str) -> None:
    wanted = read(question, (), today=TODAY).wanted

    assert (wanted.authors, wanted.without) == (("Stephen King",), Without(anything=("The Shining",)))


@pytest.mark.parametrize(
    ("question", "unwanted"),
    [
        ("anything but Harry Potter", "Harry Potter"),
        ("tout sauf Harry Potter", "Harry Potter"),
        ("Bücher ohne Krieg", "war"),
    ],
)
def test_anything_may_be_wanted_but_one_thing(question: str, unwanted: str) -> None:
    reading = read(question, (), today=TODAY)

    assert (reading.intent, reading.wanted.without) == ("recommend", Without(anything=(unwanted,)))


TITLES = [
    "The Man Without Qualities",
    "do you have The Man Without Qualities?",
    "all quiet on the western front",
    "Nothing but the Truth",
    "the man who was not with it",
    "No Country for Old Men",
    "love without end",
    "Who wrote Not Without My Daughter?",
]


@pytest.mark.parametrize("question", TITLES)
def test_a_title_that_says_without_leaves_nothing_out(question: str) -> None:
    assert read(question, (), today=TODAY).wanted.without == Without()


def test_a_few_bare_words_are_a_title_first() -> None:
    reading = read("fantasy without romance", (), today=TODAY)

    assert (reading.wanted.title, reading.wanted.guess) == ("fantasy without romance", True)
    assert reading.second is not None
    assert (reading.second.subjects, reading.second.without.anything) == (("fantasy",), ("romance",))


@pytest.mark.parametrize(
    "question",
    ["melville, but not bartleby the scrivener", "Pratchett, but not The Colour of Magic", "Sand, mais pas Lélia"],
)
def test_one_name_beside_a_title_that_is_not_wanted_is_an_author_first(question: str) -> None:
    reading = read(question, today=TODAY)
    name = question.split(",", maxsplit=1)[0]

    assert (reading.wanted.authors, reading.second and reading.second.subjects) == ((name,), (name,))
    assert reading.wanted.without.anything


def test_a_title_with_but_not_stays_one() -> None:
    assert read("Gone, but Not Forgotten", today=TODAY).wanted.title == "Gone, but Not Forgotten"
