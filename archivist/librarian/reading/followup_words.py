"""How messages look that only the conversation explains, as lists: one kind of message a table.

A message is looked up in its plain form (see `plain_form`): lower case, without fillers around it, and with "it" for
whatever word points at the book that was shown.
"""

from __future__ import annotations

import re

from archivist.librarian.reading.values import Fact
from archivist.librarian.reading.vocabulary import phrase_set, word_set

_WORD = re.compile(r"[^\W_]+")
_FILLERS = word_set(
    """
    and so but then ok okay well now yes yeah no oh please also though thanks maybe perhaps und aber
    bitte et mais alors y pero entonces e ma allora
    """
)
_POINTS = re.compile(
    r"\b(?:this|that|the|the same|dieses|das|dem|diesem|le|ce|cet|el|este|ese|il|questo|quel) "
    r"(?:one|book|novel|title|buch|livre|libro)\b|\b(?:this|that|es|ça|cela|eso|esto|questo|quello)\b"
)
_GIVE = re.compile(
    r"^(?:(?:can|could) you )?(?:give|show) me (?:a |the |its )?(?=(?:summary|plot|synopsis|description|isbn|rating))"
)
_COMMENT = re.compile(r"\s+(?:sounds?|looks?|seems?) (?:\w+ )?(?:good|great|nice|interesting|promising|fun)$")


def plain_form(text: str) -> str:
    """The message as the tables have it."""
    words = text.casefold().strip(" ?!.,;…¿¡").split()
    while len(words) > 1 and words[0].strip(",") in _FILLERS:
        words = words[1:]
    while len(words) > 1 and words[-1].strip(",") in _FILLERS:
        words = words[:-1]
    return _POINTS.sub("it", _GIVE.sub("", " ".join(words).strip(" ?!.,;…")))


def uncommented(text: str) -> str:
    """The message without a comment at its end: "number two | sounds good"."""
    return _COMMENT.sub("", text)


FACT_ALONE: dict[Fact, frozenset[str]] = {
    "author": phrase_set(
        """
        who, who wrote it, who is it by, who's it by, who was it by, by whom, who by, who is the author, who's the
        author, who was the author, who is its author, the author, author, its author, wer hat es geschrieben, wer ist
        der autor, von wem ist it, qui l'a écrit, de qui est-ce, qui est l'auteur, quién lo escribió, de quién es, chi
        l'ha scritto, di chi è, chi è l'autore
        """
    ),
    "year": phrase_set(
        """
        when, when was it, when was it published, when was it written, when is it from, when did it come out, what
        year, which year, what year was it, what year was it published, what year is it from, from when, how old is
        it, published when, what date, from what year, from which year, wann, wann erschien it, wann war it, wann ist
        it erschienen, quand, cuándo, quando
        """
    ),
    "pages": phrase_set(
        """
        how long, how long is it, how thick is it, how big is it, how many pages, pages, how many pages does it have,
        how many pages are there, how many pages is it, is it long, is it short, is it thick, is it a long one, is it a
        long book, is it very long, is it a long read, length, page count, wie lang ist it, wie viele seiten, wie viele
        seiten hat it, combien de pages, cuántas páginas, cuántas páginas tiene, quante pagine, quante pagine ha
        """
    ),
    "isbn": phrase_set(
        "isbn, the isbn, its isbn, what's the isbn, what is the isbn, what's its isbn, what is its isbn"
    ),
}
"""Questions for one fact of the first book shown."""

TELL = phrase_set(
    """
    tell me more, tell me more about it, tell me about it, more about it, give me more details, give me details,
    details, more details, more information, more info, what is it about, what's it about, plot, the plot, its plot,
    what's the plot, what is the plot, summary, a summary, synopsis, story, the story, what's the story, what is the
    story, blurb, description, what happens, what happens in it, go into detail, elaborate, summarise it, summarize
    it, describe it, worum geht it, worum geht es, worum geht it da, worum geht es da, de quoi it parle, de qué trata,
    di cosa parla
    """
)
"""Questions for the contents of the first book shown."""

WORTH = phrase_set(
    """
    is it good, is it any good, is it worth it, is it worth reading, worth it, worth reading, worth a read, any good,
    good, reviews, any reviews, the reviews, rating, ratings, the rating, what's the rating, what are the ratings,
    what is the rating, score, how good is it, how well rated is it, how is it rated, how popular is it, is it
    popular, do people like it, did people like it, what do people think, what do people say, what do people think of
    it, what do people say about it, what do readers think, would you recommend it, should i read it, ist it gut,
    lohnt it sich, est-ce que c'est bien, c'est bien, vale la pena, es bueno, è bello
    """
)
"""Questions for the standing of the first book shown."""

_PERSON = word_set("he she they him her them his hers theirs ihm ihr er sie lui elle él ella")
_PERSONS = re.compile(
    r"\b(?:(?:the same|this|that|the|same) (?:author|writer|person|guy|woman|man)(?:'s)?|(?:vom selben|von derselben) "
    r"autor(?:in)?|(?:du|de la) même auteure?|(?:del|de la) mism[oa] autora?|(?:dello|della) stess[oa] aut(?:ore|"
    r"rice))\b"
)
_WORKS = word_set(
    "by from of write wrote written writes published publish books novels works titles stories bibliography von"
)


_OF_THEM = re.compile(r"\bof (?:them|these|those)\b")


def means_author(plain: str) -> bool:
    """True for "by him", "what else has she written", "other books by the same author"."""
    plain = _OF_THEM.sub("", plain)
    words = set(plain.split())
    if "like" in words or "who" in words:
        return False
    if words & _PERSON and words & _WORKS:
        return True
    return _PERSONS.search(plain) is not None


