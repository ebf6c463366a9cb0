"""Where a model's reading of a question and the rules' reading are brought together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import get_args

from pydantic import JsonValue

from archivist.books import Anchor, Form, Language, Order, Wanted, Years, language
from archivist.librarian.answer import Intent
from archivist.librarian.composing.phrases import LANGUAGES
from archivist.librarian.prompting.fence import bounded
from archivist.librarian.reader import Extracted, ReaderFailed
from archivist.librarian.reading import Reading, Turn

_INTENTS: tuple[Intent, ...] = get_args(Intent)
_FORMS: tuple[Form, ...] = get_args(Form)
_ORDERS: tuple[Order, ...] = get_args(Order)
_TITLE, _NAME, _SUBJECT = 200, 120, 80
_MOST = 3
_EARLIEST, _LATEST = 1000, 2100


def agreed(said: str, reading: Reading, conversation: Sequence[Turn]) -> Intent:
    """The model's intent, where it can be followed.

    A wrong search is a smaller harm than a wrong refusal, so a model does not decline what the rules can look for. To
    recall there has to be something, and likeness needs a book to be like.
    """
    intent = next((one for one in _INTENTS if one == said), reading.intent)
    shown = any(turn.books for turn in conversation)
    if intent == "off-topic":
        return reading.intent
    if intent == "recall" and not conversation:
        return reading.intent
    if intent == "similar" and reading.wanted.like is None and not shown:
        return "on-topic" if reading.intent == "off-topic" else reading.intent
    return intent


def language_of(said: str, reading: Reading) -> str:
    """The language to answer in: the question's own where its words tell, else the model's guess at it."""
    return said if not reading.language_known and said in LANGUAGES else reading.language


def extracted(value: Mapping[str, JsonValue], by_rule: Extracted) -> Extracted:
    """The model's terms, with the rules' reading as the second one.

    A title or name that the question gives plainly stays as the visitor gave it; the model adds what is missing.

    Raises:
        ReaderFailed: the model named nothing to look for.
    """
    rules = by_rule.wanted
    wanted = _wanted(value, rules)
    if rules.title and not rules.guess:
        wanted = replace(wanted, title=rules.title, authors=rules.authors or wanted.authors, like=rules.like)
    if wanted == Wanted(text=wanted.text, known=wanted.known, order=wanted.order) and rules != Wanted(text=rules.text):
        message = "the model named nothing to look for"
        raise ReaderFailed(message)
    other = rules if _terms(rules) != _terms(wanted) and any(_terms(rules)) else by_rule.second
    return replace(by_rule, wanted=wanted, second=other)


def _wanted(value: Mapping[str, JsonValue], rules: Wanted) -> Wanted:
    like = _text(value.get("like_title"), _TITLE)
    return Wanted(
        text=rules.text,
        title=_text(value.get("title"), _TITLE) or None,
        authors=_texts(value.get("authors"), _NAME),
        subjects=_texts(value.get("subjects"), _SUBJECT),
        words=_texts(value.get("words"), _SUBJECT),
        years=_years(value, rules.years),
        languages=_languages(value.get("languages")) or rules.languages,
        form=next((one for one in _FORMS if one == value.get("form")), rules.form),
        order=next((one for one in _ORDERS if one == value.get("order")), rules.order),
        like=rules.like or (Anchor(title=like) if like else None),
        known=rules.known,
        pages=rules.pages,
        without=rules.without,
        beside=rules.beside,
        whether=rules.whether,
        most=rules.most,
        unmet=rules.unmet,
        own=rules.own,
    )


def _terms(wanted: Wanted) -> tuple[object, ...]:
    return (wanted.title, wanted.authors, wanted.subjects, wanted.words, wanted.like)


def _text(value: JsonValue, most: int) -> str:
    return bounded(value, most) if isinstance(value, str) else ""


def _texts(value: JsonValue, most: int) -> tuple[str, ...]:
    texts = (_text(one, most) for one in value) if isinstance(value, list) else ()
    return tuple(dict.fromkeys(filter(None, texts)))[:_MOST]


def _languages(value: JsonValue) -> tuple[Language, ...]:
    return tuple(code for name in _texts(value, _SUBJECT) if (code := language(name)))


def _years(value: Mapping[str, JsonValue], rules: Years) -> Years:
    start, end = _year(value.get("year_from")), _year(value.get("year_to"))
    years = Years(start=start, end=end)
    return rules if years == Years() or (start and end and start > end) else years


def _year(value: JsonValue) -> int | None:
    return value if isinstance(value, int) and _EARLIEST <= value <= _LATEST else None
