"""The words of a question that are no talk: runs of capitals where capitals tell, else runs of content words."""

from __future__ import annotations

from dataclasses import dataclass

from archivist.librarian.reading.context import Context
from archivist.librarian.reading.talk_words import (
    ARTICLES,
    FOREIGN,
    IN_TITLES,
    OCCASIONS,
    PERHAPS,
    PLACES,
    SMALL_WORDS,
    STEMS,
    TALK,
)
from archivist.librarian.reading.text import capitalised, shouted, title_case

_EDGES = '.,;:!?()[]{}"…'
_ENDS_SENTENCE = (".", "!", "?", ";", ":", "…")
_PERHAPS = PERHAPS | OCCASIONS
_ABBREVIATED = 2
_STEM = 4
_SELF = frozenset({"I", "I'm", "I'd", "I've", "I'll"})
_ENGLISH = TALK - SMALL_WORDS
_FOREIGN = {code: words - SMALL_WORDS for code, words in FOREIGN.items()}
_AROUND = PLACES | IN_TITLES | {"my", "our"}


@dataclass(frozen=True, slots=True)
class Word:
    """A word as typed, folded for the lists, and whether a sentence begins with it."""

    typed: str
    bare: str
    first: bool

    @property
    def folded(self) -> str:
        """As the lists have it."""
        return self.bare.casefold()

    @property
    def capital(self) -> bool:
        """Whether it has a capital that the word "I" does not explain."""
        return capitalised(self.bare) and self.bare not in _SELF


@dataclass(frozen=True, slots=True)
class Remains:
    """Runs of words that are no talk, the words around them, and the word right before the first run.

    `capital` says that capitals told where the run is. `whole` is everything from the first run to the last where only
    words that titles are made of stand between them.
    """

    runs: tuple[str, ...]
    around: frozenset[str]
    before: str
    capital: bool
    whole: str


def remains(text: str, context: Context) -> Remains:
    """What is left of the text; where nothing is, what may be talk is left too."""
    words = _words(text)
    foreign = context.spoken in {"fr", "es", "it"}
    sure = _remains(words, _talk(words, context), goes_on=foreign)
    return sure if sure.runs else _remains(words, _talk(words, context, doubtful=False), goes_on=foreign)


def names_nothing(text: str, context: Context) -> bool:
    """True when every word is talk, or one of the small words between."""
    words = _words(text)
    return all(said or word.folded in SMALL_WORDS for word, said in zip(words, _talk(words, context), strict=True))


def _remains(words: list[Word], talk: list[bool], *, goes_on: bool) -> Remains:
    """`goes_on` where titles have one capital only: "La tregua" goes on through what is no talk."""
    loud = shouted(" ".join(word.typed for word in words))
    capital = not loud and any(word.capital and not said for word, said in zip(words, talk, strict=True))
    spans = _spans(words, _content(words, talk, capitals=capital))
    if capital and spans:
        start, end = max(spans, key=lambda span: span[1] - span[0])
        while goes_on and end < len(words) and not talk[end] and not words[end - 1].typed.endswith(_ENDS_SENTENCE):
            end += 1
        spans = [(start, end)]
    inside = {i for start, end in spans for i in range(start, end)}
    return Remains(
        runs=tuple(_typed(words[start:end]) for start, end in spans),
        around=frozenset(word.folded for i, word in enumerate(words) if i not in inside),
        before=words[spans[0][0] - 1].folded if spans and spans[0][0] else "",
        capital=capital,
        whole=_whole(words[spans[0][0] : spans[-1][1]], talk[spans[0][0] : spans[-1][1]]) if spans else "",
    )


def _whole(words: list[Word], talk: list[bool]) -> str:
    titular = all(word.folded in IN_TITLES for word, said in zip(words, talk, strict=True) if said)
    return _typed(words) if titular else ""


def _typed(words: list[Word]) -> str:
    return " ".join(word.typed for word in words).strip(" .,;:!?…")


def _content(words: list[Word], talk: list[bool], *, capitals: bool) -> list[bool]:
    """Which words a run is made of; where capitals tell, capitals and the numbers after them."""
    found: list[bool] = []
    for i, (word, said) in enumerate(zip(words, talk, strict=True)):
        small = word.folded in SMALL_WORDS and (not capitals or (word.first and not _capital_at(words, i + 1)))
        after = bool(found) and found[-1] and word.bare.isdecimal()
        found.append(not said and not small and (not capitals or word.capital or after))
    return found


def _capital_at(words: list[Word], place: int) -> bool:
    return place < len(words) and words[place].capital


def _spans(words: list[Word], content: list[bool]) -> list[tuple[int, int]]:
    """The runs as first and last place, joined by small words between them, with an article before them."""
    spans: list[tuple[int, int]] = []
    for i, is_content in enumerate(content):
        if not is_content:
            continue
        if spans and not words[i].first and all(words[j].folded in SMALL_WORDS for j in range(spans[-1][1], i)):
            spans[-1] = (spans[-1][0], i + 1)
        else:
            article = i > 0 and words[i - 1].folded in ARTICLES
            spans.append((i - article, i + 1))
    return spans


def talk_in(named: str, context: Context) -> frozenset[str]:
    """The conversation in a name; a capital is the name's own, at its beginning unless more talk follows."""
    words = _words(named)
    if title_case(named) and context.spoken != "de":
        return frozenset()
    said = [word for word, is_talk in zip(words, _talk(words, context), strict=True) if is_talk]
    alone = len(said) == 1 and said[0] is words[0]
    return frozenset() if alone and (words[0].capital or len(words) == 1) else frozenset(word.folded for word in said)


def _words(text: str) -> list[Word]:
    words, first = [], True
    for typed in text.split():
        bare = typed.strip(_EDGES)
        if bare:
            words.append(Word(typed, bare, first))
            first = typed.endswith(_ENDS_SENTENCE) and len(bare) > _ABBREVIATED
    return words


def _talk(words: list[Word], context: Context, *, doubtful: bool = True) -> list[bool]:
    """Which of the words are talk; where `doubtful` is not set, fewer of `PERHAPS` are.

    A capital inside a sentence is a title's or a name's, unless all are capitals, or all nouns have one as in German.
    """
    loud = shouted(" ".join(word.typed for word in words))
    foreign = _FOREIGN.get(context.spoken or "en", frozenset())
    stems = STEMS.get(context.spoken or "en", ())
    said: list[bool] = []
    for word in words:
        before = words[len(said) - 1].folded if said else ""
        after = before in _AROUND or (doubtful and bool(said) and said[-1])
        is_word = word.folded in _ENGLISH or word.folded in foreign or (word.folded in _PERHAPS and after)
        is_word = is_word or (len(word.folded) > _STEM and word.folded.startswith(stems))
        noun = context.spoken == "de" and word.folded in foreign
        said.append(is_word and (loud or noun or not word.capital or word.first))
    return said
