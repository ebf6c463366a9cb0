"""Reading a question by rules: what is asked of which books."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from archivist.books.wanted import Wanted, Without
from archivist.librarian.answer import Intent
from archivist.librarian.reading.aside import Aside, on_my_shelf, set_aside
from archivist.librarian.reading.asked import any_of, genre_in, requested
from archivist.librarian.reading.believed import believed
from archivist.librarian.reading.chatter import is_chatter, is_clearly_chatter, is_talk
from archivist.librarian.reading.clauses import Statement, statement_in
from archivist.librarian.reading.comparing import compared, either
from archivist.librarian.reading.context import Context
from archivist.librarian.reading.courtesies import courteous_language
from archivist.librarian.reading.editions import edition_in, place_in, volume_in
from archivist.librarian.reading.exclusions import HIM, Exclusion, exclusion_in
from archivist.librarian.reading.followup_words import says_go_on, says_nothing_else
from archivist.librarian.reading.followups import follow_up
from archivist.librarian.reading.frame import framed
from archivist.librarian.reading.frames import FRAMES
from archivist.librarian.reading.headings import heading
from archivist.librarian.reading.heads import is_general
from archivist.librarian.reading.inquiries import about_one, frames_reading, similar, works_of_years
from archivist.librarian.reading.labels import labelled
from archivist.librarian.reading.languages import in_language, spoken
from archivist.librarian.reading.named import named, of_book, or_name_or_subject
from archivist.librarian.reading.names import looks_like_name, names
from archivist.librarian.reading.numbers import Numbers, numbers_in
from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.purposes import with_purpose
from archivist.librarian.reading.recall import asks_to_recall
from archivist.librarian.reading.remains import names_nothing
from archivist.librarian.reading.requests import without_leads, without_tail
from archivist.librarian.reading.residue import with_net
from archivist.librarian.reading.subjects import is_genre, subjects
from archivist.librarian.reading.text import Quoted, capitalised, clean, is_mark, letters_lower, quoted, title_case
from archivist.librarian.reading.titles import Titled, without_format
from archivist.librarian.reading.values import Reading, Turn
from archivist.librarian.reading.wishes import intent_of, of_wish, wish

_GREETING = Phrases(
    """
    hi|hello|hey|please|ok|okay|thanks
    never mind|nevermind|forget (it|that)|vergiss es|laisse tomber|olvídalo|lascia perdere
    """
)
_PLEASE = Phrases("pls|plz")
_TURNED = re.compile("[¿¡]")
_AND = re.compile(r",?\s+and\s+", re.IGNORECASE)
_FEW = 3
_COLLECTED = frozenset({"short-stories", "poetry", "play"})
_BY_OF = re.compile(r"\sof\s")
_IT = frozenset({"it", "that", "this", "this one", "that one", "this book", "that book", "the book"})
_ABOUT_ONE = frozenset({"fact", "describe", "reviews", "similar"})
_OFF_TOPIC = Reading(intent="off-topic", wanted=Wanted())
_NOTHING_ELSE = Reading(intent="recommend", wanted=Wanted())


def read(question: str, conversation: Sequence[Turn] = (), *, today: date) -> Reading:
    """What the question asks for, in the light of the conversation before it (oldest turn first).

    Any text has a reading; nothing is raised. The same text in another Unicode normal form reads the same.
    """
    text = clean(question)
    courteous = courteous_language(text)
    if courteous:
        return replace(_OFF_TOPIC, wanted=Wanted(text=text), language=courteous, language_known=True)
    language = "es" if _TURNED.search(question) else spoken(text)
    said = quoted(text)
    context = Context(said, language, today)
    reading = with_purpose(with_net(_read(said, conversation, context), said.text, context), said)
    wanted = replace(reading.wanted, text=text)
    told = language or (reading.language if reading.language_known else None)
    return replace(reading, wanted=wanted, language=told or "en", language_known=told is not None)


def _read(said: Quoted, conversation: Sequence[Turn], context: Context) -> Reading:
    if not any(char.isalnum() or is_mark(char) for char in said.text):
        return Reading(intent="on-topic", wanted=Wanted())
    if len(said.text.strip(" .?!")) == 1 and is_mark(said.text.strip(" .?!")):
        return of_book("on-topic", Titled(said.parts[0], sure=True), context)
    labels = labelled(said.text)
    if labels:
        return _form(labels, context)
    numbers = numbers_in(context.plain(said.text))
    if numbers.isbns or numbers.wrong:
        return _numbered(numbers)
    return _worded(said, conversation, context)


def _form(labels: Mapping[str, str], context: Context) -> Reading:
    """A question filled in like a form."""
    values = {name: context.plain(value) for name, value in labels.items()}
    wanted = Wanted(
        title=values.get("title") or None,
        authors=names(values.get("author", "")),
        subjects=subjects(values.get("subject", "")),
        languages=in_language(f"in {values.get('language', '')}").languages,
    )
    return Reading(intent=intent_of(wanted), wanted=wanted)


def _numbered(numbers: Numbers) -> Reading:
    """An ISBN decides which book is meant; the words around it only what is asked of it."""
    frame = framed(without_tail(without_leads(numbers.marked)), FRAMES)
    intent: Intent = "on-topic"
    asks = frame.frame.fact if frame and frame.frame.fact and frame.frame.fact != "isbn" else ""
    if frame and frame.frame.purpose in {"describe", "reviews"}:
        intent = "describe" if frame.frame.purpose == "describe" else "reviews"
    return Reading(intent=intent, wanted=Wanted(isbns=numbers.isbns), asks=asks, wrong_isbns=numbers.wrong)


def _worded(said: Quoted, conversation: Sequence[Turn], context: Context) -> Reading:
    text = said.text
    if asks_to_recall(text) and not title_case(text):
        return Reading(intent="recall", wanted=Wanted())
    if is_clearly_chatter(text):
        return _OFF_TOPIC
    if not conversation and says_go_on(text) and not title_case(text):
        return Reading(intent="on-topic", wanted=Wanted())
    followed = follow_up(text, conversation, context, read) if conversation else None
    return followed or compared(without_leads(text), context) or _apart(text, context)


def _apart(text: str, context: Context) -> Reading:
    """The question without what is not wanted and what no record can tell."""
    rules = (_own, _of_series, _edition, _but_one, _but, _unmet, _volume)
    return next(filter(None, (rule(text, context) for rule in rules)), None) or _alone(text, context)


def _edition(text: str, context: Context) -> Reading | None:
    """One book in somebody's edition, which no record of a work can tell."""
    found = edition_in(text)
    reading = _apart(found.rest, context) if found else None
    return _besides(reading, found, text) if found and reading and reading.wanted.title else None


