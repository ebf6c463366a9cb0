"""The prompts: one small one a task, with the form in which its answer has to come."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from archivist.books import Book, Wanted
from archivist.librarian.answer import Intent
from archivist.librarian.composing.phrases import LANGUAGES
from archivist.librarian.composing.sources import label
from archivist.librarian.prompting.fence import RULE, bounded, fenced
from archivist.models import ChatRequest, Message, Output

INTENTS: dict[Intent, str] = {
    "on-topic": "wants certain books, or books on a topic, or a fact about one book",
    "author": "wants the works of a named author",
    "reviews": "wants to know how a named book is rated or reviewed",
    "describe": "wants to know what a named book is about",
    "similar": "wants books like one they name or were shown",
    "recommend": "wants something good to read and names no topic",
    "recall": "asks what was said or shown earlier in this conversation",
    "off-topic": "has nothing to do with books or reading",
}
FORMS = ("novel", "short-stories", "poetry", "play", "comic", "non-fiction", "biography", "children")
ORDERS = ("relevance", "rating", "oldest", "newest")

_DESCRIPTION, _TITLE, _TERM = 420, 160, 120
_SUBJECTS = 5
_IN_ENGLISH = {"en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian"}


def classifying(question: str, before: Sequence[str]) -> ChatRequest:
    """What sort of question this is; `before` are the visitor's earlier questions."""
    kinds = "\n".join(f"{name}: the visitor {meaning}" for name, meaning in INTENTS.items())
    said: JsonValue = {"question": question, "earlier questions": [*before]}
    form = _object({"intent": {"type": "string", "enum": [*INTENTS]}, "language": _enum(LANGUAGES)})
    task = (
        f"Say what sort of question a visitor of a library asks, and in which language it is written.\n{kinds}\n"
        "Take the most telling kind. When in doubt, it is on-topic."
    )
    return _asking(task, fenced(said), Output(name="classify", schema=form), most=120)


def extracting(question: str, before: Sequence[str], intent: str) -> ChatRequest:
    """The question in a catalogue's terms."""
    texts: JsonValue = {"type": "array", "items": {"type": "string"}}
    form = _object(
        {
            "title": {"type": ["string", "null"]},
            "authors": texts,
            "subjects": texts,
            "words": texts,
            "year_from": {"type": ["integer", "null"]},
            "year_to": {"type": ["integer", "null"]},
            "languages": texts,
            "form": {"anyOf": [_enum(FORMS), {"type": "null"}]},
            "order": _enum(ORDERS),
            "like_title": {"type": ["string", "null"]},
        }
    )
    task = (
        "Turn a question about books into the terms of a library catalogue. title: the one book that is meant, if one "
        "is, also when it is only described and you know it. authors: names. subjects: at most three short subject "
        "headings in English. words: other telling words. year_from, year_to: of first publication. languages: of the "
        "books, only if asked for. like_title: a book that others should resemble. Leave empty what was not asked."
    )
    said: JsonValue = {"question": question, "earlier questions": [*before], "kind": intent}
    return _asking(task, fenced(said), Output(name="extract", schema=form), most=400)


def choosing(question: str, terms: JsonValue, names: Sequence[str]) -> tuple[str, str, Output]:
    """Which tools to ask: the system's words, the visitor's, and the form for models that cannot call tools."""
    call = _object({"tool": _enum(names), "arguments": {"type": "object"}})
    form = _object({"calls": {"type": "array", "items": call}})
    task = "Find books for a visitor of a library by calling at most four of the tools, each with telling arguments."
    said: JsonValue = {"question": question, "terms": terms}
    return f"{task}\n{RULE}", fenced(said), Output(name="choose", schema=form)


def ranking(question: str, books: Sequence[Book]) -> ChatRequest:
    """The numbers of the books, best first. No description is shown: none is needed to tell which book was meant."""
    rows: list[JsonValue] = [_row(n, book, described=False) for n, book in enumerate(books, 1)]
    form = _object({"order": {"type": "array", "items": {"type": "integer"}}})
    task = "Put the records in the order in which they answer the question, best first. Answer with their numbers."
    shown: JsonValue = {"question": question, "records": rows}
    return _asking(task, fenced(shown), Output(name="rank", schema=form), most=160)


def writing(question: str, books: Sequence[Book], language: str, repair: Sequence[str]) -> ChatRequest:
    """The answer's sentences, with the number of the record after the words about each book."""
    rows: list[JsonValue] = [_row(n, book, described=True) for n, book in enumerate(books, 1)]
    form = _object({"sentences": {"type": "array", "items": {"type": "string"}}})
    task = (
        f"Answer the question from the records, in {_IN_ENGLISH.get(language, 'English')}, in two to four short "
        "sentences. After the words about a book put its number in brackets, such as [1]. Put titles in quotation "
        "marks. Of a book say only its title, authors, year, rating and subjects, spelled as in its record; of its "
        "description give only a part, word for word, in quotation marks. Say nothing else of a book, judge nothing, "
        "and use plain connecting words."
    )
    shown: JsonValue = {"question": question, "records": rows}
    wrong = f"\nThe last answer was not good:\n{fenced([*repair])}" if repair else ""
    return _asking(task, f"{fenced(shown)}{wrong}", Output(name="write", schema=form), most=512)


def checking(sentences: Sequence[str], books: Sequence[Book]) -> ChatRequest:
    """The numbers of the sentences that no record holds."""
    rows: list[JsonValue] = [_row(n, book, described=True) for n, book in enumerate(books, 1)]
    numbered: JsonValue = {str(n): sentence for n, sentence in enumerate(sentences, 1)}
    form = _object({"unsupported": {"type": "array", "items": {"type": "integer"}}})
    task = "Give the numbers of the sentences that say something of a book which its record does not hold."
    shown: JsonValue = {"sentences": numbered, "records": rows}
    return _asking(task, fenced(shown), Output(name="check", schema=form), most=120)


def terms_of(wanted: Wanted) -> JsonValue:
    """What is looked for, without what is empty."""
    terms: dict[str, JsonValue] = {
        "title": wanted.title,
        "authors": [*wanted.authors],
        "isbns": [*wanted.isbns],
        "subjects": [*wanted.subjects],
        "words": [*wanted.words],
        "from year": wanted.years.start,
        "to year": wanted.years.end,
        "languages": [*wanted.languages],
        "like": wanted.like.title if wanted.like else None,
    }
    return {name: value for name, value in terms.items() if value}


def _row(n: int, book: Book, *, described: bool) -> JsonValue:
    row: dict[str, JsonValue] = {
        "n": n,
        "title": bounded(book.title, _TITLE),
        "authors": [bounded(name, _TERM) for name in book.authors[:3]],
        "year": book.year,
        "subjects": [bounded(subject, _TERM) for subject in book.subjects[:_SUBJECTS]],
    }
    if described:
        row["rating"] = f"{book.rating.average:.1f} of {book.rating.count} ratings" if book.rating else None
        row["from"] = label(book.sources[0]) if book.sources else None
        row["description"] = bounded(book.description or "", _DESCRIPTION)
    return {name: value for name, value in row.items() if value}


def _asking(task: str, shown: str, output: Output, *, most: int) -> ChatRequest:
    messages = (Message(role="system", content=f"{task}\n{RULE}"), Message(role="user", content=shown))
    return ChatRequest(messages=messages, max_tokens=most, temperature=0.1, output=output)


def _object(properties: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """An object in which nothing may be missing and nothing be added, as strict modes demand."""
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


def _enum(names: Sequence[str]) -> JsonValue:
    return {"type": "string", "enum": [*names]}
