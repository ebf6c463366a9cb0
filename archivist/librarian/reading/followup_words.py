"""How messages look that only the conversation explains, as lists: one kind of message a table.

A message is looked up in its plain form (see `plain_form`): lower case, without fillers around it, and with "it" for
whatever word points at the book that was shown.
"""

from __future__ import annotations

import re

from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.values import Fact
from archivist.librarian.reading.vocabulary import word_set

_FILLERS = word_set(
    """
    and so but then ok okay well now yes yeah no oh please also though thanks maybe perhaps und aber
    bitte et mais alors y pero entonces e ma allora
    """
)
_IT = Phrases(
    """
    (the same|this|that|the|dieses|das|dem|diesem|le|ce|cet|el|este|ese|il|questo|quel) {book}
    this|that|ça|cela|eso|esto|questo|quello
    """,
    {"book": "one|book|novel|title|buch|livre|libro"},
)
_GIVE = Phrases("[can you|could you] (give|show) me [a|the|its] >(summary|plot|synopsis|description|isbn|rating)")
_COMMENT = Phrases(
    "(sound|sounds|look|looks|seem|seems) [*] {good}", {"good": "good|great|nice|interesting|promising|fun"}
)


def plain_form(text: str) -> str:
    """The message as the tables have it."""
    words = text.casefold().strip(" ?!.,;…¿¡").split()
    while len(words) > 1 and words[0].strip(",") in _FILLERS:
        words = words[1:]
    while len(words) > 1 and words[-1].strip(",") in _FILLERS:
        words = words[:-1]
    plain = " ".join(words).strip(" ?!.,;…")
    return _IT.replaced(plain.removeprefix(_GIVE.start_of(plain, " ")), "it")


def uncommented(text: str) -> str:
    """The message without a comment at its end: "number two | sounds good"."""
    return text.removesuffix(_COMMENT.end_of(text, " "))


_WORDS = {"is": "is|'s|was", "it": "it|es", "what": "what ('s|is|are)", "the": "the|its"}
FACT_ALONE: dict[Fact, Phrases] = {
    "author": Phrases(
        """
        who [wrote it]
        who {is} it by
        by whom|who by
        who {is} {the} author
        [{the}] author
        wer hat {it} geschrieben|wer ist der autor|von wem ist {it}
        qui l'a écrit|de qui est-ce|qui est l'auteur
        quién lo escribió|de quién es
        chi l'ha scritto|di chi è|chi è l'autore
        """,
        _WORDS,
    ),
    "year": Phrases(
        """
        [from] when
        when was it [published|written]
        when is it from|when did it come out|published when|how old is it
        [from] (what|which) year
        what year was it [published]
        what year is it from
        what date
        wann [(erschien|war) {it}]
        wann ist {it} erschienen
        quand|cuándo|quando
        """,
        _WORDS,
    ),
    "pages": Phrases(
        """
        how (long|thick|big) [is it]
        [how many] pages
        how many pages (does it have|are there|is it)
        is it [very] (long|short|thick)
        is it a long (one|book|read|it)
        length|page count
        wie lang ist {it}
        wie viele seiten [hat {it}]
        combien de pages
        cuántas páginas [tiene]
        quante pagine [ha]
        """,
        _WORDS,
    ),
    "isbn": Phrases("[{what}] [{the}] isbn", _WORDS),
}
"""Questions for one fact of the first book shown."""

TELL = Phrases(
    """
    tell me more [about it]
    tell me about it
    more about it
    [give me] [more] details
    more (information|info)
    what ('s|is) it about
    [{what}] [{the}] (plot|story|summary|synopsis)
    a summary|blurb|description
    what happens [in it]
    go into detail|elaborate
    (summarise|summarize|describe) it
    why [it|did you pick it]
    warum [it]
    pourquoi|por qué|perché
    worum geht {it} [da]
    de quoi (it|ça|cela) parle
    de qué trata|di cosa parla
    """,
    _WORDS,
)
"""Questions for the contents of the first book shown."""

WORTH = Phrases(
    """
    is it [any] good
    [any] good
    [is it] worth (it|reading)
    worth a read
    [{what}] [the|any] (review|reviews|rating|ratings|score)
    how good is it
    how well rated is it
    how is it rated
    how popular is it
    is it popular
    (do|did) people like it
    what do (people|readers) think [of it]
    what do people say [about it]
    would you recommend it
    should i read it
    ist {it} gut
    lohnt {it} sich
    [est-ce que] c'est bien
    vale la pena|es bueno|è bello
    """,
    _WORDS,
)
"""Questions for the standing of the first book shown."""

