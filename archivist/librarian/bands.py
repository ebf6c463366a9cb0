"""Books that fit equally well, and their order among themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from archivist.books import Ranked, Wanted

ORDERED = 12
"""Books that are put in order by anything but the rules."""

BAND = 0.1
"""Scores nearer than this are taken for equal, and only among equals does another order count (Dagonizer's tie)."""


def is_open(head: Sequence[Ranked], wanted: Wanted) -> bool:
    """Whether anything but the rules has a say in the order: not over one book, nor over an order that was asked."""
    return len(head) > 1 and wanted.order == "relevance" and not wanted.beside


def in_bands(head: Sequence[Ranked], places: Mapping[int, float]) -> list[Ranked]:
    """The books by bands of equal score, and within a band by place, the lowest first; numbers count from 1, and what
    has no place comes after.
    """
    bands: list[list[tuple[int, Ranked]]] = []
    for n, one in enumerate(head, 1):
        if not bands or bands[-1][0][1].score - one.score > BAND:
            bands.append([])
        bands[-1].append((n, one))
    last = max(places.values(), default=0.0) + 1
    return [one for band in bands for _, one in sorted(band, key=lambda pair: places.get(pair[0], last))]
