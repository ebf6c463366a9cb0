"""What is clearly not about books.

A title may sound like chatter ("The Weather in Berlin", "What If?"), so a rule needs the form of a request or question
in ordinary sentence case, and a question that mentions books is never chatter. In doubt we search.
"""

from __future__ import annotations

import re

from archivist.librarian.reading.chatter_words import ALWAYS, BOOKISH, UNLESS_BOOKISH
from archivist.librarian.reading.errands import is_errand
from archivist.librarian.reading.text import is_mark, title_case, tokens

_SHORT, _SENTENCE = 2, 4
_SHORT_TALK = re.compile(
    r"^(?:hi|hello|hey|thanks|thank you|bye|ok|okay|cool|great|nice|wow|test|lol|haha)\b", re.IGNORECASE
)
_AUXILIARY = r"(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|shall|must|am|might|'s|'re)"
_OPEN_QUESTION = re.compile(
    rf"^(?:who|what|which|when|where|why|how|whose)(?:'s\b|'re\b|(?:\s+[\w-]+){{0,2}}?\s+{_AUXILIARY}\b)"
)
_CLOSED_QUESTION = re.compile(rf"^{_AUXILIARY}\s+(?:it|this|that|my|your|the|an?|any|we|[a-z]+ing)\b")
_MADE_THING = re.compile(
    r"^(?:made|make|play|draw|paint|flip|roll|toss|delete|erase|take|repeat|explain|"
    r"sing|buy|sell|count|spell|guess|hack|order|pay|"
    r"let's|stop|say|act|entertain|forget|imagine|generate|pick|throw|calm|cheer|wake|drive|solve|help)\s+"
    r"(?:me|us|my|your|an?|the|some|any|to|this|that|these|all|up|off|on|everything|play|as)\b"
)
_RUN = re.compile(r"\s(?!I )[A-Z][\w'-]*\s(?:(?:of|the|a|in|and|to|on|for|de|la)\s)*[A-Z]")
_FEELING = re.compile(
    r"^i(?:'m| am| feel)\s+(?:so |very |really |a bit )?(?:bored|sad|tired|hungry|"
    r"cold|ill|sick|lonely|happy|angry|stressed|drunk)\b"
)


def is_clearly_chatter(text: str) -> bool:
    """True for what no question about a book looks like, whatever else it says."""
    return any(rule.search(text) for rule in ALWAYS)


def is_chatter(text: str) -> bool:
    """True when a question that has no frame of a book question is about something else."""
    if BOOKISH.search(text) or any(map(is_mark, text)):
        return False
    if title_case(text) and len(text.split()) > _SHORT and not _SHORT_TALK.match(text):
        return False
    return is_errand(text) or any(rule.search(text) for rule in UNLESS_BOOKISH)


def is_talk(text: str) -> bool:
    """True for a whole sentence in sentence case that asks or orders something, though no rule knows what about.

    Titles are typed in title case or all in lower case; "Why is the sky blue?" is neither.
    """
    if BOOKISH.search(text) or any(map(is_mark, text)) or not _sentence_case(text):
        return False
    folded = text.casefold()
    if _MADE_THING.match(folded) or _FEELING.match(folded):
        return True
    asks = text.rstrip().endswith("?") and len(tokens(text)) >= _SENTENCE and not _names_something(text)
    return asks and bool(_OPEN_QUESTION.match(folded) or _CLOSED_QUESTION.match(folded))


def _names_something(text: str) -> bool:
    """True for two capitals in a row inside the sentence: "Where do you keep Arrow of God?"."""
    return _RUN.search(text) is not None


def _sentence_case(text: str) -> bool:
    rest = tokens(text)[1:]
    return text[:1].isupper() and not title_case(text) and sum(word[0].islower() for word in rest) >= _SHORT
