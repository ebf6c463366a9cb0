"""A wish with a general noun in it ("the best novels about war by women from the 80s"), as catalogue terms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from archivist.books.wanted import Anchor, Form, Wanted
from archivist.librarian.reading.heads import SUBJECT_NOUNS, Head, head_of
from archivist.librarian.reading.languages import CODES, in_language
from archivist.librarian.reading.modifiers import ENDS, Modifier, modifiers
from archivist.librarian.reading.names import NEVER, looks_like_name, names
from archivist.librarian.reading.subjects import content_words, is_genre, subjects
from archivist.librarian.reading.text import Quoted, capitalised, shouted, title_case
from archivist.librarian.reading.titles import titled
from archivist.librarian.reading.years import dated

_PLAIN = frozenset("books novels bücher romane livres romans libros novelas libri romanzi authors writers".split())
"""General nouns that are rarely part of a title: even "Books about Dragons" is a wish."""
_ATTRIBUTES = 5
_COMPOUND = frozenset({"fiction", "literature", "literatur"})
_ANY_BOOK = frozenset("books book titles works reads paperbacks bücher livres libros libri".split())


@dataclass(frozen=True, slots=True)
class Context:
    """What every rule may need to know of the question besides its words."""

    quoted: Quoted
    spoken: str | None
    today: date

    def plain(self, text: str) -> str:
        """The words with the quoted parts back in place."""
        return self.quoted.restore(text)


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
    when = dated(slot, context.today)
    spoken_in = in_language(when.rest)
    head = head_of(spoken_in.rest, ENDS)
    if head is None or bare and head.before and context.quoted.only(slot) or _speaks(head.before):
        return None
    found, left = modifiers(head.rest, _language(head, context.spoken))
    if _is_rather_title(slot, head, found, bare=bare):
        return None
    base = Wanted(years=when.years, languages=spoken_in.languages, form=head.form, order=head.order)
    made = _with_before(head, Wish(base, people=head.people))
    for modifier in found:
        made = _with(_of_a_life(modifier) if head.form == "biography" else modifier, made, context)
    return _with_left(left, made)


def _of_a_life(modifier: Modifier) -> Modifier:
    """A biography OF somebody is about them."""
    return replace(modifier, kind="subject") if modifier.kind == "either" else modifier


def _language(head: Head, spoken: str | None) -> str:
    """The language whose links may follow the noun."""
    if "en" in head.languages:
        return "en"
    return spoken if spoken in head.languages else min(head.languages)


def _speaks(before: str) -> bool:
    """True when the words before the noun are a sentence of their own, not its attributes."""
    return any(word.casefold() in NEVER for word in before.split()) or len(before.split()) > _ATTRIBUTES


def _is_rather_title(slot: str, head: Head, found: list[Modifier], *, bare: bool) -> bool:
    if head.owner and head.indefinite or head.noun in {"one", "ones"} and head.before:
        return True
    if not bare and head.capital and not shouted(slot) and _follows_capital(slot, head):
        return True
    if head.the_one and (not found or title_case(slot) or any(m.link == "of" for m in found)):
        return True
    by_somebody = any(m.kind in {"author", "either"} and _is_author(m) for m in found)
    if any(m.kind == "author" and _no_name(m.text) for m in found) and title_case(slot):
        return True
    if (
        bare
        and not by_somebody
        and any(m.link == "of" for m in found)
        and head.form != "biography"
        or head.single
        and _of_things(head, found, bare=bare)
    ):
        return True
    if not bare or not title_case(slot):
        return bare and not found and head.noun in {"story", "book", "something", "one"} and not _is_indefinite(slot)
    telling = not head.before or head.owner or looks_like_name(head.before) == "yes" or is_genre(head.before)
    return not (telling and (head.noun in _PLAIN or (by_somebody or head.owner) and not head.single))


def _of_things(head: Head, found: list[Modifier], *, bare: bool) -> bool:
    return bare and head.form != "biography" and any(m.link == "of" for m in found)


def _follows_capital(slot: str, head: Head) -> bool:
    """Inside a question only a title has its general noun capitalised ("A Book of Blue Flowers")."""
    return not (head.before and looks_like_name(head.before) == "yes" and not head.rest)


def _is_indefinite(slot: str) -> bool:
    return slot.split()[0].casefold() in {
        "a",
        "an",
        "any",
        "some",
        "something",
        "another",
        "good",
        "best",
        "ein",
        "un",
        "una",
    }


def _no_name(text: str) -> bool:
    return "no" in [looks_like_name(name) for name in names(text)] or not names(text)


def _with_before(head: Head, made: Wish) -> Wish:
    """The words before the noun: an owner, a name, a language, else a subject."""
    wanted = made.wanted
    if head.noun in SUBJECT_NOUNS:
        wanted = replace(wanted, subjects=(SUBJECT_NOUNS[head.noun],))
    if not head.before:
        return replace(made, wanted=wanted)
    if head.owner and looks_like_name(head.before) != "no":
        return replace(made, wanted=replace(wanted, authors=names(head.before)))
    if head.noun in _COMPOUND:
        return replace(made, wanted=_also(wanted, subjects(f"{head.before} {head.noun}")))
    name, genre = _peeled(head.before)
    likely = looks_like_name(name) if name else "no"
    if genre and likely != "yes":
        return replace(made, wanted=_also(wanted, subjects(head.before)))
    wanted = _also(wanted, subjects(genre))
    code = CODES.get(name.casefold())
    as_subject = _also(wanted, subjects(name))
    as_author = replace(wanted, authors=names(name))
    if code and head.noun in _ANY_BOOK:
        return replace(made, wanted=replace(wanted, languages=(code,)))
    if likely == "yes":
        return replace(made, wanted=as_author)
    if not code and likely == "perhaps" and all(map(capitalised, name.split())):
        return Wish(as_author, as_subject, made.people)
    return Wish(as_subject, as_author if not code and likely == "perhaps" and " " not in name else None, made.people)


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
    text = context.plain(modifier.text)
    if modifier.kind == "audience":
        form: Form = "children"
        return replace(made, wanted=replace(wanted, form=form))
    if modifier.kind == "like":
        return replace(made, wanted=replace(wanted, like=anchor(modifier.text, context, people=made.people)))
    if modifier.kind == "title":
        book = titled(modifier.text, context.quoted, context.spoken)
        return replace(made, wanted=replace(wanted, title=book.title, authors=book.authors)) if book else made
    if modifier.kind == "author" and not _no_name(text) or modifier.kind == "either" and _is_author(modifier):
        return replace(made, wanted=replace(wanted, authors=(*wanted.authors, *names(text))))
    found = subjects(text)
    if found:
        return replace(made, wanted=_also(wanted, found))
    return replace(made, wanted=replace(wanted, words=(*wanted.words, *content_words(text))))


def _is_author(modifier: Modifier) -> bool:
    judged = [looks_like_name(name) for name in names(modifier.text)]
    if modifier.link in {"from", "for"}:
        return bool(judged) and all(one == "yes" for one in judged)
    capitals = all(capitalised(word) for word in names(modifier.text) for word in word.split()[-1:])
    return bool(judged) and "no" not in judged and ("yes" in judged or capitals)


def anchor(slot: str, context: Context, *, people: bool = False) -> Anchor | None:
    """The book (or author) that was named to get others like it."""
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
    return slot.rstrip(" .?!").casefold().endswith(("'s", "s'")) or ". " in slot and slot[1:2] == "."


def _with_left(left: str, made: Wish) -> Wish:
    wanted = made.wanted
    if left and not (wanted.title or wanted.authors or wanted.subjects or wanted.like):
        return replace(made, wanted=replace(wanted, words=content_words(left)))
    return made
