"""Whose books a question asks for."""

from datetime import date

import pytest

from archivist.librarian.reading import read

TODAY = date(2026, 11, 30)

ONE = [
    ("What has Agatha Christie written?", "Agatha Christie"),
    ("what did agatha christie write", "agatha christie"),
    ("What else did Harper Lee write?", "Harper Lee"),
    ("What other books has Donna Tartt written?", "Donna Tartt"),
    ("Which books did Roald Dahl write?", "Roald Dahl"),
    ("which novels has kazuo ishiguro published?", "kazuo ishiguro"),
    ("Has Harper Lee written anything else?", "Harper Lee"),
    ("books by J. R. R. Tolkien", "J. R. R. Tolkien"),
    ("books by J.R.R. Tolkien", "J.R.R. Tolkien"),
    ("books by JRR Tolkien", "JRR Tolkien"),
    ("Books by Stephen King", "Stephen King"),
    ("novels by ursula k. le guin", "ursula k. le guin"),
    ("books by Homer", "Homer"),
    ("books by plato", "plato"),
    ("books by Le Guin", "Le Guin"),
    ("Do you have anything by Le Guin?", "Le Guin"),
    ("do you have any books by haruki murakami", "haruki murakami"),
    ("Show me everything by Ursula K. Le Guin", "Ursula K. Le Guin"),
    ("everything by Terry Pratchett", "Terry Pratchett"),
    ("Everything Terry Pratchett wrote", "Terry Pratchett"),
    ("all books by Octavia E. Butler", "Octavia E. Butler"),
    ("list of books by Octavia E. Butler", "Octavia E. Butler"),
    ("Le Guin's novels", "Le Guin"),
    ("Stephen King's best books", "Stephen King"),
    ("Charles Dickens' novels", "Charles Dickens"),
    ("Show me Tolkien's books", "Tolkien"),
    ("Agatha Christie books", "Agatha Christie"),
    ("agatha christie novels", "agatha christie"),
    ("Agatha Christie Books", "Agatha Christie"),
    ("novels of Jane Austen", "Jane Austen"),
    ("the works of Shakespeare", "Shakespeare"),
    ("poems by Emily Dickinson", "Emily Dickinson"),
    ("plays by Samuel Beckett", "Samuel Beckett"),
    ("short stories by Anton Chekhov", "Anton Chekhov"),
    ("I want to read something by Clarice Lispector", "Clarice Lispector"),
    ("Can you recommend something by Kurt Vonnegut?", "Kurt Vonnegut"),
    ("anything by Vincent van Gogh?", "Vincent van Gogh"),
    ("books written by Simone de Beauvoir", "Simone de Beauvoir"),
    ("books by Walter de la Mare", "Walter de la Mare"),
    ("books by Le Guin, Ursula K.", "Ursula K. Le Guin"),
    ("books by King, Stephen", "Stephen King"),
    ("books by García Márquez, Gabriel", "Gabriel García Márquez"),
    ("books by Kurt Vonnegut, Jr.", "Kurt Vonnegut Jr."),
    ("books by the author Robin Hobb", "Robin Hobb"),
    ("the author Robin Hobb", "Robin Hobb"),
    ("tell me about the author Robin Hobb", "Robin Hobb"),
    ("Who is Haruki Murakami?", "Haruki Murakami"),
    ("bibliography of Iris Murdoch", "Iris Murdoch"),
    ("Iris Murdoch's bibliography", "Iris Murdoch"),
    ("What books are there by Iris Murdoch?", "Iris Murdoch"),
    ("which books are by Iris Murdoch", "Iris Murdoch"),
    ("what do you have by Iris Murdoch?", "Iris Murdoch"),
    ("I'm interested in the works of Iris Murdoch", "Iris Murdoch"),
    ("the complete works of iris murdoch", "iris murdoch"),
    ("Iris Murdoch, any novels?", "Iris Murdoch"),
    ("the works of shakespeare", "shakespeare"),
    ("Do you have any Iris Murdoch?", "Iris Murdoch"),
    ("which Iris Murdoch book should I start with?", "Iris Murdoch"),
    ("What's Iris Murdoch known for?", "Iris Murdoch"),
    ("I love Iris Murdoch. What else has she written?", "Iris Murdoch"),
    ("I love Iris Murdoch. What has this author written?", "Iris Murdoch"),
    ("Can you name books by Iris Murdoch?", "Iris Murdoch"),
    ("Tell me what Iris Murdoch has published", "Iris Murdoch"),
    ("I'd like a list of everything Iris Murdoch has written", "Iris Murdoch"),
    ("Name some books written by Iris Murdoch", "Iris Murdoch"),
    ("books whose author is Iris Murdoch", "Iris Murdoch"),
    ("more by Iris Murdoch", "Iris Murdoch"),
    ("author: Iris Murdoch", "Iris Murdoch"),
    ("any novels from Iris Murdoch?", "Iris Murdoch"),
    ("books by Robert A. Heinlein", "Robert A. Heinlein"),
    ("books by robert a. heinlein", "robert a. heinlein"),
    ("books by Flannery O'Connor", "Flannery O'Connor"),
    ("books by Jean-Paul Sartre", "Jean-Paul Sartre"),
    ("books by Will Durant", "Will Durant"),
    ("BOOKS BY IRIS MURDOCH", "IRIS MURDOCH"),
    ("books by Лев Толстой", "Лев Толстой"),
    ("books by 村上春樹", "村上春樹"),
    ("Bücher von Thomas Mann", "Thomas Mann"),
    ("Was hat Hermann Hesse geschrieben?", "Hermann Hesse"),
    ("livres de Marguerite Duras", "Marguerite Duras"),
    ("romans d'Albert Camus", "Albert Camus"),
    ("Qu'a écrit Émile Zola ?", "Émile Zola"),
    ("Qu'avez-vous d'Albert Camus ?", "Albert Camus"),
    ("Dickens' bibliography", "Dickens"),
    ("libros de Gabriel García Márquez", "Gabriel García Márquez"),
    ("novelas de Isabel Allende", "Isabel Allende"),
    ("¿Qué ha escrito Isabel Allende?", "Isabel Allende"),
    ("libri di Italo Calvino", "Italo Calvino"),
    ("Cosa ha scritto Elsa Morante?", "Elsa Morante"),
    ("Welche Bücher hat Kafka geschrieben?", "Kafka"),
    ("Quels livres a écrit Tad Williams ?", "Tad Williams"),
    ("Quelles œuvres a écrites Victor Hugo ?", "Victor Hugo"),
    ("¿Qué libros escribió Borges?", "Borges"),
    ("Quali libri ha scritto Umberto Eco?", "Umberto Eco"),
]


