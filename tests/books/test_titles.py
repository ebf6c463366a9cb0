"""When two titles name one work."""

from __future__ import annotations

import pytest

from archivist.books import parse_title, same_title, title_key

SAME = [
    ("The Pit: A Story of Chicago", "Pit"),
    ("Washington, D.C.", "Washington DC"),
    ("Washington, D.C.: a novel", "Washington Dc"),
    ("The Final Empire (Mistborn, Book 1)", "The Final Empire"),
    ("Shadows of Self (Mistborn, Book 5)", "Shadows of Self"),
    ("Aleaci\u00f3n de Ley (Nacidos de la Bruma [Mistborn] 4)", "Aleacion de ley"),
    ("Crime & Punishment", "Crime and Punishment"),
    ("Verbrechen & Strafe", "Verbrechen und Strafe"),
    ("Die Verwandlung", "Verwandlung"),
    ("L'\u00c9tranger", "\u00c9tranger"),
    ("Vrouwen: roman", "Vrouwen"),
    ("Moby-Dick; or, The Whale", "Moby Dick"),
    ("The Hobbit, Or, There and Back Again", "The Hobbit"),
    ("Candide, or Optimism", "Candide"),
    ("Candide, ou l'Optimisme", "Candide"),
    ("The Sword of Kaigen: A Theonite War Story", "The Sword of Kaigen"),
    ("Atomic Habits: An Easy & Proven Way to Build Good Habits", "Atomic Habits"),
    ("Dune \u2013 Der W\u00fcstenplanet erz\u00e4hlt von einem langen Kampf", "Dune"),
    ("The Lord of the Rings: The Two Towers", "The Two Towers"),
    ("Sturmh\u00f6he", "Sturmhoehe"),
    ("Slaughterhouse-Five", "Slaughterhouse Five"),
    ("Slaughterhouse-Five", "Slaughterhouse 5"),
    ("Nineteen Eighty-Four", "1984"),
    ("One Hundred Years of Solitude", "100 Years of Solitude"),
    ("Twenty Thousand Leagues Under the Sea", "20,000 Leagues Under the Sea"),
    ("Catch-22", "Catch Twenty-Two"),
    ("A Hundred and One Dalmatians", "101 Dalmatians"),
    ("Two Thousand and One", "2001"),
    ("Station Eleven", "Station 11"),
    ("Dune: Book One of the Dune Chronicles", "Dune"),
    ("Harry Potter and the Chamber of Secrets (Book 2)", "Harry Potter and the Chamber of Secrets"),
    ("East of Eden (Penguin Classics Deluxe Edition)", "East of Eden"),
]
DIFFERENT = [
    ("The Lord of the Rings: The Two Towers", "The Lord of the Rings: The Return of the King"),
    ("Fruits Basket, Vol. 2", "Fruits Basket, Vol. 5"),
    ("Fruits Basket (Vol. 2)", "Fruits Basket (Vol. 5)"),
    ("Bucket List \u2013 Tome 8", "Bucket List \u2013 Tome 9"),
    ("Henry IV, Part 1", "Henry IV, Part 2"),
    ("Henry IV, Part I", "Henry IV, Part II"),
    ("Book One", "Book Two"),
    ("Transcendence", "The Transcendence of the Ego"),
    ("Foundation", "Foundation and Empire"),
    ("Dune", "Dune Messiah"),
    ("Sky World", "Ice World"),
    ("Mistborn Trilogy", "Mistborn"),
    ("Summary of The Power of Habit", "The Power of Habit"),
    ("One Flew Over the Cuckoo's Nest (SparkNotes Literature Guide)", "One Flew Over the Cuckoo's Nest"),
    ("Maus: The Graphic Novel", "Maus: The Screenplay"),
    (
        "\u0427\u0435\u0441\u0442\u043d\u044b\u0439 \u0432\u043e\u0440",
        "\u0412\u043e\u0439\u043d\u0430 \u0438 \u043c\u0438\u0440",
    ),
    ("\u6d77\u8fba\u306e\u30ab\u30d5\u30ab", "\u30ce\u30eb\u30a6\u30a7\u30a4\u306e\u68ee"),
    ("1984", "1985"),
    ("Nineteen Eighty-Four", "1985"),
    ("The Stand", "The Strand"),
    ("Road", "Rood"),
    ("Robot", "I, Robot"),
    ("Emma", "Emma or Jane"),
    ("To Have or Have Not", "To Have"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_titles_of_one_work_agree_in_both_directions(one: str, other: str) -> None:
    assert same_title(one, other) >= 0.85
    assert same_title(one, other) == same_title(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_titles_of_different_works_do_not(one: str, other: str) -> None:
    assert same_title(one, other) == 0.0
    assert same_title(other, one) == 0.0


@pytest.mark.parametrize(
    ("one", "other"),
    [("The Lord of the Rings", "The Lord of the Rings: The Two Towers"), ("Savage Awakening", "Savage Awakening 7")],
)
def test_a_whole_and_one_volume_of_it_are_not_surely_the_same(one: str, other: str) -> None:
    assert 0.0 < same_title(one, other) <= 0.5


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("Mistbron", "Mistborn"), ("Chidlren of Dune", "Children of Dune"), ("Gulilver's Travels", "Gulliver's Travels")],
)
def test_a_slip_of_the_finger_is_near_and_not_the_same(wrong: str, right: str) -> None:
    assert 0.5 < same_title(wrong, right) < 0.85


def test_a_given_subtitle_counts_like_one_after_a_colon() -> None:
    assert same_title("The Pit", "The Pit: A Story of Chicago", subtitle="A Story of Chicago") == 1.0
    apart = same_title("Star Wars", "Star Wars", subtitle="Heir to the Empire", other_subtitle="The Last Command")
    assert apart == 0.0


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("The Pit", "pit"),
        ("Fruits Basket, Vol. 2", "fruits basket 2"),
        ("Tome Eight", "tome 8"),
        ("It", "it"),
        ("The", "the"),
        ("Fahrenheit 451", "fahrenheit 451"),
        ("2001: A Space Odyssey", "2001 a space odyssey"),
        (
            "\u0421\u0438\u0434\u0434\u0445\u0430\u0440\u0442\u0445\u0430",
            "\u0441\u0438\u0434\u0434\u0445\u0430\u0440\u0442\u0445\u0430",
        ),
        ("\u9b3c\u6ec5\u306e\u5203 5\u5dfb", "\u9b3c\u6ec5\u306e\u5203 5"),
    ],
)
def test_the_key_keeps_what_tells_works_apart(title: str, key: str) -> None:
    assert title_key(title) == key


def test_no_two_scripts_fall_together_in_an_empty_key() -> None:
    keys = {
        title_key(title)
        for title in (
            "\u0412\u043e\u0439\u043d\u0430",
            "\u6218\u4e89",
            "\u0627\u0644\u062d\u0631\u0628",
            "\u05de\u05dc\u05d7\u05de\u05d4",
            "!!!",
        )
    }
    assert len(keys) == 5 - 0
    assert "" not in keys - {title_key("!!!")}


def test_series_in_brackets_is_kept_as_written() -> None:
    assert parse_title("The Final Empire (Mistborn, Book 1)").series == "Mistborn, Book 1"
    assert parse_title("Batman: Killing Joke (DELUXE)").series == ""


@pytest.mark.parametrize(
    "title", ["Notes from Underground", "Conversations with Friends", "A Brief History of Time", "The Analysis of Mind"]
)
def test_books_whose_titles_begin_like_study_aids_are_none(title: str) -> None:
    assert not parse_title(title).derived


def test_a_title_of_lost_letters_alone_is_itself() -> None:
    assert same_title("\ufffd", "\ufffd") == 1.0
