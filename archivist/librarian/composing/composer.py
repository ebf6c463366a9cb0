"""Writes an answer from records, by rule.

Every sentence about a book is made of facts that a record holds, with the mark of that record; a fact without a record
is left out, not guessed. The order of the books is the ranking's, except where an intent has an order of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from archivist.books import Book, Claim, Ranked, Wanted, answering, asked_author, has_title, same_author
from archivist.librarian.answer import Intent, SourceReport
from archivist.librarian.composing.evidence import Marks, marks_of, values_of
from archivist.librarian.composing.phrases import Phrases, phrases
from archivist.librarian.composing.sources import SILENT, what_was_asked
from archivist.librarian.composing.wording import NAME, TITLE, unmarked, worded
from archivist.librarian.draft import Draft, Fact, Statement
from archivist.librarian.reading import as_said

QUOTED = 420
"""Characters of a description that are quoted at most: two or three sentences."""

NAMED_SUBJECTS = 4

NAMED = 0.85
"""From here on a text is somebody's name (`asked_author`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What there is to answer: the question as understood, the books in order, and what each source did."""

    intent: Intent
    wanted: Wanted
    language: str = "en"
    asks: str = ""
    shortlist: tuple[Ranked, ...] = ()
    reports: tuple[SourceReport, ...] = ()


@dataclass(slots=True)
class Desk:
    """The composer's working place for one answer: its sentences and the marks already given."""

    task: Task
    words: Phrases
    marks: Marks = field(default_factory=Marks)

    def named(self, book: Book, *, by: Sequence[str] = ()) -> tuple[str, tuple[Fact, ...]]:
        """A book as it is named within a sentence, `“Dune” by Frank Herbert (1965) [1]`, with its facts; without its
        author where the sentence has named them already as the one it is `by`.
        """
        title, authors, when = self.marks.title(book), self.marks.authors(book), self.marks.year(book)
        text = self.words.title(book.title)
        if authors and not _only_by(authors.names, by):
            text = self.words.say(self.words.by, title=text, authors=self.people(authors.names))
        if when:
            text = f"{text} {self.words.year_mark.format(year=when.value)}"
        facts = tuple(fact for fact in (title, authors and authors.fact, when) if fact)
        return f"{text} {marks_of(*facts)}", facts

    def people(self, names: Sequence[str]) -> str:
        """Names as they stand in a sentence."""
        return self.words.listing([worded(name, NAME) for name in names])

    def listed(self, books: Sequence[Book], by: Sequence[str] = ()) -> tuple[str, tuple[Fact, ...]]:
        """Several books in one sentence."""
        named = [self.named(book, by=by) for book in books]
        return self.words.listing([text for text, _ in named]), tuple(fact for _, facts in named for fact in facts)

    def listing(
        self, template: str, books: Sequence[Book], *, by: Sequence[str] = (), **values: str
    ) -> list[Statement]:
        """A sentence that lists the books; none when there are none."""
        if not books:
            return []
        text, facts = self.listed(books, by)
        return [Statement(text=self.words.say(template, books=text, **values), facts=facts)]


def _only_by(names: Sequence[str], by: Sequence[str]) -> bool:
    return len(names) == len(by) == 1 and same_author(names[0], by[0]) > 0


def compose(task: Task) -> Draft:
    """The answer to a question for which there are books.

    Raises:
        ValueError: the shortlist is empty; what to say then is `nothing_found`'s business.
    """
    if not task.shortlist:
        message = "compose needs at least one book; use nothing_found for an empty shortlist"
        raise ValueError(message)
    desk = Desk(task, phrases(task.language))
    books = [ranked.book for ranked in task.shortlist]
    statements = desk.listing(desk.words.shelf, books) if task.wanted.own else _by_intent(desk, books)
    return Draft(
        statements=(*unmet(desk.words, task.wanted), *statements, *what_was_asked(desk.words, task.reports)),
        suggestions=_suggestions(desk, books),
    )


def unmet(words: Phrases, wanted: Wanted) -> list[Statement]:
    """That some of the wishes were left aside, since no record could meet them, or none together with the others."""
    wishes = words.listing([words.title(wish) for wish in wanted.unmet])
    kept = wanted.subjects or wanted.authors
    both = words.listing([words.title(as_said(one, wanted.text)) for one in (*kept, *wanted.missed)])
    return [
        *([Statement(text=words.missed.format(subjects=both))] if wanted.missed else []),
        *([Statement(text=words.unmet.format(wishes=wishes))] if wishes else []),
    ]


def _by_intent(desk: Desk, books: list[Book]) -> list[Statement]:
    match desk.task.intent:
        case "author":
            return _of_author(desk, books)
        case "reviews":
            return _reviews(desk, books)
        case "describe":
            return _described(desk, books)
        case "similar":
            return _similar(desk, books)
        case "recommend" if not desk.task.wanted.subjects:
            return _recommended(desk, books)
        case _:
            return _found(desk, books)


