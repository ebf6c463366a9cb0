"""When two names are one person."""

from __future__ import annotations

import pytest

from archivist.books import asked_author, is_nobody, parse_name, same_author

SAME = [
    ("J.K. Rowling", "J. K. Rowling"),
    ("J.K. Rowling", "Rowling, J. K."),
    ("JK Rowling", "J.K. Rowling"),
    ("jrr tolkien", "John Ronald Reuel Tolkien"),
    ("L.J. Ross", "L J Ross"),
    ("Howell, David", "David Howell"),
    ("Herbert, Frank, 1920-1986", "Frank Herbert"),
    ("John P. Strelecky", "John Strelecky"),
    ("J. Steinbeck", "John Steinbeck"),
    ("Henry Christopher Wallich", "Henry C. Wallich"),
    ("Le Guin, Ursula K.", "Ursula K. Le Guin"),
    ("Gogh, Vincent van", "Vincent van Gogh"),
    ("De Beauvoir, Simone", "Simone de Beauvoir"),
    ("Gabriel Garc\u00eda M\u00e1rquez", "Garcia Marquez, Gabriel"),
    ("Martin Luther King Jr.", "King, Martin Luther, Jr."),
    ("Sammy Davis, Jr.", "Sammy Davis"),
    ("AGATHA CHRISTIE", "Agatha Christie"),
    ("graf Leo Tolstoy", "Leo Tolstoy"),
    ("Sir Arthur Conan Doyle", "Doyle, Arthur Conan"),
    ("Jean-Paul Sartre", "Jean Paul Sartre"),
    ("\u00c9mile Zola", "Emile Zola"),
    ("K\u00e4the Kollwitz", "Kaethe Kollwitz"),
    ("\u6751\u4e0a\u6625\u6a39", "\u6751\u4e0a \u6625\u6a39"),
    ("Mary GrandPr\u00e9 (Illustrator)", "Mary GrandPre"),
    ("Fyodor Mikhailovich Dostoevsky", "Fyodor Dostoyevsky"),
    ("Boris Pasternak", "Borys Pasternack"),
    ("Frank Herbert", "\u0424\u0440\u0435\u043d\u043a \u0413\u0435\u0440\u0431\u0435\u0440\u0442"),
    (
        "Fyodor Dostoevsky",
        "\u0424\u0451\u0434\u043e\u0440 \u0414\u043e\u0441\u0442\u043e\u0435\u0432\u0441\u043a\u0438\u0439",
    ),
]
DIFFERENT = [
    ("Frank Herbert", "Brian Herbert"),
    ("Robert Jordan", "Roberta Jordan"),
    ("Christian Larsen", "Christine Larsen"),
    ("John Smith", "Jon Smyth"),
    ("John P. Strelecky", "John Q. Strelecky"),
    ("Stephen King", "Stephen Hawking"),
    ("Homer", "Homer Simpson"),
    ("Plato", "Pluto"),
    ("Colette", "Voltaire"),
    ("Martin King, Jr.", "Martin King, Sr."),
    ("Alexandre Dumas p\u00e8re", "Alexandre Dumas fils"),
    ("Various", "Various"),
    ("Anonymous", "Anonymous"),
    ("", ""),
    (
        "\u041b\u0435\u0432 \u0422\u043e\u043b\u0441\u0442\u043e\u0439",
        "\u0424\u0451\u0434\u043e\u0440 \u0414\u043e\u0441\u0442\u043e\u0435\u0432\u0441\u043a\u0438\u0439",
    ),
    ("RH Value Publishing", "Crafty Games"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_person_agree_in_both_directions(one: str, other: str) -> None:
    assert same_author(one, other) >= 0.7
    assert same_author(one, other) == same_author(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_people_do_not_agree(one: str, other: str) -> None:
    assert same_author(one, other) == 0.0
    assert same_author(other, one) == 0.0


def test_an_omitted_name_is_less_sure_than_the_whole_and_surer_than_an_initial() -> None:
    whole = same_author("John Strelecky", "John Strelecky")
    omitted = same_author("John P. Strelecky", "John Strelecky")
    initial = same_author("J. Strelecky", "John Strelecky")
    assert whole > omitted > initial > 0


@pytest.mark.parametrize(
    "name", ["", "Various", "various authors", "Anonymous", "delete", "Delete", "AA.VV.", "Unknown", "N/A", "None"]
)
def test_pseudo_authors_are_nobody(name: str) -> None:
    assert is_nobody(name)


@pytest.mark.parametrize("name", ["Anonymous Bosch", "Various Positions Smith", "Test Ament", "Homer"])
def test_people_who_only_share_a_word_with_a_pseudo_author_are_somebody(name: str) -> None:
    assert not is_nobody(name)


@pytest.mark.parametrize(
    ("text", "given", "family", "suffix"),
    [
        ("Ursula K. Le Guin", "Ursula K.", "Le Guin", ""),
        ("Beethoven, Ludwig van", "Ludwig", "van Beethoven", ""),
        ("King, Martin Luther, Jr.", "Martin Luther", "King", "Jr."),
        ("Martin Luther King Jr.", "Martin Luther", "King", "Jr."),
        ("Madonna", "", "Madonna", ""),
        ("Honor\u00e9 de Balzac", "Honor\u00e9", "de Balzac", ""),
        ("Herbert, Frank, 1920-1986", "Frank", "Herbert", ""),
    ],
)
def test_a_name_is_taken_apart_as_it_was_written(text: str, given: str, family: str, suffix: str) -> None:
    name = parse_name(text)
    assert (name.given_text, name.family_text, name.suffix_text) == (given, family, suffix)


@pytest.mark.parametrize(
    "text", ["Educational Research Corporation", "United States. Congress. House.", "Aims for Freedom and Enterprise."]
)
def test_organisations_are_not_taken_apart(text: str) -> None:
    assert parse_name(text).corporate
    assert parse_name(text).display == text


@pytest.mark.parametrize(
    ("asked", "author"),
    [
        ("Tolkien", "J.R.R. Tolkien"),
        ("le guin", "Ursula K. Le Guin"),
        ("garcia marquez", "Gabriel Garc\u00eda M\u00e1rquez"),
        ("J R R Tolkein", "J.R.R. Tolkien"),
        ("Agatha Cristie", "Agatha Christie"),
        ("asimov", "Isaac Asimov"),
    ],
)
def test_a_visitor_may_give_the_surname_alone_or_misspell_it(asked: str, author: str) -> None:
    assert asked_author(asked, author) > 0


@pytest.mark.parametrize(
    ("asked", "author"),
    [
        ("King", "Stephen Hawking"),
        ("Stephen King", "Thomas King"),
        ("Wolfe", "Virginia Woolf"),
        ("Tolkien", "Various"),
        ("Bob", "Rob"),
    ],
)
def test_an_asked_name_does_not_fit_another_person(asked: str, author: str) -> None:
    assert asked_author(asked, author) == 0.0


@pytest.mark.parametrize(
    ("library", "usual"),
    [
        ("Nikola\u012d Vasil\u02b9evich Gogol\u02b9", "Nikolay Gogol"),
        ("Anton Pavlovich Chekhov", "Anton Chekhov"),
        ("Gorʹki\u012d, Maksim", "Maxim Gorky"),
    ],
)
def test_a_name_in_the_romanisation_of_libraries_is_the_usual_one(library: str, usual: str) -> None:
    assert same_author(library, usual) >= 0.7


@pytest.mark.parametrize("other", ["Nikolay Leskov", "Ivan Gogol", "Nikita Gorky"])
def test_another_name_in_the_romanisation_of_libraries_is_somebody_else(other: str) -> None:
    assert same_author("Nikola\u012d Vasil\u02b9evich Gogol\u02b9", other) == 0.0


@pytest.mark.parametrize(
    ("asked", "author"),
    [
        ("dostojewski", "Fyodor Dostoyevsky"),
        ("Leo Tolstoi", "Lev N. Tolstoj"),
        ("Tchekhov", "Anton Pavlovich Chekhov"),
        ("Tschechow", "Anton Chekhov"),
        ("Turgenjew", "Ivan Turgenev"),
        ("Puschkin", "Aleksandr Pushkin"),
    ],
)
def test_a_russian_author_is_known_by_the_spelling_of_other_languages(asked: str, author: str) -> None:
    assert asked_author(asked, author) > 0


@pytest.mark.parametrize(
    ("asked", "author"),
    [("Martin", "Steve Morton"), ("Aleksey Tolstoy", "Leo Tolstoy"), ("Franklin", "Jonathan Franzen")],
)
def test_another_spelling_makes_no_other_person(asked: str, author: str) -> None:
    assert asked_author(asked, author) == 0


@pytest.mark.parametrize(("asked", "author"), [("ann moody", "Anne Moody"), ("steven king", "Stephen King")])
def test_a_given_name_may_be_misspelt_beside_the_surname(asked: str, author: str) -> None:
    assert 0 < asked_author(asked, author) < 0.8


def test_two_given_names_of_one_length_are_two_people() -> None:
    assert asked_author("John Smith", "Joan Smith") == 0
