"""Names of people as catalogues write them, and when two of them are one person.

The rules forgive what catalogues do to a name (inversion, initials, dropped middle names, particles, marks) and never
what tells people apart: another surname, a contradicting initial, another suffix. Pseudo-authors are nobody.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from archivist.books.distance import slips, slips_allowed
from archivist.books.folding import fold, spellings, word_set
from archivist.books.romanise import respelt_surname, skeleton

PARTICLES: Final = word_set(
    "af al am auf aus av bar ben bin da dal dalla das de degli dei del dela della delle dem den der des di do dos du "
    "el ibn la las le lo los ten ter the to van vander vom von y zu zum zur",
)
SUFFIXES: Final = word_set("jr sr ii iii iv junior senior fils pere esq phd md dphil")
_TITLES: Final = word_set(
    "dr prof professor sir dame mr mrs ms miss rev lord lady saint st dom fr graf grafin freiherr baron baroness comte "
    "comtesse count countess earl viscount marquis",
)
_DEGREES: Final = word_set("esq phd md dphil")
_SAME_SUFFIX: Final = {"junior": "jr", "senior": "sr"}
_NOBODY: Final = """
Various | Various Authors | Various Artists | Various Contributors | Anonymous | Anon | Anonym | Anonyme
Anónimo | Anonimo | Anonymus | Unknown | Unknown Author | Author Unknown | Unbekannt | Inconnu | Desconocido
Delete | None | Null | N/A | NA | Nan | Not available | No author | Author | Authors | Editor | Editors
Multiple authors | Several authors | Collectif | Diverse | Diverse Autoren | Verschiedene | Varios
Varios autores | Autores varios | AA.VV. | AA VV | VV.AA. | VV AA | V.A. | Autori vari | Et al | And others
Undefined | Test | S.n. | 佚名 | Неизвестен | Коллектив авторов
"""
_PSEUDO: Final = frozenset(fold(name) for name in ("", *re.split(r"[|\n]", _NOBODY)))
_ROLE: Final = re.compile(r"\s*[(\[](?P<role>[^)\]]*)[)\]]\s*")
_DATES: Final = re.compile(
    r",?\s*(?:ca?\.?\s*|b\.\s*|d\.\s*)?\d{3,4}\??\s*[-\u2013]?\s*(?:\d{4})?\.?\s*$|,?\s*fl\.\s*\d{4}.*$"
)
_ROMANISED: Final = ("\u02b9", "\u02ba", "\u012d", "\ufe20")
# Soft and hard sign, short i and the ligature of the romanisation that library catalogues use.
_CJK: Final = re.compile(r"^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\s]+$")
_MANY_INITIALS = 4
_MANY_CONSONANTS = 5
_WHOLE_NAME = 2
_OMITTED = 2
_SHORT_GIVEN, _LONG_GIVEN = 3, 6
_RUN: Final = re.compile(r"\b[A-Z]{2,3}\b")
_CORPORATE: Final = word_set(
    "publishing publishers press inc ltd llc company corp corporation university society association institute "
    "committee department office bureau council foundation museum library staff group games magazine ministry congress "
    "survey services",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A name taken apart: as written (`..._text`, for citing) and folded (for comparing).

    `family` includes its particles ("le guin"); initials are words of one letter in `given`. `corporate` is True for an
    organisation, whose whole name is its family name.
    """

    given_text: str = ""
    family_text: str = ""
    suffix_text: str = ""
    given: tuple[str, ...] = ()
    family: tuple[str, ...] = ()
    suffix: str = ""
    corporate: bool = False

    @property
    def display(self) -> str:
        """The name in natural order."""
        return " ".join(part for part in (self.given_text, self.family_text, self.suffix_text) if part)

    @property
    def core(self) -> str:
        """The surname without particles: what two spellings of a person always share."""
        return self.family[-1] if self.family else ""

    @property
    def tokens(self) -> tuple[str, ...]:
        """All folded words but the suffix."""
        return self.given + self.family


