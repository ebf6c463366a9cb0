"""What an article is about, as far as its title and its short description tell.

Titles carry qualifiers ("Emma (novel)", "Dune (2021 film)"), short descriptions a formula ("1965 novel by Frank
Herbert"). Five languages' words for both are known here; where neither tells, the first sentence may.
"""

from __future__ import annotations

import re
from typing import Final

from archivist.books import fold, year_of
from archivist.books.record import Candidate
from archivist.sources.likeness import author_likeness, title_likeness
from archivist.sources.terms import author_words
from archivist.sources.wikipedia_records import Hit, Summary

_QUALIFIER: Final = re.compile(r"\s*\(([^()]+)\)\s*$")
_BOOK: Final = re.compile(
    r"\b(?:novels?|novellas?|books?|novelettes?|short stor(?:y|ies)|plays?|tragedy|comedy|poems?|poetry|memoirs?|"
    r"autobiograph\w+|biograph\w+|essays?|treatise|anthology|trilogy|fables?|sagas?|comics?|manga|"
    r"graphic novels?|textbooks?|"
    r"roman|romane|buch|bücher|erzählung|novelle|kurzgeschichten?|drama|gedichte?|sachbuch|kinderbuch|jugendbuch|"
    r"livre|nouvelle|recueil|pièce|poème|essai|conte|bande dessinée|"
    r"novela|libro|cuentos?|obra|poemario|ensayo|"
    r"romanzo|racconto|racconti|saggio|poema)\b",
    re.IGNORECASE,
)
_NO_BOOK: Final = re.compile(
    r"\b(?:films?|movies?|tv|television|miniseries|series pilot|album|songs?|soundtrack|video games?|game|opera|"
    r"musical|rock band|franchise|disambiguation|spielfilm|fernsehserie|filme?|lied|oper|téléfilm|chanson|película|"
    r"serie de televisión|canción|serie televisiva|canzone|publisher|publishing|bookstore|bookshop|"
    r"magazine|journal|newspaper)\b",
    re.IGNORECASE,
)
_WRITER: Final = re.compile(
    r"\b(?:writers?|authors?|novelists?|poets?|playwrights?|essayists?|journalists?|historians?|philosophers?|screenwriter|"
    r"biographer|illustrator|cartoonist|scientist|professor|academic|"
    r"schriftsteller\w*|autor\w*|dichter\w*|dramatiker\w*|philosoph\w*|"
    r"écrivain\w*|romanci\w+|auteure?|poète|poétesse|dramaturge|"
    r"escritora?|novelista|poeta|"
    r"scrittore|scrittrice|poetessa|saggista)\b",
    re.IGNORECASE,
)
_BY: Final = re.compile(
    r"\b(?:by|von|de|di|del|da|van)\s+(?:(?:the\s+)?(?:[A-Z]\w+\s+)?(?:author|writer|novelist|poet|playwright)s?\s+)?"
    r"(?=(?P<names>[^\W\d_][^,;()]*?)\s*(?:$|[,;(]))"
)
_AND: Final = re.compile(r"\s+(?:and|und|et|y|e|en|&)\s+")
_WORD_FOR_NOVEL: Final = {
    "en": "novel",
    "de": "Roman",
    "fr": "roman",
    "es": "novela",
    "it": "romanzo",
    "pt": "romance",
    "nl": "roman",
}
_SURE: Final = 0.25


def name_for_book(lang: str) -> str:
    """The word that leads a search in that language to books; English where it is not known."""
    return _WORD_FOR_NOVEL.get(lang, "novel")


def bare_title(title: str) -> str:
    """The title without its qualifier, unless it is nothing else."""
    return _QUALIFIER.sub("", title) or title


def _qualifier(title: str) -> str:
    found = _QUALIFIER.search(title)
    return found[1] if found else ""


