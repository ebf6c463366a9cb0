"""ISBN arithmetic: only numbers whose check digit is right exist here, and all of them as thirteen digits.

A wrong check digit is no evidence of anything, so such a number is skipped. Only 978 numbers have a ten-digit twin; a
979 number converted to ten digits and back would collide with another book.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from archivist.books.record import Isbn13, Language

_SEPARATORS: Final = re.compile(r"[\s\-\u2010-\u2015\u2212\u00ad.]+")
_LABEL: Final = re.compile(r"^\s*(?:urn:)?isbn(?:[- ]?1[03])?\s*:?\s*(?=[\dxX])", re.IGNORECASE)
_GAP = r"[\s\-\u2010-\u2015\u2212\u00ad]?"
_SHAPE: Final = re.compile(
    rf"(?<![\d])(?:97[89]{_GAP}(?:\d{_GAP}){{9}}\d|(?:\d{_GAP}){{9}}[\dX])(?![\dX])", re.IGNORECASE
)
_TEN, _THIRTEEN = 10, 13
_BOOKLAND = ("978", "979")
# Registration groups of the International ISBN Agency that stand for one language.
_GROUPS: Final = """
9780 eng, 9781 eng, 9798 eng, 9782 fre, 97910 fre, 9783 ger, 9784 jpn, 9785 rus, 9787 chi, 978600 per, 978607
spa, 978612 spa, 97880 cze, 97882 nor, 97883 pol, 97884 spa, 97885 por, 97887 dan, 97888 ita, 97912 ita, 97889
kor, 97911 kor, 97890 dut, 97891 swe, 978950 spa, 978951 fin, 978952 fin, 978956 spa, 978958 spa, 978960 gre,
978963 hun, 978965 heb, 978968 spa, 978970 spa, 978972 por, 978973 rum, 978975 tur, 978989 por
"""
_AREAS: Final = {(pair := group.split())[0]: Language(pair[1]) for group in _GROUPS.split(",")}


def isbn13(text: str | None) -> Isbn13 | None:
    """The ISBN that `text` is, as thirteen digits, or None when it is none or its check digit is wrong.

    Ten or thirteen digits, hyphens, spaces, a leading "ISBN:" and digits of any script are understood. Length alone
    decides which of the two it is: a ten-digit number may begin with 979.
    """
    if not text:
        return None
    digits = _bare(_LABEL.sub("", unicodedata.normalize("NFKC", text)))
    if len(digits) == _TEN and _ten_is_right(digits):
        return _thirteen("978" + digits[:9])
    if len(digits) == _THIRTEEN and digits.startswith(_BOOKLAND) and digits.isdecimal():
        whole = _thirteen(digits[:12])
        return whole if whole == digits else None
    return None


def isbn10_of(isbn: Isbn13) -> str | None:
    """The ten-digit form of a 978 number; None for 979, which has none."""
    if not isbn.startswith("978"):
        return None
    body = isbn[3:12]
    check = -sum((_TEN - i) * int(digit) for i, digit in enumerate(body)) % 11
    return body + ("X" if check == _TEN else str(check))


def isbn_language(isbn: Isbn13) -> Language | None:
    """The language area whose agency gave the number out: `eng` for 978-0; None for areas not listed here.

    A hint only: a publisher may print any language.
    """
    return next((area for prefix, area in _AREAS.items() if isbn.startswith(prefix)), None)


def isbns_in(text: str) -> list[Isbn13]:
    """Every valid ISBN written in running text, in order, each once."""
    found = (isbn13(shape) for shape in isbn_shapes_in(text))
    return list(dict.fromkeys(isbn for isbn in found if isbn))


def isbn_shapes_in(text: str) -> list[str]:
    """Everything in running text that has the shape of an ISBN, the check digit right or not, without separators."""
    return [_bare(match.group()) for match in _SHAPE.finditer(_ascii_digits(unicodedata.normalize("NFKC", text)))]


def _bare(text: str) -> str:
    return _SEPARATORS.sub("", _ascii_digits(text)).upper()


def _ascii_digits(text: str) -> str:
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)


def _ten_is_right(digits: str) -> bool:
    if not digits[:9].isdecimal() or not (digits[9].isdecimal() or digits[9] == "X"):
        return False
    values = [_TEN if digit == "X" else int(digit) for digit in digits]
    return sum((_TEN - i) * value for i, value in enumerate(values)) % 11 == 0


def _thirteen(body: str) -> Isbn13:
    total = sum((3 if i % 2 else 1) * int(digit) for i, digit in enumerate(body))
    return Isbn13(body + str(-total % 10))