@lru_cache(maxsize=65536)
def parse_name(text: str) -> Name:
    """Takes a name apart: "Last, First", "First Last", particles, suffixes, initials; roles and dates are taken off."""
    bare = " ".join(_DATES.sub("", _ROLE.sub(" ", text)).split()).strip(" ,;")
    if _is_corporate(bare):
        return Name(family_text=bare, family=tuple(fold(bare).split()), corporate=True)
    parts = [part.strip() for part in bare.split(",") if part.strip()]
    endings = [part for part in parts[1:] if _is_suffix(part)]
    parts = [part for part in parts if part not in endings]
    given, family = _inverted(parts[0], " ".join(parts[1:])) if len(parts) > 1 else _natural("".join(parts))
    while len(family) > 1 and fold(family[-1]) in SUFFIXES:
        endings.insert(0, family.pop())
    while len(given) > 1 and fold(given[-1]) in SUFFIXES:
        endings.insert(0, given.pop())
    return _name(given, family, endings)


def is_nobody(text: str) -> bool:
    """True for names that stand for no person: "Various", "Anonymous", "delete", nothing at all."""
    return fold(text) in _PSEUDO


@lru_cache(maxsize=65536)
def same_author(one: str, other: str) -> float:
    """How sure it is that two names are one person: 1.0 the same words, less for initials and omissions, 0.0 different.

    "J.K. Rowling", "J. K. Rowling" and "Rowling, JK" are the same; "John P. Strelecky" and "John Strelecky" agree
    (0.9); "John P." and "John Q." do not. One-word names must be equal as they stand. Pseudo-authors are the same as
    nobody.
    """
    if is_nobody(one) or is_nobody(other):
        return 0.0
    if spellings(one) & spellings(other):
        return 1.0
    return _compare(parse_name(one), parse_name(other))


def asked_author(asked: str, author: str) -> float:
    """How well an author fits the name that a visitor gave, who may give the surname alone or misspell it; 0.0 is not
    at all.
    """
    sure = same_author(asked, author)
    if sure or is_nobody(asked) or is_nobody(author):
        return sure
    want, have = parse_name(asked), parse_name(author)
    if not want.given and want.family and want.family == have.family[-len(want.family) :]:
        return 0.9
    if have.tokens[-len(want.tokens) :] == want.tokens:
        return 0.9  # "garcia marquez", "guin"
    if not want.given and len(skeleton(want.core)) >= _MANY_CONSONANTS and skeleton(want.core) == skeleton(have.core):
        return 0.85  # "dostoevskij"
    return _in_other_letters(want, have) or _misspelt(want, have)


def without_owner(title: str, authors: Sequence[str]) -> str:
    """The title without its author before it: "The Vampire Lestat" of "Anne Rice's the Vampire Lestat".

    Who else is named so is no author: "Bram Stoker's Dracula" by Harold Bloom keeps its title.
    """
    owner, mark, rest = title.replace("\u2019", "'").partition("'s ")
    if not mark or not rest.strip():
        return title
    theirs = (name for author in authors for name in (fold(parse_name(author).display), parse_name(author).core))
    return rest if fold(owner) in theirs else title


def author_key(name: str) -> str:
    """The folded surname under which all spellings of a name that `same_author` may join are filed; "" for nobody."""
    if is_nobody(name):
        return ""
    core = parse_name(name).core
    return skeleton(respelt_surname(core).replace("q", "ch") or core) or core


@lru_cache(maxsize=65536)
def otherwise_spelt(one: str, other: str) -> bool:
    """True for one Russian surname in two spellings, or with two first names that begin alike: "Leo" and "Lev Tolstoy".

    A hint, no proof: only beside a shared title it tells one person.
    """
    mine, yours = parse_name(one), parse_name(other)
    surname = respelt_surname(mine.core)
    if not surname or surname != respelt_surname(yours.core) or not (mine.given and yours.given):
        return False
    return not surname.endswith("in") and mine.given[0][0] == yours.given[0][0]


