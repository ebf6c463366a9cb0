"""The visitor's own shelf, somebody's interests, who somebody is, and words that say nothing by themselves."""

from datetime import date

import pytest

from archivist.books import Wanted
from archivist.librarian.reading import plan, read
from archivist.librarian.rule_reader import RuleReader

TODAY = date(2026, 11, 30)

WHOLE_SHELF = [
    "what is on my shelf?",
    "which books do I have on my shelf?",
    "show me my shelf",
    "Was steht in meinem Regal?",
    "Qu'est-ce qu'il y a sur mon étagère ?",
    "¿Qué hay en mi estantería?",
    "Cosa c'è sul mio scaffale?",
]


@pytest.mark.parametrize("question", WHOLE_SHELF)
def test_the_whole_shelf_may_be_asked_for(question: str) -> None:
    reading = read(question, (), today=TODAY)

    assert (reading.intent, reading.wanted) == ("recommend", Wanted(text=question.strip("¿"), own=True))


async def test_only_the_shelf_is_asked_for_what_is_on_it() -> None:
    tools = ["shelf_search", "web_search_books", "wikipedia_summary"]
    whole, war = Wanted(own=True), Wanted(own=True, subjects=("war",))

    calls = [await RuleReader().choose(wanted, "on-topic", language="en", tools=tools) for wanted in (whole, war)]

    assert [[(call.tool, call.arguments) for call in some] for some in calls] == [
        [("shelf_search", {"whole": True, "limit": 20})],
        [("shelf_search", {"subject": ["war"]})],
    ]


def test_something_on_the_shelf_is_what_fits_of_it() -> None:
    assert read("do I have anything about war on my shelf?", (), today=TODAY).wanted.subjects == ("war",)
    assert read("is Dune on my shelf?", (), today=TODAY).wanted.title == "Dune"
    assert read("do I own dune?", (), today=TODAY).wanted.title == "dune"


def test_a_title_with_a_shelf_in_it_is_a_title() -> None:
    assert read("The Book on My Shelf", (), today=TODAY).wanted.title == "The Book on My Shelf"


INTERESTS = [
    ("my daughter loves horses, which book would suit her?", "horses"),
    ("I'm writing a paper on slavery and need sources", "slavery"),
    ("i need a present for my mum, she loves cooking", "cooking"),
    ("i need sources on the mayflower for my thesis", "mayflower"),
    ("Meine Tochter liebt Pferde, was passt?", "horses"),
    ("ich schreibe eine Hausarbeit über Sklaverei und brauche Literatur", "slavery"),
    ("je prépare un exposé sur la guerre", "war"),
    ("necesito libros sobre brujas para un trabajo", "witches"),
    ("devo fare una ricerca sui vampiri", "vampires"),
    ("mon fils adore les dinosaures, un livre pour lui ?", "dinosaurs"),
    ("Mi hija adora los gatos, ¿qué libro le gustaría?", "cats"),
    ("Mia figlia ama i cavalli, che libro mi consigli?", "horses"),
]


@pytest.mark.parametrize(("question", "subject"), INTERESTS)
def test_what_somebody_loves_or_works_on_is_the_subject(question: str, subject: str) -> None:
    assert read(question, (), today=TODAY).wanted.subjects == (subject,)


def test_who_somebody_is_may_be_asked_in_small_letters() -> None:
    assert read("wer ist walker percy?", (), today=TODAY).wanted.authors == ("walker percy",)
    assert read("who is walker percy", (), today=TODAY).wanted.authors == ("walker percy",)


def test_an_encyclopaedia_is_asked_about_a_person_who_is_to_be_told_of() -> None:
    reading = read("Tell me about Stephen King", (), today=TODAY)

    calls = plan(reading.wanted, reading.intent, second=reading.second)

    asked = [call.arguments for call in calls if call.tool == "wikipedia_summary"]
    assert {"query": "Stephen King", "about": "author", "lang": "en"} in asked


@pytest.mark.parametrize("word", ["yes", "no", "yes please", "again", "ja", "non", "sí"])
def test_yes_and_no_ask_for_nothing_where_nothing_was_said_before(word: str) -> None:
    reading = read(word, (), today=TODAY)

    assert (reading.intent, reading.wanted) == ("on-topic", Wanted(text=word))