_ASKING = word_set(
    """
    something anything someone can could i we have get see do does you got show give find me us any some a an few yet
    is are there want would like i'd need list suggest recommend let's tell what the of them these those and in it one
    ones book books novel novels result results title titles option options suggestion suggestions recommendation
    recommendations story stories page then out many available
    """
)
_CORE_MORE = word_set(
    """
    more another other others else next different rest additional noch mehr andere anderen weitere weiteres eins welche
    encore autre autres d'autres plus otro otra otros otras más altro altra altri altre ancora di più un'altra un une
    """
)
_GO_ON = phrase_set(
    """
    again, try again, once more, retry, repeat, repeat it, go on, continue, keep going, yes, yes please, yeah, yep,
    sure, ok, okay, do it, go ahead, sounds good, no, nope, not it one, not it, not those, not these, is it all, is it
    everything, i've read it, i have read it, i've read those, i have read those, i've read them, i have read them,
    i've already read it, i've already read those, already read it, already read those, i already read it, i know it
    already, i know those already
    """
)


def asks_for_more(plain: str) -> bool:
    """True for a message of nothing but more: "any others?", "what else have you got", "noch eins"."""
    words = set(plain.split())
    return plain in _GO_ON or (bool(words & (_CORE_MORE - {"un", "une"})) and words <= _ASKING | _CORE_MORE)


LIKE_IT = re.compile(
    r"^(?P<asked>.*?)\b(?:like|similar to|in the (?:vein|style) of|along the lines of)\s+(?P<which>.+)$"
)
_ALIKE = word_set(
    "similar alike comparable ähnliches ähnliche semblable semblables parecido parecidos similar simile simili"
)
_ABOUT_LIKENESS = (
    _ASKING
    | _CORE_MORE
    | word_set(
        "something anything same who writes else that's etwas bücher was quelque chose de algo qualcosa di stuff"
    )
)


def asks_for_alike(words: str) -> bool:
    """True for words of asking alone, as they stand before "like it"."""
    return set(words.split()) <= _ABOUT_LIKENESS


def asks_for_similar(plain: str) -> bool:
    """True for "something similar" and "more of the same"."""
    words = set(plain.split())
    return (bool(words & _ALIKE) and words <= _ABOUT_LIKENESS | _ALIKE) or plain == "more of the same"


COMPARED: dict[str, frozenset[str]] = {
    "older": phrase_set(
        "older, earlier, less recent, ältere, älter, älteres, plus ancien, plus anciens, más antiguo,"
        "más antiguos, più vecchi, più vecchio"
    ),
    "newer": phrase_set(
        "newer, more recent, later, more modern, neuere, neuer, neueres, plus récent, plus récents,"
        "más reciente, más recientes, más nuevo, más nuevos, più recente, più recenti"
    ),
    "shorter": phrase_set(
        "shorter, less long, thinner, quicker, kürzer, kürzere, kürzeres, dünner, plus court, plus"
        " courts, más corto, más cortos, más corta, più breve, più brevi, più corto, più corti"
    ),
    "longer": phrase_set(
        "longer, thicker, länger, längere, längeres, dicker, plus long, plus longs, más largo, más"
        " largos, más larga, più lungo, più lunghi"
    ),
    "better": phrase_set(
        "best, better, top, highest rated, best rated, top rated, highly rated, besten, beste, meilleurs,"
        "mejores, migliori"
    ),
}
"""What a message asks of books in comparison with those that were shown."""


def compared(text: str) -> frozenset[str]:
    """Which of `COMPARED` the message asks for."""
    words = " ".join(_WORD.findall(text.casefold()))
    padded = f" {words} "
    return frozenset(name for name, phrases in COMPARED.items() if any(f" {phrase} " in padded for phrase in phrases))


_CONDITION = _ASKING | word_set(
    "only just what how about something anything them that those published written too as well"
    " version edition versions editions with please nur auf seulement solo maybe also from be but"
    " it's they're though"
)


def says_nothing_else(text: str) -> bool:
    """True when the words around a condition only ask: "do you have them", "only", "what about … ones"."""
    return {word.strip(".,;:!?…") for word in text.casefold().split()} - {""} <= _CONDITION


SOMEBODY_ELSE = phrase_set(
    """
    by someone else, by somebody else, by anyone else, by anybody else, by another author, by other authors, by a
    different author, by different authors, by another writer, by some other author, from another author, from someone
    else, from a different author, by others, another author, other authors, a different author, different author,
    different authors, another writer, von jemand anderem, von jemand anders, von einem anderen autor, von anderen
    autoren, ein anderer autor, d'un autre auteur, d'autres auteurs, un autre auteur, de otro autor, de otros autores,
    otro autor, di un altro autore, di altri autori, un altro autore
    """
)


def by_somebody_else(plain: str) -> bool:
    """True for a message that ends in wanting another author."""
    return any(plain == phrase or plain.endswith(f" {phrase}") for phrase in SOMEBODY_ELSE)


INSTEAD = re.compile(
    r"^(?:(?P<lead>and what about|what about|how about|actually,?|i meant|i mean|make it|rather|lieber|plutôt|"
    r"mejor|piuttosto|"
    r"and|und|et|"
    r"y|e|or|now)\s+)?(?:(?:books?|novels?|some|something|one|any)\s+)*"
    r"(?P<link>about |on |by |with |von |über |de |sur |sobre |di |su )?(?P<what>.+?)(?P<end>\s+instead|"
    r"\s+stattdessen)?$",
    re.IGNORECASE,
)
"""Another subject, author or title in place of the one before; either `lead` or `end` says so."""
