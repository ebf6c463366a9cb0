"""What compares equal as text, in any script."""

from __future__ import annotations

import pytest

from archivist.books import fold, spellings, stem


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Guards! Guards!", "guards guards"),
        ("L\u2019homme multipli\u00e9", "l homme multiplie"),
        ("Don't", "dont"),
        ("Don\u2019t", "dont"),
        ("O'Brien", "obrien"),
        ("Washington, D.C.", "washington dc"),
        ("\ufb01n\u0101l", "final"),
        ("\uff24\uff55\uff4e\uff45", "dune"),
        ("Stra\u00dfe", "strasse"),
        ("\u00c6sop", "aesop"),
        ("Bat\u0131da Yeni Bir \u015eey Yok", "batida yeni bir sey yok"),
        ("\u010cestn\u00fd", "cestny"),
        (
            "\u0427\u0435\u0441\u0442\u043d\u044b\u0439 \u0432\u043e\u0440",
            "\u0447\u0435\u0441\u0442\u043d\u044b\u0438 \u0432\u043e\u0440",
        ),
        ("\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        ("\u0623\u0644\u0641 \u0644\u064a\u0644\u0629", "\u0627\u0644\u0641 \u0644\u064a\u0644\u0629"),
        ("\u6d77\u8fba\u306e\u30ab\u30d5\u30ab", "\u6d77\u8fba\u306e\u30ab\u30d5\u30ab"),
        ("", ""),
        ("!?", ""),
    ],
)
def test_case_marks_and_punctuation_vanish_in_every_script(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_signs_that_make_another_letter_stay() -> None:
    assert fold("\u304b") != fold("\u304c")
    assert (
        fold("\u0b9a\u0bcb\u0bb7\u0bb2\u0bbf\u0b9a\u0bae\u0bcd") == "\u0b9a\u0bcb\u0bb7\u0bb2\u0bbf\u0b9a\u0bae\u0bcd"
    )
    assert fold("\ud55c\uad6d") == "\ud55c\uad6d"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("K\u00e4the", "Kaethe"),
        ("K\u00e4the", "Kathe"),
        ("G\u00f6del", "Goedel"),
        ("\u00c5rhus", "Aarhus"),
        ("\u00d8re", "Ore"),
    ],
)
def test_an_umlaut_meets_both_of_its_spellings(one: str, other: str) -> None:
    assert spellings(one) & spellings(other)


def test_the_two_spellings_of_an_umlaut_do_not_meet_each_other() -> None:
    assert not spellings("Kathe") & spellings("Kaethe")


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("stories", "story"),
        ("dragons", "dragon"),
        ("witches", "witch"),
        ("women", "woman"),
        ("wolves", "wolf"),
        ("boxes", "box"),
    ],
)
def test_plural_and_singular_have_one_stem(plural: str, singular: str) -> None:
    assert stem(plural) == stem(singular)


@pytest.mark.parametrize("word", ["christmas", "physics", "chess", "crisis", "virus", "gas"])
def test_a_stem_is_the_same_for_the_word_itself(word: str) -> None:
    assert stem(word) == stem(word.lower())
