"""A statement and then a wish that adds nothing: "My daughter loves horses. What books would you suggest?".

The wish at the end is empty ("any ideas?"), so what is wanted stands in the statement before it: an interest, a book
that was liked, or simply a title.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.purposes import ASKING
from archivist.librarian.reading.text import capitalised, letters_lower
from archivist.librarian.reading.vocabulary import any_of, word_set

Sort = Literal["interest", "liked", "author", "asked", "named"]

_WISHING = any_of(
    """
    what, which, any, anything, something, do, have, got, recommend, suggest, show, give, find, is, are, help, where,
    could, can, would, please, i, looking, more, ideas, thoughts, suggestions, recommendations, books, similar,
    when, who, how, isbn, pages, published, first, reviews, rating, plot, summary
    """
)
_CLOSING = re.compile(
    rf"^(?P<said>.*?\S)\s*[.,;:!?\u2013\u2014-]+\s+(?P<closing>(?:and |so |but |now )*{_WISHING}\b[^.!?]*[.!?\s]*)$",
    re.IGNORECASE | re.DOTALL,
)
_EMPTY_WORDS = word_set(
    """
    what which any anything something some books book novels novel reads read reading titles title would could
    should can will might you i me we us recommend suggest have has got do does know there are is be was to look at
    good great similar it them this that these those for of on about like along the lines a an next else other another
    others more please thanks help find ideas idea tips suggestions suggestion recommendations recommendation
    thoughts interesting now so and but try pick get give show i'd you'd i'm want need looking her him his their my
    our with up out from ones one best advise consult study use start literature stuff enjoy love liked just also
    then after today tonight where in same vein alike author writer written write wrote by he she they works work suit
    suits fit fits
    """
)
_ASKING = any_of("what, who, when, how, is, should, do, does, tell, any")
_IT = r"\b(?:it|that|this)\b(?! (?:author|writer))"
_ABOUT_IT = re.compile(
    rf"^(?P<said>.+?)\s*[.,;:!?]+\s+(?P<question>(?:so |and |but )?{_ASKING}\b[^.!?]*{_IT}[^.!?,]*)[.?!\s]*$",
    re.IGNORECASE | re.DOTALL,
)
_NO_WISH = re.compile(r"\bwhat (?:should|can|could|shall|do) (?:i|we) do\W*$", re.IGNORECASE)
_LIKENESS = Phrases(
    """
    similar|alike
    like (it|this|that|these|those)
    along (the same|those|these|similar) lines
    more of (it|the same|that)
    in (the|a) same vein
    """
)
WORKS = Phrases(
    """
    written|write|wrote
    by (him|her|them)
    (his|her|their) [other] (books|novels|works)
    (this|that|same) (author|writer)
    """
)
_WHO = any_of("i, we, she, he, they, my, our, the, someone, somebody")
_SOMEBODY = rf"{_WHO}(?:'m|'s|'re|'ve)?(?: \w+){{0,3}}?"
_MUCH = any_of("really, very, quite, so, deeply, all, just")
_AM = any_of("am, is, are, was, 'm, be, been, 's, 're")
_BE = rf"{_AM}\s+(?:{_MUCH} )?"
_WORK = any_of("writing, preparing, planning, write, give, prepare, do")
_MUST = any_of("have, has, had, need, needs, must")
_KEEN_ON = any_of(
    """
    interested in, obsessed with, fascinated by, fascinated with, fond of, crazy about, keen on, mad about,
    passionate about, curious about, learning, learning about, studying, researching, reading up on, teaching,
    teaching a class on, travelling to, going to, working on
    """
)
_KEEN = rf"(?:{_KEEN_ON}|(?:{_MUST} (?:to )?)?{_WORK} (?:an? |my |some )?(?:\w+ )?(?:on|about))"
_INTO = rf"(?:(?:{_BE})?{_KEEN}|{_BE}into|wants? to (?:know|learn|read)(?: more)? about)"
_INTEREST = re.compile(rf"^{_SOMEBODY}\s*{_INTO}\s+(?P<what>.+)$", re.IGNORECASE)
_PRESENT = r"\b(?:gift|present|something|books?|anything)\s+for\s+(?:(?:an?|my|our|some)\s+)?[\w-]+"
_LIKES = any_of("like, likes, love, loves, enjoy, enjoys, into, interested in, mad about, obsessed with, keen on")
_FOR_SOMEBODY = re.compile(
    rf"^.*{_PRESENT}(?:\s+who|,? (?:s?he|they))(?:'s| is| are)?\s+(?:really\s+)?{_LIKES}\s+(?P<what>.+)$", re.IGNORECASE
)
_MINE = any_of(
    "mein, meine, unser, unsere, mon, ma, notre, mi, nuestro, nuestra, mio, mia, il mio, la mia, nostro, nostra"
)
_LOVES = any_of("liebt, mag, aime, adore, adora, ama, le gusta, le gustan, piace, piacciono")
_MINE_LOVES = re.compile(rf"^{_MINE} [\w-]+ {_LOVES} (?P<what>[^,.;:!?]+)[,.;:!?].+$", re.IGNORECASE)
"""Somebody's interest with a wish after it: "meine Tochter liebt Pferde, was passt?"."""
_I_DO = any_of("ich, je, j', estoy, hago, preparo, tengo que, devo, sto, scrivo, faccio")
_A_PIECE = r"(?:eine?n?|mein\w*|une?|una|mon|ma|mi|la mia|il mio)"
_ON = any_of("über, zu, zum thema, sur, sobre, su, sul, sui, sulla")
_TASK = re.compile(rf"^{_I_DO}\s?(?:[\w-]+ ){{0,2}}?{_A_PIECE} [\w-]+ {_ON} (?P<what>.+)$", re.IGNORECASE)
"""A piece of work about something: "ich schreibe eine Hausarbeit über Wale"."""
_NEED = any_of(
    "need, want, am looking, could use, brauche, suche, cherche, ai besoin, necesito, busco, cerco, ho bisogno"
)
_AND_NEED = re.compile(rf",? (?:and|und|et|y|e) (?:i |we |je |j')?{_NEED}\b.*$", re.IGNORECASE)
_TRULY = any_of("really, absolutely, just, quite, also, always")
_LOVE = any_of("love, loves, like, likes, enjoy, enjoys, adore, adores")
_FONDNESS = re.compile(rf"^{_SOMEBODY}\s+(?:{_TRULY} )*{_LOVE}\s+(?P<what>.+)$", re.IGNORECASE)
_IS = any_of("is, was, were, are, has been")
_VERY = any_of("such, really, just, so, absolutely, quite, truly, one of, a, an, the, my, very, pretty, simply")
_GREAT = any_of(
    """
    amazing, great, wonderful, fantastic, brilliant, excellent, good, awesome, superb, lovely, perfect, outstanding,
    favorite, favorites, favourite, favourites, best, masterpiece, joy, delight, blast, fun
    """
)
_BOOK = any_of("book, books, read, novel, story, ever, i've read, of mine, so far, in years")
_PRAISE = re.compile(
    rf"^(?P<what>.+?)\s+{_IS}\s+(?:{_VERY}\s+)*{_GREAT}(?:\s+{_BOOK}.*)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """What was said before an empty wish: an interest in a subject, a book that was liked, or just a name.

    `asked` is a name before a question about it, which is then `question` ("Dune. What is it about?").
    """

    sort: Sort
    what: str
    question: str = ""


def statement_in(text: str) -> Statement | None:
    """The statement before an empty wish; an interest needs no wish after it when it is said in full."""
    about = _ABOUT_IT.match(text)
    if about:
        return Statement("asked", about["said"].strip(" .,;:!?"), about["question"])
    match = None if _NO_WISH.search(text) else _CLOSING.match(text)
    closed = match is not None and _is_empty(match["closing"])
    said = (match["said"] if match and closed else text).strip(" .,;:!?\u2013\u2014-")
    interest = _INTEREST.match(said) or _FOR_SOMEBODY.match(said) or _MINE_LOVES.match(text) or _TASK.match(said)
    if interest and not interest["what"].casefold().startswith(("find", "read ")):
        return Statement("interest", _AND_NEED.sub("", interest["what"]))
    return _before_wish(said, match["closing"], text) if match and closed else None


def _before_wish(said: str, closing: str, text: str) -> Statement:
    fondness, praise = _FONDNESS.match(said), _PRAISE.match(said)
    if WORKS.stand_in(closing):
        return Statement("author", fondness["what"] if fondness else said)
    if fondness:
        return Statement("liked" if _has_title(fondness["what"], text) else "interest", fondness["what"])
    if praise:
        return Statement("liked", praise["what"])
    return Statement("liked" if _LIKENESS.stand_in(closing) else "named", said)


def _is_empty(closing: str) -> bool:
    words = (word.strip(".,;:!?'\"") for word in closing.casefold().split())
    return all(word in _EMPTY_WORDS or word in ASKING for word in words if word)


def _has_title(what: str, text: str) -> bool:
    return not letters_lower(text) and any(capitalised(word) for word in what.split())
