"""How many books, how long, and what no record can tell: taken off, so that no word of it is searched for."""

from datetime import date

import pytest

from archivist.books import Pages
from archivist.librarian.reading import read

TODAY = date(2026, 11, 30)

UNMET = [
    ("books written by women", (), "written by women"),
    ("poems by women about love", ("love",), "by women"),
    ("women writers", (), "women writers"),
    ("novels by Japanese authors about cats", ("cats",), "by Japanese authors"),
    ("books that make me cry", (), "that make me cry"),
    ("something to cheer me up", (), "to cheer me up"),
    ("books about war with a happy ending", ("war",), "with a happy ending"),
    ("chess for beginners", ("chess",), "for beginners"),
    ("cook books for beginners", ("cooking",), "for beginners"),
    ("books about love that won a prize", ("love",), "that won a prize"),
    ("Bücher von Frauen über Krieg", ("war",), "von Frauen"),
    ("Bücher, die mich zum Lachen bringen", (), "die mich zum Lachen bringen"),
    ("livres qui font pleurer", (), "qui font pleurer"),
    ("libros escritos por mujeres sobre la guerra", ("war",), "escritos por mujeres"),
    ("libri sull'amore per ridere", ("love",), "per ridere"),
    ("books about war that changed the world", ("war",), "that changed the world"),
    ("heartwarming stories about dogs", ("dogs",), "heartwarming"),
    ("books about war to read on a plane", ("war",), "to read on a plane"),
    ("books with lots of pictures about animals", ("animals",), "with lots of pictures"),
    ("books by american women about war", ("war",), "by american women"),
    ("Bücher über Krieg, die man nicht aus der Hand legen kann", ("war",), "die man nicht aus der Hand legen kann"),
    ("un livre pour m'endormir", (), "pour m'endormir"),
    ("books about chess for less than 20 euros", ("chess",), "for less than 20 euros"),
    ("books about chess under $20", ("chess",), "under $20"),
]


@pytest.mark.parametrize(("question", "subjects", "unmet"), UNMET)
def test_a_wish_that_no_record_can_meet_is_set_aside(question: str, subjects: tuple[str, ...], unmet: str) -> None:
    wanted = read(question, (), today=TODAY).wanted

    assert (wanted.subjects, wanted.authors, wanted.unmet) == (subjects, (), (unmet,))


@pytest.mark.parametrize(
    "title", ["little women", "women who run with the wolves", "Chess for Beginners", "Men Without Women"]
)
def test_a_title_with_such_words_stays_a_title(title: str) -> None:
    wanted = read(title, (), today=TODAY).wanted

    assert (wanted.title, wanted.unmet) == (title, ())


def test_a_title_that_begins_with_where_it_is_read_is_none_of_such_wishes() -> None:
    wanted = read("I want to read In the Land of White Death", (), today=TODAY).wanted

    assert (wanted.title, wanted.unmet) == ("In the Land of White Death", ())


COUNTED = [
    ("top 3 books about cats", 3),
    ("one book about love", 1),
    ("just one funny book please", 1),
    ("un seul livre sur la guerre", 1),
    ("gimme 4 thrillers", 4),
    ("give me three novels by Emile Zola", 3),
    ("20 books about war", 20),
    ("drei Bücher über Träume", 3),
    ("trois livres sur la guerre", 3),
    ("dos novelas de Isabel Allende", 2),
    ("due libri sulla guerra", 2),
    ("books about the one ring", None),
    ("un livre sur la guerre", None),
    ("solo un libro de poesía", 1),
    ("nur ein Buch über Wale", 1),
    ("three men in a boat", None),
    ("two towers by tolkien", None),
]


@pytest.mark.parametrize(("question", "most"), COUNTED)
def test_how_many_books_are_wanted(question: str, most: int | None) -> None:
    assert read(question, (), today=TODAY).wanted.most == most


SIZED = [
    ("short books about death", Pages(most=200)),
    ("a short novel by Emile Zola", Pages(most=200)),
    ("kurze Romane über die Liebe", Pages(most=200)),
    ("un livre court sur la mort", Pages(most=200)),
    ("dos novelas cortas de Isabel Allende", Pages(most=200)),
    ("un romanzo breve sull'amore", Pages(most=200)),
    ("a long book about war", Pages(least=500)),
    ("ein dickes Buch über Krieg", Pages(least=500)),
    ("not too long a book about mathematics", Pages(most=200)),
    ("qualcosa di breve di Italo Calvino", Pages(most=200)),
    ("i want a thriller but nothing too long", Pages(most=200)),
    ("ein Krimi, aber nicht zu lang", Pages(most=200)),
    ("short stories by Chekhov", Pages()),
    ("a short history of nearly everything", Pages()),
    ("long walk to freedom", Pages()),
]


@pytest.mark.parametrize(("question", "pages"), SIZED)
def test_how_long_the_books_may_be_and_that_it_is_said_where_no_record_tells(question: str, pages: Pages) -> None:
    reading = read(question, (), today=TODAY)

    assert reading.wanted.pages == pages
    if pages != Pages():
        assert reading.second is not None
        assert (reading.second.subjects, reading.second.authors) == (reading.wanted.subjects, reading.wanted.authors)
        assert (reading.second.pages, len(reading.second.unmet)) == (Pages(), 1)


LENGTHS = [
    ("the longest book by norman mailer", "longest"),
    ("the shortest novel by Emile Zola", "shortest"),
    ("das längste Buch von Norman Mailer", "longest"),
    ("quel est le livre le plus long de Norman Mailer ?", "longest"),
    ("¿cuál es el libro más corto de Isabel Allende?", "shortest"),
    ("il libro più lungo di Italo Calvino", "longest"),
]


@pytest.mark.parametrize(("question", "order"), LENGTHS)
def test_the_longest_or_shortest_of_an_author_is_an_order(question: str, order: str) -> None:
    reading = read(question, (), today=TODAY)

    assert (reading.intent, reading.wanted.order) == ("author", order)
