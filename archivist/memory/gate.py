"""The citations gate: what an answer says must stand in the run's graph, under a record that somebody can open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from archivist.books.record import BookId
from archivist.memory.facts import PREDICATES, Field
from archivist.memory.queried import Queried
from archivist.memory.terms import Iri, Quad, Url, Value
from archivist.memory.vocabulary import DAG, PROV, dag, escaped, prov

_PREFIXES = f"PREFIX dag: <{DAG}>\nPREFIX prov: <{PROV}>\n"

# The patterns stand in no GRAPH clause on purpose: rdflib joins one basic pattern by walking its indexes, and three
# GRAPH clauses by comparing every row with every row (3 s for 120 statements). The data is this run's alone.
CITED = f"""{_PREFIXES}
ASK {{
  ?run dag:shortlisted ?book . ?book dag:inShortlist true ; prov:hadPrimarySource ?record . ?record dag:url ?url .
  FILTER(STRSTARTS(STR(?url), "https://"))
}}"""
"""Is a book shortlisted that has a source with an https record?"""

UNSOURCED = f"""{_PREFIXES}
SELECT DISTINCT ?book WHERE {{
  ?run dag:shortlisted ?book . ?book dag:inShortlist true .
  FILTER NOT EXISTS {{
    ?book prov:hadPrimarySource ?record . ?record dag:url ?url .
    FILTER(STRSTARTS(STR(?url), "https://"))
  }}
}}"""
"""Which shortlisted books have no such source?"""

# rdflib orders the patterns of a group by how many of their terms are known, not by how few rows they give; the groups
# make it find the cited record first, once for all that is said by it, and only then compare values.
_CITED_RECORD = """
  { ?citation dag:about ?book ; dag:citesUrl ?url .
    ?book dag:inShortlist true ; prov:hadPrimarySource ?record . ?record dag:url ?url .
    FILTER(STRSTARTS(STR(?url), "https://")) }
