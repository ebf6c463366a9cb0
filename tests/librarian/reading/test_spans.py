"""The place in a text where a phrase stands."""

from archivist.librarian.reading.phrases import Phrases


def test_the_first_place_counts_and_the_longest_phrase_there() -> None:
    table = Phrases("old [book]|book")

    assert table.span("an old book, a book") == (3, 11)


def test_a_phrase_that_stands_nowhere_has_no_place() -> None:
    assert Phrases("old book").span("a book, old and worn") is None


def test_a_phrase_begins_after_one_of_the_marks_or_the_text() -> None:
    table = Phrases("shelf")

    assert table.span("shelf-mark") == (0, 5)
    assert table.span("book-shelf") is None
    assert table.span("book-shelf", after="-") == (5, 10)


def test_a_phrase_ends_before_one_of_the_marks_or_with_the_text() -> None:
    table = Phrases("shelf")

    assert table.span("a shelf-mark", before=" ,") is None
    assert table.span("a shelf, marked", before=" ,") == (2, 7)
    assert table.span("a shelf", before=" ,") == (2, 7)
