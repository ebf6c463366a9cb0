"""What to say when there is no book to show: nothing found, nothing learnt, off topic, nothing asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from archivist.books import Wanted, Years, fold
from archivist.librarian.answer import SourceReport
from archivist.librarian.composing.composer import Task, unmet
from archivist.librarian.composing.phrases import Phrases, phrases
from archivist.librarian.composing.sources import SILENT, asked, what_was_asked
from archivist.librarian.composing.wording import unmarked
from archivist.librarian.draft import Draft, Statement
from archivist.librarian.reading import Courtesy, as_said

SHOWN = 120
"""Characters of the visitor's own words that are repeated to them at most."""


def nothing_found(task: Task, *, alone: Sequence[str] = ()) -> Draft:
    """Says that no book fits, or, where a source gave no answer and might have had it, that this is not known.

    `alone` are the subjects, of several that were to hold together, for each of which there were books.
    """
    words = phrases(task.language)
    if task.wanted.own and nobody_was_asked(task.reports):
        return _said(words.shelf_empty)
    if nobody_was_asked(task.reports):
        return _said(words.nobody) if task.reports else _said(words.empty)
    what = _in_words(words, task.wanted)
    nothing_else = _nothing_else(words, task.wanted)
    said = [as_said(subject, task.wanted.text) for subject in alone]
    unsure = could_have_had_it(task.reports)
    opening, hint = (words.failed, words.failed_hint) if unsure else (words.nothing, _hint(words, task.wanted))
    return Draft(
        statements=(
            Statement(text=nothing_else if nothing_else and not unsure else opening.format(wanted=what)),
            *unmet(words, task.wanted),
            *what_was_asked(words, task.reports),
            *asked(words, task.reports),
            *([Statement(text=words.alone.format(subjects=words.listing(said)))] if said else []),
            # Of a number there is no other spelling to try.
            *([Statement(text=hint)] if unsure or not (task.wanted.isbns or said or nothing_else) else []),
        ),
        suggestions=tuple(words.about.format(subject=subject) for subject in said),
    )


def wrong_isbn(language: str, isbn: str) -> Draft:
    """Says that the number cannot be an ISBN."""
    return _said(phrases(language).bad_isbn.format(isbn=isbn))


def declined(language: str, courtesy: Courtesy | None = None) -> Draft:
    """Says what the Archivist is for; a greeting, thanks or a call for help gets its own answer, with examples."""
    words = phrases(language)
    if courtesy is None:
        return _said(words.decline)
    replies = {"greeting": words.greeting, "thanks": words.thanks, "help": words.help}
    examples = () if courtesy == "thanks" else words.examples
    return replace(_said(replies[courtesy]), suggestions=examples)


def nothing_asked(language: str) -> Draft:
    """Invites a question."""
    return _said(phrases(language).empty)


def nothing_remembered(language: str) -> Draft:
    """Says that there is nothing to remember yet."""
    return _said(phrases(language).recalled_nothing)


def could_have_had_it(reports: Sequence[SourceReport]) -> bool:
    """True when a source that was asked gave no answer, so that "no results" would claim too much."""
    return any(report.status in SILENT or report.unanswered for report in reports)


def nobody_was_asked(reports: Sequence[SourceReport]) -> bool:
    """True when no source was asked at all, so that nothing can be said about what there is."""
    return all(report.status == "not-asked" for report in reports)


def _said(text: str) -> Draft:
    return Draft(statements=(Statement(text=text),))


def _in_words(words: Phrases, wanted: Wanted) -> str:
    """What was looked for, in a few words: the one thing that was named, or the whole question when it was several."""
    named = [kind for kind in (wanted.isbns, wanted.authors, wanted.subjects, wanted.words) if kind]
    if wanted.title and len(wanted.authors) <= 1 and not wanted.subjects:
        title = words.title(_short(wanted.title))
        return words.say(words.by, title=title, authors=_listed(words, wanted.authors)) if wanted.authors else title
    narrowed = wanted.languages or wanted.form or wanted.years != Years()
    if len(named) == 1 and not narrowed and not wanted.words:
        return _listed(words, named[0])
    return words.title(_short(wanted.text))


def _nothing_else(words: Phrases, wanted: Wanted) -> str:
    """Of an author of whom the visitor knows some books; empty where something else was asked for too."""
    theirs = Wanted(text=wanted.text, authors=wanted.authors, known=wanted.known, without=wanted.without)
    if wanted != theirs or not wanted.authors or not (wanted.known or wanted.without.anything):
        return ""
    return words.nothing_else.format(authors=_listed(words, wanted.authors))


def _listed(words: Phrases, items: Sequence[str]) -> str:
    return _short(unmarked(words.listing(items)))


def _hint(words: Phrases, wanted: Wanted) -> str:
    """What may help: of a name another spelling, of a long question fewer words, of a short one more."""
    if wanted.authors and not wanted.title:
        return words.hint_name
    said = fold(wanted.title or wanted.text).split()
    named = wanted.title or wanted.subjects or wanted.words
    return words.nothing_hint if named and len(said) > 1 else words.hint_more


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]} …"
