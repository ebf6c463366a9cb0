"""Is a phrase with a general noun in it a wish, or a title that happens to hold one?

"A book of poems by Plath" is a wish; "A Book of Blue Flowers", "The Jungle Book", "Books by the Bay" and "Selected
Poems" are titles. Each rule knows one sign of a title.
"""

from __future__ import annotations

from dataclasses import dataclass

from archivist.librarian.reading.heads import TITLE_WORDS, Head
from archivist.librarian.reading.modifiers import Modifier
from archivist.librarian.reading.names import looks_like_name, names
from archivist.librarian.reading.subjects import is_genre
from archivist.librarian.reading.text import capitalised, shouted, title_case
from archivist.librarian.reading.vocabulary import word_set

PLAIN = word_set("books novels bücher romane livres romans libros novelas libri romanzi authors writers")
"""General nouns that are rarely part of a title: even "Books about Dragons" is a wish."""

_VAGUE = word_set("one ones stuff thing things something anything everything")
_OFTEN_LAST = word_set("story book guide something one")
_INDEFINITE = word_set("a an any some something another good best ein eine un una une")
COLLECTED = word_set("works œuvres opere obras")


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words, the general noun in them and what follows it; `bare` when nothing else stands around them."""

    slot: str
    head: Head
    found: tuple[Modifier, ...]
    bare: bool

    @property
    def by_somebody(self) -> bool:
        """True when a modifier names a person."""
        return any(names_author(modifier) for modifier in self.found)

    def has(self, *links: str) -> bool:
        """True when one of the links was used."""
        return any(modifier.link in links for modifier in self.found)


def names_author(modifier: Modifier) -> bool:
    """True when the modifier's words are names and its link allows them to be the author's."""
    if modifier.kind not in {"author", "either"}:
        return False
    found = names(modifier.text)
    judged = [looks_like_name(name) for name in found]
    if not judged or "no" in judged:
        return False
    if modifier.kind == "author":
        return True
    if modifier.link in {"from", "for"}:
        return all(one == "yes" for one in judged)
    return "yes" in judged or all(capitalised(name.split()[-1]) for name in found)


def rather_title(phrase: Phrase) -> bool:
    """True when one rule sees a title in the phrase."""
    return not _asks_for_order(phrase) and any(rule(phrase) for rule in _RULES)


def _asks_for_order(phrase: Phrase) -> bool:
    """As "Umberto Eco's most recent book" and "Terry Pratchett first book" do, when they are not written as titles."""
    head = phrase.head
    named = phrase.by_somebody or head.owner or (bool(head.before) and all(map(capitalised, head.before.split())))
    return named and head.order in {"newest", "oldest"} and not title_case(phrase.slot)


def _is_somebodys_single_thing(phrase: Phrase) -> bool:
    """As "A Midwife's Story" is."""
    return phrase.head.owner and phrase.head.indefinite


def _has_vague_noun_with_attribute(phrase: Phrase) -> bool:
    """As "The Right Stuff" and "Acme Novelty Datebook, Volume One" have."""
    return phrase.head.noun in _VAGUE and bool(phrase.head.before) and not phrase.head.owner


def _has_capital_inside_question(phrase: Phrase) -> bool:
    """In a sentence only a title has its general noun capitalised: "do you have A Book of Blue Flowers?"."""
    head = phrase.head
    if phrase.bare or not head.capital or shouted(phrase.slot):
        return False
    return not (looks_like_name(head.before) == "yes" and not head.rest and "'s " not in head.before)


def _is_definite(phrase: Phrase) -> bool:
    """As "The Jungle Book" and "the orion mystery by robert bauval" are."""
    head = phrase.head
    if not head.the_one:
        return False
    return not phrase.found or title_case(phrase.slot) or phrase.has("of") or (bool(head.before) and phrase.by_somebody)


def _is_a_collection(phrase: Phrase) -> bool:
    """As "selected poems" is; "the complete works of X" asks for all of them."""
    collected = any(word.casefold() in TITLE_WORDS for word in phrase.head.before.split())
    return collected and not (phrase.head.noun in COLLECTED and phrase.by_somebody and not title_case(phrase.slot))


def _begins_with_its_noun(phrase: Phrase) -> bool:
    """As "story of o by pauline réage" does; a wish says "a story of…"."""
    bare_noun = phrase.slot.casefold().startswith(f"{phrase.head.noun} ")
    return bare_noun and phrase.head.single and phrase.has("of") and phrase.by_somebody


def _is_by_nobody(phrase: Phrase) -> bool:
    """As "Books by the Bay" is."""
    return title_case(phrase.slot) and any(m.kind == "author" and not names_author(m) for m in phrase.found)


def _is_of_something(phrase: Phrase) -> bool:
    """As "stories of your life" and "a picture book of anne frank" are; a biography of somebody is a wish."""
    if not phrase.bare or phrase.head.form == "biography" or not phrase.has("of"):
        return False
    return phrase.head.single or not phrase.by_somebody


def _is_of_something_by_somebody(phrase: Phrase) -> bool:
    """As "The Books of Magic by Neil Gaiman" is: the works of somebody are by nobody else."""
    return phrase.has("of") and phrase.has("by") and title_case(phrase.slot)


def _ends_a_bare_phrase(phrase: Phrase) -> bool:
    """As the noun in "ghost story" does; "a good book" is a wish."""
    if not phrase.bare or phrase.found or phrase.head.noun not in _OFTEN_LAST:
        return False
    return phrase.slot.split()[0].casefold() not in _INDEFINITE


def _is_written_as_title(phrase: Phrase) -> bool:
    """Bare words in title case are a title, but for a few nouns and attributes that wishes are made of."""
    if not phrase.bare or not title_case(phrase.slot):
        return False
    head = phrase.head
    telling = not head.before or head.owner or looks_like_name(head.before) == "yes" or is_genre(head.before)
    if phrase.by_somebody and head.order != "relevance":
        return False
    return not (telling and (head.noun in PLAIN or ((phrase.by_somebody or head.owner) and not head.single)))


_RULES = (
    _is_somebodys_single_thing,
    _has_vague_noun_with_attribute,
    _has_capital_inside_question,
    _is_definite,
    _is_a_collection,
    _begins_with_its_noun,
    _is_by_nobody,
    _is_of_something,
    _is_of_something_by_somebody,
    _ends_a_bare_phrase,
    _is_written_as_title,
)