def _of_series(text: str, context: Context) -> Reading | None:
    """A place in a series, or the order in which to read one, by the name of the series."""
    found = place_in(without_leads(text))
    if found is None or not found.rest:
        return None
    reading = named("on-topic", found.rest, context)
    return _besides(reading, found, text) if reading else None


def _volume(text: str, context: Context) -> Reading | None:
    """One volume: a title as it stands ("Naruto, Vol. 1"), else the one without the number."""
    found = volume_in(text)
    whole = _alone(text, context) if found else None
    if found is None or whole is None or not whole.wanted.title:
        return None
    reading = _alone(found.rest, context)
    if not reading.wanted.title:
        reading = named("on-topic", found.rest, context) or reading
    return replace(whole, second=_besides(reading, found, text).wanted)


def _besides(reading: Reading, aside: Aside, text: str) -> Reading:
    """The reading of one book, with what was set aside; all the words may be a title."""
    wanted = replace(reading.wanted, unmet=(*reading.wanted.unmet, aside.wish))
    return replace(reading, wanted=wanted, second=reading.second or Wanted(title=text.strip(" ?!."), guess=True))


def _own(text: str, context: Context) -> Reading | None:
    """What stands on the visitor's own shelf: all of it, or what fits."""
    shelf = on_my_shelf(text)
    if shelf is None:
        return None
    reading = _NOTHING_ELSE if names_nothing(shelf.rest, context) else _apart(shelf.rest, context)
    return replace(reading, wanted=replace(reading.wanted, own=True), second=None)