def fitting_books(hits: tuple[Hit, ...], asked: str) -> list[str]:
    """Titles of articles that may be about the book, likeliest first: the name decides, then the qualifier, then the
    rank.
    """
    scored: list[tuple[float, int, str]] = []
    for rank, hit in enumerate(hits):
        names = [name for name in (hit.title, hit.redirecttitle) if name]
        qualifier = " ".join(map(_qualifier, names))
        like = max(title_likeness(asked, bare_title(name)) for name in names)
        if like > _SURE and not _NO_BOOK.search(qualifier):
            scored.append((-like - 0.2 * bool(_BOOK.search(qualifier)), rank, hit.title or ""))
    return [title for *_, title in sorted(scored)]


def fitting_authors(hits: tuple[Hit, ...], asked: str) -> list[str]:
    """Titles of articles that may be about the person, likeliest first."""
    scored = [
        (-author_likeness(asked, [bare_title(hit.title or "")]), rank, hit.title or "") for rank, hit in enumerate(hits)
    ]
    return [title for score, _, title in sorted(scored) if score < 0]


def is_about_a_book(article: Summary) -> bool:
    """Whether qualifier and description, else the first sentence, name a kind of book before anything made of one."""
    told = f"{_qualifier(article.title)} {article.description or ''}".strip()
    if _BOOK.search(told) or _NO_BOOK.search(told):
        return _names_a_book(told)
    return _names_a_book(_first_sentence(article))


def _names_a_book(text: str) -> bool:
    book, other = _BOOK.search(text), _NO_BOOK.search(text)
    return book is not None and (other is None or book.start() < other.start())


def _first_sentence(article: Summary) -> str:
    return re.split(r"(?<=[.!?])\s", article.text, maxsplit=1)[0]


def is_about_a_writer(article: Summary) -> bool:
    """Whether description or first sentence say so."""
    return bool(_WRITER.search(f"{article.description or ''} {_first_sentence(article)}"))


def tells_of(article: Summary, author: str | None) -> bool:
    """Whether the article names the author that was asked for; True when none was."""
    if author is None:
        return True
    family = fold(author_words(author)).split()[-1:]
    return bool(family) and family[0] in fold(f"{article.description or ''} {article.text}").split()


def book_of(article: Summary, author: str | None) -> Candidate:
    """The article as a record of its book: title without qualifier, year and authors as the short description has them.

    The asked author's name stands where the description gives a part of it, or where the text says "by" that name.
    """
    about = article.description or ""
    tells = bool(_BOOK.search(about))
    authors = _authors(about) if tells else ()
    if author and not _is_whole(authors) and _credits(article, author, authors):
        authors = (author,)
    return _article(article, title=bare_title(article.title), authors=authors, year=year_of(about) if tells else None)


def _credits(article: Summary, author: str, authors: tuple[str, ...]) -> bool:
    if authors:
        return author_likeness(author, authors) > 0
    family = re.escape(author_words(author).split()[-1])
    return bool(re.search(rf"\b(?:by|von|de|di)\b.{{0,80}}{family}", article.text))


def _authors(about: str) -> tuple[str, ...]:
    """The names after the first "by" that a capital follows: "roman de science-fiction de Frank Herbert"."""
    names = (found["names"] for found in _BY.finditer(about))
    first = next((text for text in names if text[0].isupper() or not text[0].islower()), "")
    return tuple(name.strip() for name in _AND.split(first) if name.strip())


def _is_whole(authors: tuple[str, ...]) -> bool:
    return any(" " in name for name in authors)


def article_of(article: Summary) -> Candidate:
    """The article as it is."""
    return _article(article, title=bare_title(article.title), authors=(), year=None)


def _article(article: Summary, *, title: str, authors: tuple[str, ...], year: int | None) -> Candidate:
    fallback = f"https://{article.lang}.wikipedia.org/wiki/{article.title.replace(' ', '_')}"
    return Candidate(
        source="wikipedia",
        key=f"{article.lang}:{article.title}",
        url=article.url or fallback,
        kind="article",
        title=title,
        authors=authors,
        first_published=year,
        description=article.text or None,
    )
