"""What follows the general word of a wish: "about X", "by Y", "like Z", "called T", in any order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from archivist.librarian.reading.names import leading_name, looks_like_name, names
from archivist.librarian.reading.talk_words import PERHAPS
from archivist.librarian.reading.text import trimmed_end
from archivist.librarian.reading.vocabulary import any_of

Kind = Literal["subject", "author", "like", "title", "audience", "either"]
"""`either` is an author when the words look like a name, else a subject ("novelas de misterio", "works of Homer")."""


def _conjugated(verbs: str) -> tuple[str, ...]:
    """Each verb in the forms "deal with", "deals with" and "dealing with"."""
    forms: list[str] = []
    for verb in verbs.split(","):
        first, *rest = verb.split()
        stem = first.removesuffix("e")
        third = f"{first}es" if first.endswith(("ch", "sh", "x")) else f"{first}s"
        forms += [" ".join([form, *rest]) for form in (first, third, f"{stem}ing")]
    return tuple(forms)


_VERBS = _conjugated(
    "deal with,talk about,feature,involve,cover,explore,discuss,mention,combine,mix,explain,teach,describe,treat,touch "
    "on,touch upon,"
    "focus on,revolve around,center on,centre on,contain,include,examine,address,portray,depict,tell "
    "of,tell about,concern,take place in,"
    "teach about,go into,look at,introduce,analyse,analyze,investigate,blend,unite,celebrate"
)

_LINKS: dict[str, dict[Kind, str]] = {
    "en": {
        "subject": (
            "about, all about, on, regarding, with, around, set in, set during, set on, set at, set around, related "
            "to, interested in, on the topic of, on the subject of, on the theme of, to do with, centred on, centered "
            "on, focused on, where, have, has, in which, whose theme is, whose subject is, tagged, under, to learn, to "
            "learn about, on topics like, that have, that are about, from the genre, in the genre, featured in"
        ),
        "author": (
            "by, written by, authored by, penned by, by the author, by the writer, whose author is, whose writer is"
        ),
        "either": "from, of, for",
        "like": (
            "like, similar to, in the vein of, in the style of, along the lines of, reminiscent of, such as, "
            "comparable to, comparable with, resembling, that resemble, for fans of, for people who liked, for people "
            "who loved, for someone who loved, for someone who liked, for readers of, for lovers of, in the spirit of, "
            "in a similar vein to, in the same vein as, much like, just like, alike to, close to, akin to, that remind "
            "me of, that feel like, in the mould of, in the mold of, if i liked, if i loved, if you liked, after, that "
            "is like, that are like, similar in style to, similar in tone to, as good as"
        ),
        "title": "called, named, titled, entitled, with the title, by the name of, that goes by, whose title is",
    },
    "de": {
        "subject": "über, ueber, zum thema, zu, mit, rund um, aus, aus dem bereich, zur, zum, vom",
        "author": "von, geschrieben von, des autors, der autorin",
        "like": "wie, ähnlich wie, im stil von, so wie, nach art von",
        "title": "namens, mit dem titel, mit titel",
    },
    "fr": {
        "subject": (
            "sur, au sujet de, à propos de, avec, traitant de, autour de, concernant, parlant de, sur le thème de, qui "
            "parle de, qui parlent de, qui traite de, qui traitent de"
        ),
        "author": "par, écrit par, écrits par, de l'auteur",
        "either": "de, d', du, des",
        "like": (
            "comme, semblable à, semblables à, similaires à, similaire à, dans le genre de, dans le style de, qui "
            "ressemblent à, qui ressemble à, du genre de"
        ),
        "title": "intitulé, appelé, qui s'appelle, du titre",
    },
    "es": {
        "subject": (
            "sobre, acerca de, con, que tratan de, que trate de, en torno a, ambientados en, ambientadas en, que "
            "traten de, que traten sobre, que tratan sobre, que hablen de, que hablan de, que hable de"
        ),
        "author": "por, escrito por, escritos por, del autor, de la autora",
        "either": "de, del",
        "like": (
            "como, parecido a, parecidos a, similar a, similares a, al estilo de, del estilo de, en el estilo de, que "
            "se parezcan a, que se parecen a"
        ),
        "title": "llamado, titulado, que se llama, con el título",
    },
    "it": {
        "subject": (
            "su, sul, sulla, sullo, sui, sulle, sugli, sull', riguardo a, con, a proposito di, ambientati in, che "
            "parla di, che parli di, che parlano di, che parlino di, che tratta di, che trattano di"
        ),
        "author": "da, scritto da, scritti da, dell'autore",
        "either": "di, d', del, della, dell'",
        "like": "come, simile a, simili a, nello stile di, sullo stile di, che assomigliano a",
        "title": "intitolato, chiamato, dal titolo",
    },
}
"""The links of each language, by what they introduce; the English verbs come on top."""

_BEEN = any_of("is, are, was, were, have been, has been, sind, sont, son, sono, you have")
_THAT = rf"(?:(?:that|which|who|die|das|der|qui|que|che)\s+)?(?:{_BEEN}\s+)?(?:also\s+)?"
_FOR = any_of("for, für, pour, para, per")
_SMALL = any_of("young, small, little, kleine, petits, niños")
_CHILDREN = any_of("kids, children, toddlers, kinder, enfants, son, daughter, my son, my daughter")
_AGED = r"(?:niños(?: de \d{1,2} años)?|bambini(?: di \d{1,2} anni)?|(?:an?\s+)?\d{1,2}[\s-]years?[\s-]olds?)"
_AUDIENCE = rf"{_FOR}\s+(?:{_SMALL}\s+)?(?:{_CHILDREN}|{_AGED})\b"
_OCCASIONS = "|".join(sorted(PERHAPS - {"love", "loves", "like", "likes"}))
_OCCASION = re.compile(rf"for (?:the |my |our |an? )?(?:long )?(?:{_OCCASIONS})\b", re.IGNORECASE)
_ASIDE = any_of(
    """
    please, bitte, s'il vous plaît, por favor, per favore, haben sie, gibt es, avez-vous, hay, tienes, avete, ci sono,
    to read, i can read, worth reading, available, in stock, out there, there are, are there, is there, exist, for me,
    right now, at the moment, tonight, this weekend, on the shelf, in the library, next, to start with, as a gift,
    are best, are the best, are good, are the good, are any good, is best, is the best, is good, is the good,
    is any good, published, written, ever written, of all time, ever, you have, you know, you recommend, do you have,
    do you know, do you recommend
    """
)
_MIGHT = any_of("might, may, could, should, can, would, 'd")
_DO = any_of("like, enjoy, read, recommend, suggest, get, borrow, find, love")
_SHOULD = any_of("should, can, could, would, must, might, do")
_TRY = any_of("start with, begin with, read, read first, try, get, buy, recommend, have, know, suggest")
_GOOD = any_of(
    "good, nice, great, fun, interesting, exciting, light, easy, short, different, new, decent, fine, gripping"
)
_AFTER_GOOD = any_of("to read, about, on, by, like, from, in, for, with")
_I_MIGHT = rf"(?:that|which)?\s*(?:i|we|you)\s+{_MIGHT}\s+{_DO}"
_SHOULD_I = rf"{_SHOULD} (?:i|we|you) {_TRY}"
_QUITE_GOOD = rf"(?:really |very |quite )?{_GOOD}(?=\s*(?:$|[.,!?]|{_AFTER_GOOD}))"
_FILLER = re.compile(rf"(?:,|;|(?:{_ASIDE}|{_I_MIGHT}|{_SHOULD_I})\b|{_QUITE_GOOD})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Modifier:
    """One link and the words it introduces."""

    kind: Kind
    text: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class _Link:
    pattern: re.Pattern[str]
    kinds: dict[str, Kind]

    def at(self, text: str, position: int = 0) -> re.Match[str] | None:
        return self.pattern.match(text, position)

    def kind(self, match: re.Match[str]) -> Kind:
        return self.kinds[" ".join(match["link"].casefold().split())]


_MY = any_of("my, our, mein, meine, meinen, meiner, mon, ma, mi, mio, mia, il mio, la mia")
_CHILD = any_of(
    """
    son, daughter, kid, child, niece, nephew, grandson, granddaughter, sohn, tochter, kind, fils, fille, hijo, hija,
    figlio, figlia
    """
)
_FOR_CHILD = re.compile(
    rf"{_AUDIENCE}(?: \w+)?|{_FOR} {_MY}(?: (?:\d{{1,2}}|\w+)[\s-]years?[\s-]olds?)? {_CHILD}", re.IGNORECASE
)


def _link(languages: tuple[str, ...], only: tuple[Kind, ...] = ()) -> _Link:
    kinds: dict[str, Kind] = {}
    for language in languages:
        verbs = _VERBS if language == "en" else ()
        for kind, phrases in _LINKS[language].items():
            if not only or kind in only:
                kinds.update(dict.fromkeys((*phrases.split(", "), *(verbs if kind == "subject" else ())), kind))
    any_phrase = "|".join(re.escape(phrase) for phrase in sorted(kinds, key=len, reverse=True))
    return _Link(re.compile(rf"{_THAT}(?P<link>{any_phrase})(?:(?<=')|\s+)(?=\S)", re.IGNORECASE), kinds)


_FOREIGN = ("de", "fr", "es", "it")
_ALL = {code: _link((code,)) for code in ("en", *_FOREIGN)}
_INSIDE: dict[str, dict[Kind, _Link]] = {
    code: {
        "subject": _link((code,), ("author", "like", "title")),
        "author": _link((code,), ("subject", "like", "title")),
        "either": _link((code,), ("subject", "author", "like", "title")),
        "audience": _link((code,)),
    }
    for code in ("en", *_FOREIGN)
}
_WORD_START = re.compile(r"(?<=[\s,])(?=\S)")
ENDS = re.compile(
    "|".join([*(link.pattern.pattern.replace("?P<link>", "?:") for link in _ALL.values()), _AUDIENCE, _FILLER.pattern]),
    re.IGNORECASE,
)
"""What may follow a general noun."""
_AUDIENCE_START = re.compile(_AUDIENCE, re.IGNORECASE)


def is_for_children(text: str) -> bool:
    """True for words that say nothing but for which children: "for my 10 year old daughter"."""
    return _FOR_CHILD.fullmatch(text.strip(" ?!.,")) is not None


def modifiers(rest: str, code: str) -> tuple[list[Modifier], str]:
    """The modifiers that follow a general noun in the language `code`, and the words that belong to none."""
    found: list[Modifier] = []
    left: list[str] = []
    while rest := trimmed_end(rest.lstrip(" ,;.!?")).rstrip(" ,;"):
        filler = _OCCASION.match(rest) or _FILLER.match(rest)
        audience = _AUDIENCE_START.match(rest)
        match = _ALL[code].at(rest)
        if audience:
            found.append(Modifier("audience", audience.group()))
            rest = rest[audience.end() :]
        elif match and not _OCCASION.match(rest):
            modifier, rest = _modifier(_ALL[code].kind(match), rest[match.end() :], code)
            found.append(Modifier(modifier.kind, modifier.text, match["link"].casefold()))
        elif filler and filler.end():
            rest = rest[filler.end() :]
        else:
            word, _, rest = rest.partition(" ")
            left.append(word)
    return found, " ".join(left)


def _modifier(kind: Kind, text: str, code: str) -> tuple[Modifier, str]:
    """One modifier's words, up to the next link that may follow its kind, and what comes after."""
    follow = _INSIDE[code].get(kind)
    if follow is not None:
        for start in _WORD_START.finditer(text):
            match = follow.at(text, start.start()) or _clause(text, start.start(), code)
            if match and _really_follows(_ALL[code].kind(match), text[match.end() :], text[: start.start()]):
                return Modifier(kind, text[: start.start()].strip(" ,")), text[start.start() :]
            if _AUDIENCE_START.match(text, start.start()):
                return Modifier(kind, text[: start.start()].strip(" ,")), text[start.start() :]
    return _author_only(text) if kind == "author" else (Modifier(kind, text.strip(" ,")), "")


def _author_only(text: str) -> tuple[Modifier, str]:
    """The name that the text begins with, and what follows it: "Jane Austen | not later than 1815"."""
    text = text.strip(" ,")
    name = leading_name(text) if any(looks_like_name(one) == "no" for one in names(text)) else ""
    return (Modifier("author", name), text[len(name) :]) if name else (Modifier("author", text), "")


def _clause(text: str, position: int, code: str) -> re.Match[str] | None:
    """A link that follows with "that": "novels about power that also involve religion"."""
    if not text.startswith(("that ", "which "), position):
        return None
    return _ALL[code].at(text, position)


def _really_follows(kind: Kind, after: str, before: str) -> bool:
    if kind == "author":
        return looks_like_name(after.partition(",")[0]) != "no" or looks_like_name(" ".join(after.split()[:2])) == "yes"
    return bool(before.strip())