def _found(desk: Desk, books: list[Book]) -> list[Statement]:
    wanted = desk.task.wanted
    if wanted.title and wanted.whether:
        return _whether(desk, wanted.whether, [book for book in books if has_title(book, wanted.title or "")] or books)
    if wanted.title and not has_title(books[0], wanted.title):
        return _instead(desk, books)
    if wanted.title or wanted.isbns or desk.task.asks in ("author", "year"):
        about = _one_fact(desk, books[0]) or _answer_about(desk, books[0])
        return [about, *desk.listing(desk.words.also, books[1:])]
    said = [as_said(subject, wanted.text) for subject in wanted.subjects] or wanted.words
    topic = desk.words.listing([worded(one, TITLE) for one in said])
    if not topic:
        return _of_author(desk, books) if wanted.authors else desk.listing(desk.words.recommend, books)
    text, facts = desk.named(books[0])
    first = Statement(text=desk.words.topic.format(topic=topic, book=text), facts=facts)
    return [first, *desk.listing(desk.words.also, books[1:])]


def _whether(desk: Desk, claim: Claim, books: list[Book]) -> list[Statement]:
    """Yes or no, with the fact that decides: of several books of the title, one that bears out what was asked."""
    book = next((book for book in books if _bears_out(book, claim)), books[0])
    if not has_title(book, desk.task.wanted.title or ""):
        return [_closest(desk, book)]
    told = _answer_about(replace(desk, task=replace(desk.task, asks="author" if claim.authors else "year")), book)
    if not (book.authors if claim.authors else book.year):
        return [told]
    answer = desk.words.yes if _bears_out(book, claim) else desk.words.no
    return [replace(told, text=answer.format(fact=told.text))]


def _bears_out(book: Book, claim: Claim) -> bool:
    by_one = any(_wrote(book, name) for name in claim.authors)
    return (by_one or not claim.authors) and claim.years.admits(book.year)


def _instead(desk: Desk, books: list[Book]) -> list[Statement]:
    """What there is where the title is not: others that hold its words, or the one that resembles it most."""
    wanted = desk.task.wanted
    if answering(books[0], wanted) == "words":
        return desk.listing(desk.words.holding, books, title=desk.words.title(wanted.title or ""))
    return [_closest(desk, books[0]), *desk.listing(desk.words.also, books[1:])]


def _closest(desk: Desk, book: Book) -> Statement:
    text, facts = desk.named(book)
    title = desk.words.title(desk.task.wanted.title or "")
    return Statement(text=desk.words.closest_to.format(book=text, title=title), facts=facts)


def _recommended(desk: Desk, books: list[Book]) -> list[Statement]:
    first = _numbers(desk, books[0], desk.words.recommend_first)
    if first is None:
        return desk.listing(desk.words.recommend, books)
    return [first, *desk.listing(desk.words.also, books[1:])]


def _one_fact(desk: Desk, book: Book) -> Statement | None:
    """The number of pages or the ISBN, where that was asked for."""
    words, title = desk.words, desk.marks.title(book)
    match desk.task.asks:
        case "pages":
            fact, known, unknown = desk.marks.pages(book), words.pages, words.pages_unknown
        case "isbn":
            fact, known, unknown = desk.marks.isbn(book), words.isbn, words.isbn_unknown
        case _:
            return None
    value = fact.value if fact else ""
    text = (known if fact else unknown).format(title=words.title(book.title), pages=value, isbn=value)
    facts = tuple(one for one in (title, fact) if one)
    return Statement(text=f"{text} {marks_of(*facts)}", facts=facts)


def _answer_about(desk: Desk, book: Book) -> Statement:
    """The one fact that was asked for, or who wrote the book and when; only what is said gets a mark."""
    words, asks = desk.words, desk.task.asks
    title = desk.marks.title(book)
    authors = desk.marks.authors(book) if asks != "year" else None
    year = desk.marks.year(book) if asks != "author" else None
    text = words.say(
        _template(words, asks, known=(authors is not None, year is not None)),
        title=words.title(book.title),
        authors=desk.people(authors.names) if authors else "",
        year=year.value if year else "",
    )
    facts = tuple(
        fact for fact in (title, authors and authors.fact, year if asks == "year" or authors else None) if fact
    )
    return Statement(text=f"{text} {marks_of(*facts)}", facts=facts)


def _template(words: Phrases, asks: str, *, known: tuple[bool, bool]) -> str:
    """The sentence for what was asked, by whether author and year are known."""
    author, year = known
    match asks:
        case "author":
            return words.wrote if author else words.wrote_unknown
        case "year":
            return words.published if year else words.published_unknown
        case _:
            return words.named_bare if not author else words.named_year if year else words.named


def _of_author(desk: Desk, books: list[Book]) -> list[Statement]:
    by = desk.task.wanted.authors or books[0].authors
    author = desk.people(by)
    words, order = desk.words, desk.task.wanted.order
    if len(by) > 1 and not any(all(_wrote(book, name) for name in by) for book in books):
        return desk.listing(words.author_each, books, author=author)
    in_order = {"newest": words.author_newest, "longest": words.author_longest, "shortest": words.author_shortest}
    return desk.listing(in_order.get(order, words.author), books, by=by, author=author)


