"""A statement and then a wish that adds nothing: "My daughter loves horses. What books would you suggest?".

The wish at the end is empty ("any ideas?"), so what is wanted stands in the statement before it: an interest, a book
that was liked, or simply a title.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from archivist.librarian.reading.text import capitalised, letters_lower
from archivist.librarian.reading.vocabulary import word_set

Sort = Literal["interest", "liked", "author", "asked", "named"]

_CLOSING = re.compile(
    r"^(?P<said>.*?\S)\s*[.,;:!?\u2013\u2014-]+\s+(?P<closing>(?:and |so |but |now )*(?:what|"
    r"which|any|anything|something|do|have|got|recommend|suggest|show|give|find|is|"
    r"are|"
    r"help|where|could|can|would|please|i|looking|more|ideas|thoughts|suggestions|"
    r"recommendations|books|similar)\b[^.!?]*[.!?\s]*)$",
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
    then after today tonight where in same vein alike author writer written write wrote by he she they works work
    """
)
_ABOUT_IT = re.compile(
    r"^(?P<said>.+?)\s*[.,;:!?]+\s+"
    r"(?P<question>(?:so |and |but )?(?:what|who|when|how|is|should|do|does|tell|any)\b"
    r"[^.!?,]*\b(?:it|that|this)\b(?! (?:author|writer))[^.!?,]*)[.?!\s]*$",
    re.IGNORECASE | re.DOTALL,
)
_NO_WISH = re.compile(r"\bwhat (?:should|can|could|shall|do) (?:i|we) do\W*$", re.IGNORECASE)
_LIKENESS = re.compile(
    (
        r"\b(?:similar|alike|like (?:it|this|that|these|those)|along (?:the same|those|"
        r"these|similar) lines|more of (?:it|the same|that)|in (?:the|a) same vein)\b"
    ),
    re.IGNORECASE,
)
WORKS = re.compile(
    (
        r"\b(?:written|write|wrote|by (?:him|her|them)|(?:his|her|their) (?:other )?(?:books|"
        r"novels|works)|(?:this|that|same) (?:author|writer))\b"
    ),
    re.IGNORECASE,
)
_SOMEBODY = r"(?:i|we|she|he|they|my|our|the|someone|somebody)(?:'m|'s|'re|'ve)?(?: \w+){0,3}?"
_BE = r"(?:am|is|are|was|'m|be|been|'s|'re)\s+(?:really |very |quite |so |deeply |all |just )?"
_KEEN = (
    r"(?:interested in|obsessed with|fascinated (?:by|with)|fond of|crazy about|keen on|mad about|passionate about|"
    r"curious about|learning(?: about)?|studying|researching|reading up on|teaching(?: a class on)?|travelling to|"
    r"going to|working on|(?:have|has|had|need|needs|must) (?:to )?(?:write|give|prepare|do) (?:an? |my |some "
    r")?(?:\w+ )?(?:on|about)|(?:writing|preparing|planning) (?:a |an |my |some )?(?:\w+ )?(?:on|about))"
)
_INTO = rf"(?:(?:{_BE})?{_KEEN}|{_BE}into|wants? to (?:know|learn|read)(?: more)? about)"
_INTEREST = re.compile(rf"^{_SOMEBODY}\s*{_INTO}\s+(?P<what>.+)$", re.IGNORECASE)
_FOR_SOMEBODY = re.compile(
    r"^.*\b(?:gift|present|something|book|books|anything)\s+for\s+(?:(?:a|an|my|our|some)\s+)?[\w-]+\s+who(?:'s| "
    r"is| are)?\s+"
    r"(?:really\s+)?(?:likes?|loves?|enjoys?|into|interested in|mad about|obsessed with|keen on)\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_FONDNESS = re.compile(
    (
        rf"^{_SOMEBODY}\s+(?:(?:really|absolutely|just|quite|also|always) )*(?:loves?|"
        r"likes?|enjoys?|adores?)\s+(?P<what>.+)$"
    ),
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"^(?P<what>.+?)\s+(?:is|was|were|are|has been)\s+(?:(?:such|really|just|so|absolutely|"
    r"quite|truly|one of|an?|the|my|very|pretty|simply)\s+)*"
    r"(?:amazing|great|wonderful|fantastic|brilliant|excellent|good|awesome|superb|"
    r"lovely|perfect|outstanding|favou?rites?|best|masterpiece|joy|delight|blast|"
    r"fun|"
    r"(?:great|good|wonderful|lovely|fantastic) (?:book|read|novel|story))(?:\s+(?:book|"
    r"read|novel|books?|ever|i've read|of mine|so far|in years).*)?$",
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
    interest = _INTEREST.match(said) or _FOR_SOMEBODY.match(said)
    if interest and not interest["what"].casefold().startswith(("find", "read ")):
        return Statement("interest", interest["what"])
    return _before_wish(said, match["closing"], text) if match and closed else None


def _before_wish(said: str, closing: str, text: str) -> Statement:
    fondness, praise = _FONDNESS.match(said), _PRAISE.match(said)
    if WORKS.search(closing):
        return Statement("author", fondness["what"] if fondness else said)
    if fondness:
        return Statement("liked" if _has_title(fondness["what"], text) else "interest", fondness["what"])
    if praise:
        return Statement("liked", praise["what"])
    return Statement("liked" if _LIKENESS.search(closing) else "named", said)


def _is_empty(closing: str) -> bool:
    words = (word.strip(".,;:!?'\"") for word in closing.casefold().split())
    return all(word in _EMPTY_WORDS for word in words if word)


def _has_title(what: str, text: str) -> bool:
    return not letters_lower(text) and any(capitalised(word) for word in what.split())
