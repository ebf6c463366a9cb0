"""Many records to few books: those that describe one work become one `Book`, and stay in it as its records.

Records are compared only within small blocks (same ISBN, same title and surname), so the work grows with the number
of records, not with its square. The strongest evidence joins first, and a group never takes in what contradicts a
member: another volume, another subtitle of the telling kind, another first year. The result does not depend on the
input's order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise
from typing import Final

from archivist.books.choose import book_of, identified
from archivist.books.evidence import Evidence, Row, gap_tells, judge, row_of
from archivist.books.figures import in_figures
from archivist.books.record import Book, Candidate
from archivist.books.titles import Title, compare_titles, other_parts, squeeze, without_article

_SMALL: Final = 32
_NEIGHBOURS: Final = 12
_Pair = tuple[int, int]


@dataclass(slots=True)
class _Group:
    """Rows that are one work so far, with what a further row must not contradict."""

    rows: list[int]
    names: tuple[Row, ...]
    first: int | None
    last: int | None
    distinctive: bool
    confidence: float = 1.0
    reasons: frozenset[str] = frozenset()


def merge(candidates: Iterable[Candidate]) -> list[Book]:
    """The books that the candidates describe, each once, in the order in which their first record came.

    Every candidate is a record of exactly one book. Near-linear in their number; independent of their order but for the
    order of the result; merging a result's records again gives the same books.
    """
    given = list(dict.fromkeys(candidates))
    order = _fixed_order(given)
    rows = [row_of(given[i]) for i in order]
    groups = _grouped(rows, _without_ambiguity(rows, _edges(rows)))
    groups.sort(key=lambda group: min(order[i] for i in group.rows))
    return identified([_book(rows, group) for group in groups])


def _book(rows: Sequence[Row], group: _Group) -> Book:
    records = [rows[i].candidate for i in sorted(group.rows)]
    return book_of(records, confidence=group.confidence, because="; ".join(sorted(group.reasons)))


def _fixed_order(given: Sequence[Candidate]) -> list[int]:
    """The candidates' numbers in an order that their content alone decides."""

    def outline(number: int) -> tuple[str, str, str]:
        return given[number].source, given[number].key, given[number].title

    order: list[int] = []
    for _, alike in groupby(sorted(range(len(given)), key=outline), key=outline):
        numbers = list(alike)
        order += sorted(numbers, key=lambda number: repr(given[number])) if len(numbers) > 1 else numbers
    return order


def _edges(rows: Sequence[Row]) -> dict[_Pair, Evidence]:
    found: dict[_Pair, Evidence] = {}
    seen: set[int] = set()  # a pair as one number: far fewer objects than tuples
    for key, block in _blocks(rows).items():
        for one, other in _nameless_pairs(rows, block) if key.startswith("title ") else _pairs(block):
            pair = one * len(rows) + other
            if pair in seen:
                continue
            seen.add(pair)
            evidence = judge(rows[one], rows[other])
            if evidence:
                found[one, other] = evidence
    return found


def _blocks(rows: Sequence[Row]) -> dict[str, list[int]]:
    """The rows that share a key, for each key that two rows share; most keys belong to one row and make no list."""
    first: dict[str, int] = {}
    blocks: dict[str, list[int]] = {}
    damaged = frozenset(surname for row in rows if row.damaged for surname in row.surnames)
    nameless = frozenset(_letters(row.title.head) for row in rows if not row.people)
    for i, row in enumerate(rows):
        for key in set(_block_keys(row, damaged, nameless)):
            if first.setdefault(key, i) != i:
                blocks.setdefault(key, [first[key]]).append(i)
    return blocks


def _block_keys(row: Row, damaged: frozenset[str], nameless: frozenset[str]) -> Iterator[str]:
    """What a row is filed under: titles alone only where some record of that title names no author."""
    yield row.record
    yield from row.candidate.isbns
    main = _letters(row.title.head)
    if main in nameless:
        yield f"title {main}"
    for surname in row.surnames:
        yield f"{surname} {main}"
        if row.title.rest:
            yield f"{surname} {_letters(row.title.key)}"
            yield f"{surname} {_letters(in_figures(squeeze(without_article(row.title.rest))))}"
        if surname in damaged:
            yield f"damaged {surname}"


def _letters(folded: str) -> str:
    return folded.replace(" ", "")