def _wrote(book: Book, name: str) -> bool:
    return any(asked_author(name, author) >= NAMED for author in book.authors)


def _reviews(desk: Desk, books: list[Book]) -> list[Statement]:
    title = desk.task.wanted.title
    if title is None or has_title(books[0], title):
        return _opinions(desk, books)
    first = _closest(desk, books[0])
    told = _numbers(desk, books[0], desk.words.rated)
    return [first, *([told] if told else []), *desk.listing(desk.words.also, books[1:])]


def _opinions(desk: Desk, books: list[Book]) -> list[Statement]:
    rated = [book for book in books if book.rating is not None]
    unrated = [book for book in books if book.rating is None]
    if not rated and any(report.status in SILENT or report.unanswered for report in desk.task.reports):
        return desk.listing(desk.words.also, books)
    if not rated:
        title = desk.words.title(books[0].title)
        return [Statement(text=desk.words.rated_never.format(title=title)), *desk.listing(desk.words.also, books)]
    first = _numbers(desk, rated[0], desk.words.rated)
    return [*([first] if first else []), *_next(desk, rated[1:]), *desk.listing(desk.words.also, unrated)]


def _numbers(desk: Desk, book: Book, template: str) -> Statement | None:
    """A sentence with what readers gave the book; None where no record has it."""
    named, facts = desk.named(book)
    rating = desk.marks.rating(book)
    if rating is None or book.rating is None:
        return None
    numbers = {"average": desk.words.average(rating[0].value), "count": desk.words.count(book.rating.count)}
    text = template.format(title=named, book=named, **numbers)
    return Statement(text=text if _marked(facts, rating) else f"{text} {marks_of(*rating)}", facts=(*facts, *rating))


def _marked(facts: Sequence[Fact], more: Sequence[Fact]) -> bool:
    """Whether the marks of these facts stand in the sentence already."""
    return {fact.mark for fact in more} <= {fact.mark for fact in facts}


def _next(desk: Desk, books: Sequence[Book]) -> list[Statement]:
    """The others in one sentence, each with its numbers in short."""
    told = [one for book in books if (one := _numbers(desk, book, desk.words.rated_mark))]
    if not told:
        return []
    text = desk.words.rated_next.format(books=desk.words.listing([one.text for one in told]))
    return [Statement(text=text, facts=tuple(fact for one in told for fact in one.facts))]


def _described(desk: Desk, books: list[Book]) -> list[Statement]:
    book, title = books[0], desk.task.wanted.title
    return [
        _answer_about(desk, book) if title is None or has_title(book, title) else _closest(desk, book),
        _description(desk, book),
        *_subjects(desk, book),
        *desk.listing(desk.words.also, books[1:]),
    ]


def _description(desk: Desk, book: Book) -> Statement:
    fact = desk.marks.description(book, shortened(book.description)) if book.description else None
    if fact is None:
        return Statement(text=desk.words.described_never)
    opening, closing = desk.words.quote
    text = desk.words.described.format(
        source=desk.words.source(fact.source), quote=f"{opening}{unmarked(fact.value)}{closing}"
    )
    return Statement(text=f"{text} {marks_of(fact)}", facts=(fact,))


def _subjects(desk: Desk, book: Book) -> list[Statement]:
    fact = desk.marks.subjects(book, NAMED_SUBJECTS)
    if fact is None:
        return []
    text = desk.words.filed.format(subjects=desk.words.listing([worded(one, NAME) for one in values_of(fact)]))
    return [Statement(text=f"{text} {marks_of(fact)}", facts=(fact,))]


def shortened(text: str) -> str:
    """The text's first sentences within `QUOTED` characters, or its first words with an ellipsis."""
    if len(text) <= QUOTED:
        return text
    head = text[:QUOTED]
    end = max(head.rfind(stop) for stop in (". ", "! ", "? ", "。"))
    if end > QUOTED // 3:
        return head[: end + 1]
    return f"{head[: head.rfind(' ')]} …"


def _similar(desk: Desk, books: list[Book]) -> list[Statement]:
    like = desk.task.wanted.like
    anchor = desk.words.title(like.said or like.title) if like else ""
    return desk.listing(desk.words.similar, books, anchor=anchor)


def _suggestions(desk: Desk, books: list[Book]) -> tuple[str, ...]:
    """Follow-up questions that the first book's record supports."""
    first, words = books[0], desk.words
    title = words.title(first.title)
    offers = []
    if desk.task.intent != "describe" and first.description:
        offers.append(words.what_about.format(title=title))
    if desk.task.intent != "author" and first.authors:
        offers.append(words.say(words.more_by, author=worded(first.authors[0], NAME)))
    if desk.task.intent != "similar" and first.subjects:
        offers.append(words.more_like.format(title=title))
    missed = [words.about.format(subject=as_said(one, desk.task.wanted.text)) for one in desk.task.wanted.missed]
    return (*offers, *missed)