@pytest.mark.parametrize(("question", "author"), ONE)
def test_the_works_of_an_author_are_asked_for(question: str, author: str) -> None:
    reading = read(question, (), today=TODAY)

    assert (reading.intent, reading.wanted.authors) == ("author", (author,))
    assert reading.wanted.title is None
    assert reading.wanted.subjects == ()


TWO = [
    ("books by Terry Pratchett and Neil Gaiman", ("Terry Pratchett", "Neil Gaiman")),
    ("books by Neil Gaiman & Terry Pratchett", ("Neil Gaiman", "Terry Pratchett")),
    (
        "novels by Boris Strugatsky, Arkady Strugatsky and Stanisław Lem",
        ("Boris Strugatsky", "Arkady Strugatsky", "Stanisław Lem"),
    ),
]


@pytest.mark.parametrize(("question", "authors"), TWO)
def test_several_authors_are_each_one_name(question: str, authors: tuple[str, ...]) -> None:
    assert read(question, (), today=TODAY).wanted.authors == authors


NOBODY = [
    "books by the sea",
    "books about houses by the sea",
    "Books by the Bay",
    "something to read by candlelight",
    "Step by Step",
    "Trains passing by night",
]


@pytest.mark.parametrize("question", NOBODY)
def test_by_without_a_name_makes_no_author(question: str) -> None:
    assert read(question, (), today=TODAY).wanted.authors == ()


def test_an_author_and_a_subject_are_both_kept() -> None:
    wanted = read("books by Stephen King about writing", (), today=TODAY).wanted

    assert (wanted.authors, wanted.subjects) == (("Stephen King",), ("writing",))


def test_a_subject_and_an_author_are_both_kept() -> None:
    wanted = read("books about writing by Stephen King", (), today=TODAY).wanted

    assert (wanted.authors, wanted.subjects) == (("Stephen King",), ("writing",))


def test_a_bare_name_is_searched_as_an_author_too() -> None:
    reading = read("Stephen King", (), today=TODAY)
    readings = [reading.wanted, reading.second]

    assert any(wanted and wanted.authors == ("Stephen King",) for wanted in readings)
    assert any(wanted and wanted.title == "Stephen King" for wanted in readings)


@pytest.mark.parametrize(
    ("question", "author"),
    [
        ("Welches Buch von Seghers sollte ich zuerst lesen?", "Seghers"),
        ("Quel livre de Colette dois-je lire en premier ?", "Colette"),
        ("¿Qué novela de Delibes debería leer primero?", "Delibes"),
        ("Quale libro di Morante conviene leggere per primo?", "Morante"),
        ("Which novel by Brookner should I start with?", "Brookner"),
    ],
)
def test_what_to_read_of_somebody_asks_for_their_works(question: str, author: str) -> None:
    assert read(question, today=TODAY).wanted.authors == (author,)
