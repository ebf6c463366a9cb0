"""A wish with a general noun in it ("the best novels about war by women from the 80s"), as catalogue terms."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from archivist.books.wanted import Anchor, Form, Pages, Wanted
from archivist.librarian.answer import Intent
from archivist.librarian.reading.context import Context
from archivist.librarian.reading.heads import SUBJECT_NOUNS, TITLE_WORDS, Head, head_of
from archivist.librarian.reading.languages import CODES, in_language
from archivist.librarian.reading.measures import measured
from archivist.librarian.reading.modifiers import ENDS, Modifier, modifiers
from archivist.librarian.reading.names import NEVER, Likely, is_full_name, looks_like_name, names
from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.subjects import content_words, is_genre, subjects
from archivist.librarian.reading.text import capitalised
from archivist.librarian.reading.titlelike import COLLECTED, PLAIN, Phrase, names_author, rather_title
from archivist.librarian.reading.titles import titled
from archivist.librarian.reading.values import Reading
from archivist.librarian.reading.vocabulary import word_set
from archivist.librarian.reading.years import dated

_OWNER = re.compile(r"(?P<name>.+?)(?:'s|(?<=s)')\s+(?P<rest>.+)$")
_BY = re.compile(r"\s+(?:written )?by\s+", re.IGNORECASE)
_AND_LOVED = Phrases("(and|which|but) [i] [*] (loved|liked|enjoyed|adored) [it|that|every * of it|the *]")
_NAME_WORDS = (2, 3)
_KINDS = (
    (re.compile(r"\b(something|anything) else(?= (?:by|from|about)\b)"), r"\1"),
    (re.compile(r"\b(audio|cook|text|e)[ -](books?)\b"), r"\1\2"),
    (re.compile(r"\broman(s?) (?:policier|noir)s?\b"), r"polar\1"),
    (re.compile(r"\bnovela(s?) (?:negra|polic[ií]aca)s?\b"), r"novela\1 sobre crimen"),
    (re.compile(r"\bromanz[oi] giall[oi]\b"), "gialli"),
    (re.compile(r",? (?:die|der|das) (?:in|auf|im) (\S.*?) spiel(?:t|en)\b"), r" über \1"),
    (re.compile(r",? qui se (?:passe|passent|déroule|déroulent) (?:à|en|au|aux|dans) "), " sur "),
    (re.compile(r",? que (?:transcurren?|suceden?|ocurren?|se desarrollan?) en "), " sobre "),
    (re.compile(r" ambientat[oiae] (?:a|ad|in|nel|nella) "), " su "),
    (re.compile(r",? che si svolg(?:e|ono) (?:a|ad|in|nel|nella) "), " su "),
    (re.compile(r"\bromans? historiques?\b"), "romans sur histoire"),
    (re.compile(r"\bnovelas? históricas?\b"), "novelas sobre historia"),
    (re.compile(r"\bromanz[oi] storic[oi]\b"), "romanzi su storia"),
    (re.compile(r"\b(quelque chose|qualcosa) d[ei] (?=\w+ (?:d[ei]|sur|su)\b)"), r"\1 "),
    (
        re.compile(
            r"\b(livre|roman|libro|novela|romanzo) (?:le |el |la |il )?(?:plus|más|più) l(?:ong|arg[oa]|ung[oa])\b"
        ),
        r"longest \1",
    ),
    (
        re.compile(
            r"\b(livre|roman|libro|novela|romanzo) (?:le |el |la |il )?(?:plus|más|più) (?:court|cort[oa]|breve)\b"
        ),
        r"shortest \1",
    ),
)
"""Kinds of book in two words, and adjectives after the noun, as the rules know them."""
_OTHERWISE = Phrases(
    """
    (but|only) [{much}] [{much}] (*er|more *|less *|with [a|an] [*] *|for *|set in * [*] [*])
    aber [etwas|viel] (*er|mehr *|weniger *|mit [*] *|für *)
    mais [bien|un peu] (plus *|moins *|pour [les] *)
    pero [mucho|un poco] (más *|menos *|para *)
    ma [molto|un po'] (più *|meno *|per *)
    """,
    {"much": "a|bit|little|much|slightly|way|far|maybe"},
)
_ATTRIBUTES = 5
_COMPOUND = frozenset({"fiction", "literature", "literatur"})
_ANY_BOOK = word_set("books book titles works reads paperbacks bücher livres libros libri")


@dataclass(frozen=True, slots=True)
class Wish:
    """The terms of a wish and, where its words allow it, the terms of another reading."""

    wanted: Wanted
    second: Wanted | None = None
    people: bool = False


def wish(slot: str, context: Context, *, bare: bool) -> Wish | None:
    """The wish that the words state, or None when no general noun carries it and they are rather a title.

    `bare` says that no request stands before the words, so that they may be a title as a whole.
    """
    rest, but = otherwise(slot)
    alike = wish(rest, context, bare=bare) if but else None
    if alike and alike.wanted.like:
        return replace(alike, wanted=replace(alike.wanted, unmet=(*alike.wanted.unmet, but)))
    for kind, noun in _KINDS:
        slot = kind.sub(noun, slot)
    how = measured(slot)
    when = dated(how.rest, context.today)
    spoken_in = in_language(when.rest)
    head = head_of(spoken_in.rest, ENDS)
    if head is None or (bare and head.before and context.quoted.only(slot)) or _speaks(head.before):
        return None
    found, left = modifiers(head.rest, _language(head, context.spoken))
    found = [_by_owner(modifier, head) for modifier in found]
    if how.most is None and rather_title(Phrase(slot, head, tuple(found), bare)):
        return None
    base = Wanted(
        years=when.years,
        languages=spoken_in.languages,
        form=head.form,
        order=head.order,
        pages=how.pages,
        most=how.most,
    )
    made = _with_before(head, Wish(base, people=head.people))
    for modifier in found:
        made = _with(modifier, made, context)
    if made.second and made.wanted.authors and set(made.second.authors).isdisjoint(made.wanted.authors):
        made = replace(made, second=None)
    made = _or_whole_title(context.plain(slot), head, _with_left(left, made), sure=bool(found))
    if head.form == "biography" and made.wanted.subjects and (made.second is None or made.second.guess):
        made = replace(made, second=Wanted(title=" ".join(made.wanted.subjects), guess=True))
    return replace(made, second=replace(made.wanted, pages=Pages(), unmet=(how.said,))) if how.said else made


def _or_whole_title(slot: str, head: Head, made: Wish, *, sure: bool) -> Wish:
    """A few words with little to say as a wish ("christmas stories", "love poems by X") may be a title as a whole."""
    if (
        made.second
        or (head.noun in _ANY_BOOK and not head.single)
        or not head.before
        or made.wanted.like
        or made.wanted.title
    ):
        return made
    if sure and not made.wanted.authors:
        return made
    title = _BY.split(slot)[0] if sure else slot
    if head.noun in {"book", "novel"}:
        title = title.rsplit(" ", 1)[0]
    return replace(
        made, second=Wanted(title=title.strip(" ?!.,"), authors=made.wanted.authors if sure else (), guess=True)
    )


def _by_owner(modifier: Modifier, head: Head) -> Modifier:
    """What "of" means depends on the noun: works of somebody are by them, a biography of somebody is about them."""
    if modifier.kind != "either":
        return modifier
    if head.form == "biography":
        return replace(modifier, kind="subject")
    all_works = head.noun in COLLECTED and not _no_name(modifier.text)
    return replace(modifier, kind="author") if all_works else modifier


def _language(head: Head, spoken: str | None) -> str:
    """The language whose links may follow the noun."""
    if "en" in head.languages:
        return "en"
    return spoken if spoken in head.languages else min(head.languages)


def _speaks(before: str) -> bool:
    """True when the words before the noun are a sentence of their own, not its attributes."""
    return any(word.casefold() in NEVER for word in before.split()) or len(before.split()) > _ATTRIBUTES


def _no_name(text: str) -> bool:
    return "no" in [looks_like_name(name) for name in names(text)] or not names(text)


def _with_before(head: Head, made: Wish) -> Wish:
    """The words before the noun: an owner, a name, a language, else a subject."""
    wanted = made.wanted
    if head.noun in SUBJECT_NOUNS:
        wanted = replace(wanted, subjects=(SUBJECT_NOUNS[head.noun],))
    all_works = head.noun in COLLECTED and head.before.casefold() in TITLE_WORDS
    if not head.before or all_works:
        return replace(made, wanted=wanted)
    if head.form == "biography" and not head.owner:
        return replace(made, wanted=_also(wanted, subjects(head.before)))
    if head.owner and looks_like_name(head.before) != "no":
        return replace(made, wanted=replace(wanted, authors=names(head.before)))
    if head.noun in _COMPOUND:
        return replace(made, wanted=_also(wanted, subjects(f"{head.before} {head.noun}")))
    return _with_attributes(head, replace(made, wanted=wanted))


def _with_attributes(head: Head, made: Wish) -> Wish:
    """An owner and a genre, a genre alone, or other attributes."""
    owners, rest = _after_owner(head.before)
    if owners:
        return replace(made, wanted=replace(_also(made.wanted, subjects(rest)), authors=owners))
    name, genre = _peeled(rest)
    likely = looks_like_name(name) if name else "no"
    if genre and likely != "yes":
        return replace(made, wanted=_also(made.wanted, subjects(head.before)))
    return _with_attribute(name, likely, head, replace(made, wanted=_also(made.wanted, subjects(genre))))


def _with_attribute(name: str, likely: Likely, head: Head, made: Wish) -> Wish:
    """Words before the noun that are no genre: a language, an author, a subject, perhaps two of them."""
    code = CODES.get(name.casefold())
    as_subject = _also(made.wanted, subjects(name))
    if code and head.noun in _ANY_BOOK:
        return replace(made, wanted=replace(made.wanted, languages=(code,)))
    if code or likely == "no":
        return replace(made, wanted=as_subject)
    as_author = replace(made.wanted, authors=names(name))
    if likely == "yes":
        return replace(made, wanted=as_author)
    if all(map(capitalised, name.split())):
        return replace(made, wanted=as_author, second=as_subject)
    if " " in name:
        return replace(made, wanted=as_subject, second=Wanted(title=name, guess=True))
    return replace(made, wanted=as_subject, second=as_author if head.noun in PLAIN else None)


def _after_owner(before: str) -> tuple[tuple[str, ...], str]:
    """The owner's name in "James Herriot's dog" (stories), and the words after it."""
    match = _OWNER.match(before)
    if match and looks_like_name(match["name"]) == "yes":
        return names(match["name"]), match["rest"]
    return (), before


def _peeled(before: str) -> tuple[str, str]:
    """A name and the genre words after it: "Agatha Christie" and "mystery"."""
    words = before.split()
    for cut in range(len(words)):
        if is_genre(" ".join(words[cut:])):
            return " ".join(words[:cut]), " ".join(words[cut:])
    return before, ""


def _also(wanted: Wanted, more: tuple[str, ...]) -> Wanted:
    return replace(wanted, subjects=tuple(dict.fromkeys((*wanted.subjects, *more))))


def _with(modifier: Modifier, made: Wish, context: Context) -> Wish:
    wanted = made.wanted
    if modifier.kind == "audience":
        form: Form = "children"
        return replace(made, wanted=replace(wanted, form=form))
    if modifier.kind == "like":
        return replace(made, wanted=replace(wanted, like=anchor(modifier.text, context, people=made.people)))
    if modifier.kind == "title":
        book = titled(modifier.text, context.quoted, context.spoken)
        return replace(made, wanted=replace(wanted, title=book.title, authors=book.authors)) if book else made
    return _with_terms(modifier, made, context.plain(modifier.text))


def _with_terms(modifier: Modifier, made: Wish, text: str) -> Wish:
    """The wish with the modifier's words as author, as subjects, or where they are neither, as words."""
    wanted = made.wanted
    if names_author(modifier):
        return replace(made, wanted=replace(wanted, authors=(*wanted.authors, *names(text))))
    found = subjects(text)
    if not found:
        return replace(made, wanted=replace(wanted, words=(*wanted.words, *content_words(text))))
    if modifier.link == "from" and capitalised(text) and " " not in text:
        return replace(made, wanted=_also(wanted, found), second=replace(wanted, authors=(text,)))
    if modifier.link == "from" and _capital_name(text):
        return replace(made, wanted=replace(wanted, authors=names(text)), second=_also(wanted, found))
    return replace(made, wanted=_also(wanted, found))


def _capital_name(text: str) -> bool:
    """True for two or three capitalised words: "from Maeve Binchy", but "from New Zealand" as well."""
    words = text.split()
    return len(words) in _NAME_WORDS and all(map(capitalised, words)) and looks_like_name(text) != "no"


def otherwise(slot: str) -> tuple[str, str]:
    """The words without what is to be otherwise than in the book that they name, and that: "Dune | but shorter"."""
    said = _OTHERWISE.end_of(slot, " ,")
    return slot.removesuffix(said), said.strip(" ,.?!")


def anchor(slot: str, context: Context, *, people: bool = False) -> Anchor | None:
    """The book (or author) that was named to get others like it."""
    slot = slot.removesuffix(_AND_LOVED.end_of(slot, " ,"))
    text = context.plain(slot)
    if people or slot.casefold().startswith(("the author ", "the writer ")):
        return Anchor(title="", authors=names(text))
    book = titled(slot, context.quoted, context.spoken)
    if book is None:
        return None
    if book.title and not book.authors and looks_like_name(book.title) == "yes" and _owned(slot):
        return Anchor(title="", authors=names(book.title))
    return Anchor(title=context.plain(book.title), authors=book.authors)


def _owned(slot: str) -> bool:
    """True for "Stephen King's" and "J. R. R. Tolkien": nothing but a person."""
    possessive = slot.rstrip(" .?!").casefold().endswith(("'s", "s'"))
    return possessive or ("." in slot.split(maxsplit=1)[0] and is_full_name(slot.rstrip(" ?!").split()))


def _with_left(left: str, made: Wish) -> Wish:
    wanted = made.wanted
    if left and not (wanted.title or wanted.authors or wanted.subjects or wanted.like):
        return replace(made, wanted=replace(wanted, words=content_words(left)))
    return made


def of_wish(made: Wish) -> Reading:
    """The wish as a reading."""
    wanted = made.wanted
    return Reading(intent=intent_of(wanted), wanted=wanted, second=made.second)


def intent_of(wanted: Wanted) -> Intent:
    """What somebody wants who states these terms and asks nothing about them."""
    if wanted.like:
        return "similar"
    if wanted.title or wanted.subjects or wanted.words:
        return "on-topic"
    return "author" if wanted.authors else "recommend"
