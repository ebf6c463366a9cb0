"""The words of titles that carry no identity, or all of it: articles, noise subtitles, volume counts, sets, summaries.

Folded words throughout, for the languages most records are in. The lists are short on purpose: a word belongs here when
catalogues add or drop it at will.
"""

from __future__ import annotations

import re
from typing import Final

from archivist.books.folding import word_set

ARTICLES: Final = word_set(
    "the a an der die das ein eine einen le la les l un une el los las lo il gli uno una um uma de het een en ett det"
)
CONNECTIVES: Final = word_set("and und et")


def _any_of(*lines: str) -> str:
    """A pattern for any of the words, or phrases between bars, of a list written as text."""
    phrases = [phrase for line in lines for phrase in (line.split("|") if "|" in line else line.split())]
    return f"(?:{'|'.join(phrases)})"


_GENRE: Final = _any_of(
    "novel novels novella novelle novela novelas roman romans romanzo romanzi romance erzahlung erzahlungen geschichte",
    "geschichten story stories tale tales memoir memoirs autobiography biography biographie biografia thriller mystery",
    "play plays poem poems poetry gedichte poemes poesie poesia recit recits nouvelle nouvelles kriminalroman krimi",
    "comedy tragedy drama essays essay fable saga western adventure racconti cuentos powiesc роман повесть",
)
_AFTER: Final = _any_of("by von de di par por")
_EDITION: Final = _any_of(
    "edition editions ed edicion edizione ausgabe auflage editie reprint reissue version audiobook paperback hardcover",
    "hardback unabridged abridged deluxe illustrated annotated classics kindle ebook bestseller",
    "large print|movie tie in|restored text|complete text",
)
_LEAD: Final = r"(?:(?:a|an|the|ein|eine|un|une|una|en|et|de|s)\s)?"
# A graphic novel after a novel is another work, so that subtitle says something.
_NOISE: Final = re.compile(
    rf"(?!.*graphic novel)(?:{_LEAD}(?:\w+\s){{0,3}}{_GENRE}(?:\s{_AFTER}\s.*)?"
    rf"|.*\b{_EDITION}\b.*"
    r"|(?:a|the) (?:classic|story|book|true story)|books?|text)",
)
_COUNTED: Final = (
    ("one", "first", "un", "uno", "eins", "erster", "i"),
    ("two", "second", "deux", "dos", "zwei", "zweiter", "ii"),
    ("three", "third", "trois", "tres", "drei", "dritter", "iii"),
    ("four", "fourth", "quatre", "cuatro", "vier", "iv"),
    ("five", "fifth", "cinq", "cinco", "funf", "v"),
    ("six", "sixth", "seis", "sechs", "vi"),
    ("seven", "seventh", "sept", "siete", "sieben", "vii"),
    ("eight", "eighth", "huit", "ocho", "acht", "viii"),
    ("nine", "ninth", "neuf", "nueve", "neun", "ix"),
    ("ten", "tenth", "dix", "diez", "zehn", "x"),
    ("eleven", "xi"),
    ("twelve", "xii"),
)
_NUMBERS: Final = {word: str(number) for number, words in enumerate(_COUNTED, 1) for word in words}
_UNIT: Final = _any_of(
    "vol vols volume volumes book books bk part parts pt no nr number tome tomo band bd buch teil livre libro parte",
    "volumen deel del issue episode kniga книга том часть",
)
_COUNT: Final = rf"(?:\d{{1,3}}|{'|'.join(_NUMBERS)})"
_VOLUME: Final = re.compile(rf"^(?P<before>.*?)\s?\b{_UNIT}\s(?P<count>{_COUNT})\b(?P<after>.*)$")
_ASIAN: Final = re.compile(r"^(?P<before>.*?)\s?(?:第\s?)?(?P<count>\d{1,3})\s?(?:巻|卷|권|冊)(?P<after>.*)$")
_TRAILING: Final = re.compile(r"^(?P<before>.*\D)\s(?P<count>\d{1,2})(?P<after>)$")
_SERIES: Final = re.compile(
    rf"\b{_any_of('book books bk buch livre libro no nr')}\s{_COUNT}\b"
    rf"|\b{_UNIT}\s{_COUNT}\s{_any_of('of de der du del')}\b",
)
_SET: Final = re.compile(
    r"\b(?:box(?:ed)? ?set|(?:collection|series) set|omnibus|trilogy|trilogie|trilogia|tetralogy|quartet"
    r"|complete (?:collection|series|set|novels|works|stories|short stories|poems|plays)"
    r"|collected (?:works|novels|stories|poems)|gesamtausgabe|gesammelte werke|samtliche werke"
    r"|oeuvres completes|obras completas|opere complete"
    r"|books? \d+ ?(?:to|through|and)? ?\d+|\d books in 1|(?:two|three|four|five) novels)\b",
)
_GUIDE: Final = _any_of(
    "summary|summary and analysis|analysis and summary|study guide|workbook|companion|key takeaways|sparknotes",
    "cliffsnotes|cliffs notes|york notes|sidekick|trivia|quicklet|book analysis|readers? guide|readers companion",
    "teachers? guide|lesson plans|critical companion|zusammenfassung|resume|resumen|riassunto|lekturehilfe",
    "fiche de lecture|unofficial companion|literature guide",
)
_DERIVED: Final = re.compile(
    rf"^(?:(?:a|an|the) )?{_GUIDE} {_any_of('of to on for de du von zu di about')} "
    r"|\b(?:study guide|sparknotes|cliffsnotes|cliffs notes|york notes|lekturehilfe|fiche de lecture|key takeaways"
    r"|by instaread|literature guide|unofficial companion|summary and analysis|summary of)\b",
)
_DERIVED_TAIL: Final = re.compile(r"^(?:(?:a|an|the) )?(?:\w+ )?(?:summary|study guide|workbook)\b")
_ABOUT: Final = word_set(
    "how why what story history guide introduction power art science life lives case secret secrets making rise fall "
    "journey quest search adventures theory practice essays notes lessons rules principles handbook manual cookbook "
    "recipes biography memoir diary journal journals letters true untold years tales studies study collection "
    "anthology reader approach essential",
)
_TITLE_LIKE = 5
_INDEFINITE: Final = word_set("a an ein eine un une una een en")
_OF: Final = word_set("of to for from in on von de du zur zum di")