def _compare(one: Name, other: Name) -> float:
    if not one.family or not other.family or _suffixes_differ(one, other):
        return 0.0
    if one.corporate or other.corporate or _cjk(one):
        return float(_joined(one) == _joined(other))
    return _compare_people(one, other)


def _compare_people(one: Name, other: Name) -> float:
    if one.family == other.family and one.given == other.given:
        return 1.0
    if sorted(one.tokens) == sorted(other.tokens) and len(one.tokens) > 1:
        return 0.95
    if _families_agree(one, other):
        return _givens_agree(one.given, other.given) or _other_script(one, other)
    return _other_script(one, other) or _otherwise_romanised(one, other)


def _suffixes_differ(one: Name, other: Name) -> bool:
    return bool(one.suffix and other.suffix and one.suffix != other.suffix)


def _families_agree(one: Name, other: Name) -> bool:
    if one.family == other.family:
        return True
    if not one.given or not other.given:
        return False  # a single word is a whole name: "Herbert" is not every Herbert
    if _without_particles(one.family) == _without_particles(other.family):
        return True
    return _double_surname(one, other) or _double_surname(other, one)


def _double_surname(longer: Name, shorter: Name) -> bool:
    """As "García Márquez, Gabriel" against "Gabriel García Márquez", whose middle word was taken for a given name."""
    return len(longer.family) > 1 and longer.tokens == shorter.tokens


def _without_particles(family: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in family if word not in PARTICLES) or family


