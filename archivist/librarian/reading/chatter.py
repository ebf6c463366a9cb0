"""What is clearly not about books.

A title may sound like chatter ("The Weather in Berlin", "What If?"), so a rule needs the form of a request or question
in ordinary sentence case, and a question that mentions books is never chatter. In doubt we search.
"""

from __future__ import annotations

import re
from itertools import pairwise

from archivist.librarian.reading.chatter_words import (
    BOOKISH,
    CODE,
    NEVER_A_BOOK_QUESTION,
    NEVER_IN_A_BOOK_QUESTION,
    SELDOM_A_BOOK_QUESTION,
    SELDOM_IN_A_BOOK_QUESTION,
    SUM,
    SUM_LEADS,
)
from archivist.librarian.reading.errands import is_errand
from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.text import is_mark, title_case, tokens
from archivist.librarian.reading.vocabulary import word_set

_SHORT, _SENTENCE = 2, 4
_SHORT_TALK = Phrases("hi|hello|hey|thanks|thank you|bye|ok|okay|cool|great|nice|wow|test|lol|haha")
_QUESTION = Phrases(
    """
    (who|what|which|when|where|why|how|whose) [*] [*] {is}
    {is} (it|this|that|my|your|the|a|an|any|we|*ing)
    """,
    {"is": "is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|shall|must|am|might|'s|'re"},
)
_ORDER = Phrases(
    """
    {do} (me|us|my|your|a|an|the|some|any|to|this|that|these|all|up|off|on|everything|play|as)
    i ('m|am|feel) [so|very|really|a bit] {sad}
    """,
    {
        "do": "made|make|play|draw|paint|flip|roll|toss|delete|erase|take|repeat|explain|sing|buy|sell|count|spell|"
        "guess|hack|order|pay|let's|stop|say|act|entertain|forget|imagine|generate|pick|throw|calm|cheer|wake|drive|"
        "solve|help",
        "sad": "bored|sad|tired|hungry|cold|ill|sick|lonely|happy|angry|stressed|drunk",
    },
)
_BETWEEN = word_set("of the a in and to on for de la")
_GETS_NAMED = re.compile(r"\bget [A-Z]")


def is_clearly_chatter(text: str) -> bool:
    """True for what no question about a book looks like, whatever else it says."""
    return (
        NEVER_A_BOOK_QUESTION.begin(text)
        or NEVER_IN_A_BOOK_QUESTION.stand_in(text)
        or SUM.match(text.removeprefix(SUM_LEADS.start_of(text, " "))) is not None
        or CODE.search(text) is not None
    )


def is_chatter(text: str) -> bool:
    """True when a question that has no frame of a book question is about something else."""
    if _bookish(text) or _GETS_NAMED.search(text):
        return False
    if title_case(text) and len(text.split()) > _SHORT and not _SHORT_TALK.begin(text):
        return False
    return is_errand(text) or SELDOM_A_BOOK_QUESTION.begin(text) or SELDOM_IN_A_BOOK_QUESTION.stand_in(text)


def is_talk(text: str) -> bool:
    """True for a whole sentence in sentence case that asks or orders something, though no rule knows what about.

    Titles are typed in title case or all in lower case; "Why is the sky blue?" is neither.
    """
    if _bookish(text) or not _sentence_case(text):
        return False
    if _ORDER.begin(text):
        return True
    asks = text.rstrip().endswith("?") and len(tokens(text)) >= _SENTENCE and not _names_something(text)
    return asks and _QUESTION.begin(text)


def _bookish(text: str) -> bool:
    """True when the text mentions books, or has a title in quotation marks."""
    return BOOKISH.stand_in(text) or any(map(is_mark, text))


def _names_something(text: str) -> bool:
    """True for two capitals in a row inside the sentence: "Where do you keep Arrow of God?"."""
    telling = [word for word in text.split()[1:] if word not in _BETWEEN]
    return any(
        one[0].isupper() and one != "I" and one[-1].isalnum() and two[0].isupper() for one, two in pairwise(telling)
    )


def _sentence_case(text: str) -> bool:
    rest = tokens(text)[1:]
    return text[:1].isupper() and not title_case(text) and sum(word[0].islower() for word in rest) >= _SHORT
