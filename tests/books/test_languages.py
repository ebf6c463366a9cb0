"""Languages under all their names. Codes are those of the Library of Congress' list of ISO 639-2."""

from __future__ import annotations

import pytest

from archivist.books import language, language_name, two_letters


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("de", "ger"), ("deu", "ger"), ("ger", "ger"), ("German", "ger"), ("Deutsch", "ger"), ("allemand", "ger"),
        ("alem\u00e1n", "ger"), ("tedesco", "ger"), ("fr", "fre"), ("fra", "fre"), ("fran\u00e7ais", "fre"),
        ("zh", "chi"), ("zho", "chi"), ("zh-Hans", "chi"), ("\u4e2d\u6587", "chi"), ("pt-BR", "por"), ("en_GB", "eng"),
        ("nb", "nor"), ("nn", "nor"), ("nob", "nor"), ("no", "nor"), ("/languages/eng", "eng"), ("iw", "heb"),
        ("\u0440\u0443\u0441\u0441\u043a\u0438\u0439", "rus"),
        ("ELL", "gre"), ("Swahili", "swa"), ("cy", "wel"), ("cs", "cze"), ("slk", "slo"),
    ],
)  # fmt: skip
def test_every_code_and_name_leads_to_the_bibliographic_code(text: str, code: str) -> None:
    assert language(text) == code


@pytest.mark.parametrize("text", ["und", "mul", "zxx", "", None, "Klingon", "x", "xx", "book"])
def test_what_names_no_language_is_none(text: str | None) -> None:
    assert language(text) is None


def test_a_code_leads_back_to_two_letters_and_an_english_name() -> None:
    assert two_letters(language("German")) == "de"
    assert two_letters(language("grc")) is None
    assert language_name(language("de")) == "German"
    assert language_name(language("fr")) == "French"
    assert language_name(language("nn")) == "Norwegian"
    assert language_name(language("zh")) == "Chinese"