def _unmet(text: str, context: Context) -> Reading | None:
    """A wish that holds another which no record can meet; the words may be a title as they stand."""
    aside = set_aside(text)
    if aside is None:
        return None
    people = names(context.plain(aside.whose))
    nothing = Reading(intent="author", wanted=Wanted(authors=people)) if people else _NOTHING_ELSE
    reading = nothing if says_nothing_else(aside.rest) else _apart(aside.rest, context)
    reading = reading if aside.of_one else _wished(reading)
    if reading.intent in {"off-topic", "recommend"}:
        reading = replace(_NOTHING_ELSE, wanted=reading.wanted)
    wanted = replace(reading.wanted, unmet=(*reading.wanted.unmet, aside.wish))
    whole = Wanted(title=text.strip(" ?!."), guess=True) if reading.wanted.title else None
    return replace(reading, wanted=wanted, second=reading.second or whole)


def _but(text: str, context: Context) -> Reading | None:
    """A wish that says what is not wanted; None when the words before that are a title rather than a wish."""
    found = exclusion_in(without_tail(text))
    unsure = found is None or found.rest.casefold() in {"", "not", "no"} or title_case(text)
    if found is None or (unsure and not found.apart):
        return None
    rest = with_net(_apart(found.rest, context), found.rest, context)
    reading = _NOTHING_ELSE if says_nothing_else(found.rest) else _wished(rest)
    if reading.intent == "off-topic" or (reading.wanted.title and not (found.by and reading.wanted.guess)):
        return None
    without = replace(found.without, authors=_named_before(found.without.authors, reading.wanted))
    anything = tuple(heading(one) or context.plain(one) for one in found.without.anything)
    wanted = replace(reading.wanted, without=replace(without, anything=anything))
    if not found.rest and title_case(text):
        return Reading(intent="on-topic", wanted=Wanted(title=text, guess=True), second=wanted)
    if reading.intent == "recommend":
        return replace(reading, wanted=wanted, second=None)
    if letters_lower(text) and not found.by and len(text.split()) <= _FEW and found.rest == without_leads(found.rest):
        return replace(reading, wanted=Wanted(title=text, guess=True), second=wanted)
    return replace(reading, wanted=wanted)


def _but_one(text: str, context: Context) -> Reading | None:
    """What somebody of one name wrote, but for a title; the name may be a subject."""
    found = exclusion_in(without_tail(text))
    if found is None or not found.apart or not _by_one_name(found, text):
        return None
    without = Without(anything=tuple(heading(one) or context.plain(one) for one in found.without.anything))
    about = Wanted(subjects=subjects(found.rest), without=without)
    return Reading(intent="author", wanted=Wanted(authors=names(found.rest), without=without), second=about)


def _by_one_name(found: Exclusion, text: str) -> bool:
    """True for one word beside a title that is not wanted: "tolkien, but not the lord of the rings"."""
    titles = [one for one in found.without.anything if len(one.split()) >= _FEW or capitalised(one)]
    one_word = " " not in found.rest and looks_like_name(found.rest) == "perhaps"
    if not titles or not one_word or is_genre(found.rest) or is_general(found.rest.casefold()):
        return False
    between = text.partition(found.rest)[2].partition(titles[0])[0]
    return between.islower()  # "Gone, But Not Forgotten" is a title


def _named_before(authors: tuple[str, ...], wanted: Wanted) -> tuple[str, ...]:
    """The authors who are not wanted; "not by her" means whom the books are to be about."""
    return tuple(subject for one in authors for subject in (wanted.subjects if one.casefold() in HIM else (one,)))


def _wished(reading: Reading) -> Reading:
    """What may be a title in small letters is a subject first: "I want friendship but…"."""
    title = reading.wanted.title or ""
    about = subjects(title) if reading.wanted.guess and letters_lower(title) else ()
    return replace(reading, wanted=Wanted(subjects=about), second=reading.wanted) if about else reading


def _alone(text: str, context: Context) -> Reading:
    """A question that needs no conversation: in a frame, chatter, a wish, or bare words, in that order."""
    untailed = without_leads(text)
    body = without_tail(untailed) or text
    inquiry = (
        believed(body, context)
        or frames_reading(body, context)
        or (frames_reading(untailed, context) if untailed != body else None)
    )
    inquiry = inquiry or works_of_years(body, context) or _stated(body, context)
    if inquiry:
        return or_title(inquiry, text, context)
    if is_chatter(text) or (body != text and (is_chatter(body) or is_clearly_chatter(body))):
        return _OFF_TOPIC
    whole = without_tail(text)
    wished = requested(body, context) or (requested(whole, context) if whole != body else None)
    if wished is None and (is_talk(text) or is_talk(body)):
        return _OFF_TOPIC
    return wished or bare(text, body, context)