def _givens_agree(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    if one == other:
        return 1.0
    if not one or not other:
        return 0.0
    if _same_initials(one, other):
        return 0.97
    short, long = sorted((one, other), key=len)
    if not _alike(short[0], long[0]) or len(long) > len(short) + _OMITTED:
        return 0.0
    rest = iter(long[1:])
    if not all(any(_alike(word, against) for against in rest) for word in short[1:]):
        return 0.0
    spelled_out = all(len(a) > 1 and len(b) > 1 for a, b in zip(short[:1], long[:1], strict=True))
    return 0.9 if spelled_out else 0.8


def _same_initials(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """As "jrr" against "j r r"; "jk" against "j k"."""
    return any(
        len(a) == 1 and 1 < len(a[0]) <= _MANY_INITIALS and len(b) > 1 and a[0] == "".join(word[0] for word in b)
        for a, b in ((one, other), (other, one))
    )


def _alike(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) == 1 and one[0] == other[0])


def _other_script(one: Name, other: Name) -> float:
    if _latin(one) == _latin(other) and _romanised(one) == _romanised(other):
        return 0.0
    mine, yours = ([skeleton(word) for word in name.tokens] for name in (one, other))
    if not all(mine) or not all(yours) or min(len(mine), len(yours)) < _WHOLE_NAME:
        return 0.0
    if sorted(mine) == sorted(yours):
        return 0.75
    return 0.7 if mine[-1] == yours[-1] and mine[0][0] == yours[0][0] else 0.0


def _otherwise_romanised(one: Name, other: Name) -> float:
    """As "Fyodor Dostoyevsky" and "Fiodor Mihailovich Dostoevskii": surname and first name have the same consonants.

    Only for surnames with many of them, written differently: "Robert Jordan" is not "Roberta Jordan".
    """
    mine, yours = skeleton(one.core), skeleton(other.core)
    if mine != yours or len(mine) < _MANY_CONSONANTS or not one.given or not other.given:
        return 0.0
    first, second = skeleton(one.given[0]), skeleton(other.given[0])
    return 0.7 if first == second and len(first) >= _WHOLE_NAME else 0.0


def _in_other_letters(want: Name, have: Name) -> float:
    """A Russian surname as another language writes it, alone or with a first name that begins alike."""
    mine = respelt_surname(want.core)
    if not mine or want.core == have.core or mine != respelt_surname(have.core):
        return 0.0
    return 0.85 if not want.given or (have.given and want.given[0][0] == have.given[0][0]) else 0.0


def _misspelt(want: Name, have: Name) -> float:
    if want.core == have.core and want.given and have.given:
        return 0.6 if _nearly_given(want.given[0], have.given[0]) else 0.0
    allowed = min(2, slips_allowed(len(want.core)))
    if not want.core or not allowed or want.core[0] != have.core[:1] or slips(want.core, have.core, allowed) is None:
        return 0.0
    return 0.6 * (_givens_agree(want.given, have.given) if want.given and have.given else 0.9)


def _nearly_given(one: str, other: str) -> bool:
    """As "ann" and "anne", "stephen" and "steven": the beginning is the same and a letter more or less; two of many."""
    short, long = sorted((one, other), key=len)
    if len(short) < _SHORT_GIVEN or len(short) == len(long) or one[0] != other[0]:
        return False
    return slips(one, other, 1 if len(long) < _LONG_GIVEN else 2) is not None


def _is_corporate(text: str) -> bool:
    tokens = fold(text).split()
    if len(tokens) <= 1:
        return False
    if any(token in _CORPORATE for token in tokens) or " & " in text:
        return True
    if "," in text:
        return False
    if ". " in text and len(tokens) >= _MANY_INITIALS and text.endswith("."):
        return True  # "United States. Congress. House."
    return bool({"for", "and"} & set(tokens)) or ("of" in tokens and len(tokens) >= _MANY_INITIALS)


def _is_suffix(text: str) -> bool:
    return bool(text) and all(token in SUFFIXES for token in fold(text).split())


def _inverted(last: str, first: str) -> tuple[list[str], list[str]]:
    """Given and family words of "Gogh, Vincent van"."""
    given = first.split()
    trailing = len(given)
    while trailing > 1 and fold(given[trailing - 1]) in PARTICLES and given[trailing - 1].islower():
        trailing -= 1
    return given[:trailing], given[trailing:] + last.split()


def _natural(text: str) -> tuple[list[str], list[str]]:
    """Given and family words of "Vincent van Gogh", "Martin Luther King Jr."; a single word is a family name."""
    words = text.split()
    end = len(words)
    while end > _WHOLE_NAME and fold(words[end - 1]) in SUFFIXES:
        end -= 1
    start = max(end - 1, 0)
    while start and fold(words[start - 1]) in PARTICLES and (start > 1 or end <= _WHOLE_NAME):
        start -= 1
    return words[:start], words[start:]


def _name(given: list[str], family: list[str], endings: list[str]) -> Name:
    return Name(
        given_text=" ".join(given),
        family_text=" ".join(family),
        suffix_text=" ".join(endings),
        given=_given(" ".join(given), spread=not "".join(family).isupper()),
        family=tuple(fold(" ".join(family)).split()),
        suffix=_suffix(endings),
    )


def _given(text: str, *, spread: bool) -> tuple[str, ...]:
    """Folded given names with runs of capitals ("JRR") taken apart into initials, and forms of address dropped."""
    dotted = text.replace(".", ". ")
    tokens = tuple(fold(_RUN.sub(_spread, dotted) if spread else dotted).split())
    while tokens and tokens[0] in _TITLES:
        tokens = tokens[1:]
    return tokens


def _spread(match: re.Match[str]) -> str:
    word = match[0]
    return word if fold(word) in SUFFIXES else " ".join(word)


def _suffix(endings: list[str]) -> str:
    known = [token for ending in endings for token in fold(ending).split() if token not in _DEGREES]
    return _SAME_SUFFIX.get(known[0], known[0]) if known else ""


def _joined(name: Name) -> str:
    return "".join(name.tokens)


def _cjk(name: Name) -> bool:
    return bool(_CJK.match(name.display))


def _romanised(name: Name) -> bool:
    """True for a Cyrillic name as libraries write it in Latin letters, with signs for what Latin lacks."""
    return any(mark in name.display for mark in _ROMANISED)


def _latin(name: Name) -> bool:
    return fold(name.display)[:1].isascii()