def is_noise(folded: str) -> bool:
    """True for a subtitle that tells nothing: "a novel", "roman", "revised edition"."""
    return not folded or bool(_NOISE.fullmatch(folded))


def volume_in(folded: str) -> tuple[str, str]:
    """A folded title without its volume count, and the count in digits ("" where there is none).

    "fruits basket vol 2", "tome 8", "book two", "savage awakening 7". A bare number at the end counts only up to 99 and
    after a word, so that "fahrenheit 451" and "1984" stay whole.
    """
    for pattern in (_VOLUME, _ASIAN, _TRAILING):
        match = pattern.match(folded)
        if match:
            rest = f"{match['before']} {match['after']}".strip()
            return " ".join(rest.split()), _digits(match["count"])
    return folded, ""


def has_unit(folded: str) -> bool:
    """True when a count is named as one: "vol 2", "book two", not a bare number."""
    return bool(_VOLUME.match(folded) or _ASIAN.match(folded))


def names_series(folded: str) -> bool:
    """True for a subtitle that places the book in a series: "mistborn book 1", "volume one of the dune chronicles"."""
    return bool(_SERIES.search(folded))


def is_set(folded: str) -> bool:
    """True for a folded title of several works in one: boxed sets, trilogies, complete works."""
    return bool(_SET.search(folded))


def derived(folded: str, subtitle: str) -> bool:
    """True for a book about another book: a summary, a study guide."""
    return bool(_DERIVED.search(folded) or (subtitle and _DERIVED_TAIL.match(subtitle)))


def descriptive(folded: str) -> bool:
    """True for a folded subtitle that describes ("a theonite war story"), False for one that may itself be a title.

    Titles of volumes are short and seldom begin with an indefinite article; longer ones, and those that speak of a
    story, a history or a guide, describe.
    """
    tokens = folded.split()
    if tokens[0] in _INDEFINITE or len(tokens) > _TITLE_LIKE:
        return True
    about = not _ABOUT.isdisjoint(tokens)
    return about and (len(tokens) == 1 or not _OF.isdisjoint(tokens))


def _digits(count: str) -> str:
    return str(int(count)) if count.isdecimal() else _NUMBERS[count]
