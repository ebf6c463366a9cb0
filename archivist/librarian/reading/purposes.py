"""What is asked of a named book, told by the words around its name: one class of word a table, in five languages.

No frame can know every way to ask; whatever the sentence, "pages" beside a title asks how long the book is.
"""

from __future__ import annotations

from dataclasses import replace

from archivist.books.wanted import Anchor, Order, Wanted
from archivist.librarian.answer import Intent
from archivist.librarian.reading.talk_words import ALIKE
from archivist.librarian.reading.text import Quoted, tokens
from archivist.librarian.reading.values import Fact, Reading
from archivist.librarian.reading.vocabulary import word_set

_FACTS: dict[Fact, frozenset[str]] = {
    "isbn": word_set("isbn"),
    "pages": word_set("pages page length thick seiten seitenzahl umfang dick páginas paginas pagine lungo largo"),
    "year": word_set(
        "when year date old wann jahr erschienen erschien quand année paru sorti cuándo año publicó salió quando "
        "anno uscito"
    ),
    "author": word_set(
        "who whose author writer wrote wer autor autorin verfasser verfasserin schrieb qui auteur auteure quién autora "
        "escribió chi autore autrice scrisse"
    ),
}
_INTENTS: dict[Intent, frozenset[str]] = {
    "reviews": word_set(
        "review reviews rating ratings rated opinion opinions thoughts verdict overrated underrated worth "
        "acclaimed lohnt "
        "lesenswert bewertet bewertung bewertungen rezensionen meinung meinungen halten leute leser avis critiques "
        "note bien vaut "
        "reseñas opiniones opinan vale recensioni opinioni"
    ),
    "describe": word_set(
        "summary summarise summarize synopsis plot premise gist explain outline describe description rundown "
        "storyline sort "
        "kind happens spoilers inhalt inhaltsangabe zusammenfassung zusammenfassen zusammen worum handelt wovon résumé "
        "résumer résume parle raconte trata argumento resumen resumir resume riassunto riassumere trama parla racconta"
    ),
}
ASKING = frozenset().union(*_FACTS.values(), *_INTENTS.values()) | word_set("published publication written first")
"""Words that ask something of a book, and in a clause of their own belong to no name."""
_ALIKE = ALIKE | word_set("ressemble ressemblent ähneln ähnelt parecen estilo stile")
_AFTER = word_set("after nach après después dopo")
_READING = word_set("read next lese lesen lire leo leer leggo leggere")
_ORDERS: dict[Order, frozenset[str]] = {
    "newest": word_set(
        "latest newest recent recently last new neueste neuestes neuester zuletzt letztes letzte dernier dernière "
        "récent "
        "último última reciente ultimo ultima recente"
    ),
    "oldest": word_set("first earliest debut erste erstes erster zuerst premier première primer primera primo prima"),
}


def with_purpose(reading: Reading, said: Quoted) -> Reading:
    """The reading, with what the words around the name ask of it, where no rule knew that before."""
    wanted = reading.wanted
    if reading.intent == "author" and not wanted.title and wanted.order == "relevance":
        around = _around(said, *wanted.authors)
        return replace(reading, wanted=replace(wanted, order=_order(around) or wanted.order))
    if reading.intent != "on-topic" or not wanted.title or reading.asks or wanted.beside or wanted.whether:
        return reading
    around = _around(said, wanted.title, *wanted.authors)
    second = reading.second
    if not around and second and (second.title or second.authors):
        around = _around(said, second.title or "", *second.authors)
    order = _order(around)
    if second and second.authors and not second.title and order:
        return replace(reading, intent="author", wanted=replace(second, order=order), second=wanted)
    return _asking(reading, around, said.text)


def _order(around: frozenset[str]) -> Order | None:
    return next((order for order, words in _ORDERS.items() if words & around), None)


def _asking(reading: Reading, around: frozenset[str], text: str) -> Reading:
    facts = [fact for fact, words in _FACTS.items() if words & around]
    if facts:  # who and when is told of every book
        return replace(reading, asks="" if {"author", "year"} <= set(facts) else facts[0])
    wanted = reading.wanted
    if wanted.title and (around & _ALIKE or (around & _AFTER and around & _READING)):
        return Reading(intent="similar", wanted=Wanted(like=Anchor(title=wanted.title, authors=wanted.authors)))
    ends_in_about = bool(around) and text.casefold().rstrip(" ?!.").endswith(" about")
    intent = (
        "describe" if ends_in_about else next((i for i, words in _INTENTS.items() if words & around), reading.intent)
    )
    return replace(reading, intent=intent)


def _around(said: Quoted, *names: str) -> frozenset[str]:
    """The words outside the names; none where the names are all there is."""
    named = {word.casefold() for name in names for word in tokens(name)}
    words = (word.casefold().removesuffix("'s") for word in tokens(said.text))
    return frozenset(word for word in words if word not in named)
