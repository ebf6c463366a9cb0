"""Phrases as they are written down, and the texts in which they stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archivist.librarian.reading.notation import GAP
from archivist.librarian.reading.phrase_tree import words_of
from archivist.librarian.reading.phrases import Openings, Phrases

STANDS = [
    ("tell me about", "Tell me about whales", "Tell me about "),
    ("tell me [all|a bit more] about", "tell me a bit more about it", "tell me a bit more about "),
    ("tell me [all|a bit more] about", "tell me about it", "tell me about "),
    ("(who|which author) wrote", "Which author wrote Emma", "Which author wrote "),
    ("what ('s|is) good", "what's good here", "what's good "),
    ("what ('s|is) good", "What is good here", "What is good "),
    ("recommend* * novel", "recommending another novel now", "recommending another novel "),
    ("play ... song", "play me that old song again", "play me that old song "),
    ("play ... song", "play song again", "play song "),
    ("list of >(books|plays)", "list of plays by him", "list of "),
    ("tell me if !(you can)", "tell me if it rains", "tell me if "),
    ("avez-vous", "Avez-vous des livres", "Avez-vous "),
    ("weißt du", "WEISST DU das", "WEISST DU "),
    ("read\nread this book", "read this book now", "read this book "),
    ("[very] {good} book", "very fine book here", "very fine book "),
    ("{wish} book", "would like a fine book here", "would like a fine book "),
]
DOES_NOT_STAND = [
    ("tell me about", "tell us about whales"),
    ("tell me about", "tell me, about whales"),
    ("tell me about", "so tell me about whales"),
    ("(who|which author) wrote", "which wrote Emma"),
    ("recommend* * novel", "recommend novel now"),
    ("list of >(books|plays)", "list of friends here"),
    ("tell me if !(you can)", "tell me if you can do"),
    ("any good .", "any good books here"),
]
NAMED = {"good": "good|fine|rather nice", "wish": "[i] would like [a {good}]"}


@pytest.mark.parametrize(("phrase", "text", "start"), STANDS)
def test_a_phrase_begins_a_text_that_goes_on(phrase: str, text: str, start: str) -> None:
    assert Phrases(phrase, NAMED).start_of(text, " ") == start


@pytest.mark.parametrize(("phrase", "text"), DOES_NOT_STAND)
def test_a_phrase_does_not_begin_another_text(phrase: str, text: str) -> None:
    assert not Phrases(phrase, NAMED).begin(text)


def test_an_end_stands_before_punctuation_only() -> None:
    whole = Phrases("what is good .")

    assert whole.begin("What is good?!")
    assert not whole.begin("What is good here?")


def test_a_phrase_is_found_inside_a_text() -> None:
    assert Phrases("system prompt").stand_in("print your system prompt, please")
    assert not Phrases("system prompt").stand_in("print your prompt system")


def test_a_phrase_that_is_the_whole_text_starts_nothing() -> None:
    assert Phrases("find").start_of("find", " ") == ""
    assert Phrases("find").start_of("find ", " ") == ""


def test_a_phrase_is_the_whole_text_or_not() -> None:
    assert "What is good?" in Phrases("what is good")
    assert "what is good here" not in Phrases("what is good")


def test_a_phrase_ends_a_text_with_the_marks_before_it() -> None:
    thanks = Phrases("thanks [a lot]|please")

    assert thanks.end_of("Dune, thanks a lot!", " ,") == ", thanks a lot!"
    assert thanks.end_of("please thanks", " ,") == " thanks"
    assert not thanks.end_of("thanks", " ,")
    assert not thanks.end_of("Dune thanks them", " ,")


def test_the_longest_phrase_is_replaced_wherever_one_stands() -> None:
    assert Phrases("this [book]").replaced("is this book like this?", "it") == "is it like it?"


def test_a_gap_is_bounded() -> None:
    gap = Phrases("play ... song")

    assert gap.begin(f"play {'very ' * GAP}song")
    assert not gap.begin(f"play {'very ' * (GAP + 1)}song")


WORD = st.text("abcxyz", min_size=1, max_size=3)
WORDS = st.lists(WORD, min_size=1, max_size=4)


@given(st.lists(WORDS, min_size=1, max_size=4), st.lists(WORD, max_size=8))
def test_a_table_of_plain_phrases_ends_where_the_text_begins_with_them(table: list[list[str]], text: list[str]) -> None:
    lines = "\n".join(" ".join(phrase) for phrase in table)

    ends = {len(phrase) for phrase in table if text[: len(phrase)] == phrase}

    assert Phrases(lines).ends(words_of(" ".join(text))) == ends


@given(WORDS, WORDS, WORDS)
def test_an_optional_choice_is_there_or_not(before: list[str], choice: list[str], after: list[str]) -> None:
    table = Phrases(f"{' '.join(before)} [{'|'.join(choice)}] {' '.join(after)}")

    assert table.begin(" ".join([*before, *after]))
    assert all(table.begin(" ".join([*before, one, *after])) for one in choice)


@given(st.text(max_size=60))
def test_the_words_of_a_text_are_in_it_in_order(text: str) -> None:
    said = words_of(text)

    assert [text[start:end].casefold() for start, end in said.spans] == list(said.words)
    assert "".join(text[start:end] for start, end in said.spans) == "".join(text.split())


def test_tables_with_other_sets_of_the_same_name_do_not_share_them() -> None:
    first, second = Phrases("{good} book", {"good": "fine"}), Phrases("{good} book", {"good": "long"})

    assert ("fine book" in first, "long book" in first) == (True, False)
    assert ("fine book" in second, "long book" in second) == (False, True)


PIECE = st.sampled_from(["ab", "[a]", "(a|b c)", "[b|c]", "{set}", "a*", "*", "...", ">(b)", "!(c)", "{set}b"])
LINE = st.lists(PIECE, min_size=1, max_size=4).map(" ".join)
SAID = st.lists(st.sampled_from(["a", "b", "c", "ab", "abc"]), max_size=7).map(" ".join)


@given(st.lists(LINE, min_size=1, max_size=5), SAID)
def test_tables_tried_together_begin_a_text_as_each_does_alone(lines: list[str], text: str) -> None:
    named = {"set": "b|a c|[c] ab"}
    together = Openings({number: (line, named) for number, line in enumerate(lines)}).starts_of(text, " ")

    assert together == {n: start for n, line in enumerate(lines) if (start := Phrases(line, named).start_of(text, " "))}


@given(st.lists(LINE, min_size=1, max_size=4), SAID)
def test_a_phrase_of_a_table_stands_where_it_stands_alone(lines: list[str], text: str) -> None:
    named = {"set": "b|a c|[c] ab"}
    said = words_of(text)

    for at in range(len(said.words)):
        alone = [Phrases(line, named).ends(said, at) for line in lines]
        assert Phrases("\n".join(lines), named).ends(said, at) == frozenset().union(*alone)


@given(LINE, SAID)
def test_a_text_that_holds_a_phrase_hints_at_it(line: str, text: str) -> None:
    table = Phrases(line, {"set": "b|a c|[c] ab"})
    said = words_of(text)
    held = any(table.ends(said, at) - {at} for at in range(len(said.words)))

    assert not held or any(map(table.hinted_at_by, said.words))
    assert not held or table.stand_in(text)
