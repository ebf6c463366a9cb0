"""Subjects in a question, as a catalogue would call them."""

from __future__ import annotations

import re

from archivist.librarian.reading.headings import heading
from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.vocabulary import any_of, phrase_set, word_set

MOST = 3
"""Subjects that are asked for together; each more makes an empty answer likelier."""

_LONGEST_WORDS = 4
_AND = any_of("and also, as well as, and, und, plus, meets, versus, vs, vs., et, y, e, with both, &, +")
_SPLIT = re.compile(rf"\s*(?:,\s*(?:and|or|with|und|mit|et|avec|y|e|con)\s+|,|;|\s+{_AND}\s+)\s*")
_NO_LIFE = r"(?<=[a-zäöüß])(?<!life)(?<!leben)(?<!vida)(?<!vita)"
_DURING = any_of("during, during the, während, pendant, durante")
_IN_PLACE = re.compile(rf"{_NO_LIFE} (?:set )?(?:in|en) (?:(?:the|der|den|la|los) )?(?=[A-Z])| {_DURING} ")
"""A place is a subject of its own: "war in Russia"."""
_WITH = re.compile(r"\s+(?:with|mit|avec|con)\s+", re.IGNORECASE)
_SHORT = 2
_LEADING = Phrases(
    """
    something|anything|etwas|quelque chose de|algo|qualcosa di
    [all] about|on|all|any|some|both|either
    the (topic|topics|subject|subjects|theme|themes|theory|theories|idea|ideas|concept|concepts) of
    (how|why) (to|people|we)
    (things|stuff|topics|subjects) like
    life in|people who|someone who
    a|an|the|das|die|der|den|dem|le|la|les|l'|un|une|el|los|las|il|lo|gli|i
    """
)
_TRAILING = Phrases(
    """
    as [a|the|its|their] [main|central] {theme}
    (in general|in particular|too|as well|please|or so|and so on|etc|or similar)
    or something [like that]
    stuff|things|theme|themes|topic|topics
    (für|pour|para|per) {a} {task}
    (for|over|on|für|pour|para|per) [a|the|my|our|this|den|les|las|le] [long] {holiday}
    i can read|to read|for me|you have|in (it|them)
    for (school|class|college|work|university|a friend|my *|(a|an) (essay|paper|class|project))
    (play|plays|has|have) (a|an) [*] (role|part)
    is (important|central|a theme)
    """,
    {
        "theme": "theme|themes|topic|topics|subject|subjects",
        "a": "ein|eine|einen|un|une|una|mein|meine|meinen|meiner|mon|ma|mi|il mio|la mia",
        "holiday": "holiday|holidays|christmas|vacation|weekend|summer|beach|flight|urlaub|vacances|vacaciones|vacanze",
        "task": "*arbeit|referat|schule|aufsatz|exposé|devoir|mémoire|trabajo|tesis|clase|ricerca|tesi|tesina|esame",
    },
)
_SUFFIX = re.compile(r"-(?:themed|related|based|centred|centered|inspired)$")
_SAME = {
    "sci-fi": "science fiction",
    "scifi": "science fiction",
    "sci fi": "science fiction",
    "sf": "science fiction",
    "ya": "young adult",
    "funny": "humor",
    "humour": "humor",
    "humorous": "humor",
    "scary": "horror",
    "spooky": "horror",
    "ww2": "world war ii",
    "wwii": "world war ii",
    "ww1": "world war i",
    "ai": "artificial intelligence",
    "maths": "mathematics",
    "math": "mathematics",
    "philosophical": "philosophy",
    "romantic": "romance",
    "feminist": "feminism",
    "liebe": "love",
    "krieg": "war",
    "koch": "cooking",
    "kriminal": "crime",
    "historien": "history",
    "ww2 history": "world war ii",
    "dystopian": "dystopia",
    "utopian": "utopia",
    "economic": "economics",
    "political": "politics",
    "psychological": "psychology",
    "historical": "history",
    "religious": "religion",
    "scientific": "science",
    "detective fiction": "detective",
}
_GENRES = word_set(
    """
    fantasy horror romance poetry drama history biography philosophy psychology science cooking travel art music
    religion politics economics mathematics physics chemistry biology astronomy humor crime mystery thriller
    thrillers adventure mythology gardening photography architecture feminism sociology anthropology archaeology
    linguistics education law medicine business technology programming nature sports war westerns dystopia steampunk
    cyberpunk folklore
    """
)
_GENRE_PHRASES = phrase_set(
    """
    science fiction, historical fiction, time travel, magical realism, young adult, true crime, self help, self-help,
    world war ii, urban fantasy, epic fantasy, high fantasy, hard science fiction, space opera, detective fiction,
    crime fiction, literary fiction, fairy tales, short stories, artificial intelligence, world history, art history,
    ghost stories, graphic novels, cosy mystery, cozy mystery, gothic fiction
    """
)
_EMPTY = word_set(
    "the a an of in on to for and or that which is are was were be it its his her their my your who what where"
)


def subject(text: str) -> str:
    """One subject without articles, fillers and quotation, with common short forms written out ("sci-fi")."""
    text = text.strip(" .,;:!?\"'")
    before = None
    while text != before:
        before = text
        text = text.removeprefix(_LEADING.start_of(text, " "))
        text = text.removesuffix(_TRAILING.end_of(text, " ")).strip(' .,;:!?"')
    text = _SUFFIX.sub("", text)
    folded = text.casefold()
    return _SAME.get(folded) or heading(folded) or text


def subjects(text: str) -> tuple[str, ...]:
    """The subjects of a list such as "love, war and exile", each once, at most `MOST`; empty when it is a story."""
    parts = _SPLIT.split(_IN_PLACE.sub(", ", text))
    if len(parts) == 1 and max(map(len, map(str.split, _WITH.split(text)))) <= _SHORT:
        parts = _WITH.split(text)
    found = tuple(dict.fromkeys(filter(None, map(subject, parts))))
    if any(len(one.split()) > _LONGEST_WORDS for one in found):
        return ()
    return found[:MOST]


def content_words(text: str) -> tuple[str, ...]:
    """The words of a described story that can be searched for, in order."""
    words = (word.strip(".,;:!?\"'()") for word in text.split())
    return tuple(dict.fromkeys(word for word in words if len(word) > _SHORT and word.casefold() not in _EMPTY))


def is_genre(text: str) -> bool:
    """True for words that name a kind of book rather than one book ("science fiction", "poetry")."""
    folded = " ".join(text.casefold().split())
    folded = _SAME.get(folded, folded)
    return folded in _GENRES or folded in _GENRE_PHRASES or folded in _SAME.values()
