"""The Archivist's sentences, one catalogue a language.

Templates take named values through `str.format`; values are text and never templates. A language that is not here is
answered in English. Titles stand in the language's own quotation marks, so that a page can set them as titles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from archivist.librarian.composing.wording import TITLE, grouped, worded


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """Everything the Archivist says by itself; whatever else an answer holds comes from a record."""

    quote: tuple[str, str]
    conjunction: str
    by: str
    year_mark: str
    named: str
    named_year: str
    named_bare: str
    wrote: str
    wrote_unknown: str
    published: str
    published_unknown: str
    pages: str
    pages_unknown: str
    isbn: str
    isbn_unknown: str
    rated: str
    rated_never: str
    described: str
    described_never: str
    filed: str
    topic: str
    also: str
    closest_to: str
    holding: str
    author: str
    author_newest: str
    author_longest: str
    author_shortest: str
    author_each: str
    unmet: str
    missed: str
    shelf: str
    shelf_empty: str
    yes: str
    no: str
    rated_next: str
    rated_mark: str
    similar: str
    recommend: str
    recommend_first: str
    recalled: str
    recalled_some: str
    recalled_asked: str
    recalled_nothing: str
    nothing: str
    nothing_else: str
    nothing_hint: str
    alone: str
    about: str
    hint_name: str
    hint_more: str
    failed: str
    failed_hint: str
    searched: str
    silent: str
    unconnected: str
    partly: str
    nobody: str
    unasked: str
    bad_isbn: str
    decline: str
    greeting: str
    thanks: str
    help: str
    examples: tuple[str, ...]
    empty: str
    more_by: str
    more_like: str
    what_about: str
    statuses: dict[str, str]
    sources: dict[str, str]
    decimal: str = ","
    thousands: str = "."
    elides: str = ""

    def say(self, template: str, **values: str) -> str:
        """The template with its values; "de" loses its vowel before a name that begins with one, where it does so."""
        for name in ("author", "authors"):
            if self.elides and values.get(name, "")[:1].casefold() in self.elides:
                template = template.replace(f"de {{{name}}}", f"d'{{{name}}}")
                template = template.replace(f"De {{{name}}}", f"D'{{{name}}}")
        return template.format(**values)

    def title(self, title: str) -> str:
        """The title in this language's quotation marks, without anything in it that reads as a mark of ours."""
        opening, closing = self.quote
        return f"{opening}{worded(title, TITLE)}{closing}"

    def count(self, number: int) -> str:
        """A whole number: `12,900`, `12.900`."""
        return grouped(number, self.thousands)

    def average(self, number: str) -> str:
        """A number with one decimal: `3.9`, `3,9`."""
        return number.replace(".", self.decimal)

    def source(self, name: str) -> str:
        """A source's name as a reader knows it; a name that is not known here stands for itself."""
        return self.sources.get(name, name)

    def listing(self, items: Sequence[str]) -> str:
        """The items as a list in a sentence: `a, b and c`."""
        if len(items) < 2:  # noqa: PLR2004  two items make a list
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.conjunction} {items[-1]}"