"""

HELD = f"""{_PREFIXES}
SELECT DISTINCT ?part WHERE {{ {_CITED_RECORD}
  {{ ?citation dag:for ?part . ?part ?field ?value . ?record ?field ?value }}
}}"""
"""What is held, word for word, by the record it cites, that record being a source of a shortlisted book?"""

QUOTED = f"""{_PREFIXES}
SELECT DISTINCT ?part WHERE {{ {_CITED_RECORD}
  {{ ?citation dag:for ?part . ?part dag:quotes ?words . ?record dag:summary ?held . FILTER(CONTAINS(?held, ?words)) }}
}}"""
"""What is a quotation from the description of the record it cites?"""

ROUNDED = f"""{_PREFIXES}
SELECT DISTINCT ?part WHERE {{ {_CITED_RECORD}
  {{ ?citation dag:for ?part . ?part dag:rounds ?number ; dag:within ?half .
    ?record dag:rating ?held . FILTER(ABS(?held - ?number) <= ?half) }}
}}"""
"""Which rating is the one that its record holds, rounded to the decimals that are said?"""

QUERIES = (CITED, HELD, QUOTED, ROUNDED)
"""What an answer waits for."""

STRUCTURE = frozenset({dag("shortlisted"), dag("inShortlist"), dag("url"), prov("hadPrimarySource")})
"""The terms that these queries name; the fields that statements are about come to them."""

_STATEMENTS = Iri("urn:dagonizer:statements")
_TOLERANCE = 1e-9
_BETWEEN = "; "


class Said(Protocol):
    """A field of a book as an answer gives it, and the address of the record that it gives it by.

    Several values of a field are joined by `; `. Of a description, any part may be said, with an ellipsis at its end; a
    rating may be rounded.
    """

    @property
    def book(self) -> str:
        """The book's id."""

    @property
    def field(self) -> Field:
        """The field."""

    @property
    def value(self) -> str | int | float:
        """What is said."""

    @property
    def url(self) -> str:
        """The address of the record that holds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The plainest `Said`."""

    book: str
    field: Field
    value: str | int | float
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the gate found: `passed` when some shortlisted book has an https source and each statement stands in one.

    `ungrounded` has a sentence for each statement no record holds, `reason` a sentence why it did not pass.
    """

    passed: bool
    ungrounded: tuple[str, ...] = ()
    reason: str = ""


def gate(asked: Queried, statements: Sequence[Said] = ()) -> Verdict:
    """Whether the run has something to cite, and whether each statement stands in a record of it."""
    cited = asked.ask(CITED)
    loose = ungrounded(asked, statements)
    reasons = [] if cited else ["no shortlisted book has a source whose record can be opened over https"]
    return Verdict(
        passed=cited and not loose,
        ungrounded=tuple(loose),
        reason="; ".join([*reasons, *loose]),
    )


def unsourced(asked: Queried) -> list[BookId]:
    """The shortlisted books without a source whose record can be opened over https."""
    return [BookId(str(book)) for (book,) in asked.select(UNSOURCED)]


def ungrounded(asked: Queried, statements: Sequence[Said]) -> list[str]:
    """One sentence for each statement that no record of a shortlisted book holds, in their order."""
    parts = {number: list(_parts(one, number)) for number, one in enumerate(statements)}
    said = [quad for each in parts.values() for part in each for quad in part]
    with asked.beside(list(dict.fromkeys(said))):
        held = {name for text in _questions(statements) for (name,) in asked.select(text)}
    return [
        f"no record at {one.url} holds the {one.field} {one.value!r}"
        for number, one in enumerate(statements)
        if not parts[number] or any(part[-1].subject not in held for part in parts[number])
    ]


def _questions(statements: Sequence[Said]) -> list[str]:
    return list(dict.fromkeys(_QUESTIONS.get(one.field, HELD) for one in statements))


_QUESTIONS: Mapping[Field, str] = {"description": QUOTED, "rating": ROUNDED}


def _parts(one: Said, number: int) -> Iterator[list[Quad]]:
    """A statement as facts to join with the records': one part a value, none for what cannot be true of the field."""
    citation = Iri(f"urn:dagonizer:citation:{escaped(one.book)}:{escaped(one.url)}")
    for place, facts in enumerate(_meant(one)):
        part = Iri(f"urn:dagonizer:statement:{number}:{place}")
        yield [
            Quad(citation, dag("about"), Iri(one.book), _STATEMENTS),
            Quad(citation, dag("citesUrl"), Url(one.url), _STATEMENTS),
            Quad(citation, dag("for"), part, _STATEMENTS),
            *(Quad(part, term, value, _STATEMENTS) for term, value in facts),
        ]


def _meant(one: Said) -> Iterable[list[tuple[Iri, Value]]]:
    """What a record must hold, a part a value: the field's own terms with the value, any of which will do."""
    match one.field:
        case "rating":
            return _rounded(str(one.value).replace(",", "."), exact=not isinstance(one.value, str))
        case "description":
            return [[(dag("quotes"), str(one.value).rstrip(" .…"))]]
        case "year" | "pages" | "ratings":
            values: list[Value] = [int(one.value)] if str(one.value).strip().isdecimal() else []
        case "cover":
            values = [Url(str(one.value))]
        case "authors" | "contributors" | "isbns" | "languages" | "subjects" | "publishers":
            values = [*str(one.value).split(_BETWEEN)]
        case _:
            values = [str(one.value)]
    return [[(term, value) for term in PREDICATES[one.field]] for value in values]


def _rounded(number: str, *, exact: bool) -> list[list[tuple[Iri, Value]]]:
    try:
        value = float(number)
    except ValueError:
        return []
    half = 0.0 if exact else 0.5 * 10 ** -len(number.partition(".")[2])
    return [[(dag("rounds"), value), (dag("within"), half + _TOLERANCE)]]