def _stated(body: str, context: Context) -> Reading | None:
    """A statement before an empty wish: an interest, a book that was liked, or a name."""
    statement = None if title_case(body) else statement_in(body)
    if statement is None:
        return None
    if statement.sort == "asked":
        return _asked_about(statement, context)
    if statement.sort == "interest":
        general = wish(statement.what, context, bare=False) or wish(
            f"books about {statement.what}", context, bare=False
        )
        named_so = Wanted(title=context.plain(statement.what), guess=True)
        return replace(of_wish(general), second=general.second or named_so) if general else None
    short = len(statement.what.split()) <= _FEW
    person = short and statement.sort in {"named", "liked"} and looks_like_name(statement.what) == "yes"
    if statement.sort == "author" or person:
        return Reading(intent="author", wanted=Wanted(authors=names(context.plain(statement.what))))
    if statement.sort == "liked":
        return similar(statement.what, context)
    return (
        frames_reading(statement.what, context)
        or requested(statement.what, context)
        or bare(statement.what, statement.what, context)
    )


def _asked_about(statement: Statement, context: Context) -> Reading | None:
    """A name and then a question about "it"."""
    asked = _AND.split(statement.question)
    frame = framed(without_leads(asked[-1]), FRAMES)
    if frame is None or frame.frame.purpose not in _ABOUT_ONE or frame.slot.casefold() not in _IT:
        return None
    what = statement.what
    named_one = requested(what, context) or bare(what, what, context)
    if not named_one.wanted.title:
        return None
    return about_one(frame, named_one) if len(asked) == 1 else replace(named_one, asks="")


def bare(text: str, body: str, context: Context) -> Reading:
    """No request and no frame: a title, a name, a subject, or a wish that starts with its noun."""
    body = without_format(body)
    general = wish(body, context, bare=True)
    if general:
        return _collected(general.wanted, body) or or_title(of_wish(general), text, context)
    genre = genre_in(text, context) or any_of(body, context)
    if genre:
        return genre
    greeted = _GREETING.start_of(text, ",!:.") or _PLEASE.begin(text)
    reading = named("on-topic", body if greeted else without_tail(text), context, bare=True)
    if reading is None:
        return Reading(intent="on-topic", wanted=Wanted(title=context.plain(text), guess=True))
    if reading.wanted.authors or context.quoted.only(text):
        return reading
    return _or_either(_or_wish(or_name_or_subject(reading), body, context), body, context)


def _collected(wanted: Wanted, body: str) -> Reading | None:
    """Somebody's stories, poems or plays in capitals are called so: "Short Stories of Saki"."""
    called = wanted.authors and not wanted.subjects and wanted.form in _COLLECTED and _BY_OF.search(body)
    if not called or not title_case(body):
        return None
    return Reading(intent="on-topic", wanted=Wanted(title=body, guess=True), second=wanted)


def _or_either(reading: Reading, body: str, context: Context) -> Reading:
    """A title with "or" in it may be two ("Dune or Foundation?")."""
    two = either(body, context)
    return replace(reading, second=two) if two and not reading.wanted.authors else reading


def _or_wish(reading: Reading, body: str, context: Context) -> Reading:
    """A title with a general noun in it ("stories of love and loss") may be a wish all the same."""
    general = wish(body, context, bare=False) if reading.second is None and letters_lower(body) else None
    return replace(reading, second=general.wanted) if general and general.wanted.subjects else reading


def or_title(reading: Reading, text: str, context: Context) -> Reading:
    """Words that are written like a title, or say next to nothing as a wish ("Essays"), may be one."""
    says_little = reading.intent == "recommend" and len(text.split()) <= _FEW
    if reading.second is None and (title_case(text) or says_little):
        return replace(reading, second=Wanted(title=context.plain(text), guess=True))
    return reading