_PERSON = word_set("he she they him her them his hers theirs ihm ihr er sie lui elle él ella")
_PERSONS = Phrases(
    """
    [the] same {author}
    (this|that|the) {author}
    (vom selben|von derselben) (autor|autorin)
    (du|de la) même (auteur|auteure)
    (del|de la) (mismo|misma) (autor|autora)
    (dello stesso|della stessa) (autore|autrice)
    """,
    {"author": "author|writer|person|guy|woman|man"},
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
    return _PERSONS.stand_in(plain)


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
_GO_ON = Phrases(
    """
    again|try again|once more|retry|repeat [it]
    go on|continue|keep going|do it|go ahead|sounds good
    yes [please]
    yeah|yep|sure|ok|okay|ja|oui|sí|sì
    no|nope|nein|non|never mind
    none of (these|those|them)
    neither|keines davon|aucun|ninguno|nessuno
    not (it [one]|those|these)
    is it (all|everything)
    (i've|i have) read (it|those|them)
    [i've|i] already read (it|those)
    i know (it|those) already
    """
)


def says_go_on(text: str) -> bool:
    """True for "yes", "no" and "again", which say nothing where nothing was said before."""
    return plain_form(text) in _GO_ON or text.casefold().strip(" ?!.,") in _GO_ON


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


COMPARED: dict[str, Phrases] = {
    "older": Phrases(
        """
        older|earlier|less recent
        älter|ältere|älteres
        plus (ancien|anciens)|más (antiguo|antiguos)|più (vecchio|vecchi)
        """
    ),
    "newer": Phrases(
        """
        newer|later|more (recent|modern)
        neuer|neuere|neueres
        plus (récent|récents)|más (reciente|recientes|nuevo|nuevos)|più (recente|recenti)
        """
    ),
    "shorter": Phrases(
        """
        shorter|less long|thinner|quicker
        kürzer|kürzere|kürzeres|dünner
        plus (court|courts)|más (corto|cortos|corta)|più (breve|brevi|corto|corti)
        """
    ),
    "longer": Phrases(
        """
        longer|thicker
        länger|längere|längeres|dicker
        plus (long|longs)|más (largo|largos|larga)|più (lungo|lunghi)
        """
    ),
    "better": Phrases("best|better|top|(highest|highly) [-] rated|besten|beste|meilleurs|mejores|migliori"),
}
"""What a message asks of books in comparison with those that were shown."""


def compared(text: str) -> frozenset[str]:
    """Which of `COMPARED` the message asks for."""
    return frozenset(name for name, phrases in COMPARED.items() if phrases.stand_in(text))


_CONDITION = _ASKING | word_set(
    "only just what how about something anything them that those published written too as well"
    " version edition versions editions with please nur auf seulement solo maybe also from be but"
    " it's they're though"
)


def says_nothing_else(text: str) -> bool:
    """True when the words around a condition only ask: "do you have them", "only", "what about … ones"."""
    return {word.strip(".,;:!?…") for word in text.casefold().split()} - {""} <= _CONDITION


_SOMEBODY_ELSE = Phrases(
    """
    by (someone|somebody|anyone|anybody) else
    from someone else
    by others
    [by] [a] (another|other|different|some other) (author|authors|writer)
    von jemand (anderem|anders)
    [von] (einem anderen autor|anderen autoren)
    ein anderer autor
    [d'] (un autre auteur|autres auteurs)
    [de] (otro autor|otros autores)
    [di] (un altro autore|altri autori)
    """
)


def by_somebody_else(plain: str) -> bool:
    """True for a message that ends in wanting another author."""
    return plain in _SOMEBODY_ELSE or bool(_SOMEBODY_ELSE.end_of(plain, " "))


_INSTEAD_LEADS = Phrases(
    """
    [and] what about
    how about|actually [,]|i meant|i mean|make it|rather|lieber|plutôt|mejor|piuttosto
    and|und|et|y|e|or|now
    """
)
_INSTEAD_NOUNS = Phrases("[some|any] [book|books|novel|novels|something|one]")
_INSTEAD_LINKS = Phrases("about|on|by|with|von|über|de|sur|sobre|di|su")
_INSTEAD_ENDS = Phrases("instead|stattdessen")


def instead(plain: str) -> tuple[str, str] | None:
    """What is wanted in place of what was asked for before, and the word that links it ("about", "by", or none)."""
    lead, end = _INSTEAD_LEADS.start_of(plain, " "), _INSTEAD_ENDS.end_of(plain, " ")
    what = plain.removeprefix(lead).removesuffix(end)
    what = what.removeprefix(_INSTEAD_NOUNS.start_of(what, " "))
    link = _INSTEAD_LINKS.start_of(what, " ")
    return (what.removeprefix(link), link.strip()) if lead or end else None