def test_a_title_of_such_words_is_a_title() -> None:
    assert read("Yes Please", (), today=TODAY).wanted.title == "Yes Please"
    assert read("No No Boy", (), today=TODAY).wanted.title == "No No Boy"


def test_words_that_only_soften_a_question_are_no_part_of_the_title() -> None:
    reading = read("What's Dracula about, roughly?", (), today=TODAY)

    assert (reading.intent, reading.wanted.title) == ("describe", "Dracula")


INVERTED = [
    ("Firm, The (Grisham)", "The Firm", ("Grisham",)),
    ("Firm, The by John Grisham", "The Firm", ("John Grisham",)),
    ("Prozess, Der (Kafka)", "Der Prozess", ("Kafka",)),
    ("Testament, The - Grisham", "The Testament", ("Grisham",)),
    ("do you have Hobbit, The?", "The Hobbit", ()),
    ("Wolfe, Gene: The Knight", "The Knight", ("Gene Wolfe",)),
]


@pytest.mark.parametrize(("question", "title", "authors"), INVERTED)
def test_titles_and_names_may_stand_as_in_lists(question: str, title: str, authors: tuple[str, ...]) -> None:
    wanted = read(question, (), today=TODAY).wanted

    assert (wanted.title, wanted.authors) == (title, authors)


TWO = [
    "books by Neil Gaiman and Terry Pratchett",
    "books by Neil Gaiman or by Terry Pratchett",
    "Bücher von Neil Gaiman oder Terry Pratchett",
    "livres de Neil Gaiman et Terry Pratchett",
]


@pytest.mark.parametrize("question", TWO)
def test_two_authors_are_two(question: str) -> None:
    assert read(question, (), today=TODAY).wanted.authors == ("Neil Gaiman", "Terry Pratchett")


COUNTED = [
    ("How many books did Agatha Christie write?", "How many"),
    ("Wie viele Bücher hat Agatha Christie geschrieben?", "Wie viele"),
    ("combien de livres a écrit Agatha Christie ?", "combien"),
    ("¿Cuántos libros escribió Agatha Christie?", "Cuántos"),
    ("Quanti libri ha scritto Agatha Christie?", "Quanti"),
]


@pytest.mark.parametrize(("question", "wish"), COUNTED)
def test_how_many_books_somebody_wrote_is_in_no_record(question: str, wish: str) -> None:
    reading = read(question, (), today=TODAY)

    assert (reading.intent, reading.wanted.authors, reading.wanted.unmet) == ("author", ("Agatha Christie",), (wish,))


@pytest.mark.parametrize(
    ("question", "subjects"),
    [
        ("books about war in Russia", ("war", "Russia")),
        ("books about slavery in the United States", ("slavery", "United States")),
        ("mystery novels set in Venice", ("mystery", "Venice")),
        ("a novel about life in Paris", ("Paris",)),
        ("love stories set in Paris during the war", ("love", "Paris", "war")),
        ("Bücher über Krieg in Russland", ("war", "russia")),
    ],
)
def test_a_place_is_a_subject_of_its_own(question: str, subjects: tuple[str, ...]) -> None:
    assert read(question, (), today=TODAY).wanted.subjects == subjects


def test_bare_words_with_a_place_are_subjects_where_they_are_three() -> None:
    two, three = (read(text, (), today=TODAY) for text in ("death in Venice", "love and war in Russia"))

    assert (three.wanted.subjects, three.second and three.second.title) == (
        ("love", "war", "Russia"),
        "love and war in Russia",
    )
    assert (two.wanted.title, two.second and two.second.subjects) == ("death in Venice", ("death", "Venice"))


@pytest.mark.parametrize("question", ["Neil Gaiman & Terry Pratchett", "neil gaiman and terry pratchett together"])
def test_two_bare_names_may_be_two_authors(question: str) -> None:
    second = read(question, (), today=TODAY).second

    assert second is not None
    assert len(second.authors) == len(("one", "other"))
