"""Descriptions without their wrapping."""

from __future__ import annotations

import pytest

from archivist.books import plain


@pytest.mark.parametrize(
    ("wrapped", "text"),
    [
        ("A <b>bold</b> tale", "A bold tale"),
        ("&lt;i&gt;Dune&lt;/i&gt; &amp; more", "Dune & more"),
        ("Newt Scamander&#39;s <br>beasts", "Newt Scamander's\nbeasts"),
        ("<p>One</p><p>Two</p>", "One\nTwo"),
        ("safe<script>alert('x')</script> text<style>b{}</style>", "safe text"),
        ("<img src=x onerror=alert(1)>text", "text"),
        ("**Bold** and *light* and _under_", "Bold and light and under"),
        ("see [the page](https://example.org) now", "see the page now"),
        ("A story ([source][1])\n\n----------\nAlso:\n\n[1]: http://example.org/x", "A story\nAlso:"),
        ("# Head\n> quoted", "Head\nquoted"),
        ("5 < 6 and 7 > 3", "5 < 6 and 7 > 3"),
        ("AT&T and I <3 you", "AT&T and I <3 you"),
        ("2 * 3 * 4 = 24, snake_case_name", "2 * 3 * 4 = 24, snake_case_name"),
        ("It\u2019s  a\r\nline", "It\u2019s a\nline"),
        (
            "\u0421\u043b\u043e\u0432\u043e <i>\u0438</i> \u0434\u0435\u043b\u043e",
            "\u0421\u043b\u043e\u0432\u043e \u0438 \u0434\u0435\u043b\u043e",
        ),
        ("", ""),
        (None, ""),
    ],
)
def test_tags_entities_and_marks_go_and_the_text_stays(wrapped: str | None, text: str) -> None:
    assert plain(wrapped) == text
