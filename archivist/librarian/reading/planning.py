"""Which tools to call for a reading, with which arguments, within a handful of requests."""

from __future__ import annotations

from dataclasses import replace

from pydantic import JsonValue

from archivist.books import fold, two_letters
from archivist.books.wanted import Anchor, Order, Wanted
from archivist.librarian.answer import Intent
from archivist.librarian.reading.text import capitalised
from archivist.librarian.reading.values import PlannedCall
from archivist.librarian.reading.vocabulary import word_set

FEW, MANY = 8, 20
_ISBNS = 3
_TOGETHER = 3
_LONGEST = {"author": 120, "subject": 100, "subjects": 100}
_LONGEST_TEXT = 200
_LONGEST_HEADING = 40
_TALE = {
    "novel": "fiction",
    "short-stories": "short stories",
    "poetry": "poetry",
    "play": "drama",
    "comic": "comics",
    "non-fiction": "nonfiction",
    "biography": "biography",
    "children": "juvenile fiction",
}
_TOO_GENERAL = word_set(
    "fiction general nonfiction non-fiction literature books novel novels english american accessible "
    "readable large type "
    "juvenile protected daisy library open staff picks reviewed bestseller text"
)
_SORTS: dict[Order, str] = {"rating": "rating", "newest": "new", "oldest": "old"}


def plan(
    wanted: Wanted, intent: Intent, *, language: str = "en", google: bool = True, second: Wanted | None = None
) -> list[PlannedCall]:
    """The tool calls that answer a reading, most telling first; none for recall and off-topic.

    `language` (ISO 639-1) is the one to read about books in. `google` False leaves Google Books out. `second` is the
    other reading of doubtful words and costs one call more.
    """
    if intent in {"off-topic", "recall"}:
        return []
    calls = _of(wanted, intent, language)
    if second:
        calls += _second(second, wanted, details=True if intent == "describe" else None)
        if intent == "describe" and second.authors and not second.title:
            calls.append(_wiki(second.authors[0], "author", language))
    return [call for call in _distinct(calls) if google or call.tool != "google_books_search"]


def _of(wanted: Wanted, intent: Intent, language: str) -> list[PlannedCall]:
    """The plan for the most telling of the terms."""
    if wanted.isbns:
        return _by_isbn(wanted)
    if wanted.like:
        return _alike(wanted, wanted.like, language)
    if wanted.title:
        return _one_book(wanted, intent, language)
    return _many_books(wanted, intent, language)


def _many_books(wanted: Wanted, intent: Intent, language: str) -> list[PlannedCall]:
    if wanted.subjects:
        return _on_subjects(wanted, language)
    if wanted.authors:
        return _by_author(wanted, language)
    if wanted.words:
        return _in_words(wanted, language)
    conditioned = wanted != Wanted(text=wanted.text)
    return _anything(wanted) if intent == "recommend" or conditioned else []


def _call(tool: str, **arguments: JsonValue) -> PlannedCall:
    given = {name: value for name, value in arguments.items() if value not in (None, [], "")}
    return PlannedCall(tool=tool, arguments={name: _cut(name, value) for name, value in given.items()})


def _cut(name: str, value: JsonValue) -> JsonValue:
    """A text, or each of a list of texts, within the length that the tools accept."""
    if isinstance(value, list):
        return [_cut(name, one) for one in value]
    return value[: _LONGEST.get(name, _LONGEST_TEXT)].strip() if isinstance(value, str) else value


def _web(wanted: Wanted, **arguments: JsonValue) -> PlannedCall:
    return _call(
        "web_search_books",
        **arguments,
        year_from=wanted.years.start,
        year_to=wanted.years.end,
        lang=next(iter(wanted.languages), None),
        sort=_SORTS.get(wanted.order),
    )


def _google(wanted: Wanted, **arguments: JsonValue) -> PlannedCall:
    return _call("google_books_search", **arguments, lang=_two(wanted))


def _two(wanted: Wanted) -> str | None:
    return two_letters(wanted.languages[0]) if wanted.languages else None


def _wiki(query: str, about: str, language: str, author: str | None = None) -> PlannedCall:
    return _call("wikipedia_summary", query=query[:200], author=author, lang=language, about=about)


def _by_isbn(wanted: Wanted) -> list[PlannedCall]:
    calls = [_call("web_search_books", isbn=isbn, limit=FEW) for isbn in wanted.isbns[:_ISBNS]]
    return [*calls, *(_call("google_books_search", isbn=isbn, limit=FEW) for isbn in wanted.isbns[:_ISBNS])]


def _author(wanted: Wanted) -> str | None:
    return next(iter(wanted.authors), None)


def _one_book(wanted: Wanted, intent: Intent, language: str) -> list[PlannedCall]:
    title, author = wanted.title or "", _author(wanted)
    if wanted.beside:
        return _side_by_side(wanted)
    details = True if intent == "describe" else None
    return [
        _web(wanted, title=title, author=author, limit=MANY if wanted.guess else FEW, details=details),
        _google(wanted, title=title, author=author, limit=FEW),
        _wiki(title, "book", language, author),
    ]


def _side_by_side(wanted: Wanted) -> list[PlannedCall]:
    """One call a source for each of the books to be compared."""
    named = (Anchor(title=wanted.title or "", authors=wanted.authors), *wanted.beside)
    calls = []
    for one in named:
        author = next(iter(one.authors), None)
        calls += [_web(wanted, title=one.title, author=author, limit=FEW)]
        calls += [_google(wanted, title=one.title, author=author, limit=FEW)]
    return calls