def _nameless_pairs(rows: Sequence[Row], block: Sequence[int]) -> Iterator[_Pair]:
    """Titles alone are a reason to compare only where one of the two names no author."""
    return (pair for pair in _pairs(block) if not rows[pair[0]].people or not rows[pair[1]].people)


def _pairs(block: Sequence[int]) -> Iterator[_Pair]:
    """All pairs of a small block; in a large one each row with its neighbours in the fixed order, which bounds the
    work.
    """
    if len(block) <= _SMALL:
        yield from combinations(block, 2)
        return
    yield from pairwise(block)
    for step in range(2, _NEIGHBOURS):
        yield from zip(block, block[step:], strict=False)


def _without_ambiguity(rows: Sequence[Row], edges: dict[_Pair, Evidence]) -> dict[_Pair, Evidence]:
    """Drops the edges of a bare title that could belong to several volumes at once: it then stands for itself."""
    wider: defaultdict[int, list[int]] = defaultdict(list)
    for one, other in edges:
        for bare, full in ((one, other), (other, one)):
            if rows[bare].bare and not rows[full].bare and rows[bare].record != rows[full].record:
                wider[bare].append(full)
    dropped = {pair for bare, full in wider.items() for pair in _torn(rows, edges, bare, full)}
    return {pair: evidence for pair, evidence in edges.items() if pair not in dropped}


def _torn(rows: Sequence[Row], edges: dict[_Pair, Evidence], bare: int, full: Sequence[int]) -> list[_Pair]:
    """The edges of a bare title that contradict each other: all, if even ISBNs lead to several parts of a set."""
    pairs = [(min(bare, i), max(bare, i)) for i in full]
    if _several(rows, full, other_parts):
        return pairs
    by_title = [i for i, pair in zip(full, pairs, strict=True) if not edges[pair].linked]
    return [(min(bare, i), max(bare, i)) for i in by_title] if _several(rows, by_title, _apart) else []


def _several(rows: Sequence[Row], some: Sequence[int], apart: Callable[[Title, Title], bool]) -> bool:
    titles = {(rows[i].title.rest, rows[i].title.volume): rows[i].title for i in some}
    return any(apart(one, other) for one, other in combinations(titles.values(), 2))


def _apart(one: Title, other: Title) -> bool:
    """True when two titles of one main part, neither bare, have different subtitles or volumes."""
    full = (one.rest or one.volume) and (other.rest or other.volume)
    return other_parts(one, other) or (one.main == other.main and bool(full) and not compare_titles(one, other))


def _grouped(rows: Sequence[Row], edges: dict[_Pair, Evidence]) -> list[_Group]:
    groups = [_single(i, row) for i, row in enumerate(rows)]
    home = list(range(len(rows)))
    for (one, other), evidence in sorted(edges.items(), key=lambda edge: (-edge[1].confidence, edge[0])):
        mine, yours = home[one], home[other]
        if mine == yours or not _may_join(groups[mine], groups[yours], evidence):
            continue
        if len(groups[mine].rows) < len(groups[yours].rows):
            mine, yours = yours, mine
        for i in groups[yours].rows:
            home[i] = mine
        _join(groups[mine], groups[yours], evidence)
    return [group for i, group in enumerate(groups) if home[group.rows[0]] == i]


def _single(number: int, row: Row) -> _Group:
    year = row.candidate.first_published
    return _Group(rows=[number], names=() if row.bare else (row,), first=year, last=year, distinctive=row.distinctive)


def _may_join(one: _Group, other: _Group, evidence: Evidence) -> bool:
    apart = other_parts if evidence.linked else _apart
    if any(apart(a.title, b.title) for a in one.names for b in other.names):
        return False
    if evidence.linked or one.first is None or other.first is None or one.last is None or other.last is None:
        return True
    if one.distinctive and other.distinctive:
        return True
    return not gap_tells(max(one.first - other.last, other.first - one.last, 0))


def _join(one: _Group, other: _Group, evidence: Evidence) -> None:
    known = {row.title for row in one.names}
    one.rows += other.rows
    one.names += tuple(row for row in other.names if row.title not in known)
    one.distinctive = one.distinctive and other.distinctive
    one.confidence = min(one.confidence, other.confidence, evidence.confidence)
    one.reasons |= other.reasons | {evidence.reason}
    years = [year for year in (one.first, one.last, other.first, other.last) if year is not None]
    one.first, one.last = (min(years), max(years)) if years else (None, None)
