"""What an answer may say: nothing of a book but what a record holds that it cites, or that its conversation cited."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from archivist.books import fold
from archivist.librarian import Answer, Claim, ShownBook

MARK = re.compile(r"\[(\d+)\]")
QUOTED = re.compile(r"[“„«]\s*([^“”„«»]{3,}?)\s*[”“»]")
NUMBER = re.compile(r"\d(?:[\d.,\u2019\u00a0\u202f]*\d)?")
OUT_OF = "5"
"""Every rating is out of five."""
SHORTEST_NAME = 5
"""Letters of a name; fewer of them are found in any text."""


def plain(text: str) -> str:
    """The text's letters and figures alone: what a visitor types may hold signs that are not repeated to them."""
    return re.sub(r"\W", "", fold(text))


def figures(text: str) -> set[str]:
    """The numbers of a text without their points and commas."""
    return {re.sub(r"\D", "", number) for number in NUMBER.findall(text)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """What a claim may repeat: what was typed, other texts as they stand, names of authors, and numbers."""

    typed: str
    texts: str
    names: frozenset[str]
    numbers: frozenset[str]


def ungrounded(answer: Answer, asked: Sequence[str], before: Sequence[Answer], names: Iterable[str]) -> list[str]:
    """What is wrong with an answer, a sentence a fault; `names` are all authors whom anybody could bring up."""
    wrong = [f"marks that stand for nothing: {claim.text}" for claim in answer.claims if _loose(answer, claim)]
    if {cite.book for cite in answer.citations} != set(range(len(answer.books))):
        wrong.append("a book that is shown and not cited")
    if not all(cite.url for cite in answer.citations):
        wrong.append("a citation without an address")
    pool = [name for name in names if len(plain(name)) >= SHORTEST_NAME]
    earlier = [book for told in before for book in told.books]
    for claim in answer.claims:
        grounds = _grounds(answer, claim, asked, earlier)
        wrong += [f"{fault}: {claim.text}" for fault in _faults(MARK.sub("", claim.text), grounds, pool)]
    return wrong


def _loose(answer: Answer, claim: Claim) -> bool:
    """Whether a claim about books has a mark that is no citation; other claims may repeat whatever was typed."""
    known = {cite.n for cite in answer.citations}
    return bool(claim.cites) and not {int(n) for n in MARK.findall(claim.text)} <= known & set(claim.cites)


def _faults(text: str, grounds: Grounds, pool: Sequence[str]) -> Iterable[str]:
    said, known = plain(text), plain(grounds.texts)
    numbers = figures(text) - grounds.numbers - figures(grounds.texts)
    yield from (f"title {title!r}" for title in QUOTED.findall(text) if plain(title) not in known)
    for name in pool:
        if plain(name) in said and plain(name) not in grounds.names and plain(name) not in known:
            yield f"author {name!r}"
    # What was typed may have held signs between its figures that are not repeated.
    yield from (f"number {number}" for number in sorted(numbers) if number not in plain(grounds.typed))


def _grounds(answer: Answer, claim: Claim, asked: Sequence[str], earlier: Sequence[ShownBook]) -> Grounds:
    texts, names, numbers = list(asked), set[str](), {OUT_OF, *(str(report.count) for report in answer.sources)}
    held = [(answer.books[cite.book], cite.field) for cite in answer.citations if cite.n in claim.cites]
    held += [(book, field) for book in earlier for field in ("title", "authors", "year")]
    for book, field in held:
        match field:
            case "authors":
                names |= {plain(name) for name in book.authors}
            case "year" | "ratings" | "pages":
                numbers |= figures(str(getattr(book, field)))
            case "rating":
                numbers |= figures(f"{book.rating:.1f}")
            case _:
                value = getattr(book, field if field != "isbns" else "isbn13")
                texts += value if isinstance(value, tuple) else [value or ""]
    texts += [book.subtitle or "" for book, _ in held]
    typed = " ".join(asked)
    return Grounds(typed=typed, texts=" ".join(texts), names=frozenset(names), numbers=frozenset(numbers))
