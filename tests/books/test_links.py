"""Addresses and pictures."""

from __future__ import annotations

import pytest

from archivist.books import cover, https, open_library_cover


@pytest.mark.parametrize(
    ("url", "clean"),
    [
        ("http://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
        ("//example.org/a", "https://example.org/a"),
        ("https://example.org/a", "https://example.org/a"),
        (" http://example.org:80/ ", "https://example.org/"),
        ("https://de.wikipedia.org/wiki/Stra\u00dfe", "https://de.wikipedia.org/wiki/Stra\u00dfe"),
    ],
)
def test_web_addresses_become_https(url: str, clean: str) -> None:
    assert https(url) == clean


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://example.org",
        "/relative",
        "",
        None,
        "http://",
        "https://user:pw@example.org/",
        "http://a b/",
        "https://[bad",
        'https://example.org/"onload=',
    ],
)
def test_anything_else_is_no_address(url: str | None) -> None:
    assert https(url) is None


def test_googles_thumbnail_comes_over_https_without_the_page_curl_and_larger() -> None:
    thumbnail = (
        "http://books.google.com/books/content?id=KQZC&printsec=frontcover&img=1&zoom=1&edge=curl&source=gbs_api"
    )
    clean = "https://books.google.com/books/content?id=KQZC&printsec=frontcover&img=1&zoom=1&source=gbs_api"
    assert https(thumbnail) == clean
    assert cover(thumbnail) == clean + "&fife=w800"
    assert cover("https://example.org/a.jpg") == "https://example.org/a.jpg"
    assert cover(None) is None


def test_a_cover_number_makes_an_address_that_fails_when_there_is_no_picture() -> None:
    assert open_library_cover(240727) == "https://covers.openlibrary.org/b/id/240727-M.jpg?default=false"


@pytest.mark.parametrize("number", [-1, 0, None, "ISBN", "240727", True, 2.5])
def test_what_is_no_cover_number_makes_no_address(number: object) -> None:
    assert open_library_cover(number) is None