def _on_subjects(wanted: Wanted, language: str) -> list[PlannedCall]:
    """All subjects at once, and the first alone, to tell what there is when nothing has all of them."""
    subjects: list[JsonValue] = [*wanted.subjects[:_TOGETHER]]
    author = _author(wanted)
    calls = [
        _web(wanted, subject=subjects, author=author, limit=MANY),
        _google(
            wanted, subject=wanted.subjects[0], query=" ".join(wanted.subjects[1:]) or None, author=author, limit=MANY
        ),
        _wiki(" ".join(wanted.subjects), "topic", language),
    ]
    if author is None:
        lang = next(iter(wanted.languages), None)
        calls.insert(0, _call("subject_search", subjects=subjects[:1], lang=lang, limit=MANY))
    return calls


def _by_author(wanted: Wanted, language: str) -> list[PlannedCall]:
    calls: list[PlannedCall] = []
    for author in wanted.authors[:2]:
        calls += [_web(wanted, author=author, limit=MANY), _google(wanted, author=author, limit=MANY)]
    return [*calls, _wiki(wanted.authors[0], "author", language)]


def _in_words(wanted: Wanted, language: str) -> list[PlannedCall]:
    query = " ".join(wanted.words[:6])
    return [
        _web(wanted, query=query, limit=MANY),
        _google(wanted, query=query, limit=MANY),
        _wiki(query, "book", language),
    ]


def _anything(wanted: Wanted) -> list[PlannedCall]:
    """What readers rate best among books of the form that was asked for, or of one year: "books from 1984"."""
    if wanted.years.start and wanted.years.start == wanted.years.end and wanted.form is None:
        return [_web(replace(wanted, order="rating") if wanted.order == "relevance" else wanted, limit=MANY)]
    kind = _TALE.get(wanted.form or "novel", "fiction")
    return [
        _call(
            "web_search_books",
            subject=[kind],
            sort=_SORTS.get(wanted.order, "rating"),
            limit=MANY,
            year_from=wanted.years.start,
            year_to=wanted.years.end,
            lang=next(iter(wanted.languages), None),
        ),
        _call("subject_search", subjects=[kind], lang=next(iter(wanted.languages), None), limit=MANY),
        _google(wanted, subject=kind, limit=MANY),
    ]


def _alike(wanted: Wanted, like: Anchor, language: str) -> list[PlannedCall]:
    """Books on the anchor's subjects and by its author; before the anchor is looked up, the look-up itself."""
    author = next(iter(like.authors), None)
    if not like.subjects:
        return _look_up(wanted, like, author, language)
    telling = _telling(like.subjects)
    sought = dict.fromkeys((telling[:2], telling[:1], telling[-1:]))  # few books have both, and one alone may have none
    calls = [_call("subject_search", subjects=[*subjects], limit=MANY) for subjects in sought]
    calls.append(_web(wanted, author=author, limit=FEW) if author else _web(wanted, subject=[telling[0]], limit=MANY))
    return [*calls, _google(wanted, subject=telling[0], limit=MANY), _wiki(like.title, "book", language, author)]


def _look_up(wanted: Wanted, like: Anchor, author: str | None, language: str) -> list[PlannedCall]:
    if not like.title:
        return _by_author(Wanted(authors=like.authors, languages=wanted.languages), language)
    return [
        _call("web_search_books", title=like.title, author=author, limit=FEW),
        _call("google_books_search", title=like.title, author=author, limit=FEW),
        _wiki(like.title, "book", language, author),
    ]


def _telling(subjects: tuple[str, ...]) -> tuple[str, ...]:
    """The subjects that say something about a book, or all when none does."""
    kept = tuple(subject for subject in subjects if _tells(subject))
    return kept or subjects


def _tells(subject: str) -> bool:
    return len(subject) <= _LONGEST_HEADING and not set(fold(subject).split()) <= _TOO_GENERAL


def _second(second: Wanted, first: Wanted, *, details: bool | None) -> list[PlannedCall]:
    """One call for the other reading, or one a book where several are compared."""
    if second.beside:
        return [call for call in _side_by_side(second) if call.tool == "web_search_books"]
    if second.title and second.guess and first.subjects and not second.authors and " " in second.title:
        return [_web(first, query=second.title, limit=MANY, tries=1)]
    if second.title:
        return [_web(first, title=second.title, author=_author(second), limit=FEW, details=details, tries=1)]
    if second.subjects:
        return _filed_or_named(second.subjects, first)
    if second.authors:
        return [_web(first, author=second.authors[0], limit=MANY)]
    like = second.like.authors if second.like else ()
    return [_web(Wanted(), author=like[0], limit=MANY)] if like else []


def _filed_or_named(subjects: tuple[str, ...], first: Wanted) -> list[PlannedCall]:
    """A bare word may be a surname as well as a subject ("Dickens"); the search finds both, and names in small letters
    as well.

    Several bare words that may be a title are looked for in all fields already, subjects among them.
    """
    title = (first.title or "").strip(" ?!.")
    if first.guess and len(subjects) == 1 and title.casefold().endswith(subjects[0].casefold()) and " " in subjects[0]:
        return []
    filed = _call("subject_search", subjects=[*subjects[:_TOGETHER]], limit=MANY)
    if first.guess and subjects == (title,) and " " not in title:
        anywhere = _web(first, query=title, limit=MANY, tries=1)
        return [anywhere] if capitalised(title) else [anywhere, filed]
    return [filed]


def _distinct(calls: list[PlannedCall]) -> list[PlannedCall]:
    kept: list[PlannedCall] = []
    for call in calls:
        if call not in kept:
            kept.append(call)
    return kept
