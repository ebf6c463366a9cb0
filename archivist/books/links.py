"""Addresses that a page may show: https only, and pictures as their services mean them to be used."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

_GOOGLE_BOOKS: Final = re.compile(r"^books\.google\.[a-z.]+$")
_UNFIT: Final = re.compile(r"[\s<>\"{}|\\^`\x00-\x1f]")
_WIDTH: Final = "w800"


def https(url: str | None) -> str | None:
    """The address with https, or None when it is no web address a page should open.

    Upgrades http and scheme-less "//host/…"; refuses other schemes, embedded passwords and characters no address has.
    Google's painted page curl (`edge=curl`) is taken off.
    """
    text = (url or "").strip()
    text = "https:" + text if text.startswith("//") else text
    if _UNFIT.search(text):
        return None
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        return None
    query = _without_curl(parts.query) if _is_google(parts.hostname) else parts.query
    return urlunsplit(("https", parts.netloc.removesuffix(":80"), parts.path, query, parts.fragment))


def cover(url: str | None) -> str | None:
    """A cover's address as https; Google's thumbnail enlarged.

    The thumbnail is scaled up (`fife`) because Google's own large sizes may show a page from inside the book.
    """
    clean = https(url)
    if clean is None or not _is_google(urlsplit(clean).hostname or ""):
        return clean
    return clean if "fife=" in clean else clean + ("&" if "?" in clean else "?") + f"fife={_WIDTH}"


def open_library_cover(number: object) -> str | None:
    """The medium cover with Open Library's cover number, or None when it is none (-1 and null stand for "no cover").

    `default=false` makes a missing cover an error instead of a white pixel.
    """
    if not isinstance(number, int) or isinstance(number, bool) or number <= 0:
        return None
    return f"https://covers.openlibrary.org/b/id/{number}-M.jpg?default=false"


def _is_google(host: str) -> bool:
    return bool(_GOOGLE_BOOKS.match(host))


def _without_curl(query: str) -> str:
    if "edge=" not in query:
        return query
    return urlencode([(name, value) for name, value in parse_qsl(query, keep_blank_values=True) if name != "edge"])
