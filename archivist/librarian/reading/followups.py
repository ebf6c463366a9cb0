"""Questions that only the conversation explains: "another one", "who wrote it?", "the second one", "older ones"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from archivist.books.wanted import Anchor, Wanted, Years
from archivist.librarian.answer import Intent, ShownBook
from archivist.librarian.reading.context import Context
from archivist.librarian.reading.frame import Framed, framed
from archivist.librarian.reading.frames import FRAMES
from archivist.librarian.reading.heads import head_of
from archivist.librarian.reading.languages import in_language
from archivist.librarian.reading.modifiers import ENDS
from archivist.librarian.reading.names import looks_like_name, names
from archivist.librarian.reading.requests import without_leads, without_tail
from archivist.librarian.reading.subjects import subjects
from archivist.librarian.reading.text import capitalised, title_case
from archivist.librarian.reading.values import Fact, Reading, Turn
from archivist.librarian.reading.years import dated

Read = Callable[..., Reading]

_ORDINALS = {
    "first": 0,
    "1st": 0,
    "second": 1,
    "2nd": 1,
    "third": 2,
    "3rd": 2,
    "fourth": 3,
    "4th": 3,
    "fifth": 4,
    "5th": 4,
    "sixth": 5,
    "6th": 5,
    "seventh": 6,
    "7th": 6,
    "eighth": 7,
    "8th": 7,
    "last": -1,
    "erste": 0,
    "ersten": 0,
    "zweite": 1,
    "zweiten": 1,
    "dritte": 2,
    "dritten": 2,
    "letzte": -1,
    "premier": 0,
    "première": 0,
    "deuxième": 1,
    "second(e)": 1,
    "troisième": 2,
    "dernier": -1,
    "dernière": -1,
    "primero": 0,
    "primera": 0,
    "segundo": 1,
    "segunda": 1,
    "tercero": 2,
    "tercera": 2,
    "último": -1,
    "última": -1,
    "primo": 0,
    "secondo": 1,
    "seconda": 1,
    "terzo": 2,
    "terza": 2,
    "ultimo": -1,
    "ultima": -1,
}
_NUMBERS = {"one": 0, "two": 1, "three": 2, "four": 3, "five": 4, "six": 5, "seven": 6, "eight": 7}
_BOOK = r"(?:ones?|book|novel|title|result|item|story|buch|livre|libro|option)"
_NTH = re.compile(
    (
        rf"^(?:the |that |das |die |der |den |le |la |el |il |lo |l')?(?P<nth>{'|'.join(sorted(map(re.escape, _ORDINALS), key=len, reverse=True))})(?: "
        rf"(?P<noun>{_BOOK}))?$"
    ),
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    (
        r"^(?:(?:the )?(?:number|no\.?|nr\.?|book|option|result|nummer|numéro|número|"
        r"numero)\s*|#\s*)(?P<n>\d{1,2}|one|two|three|four|five|six|seven|eight)$"
    ),
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    (
        r"^(?:it|this|that|them|these|those|(?:this|that|the|the same|dieses|das|dem|"
        rf"diesem|den|le|ce|cet|el|este|ese|il|questo) {_BOOK}|es|das|ça|celui-ci|celui-là|"
        r"esto|eso|este|questo|quello)$"
    ),
    re.IGNORECASE,
)
_PERSON = (
    r"(?:he|she|they|him|her|them|his|hers|theirs?|that (?:author|writer)|this (?:author|"
    r"writer)|the (?:same )?(?:author|writer)|(?:the )?same (?:author|writer|person|"
    r"guy|woman|man)|ihm|ihr|er|sie)"
)
_SAME_AUTHOR = tuple(
    re.compile(rule, re.IGNORECASE)
    for rule in (
        rf"\b(?:by|from|of)\s+{_PERSON}$",
        (
            rf"^(?:what|which)\b.*\b(?:has|have|did|does|do|had)\s+{_PERSON}\b.*\b(?:written|"
            r"write|wrote|publish|published)\b.*$"
        ),
        (
            r"^(?:(?:what are|show me|any|list|and|are there|tell me about) )*(?:all )?(?:of )?(?:his|"
            r"her|their|this author's|that author's|the author's)\s+(?:\w+ ){0,2}(?:books?|"
            r"novels?|works?|titles|stories|poems|stuff|bibliography)$"
        ),
        rf"^(?:has|have|did)\s+{_PERSON}\s+(?:written|write|publish\w*)\b.*$",
        (
            r"\b(?:vom selben autor|von derselben autorin|von (?:ihm|ihr)|du même auteur|"
            r"de la même auteure?|del mismo autor|de la misma autora|dello stesso autore|"
            r"della stessa autrice)$"
        ),
    )
)
_LIKE_IT = re.compile(
    r"^(?:(?:show|give|find|recommend|suggest|i want|i'd like|do you have|have you got|"
    r"any|is there|are there|got)(?: me)?(?: any)? ?)?(?:(?:something|anything|books?|"
    r"more|others?|novels?|ones?|what else is)\b\s*)*"
    r"(?:like|similar to|in the (?:vein|style) of|along the lines of)\s+(?P<which>.+)$|"
    r"^(?:(?:something|anything|more|some|any|others?|other|find|show me|give me|"
    r"do you have|recommend)\s+)*(?:similar|alike|comparable)(?:\s+(?:ones?|books?|"
    r"novels?|titles))?$|^(?:more of the same|etwas ähnliches|ähnliche bücher|quelque chose de semblable|"
    r"algo parecido|algo similar|qualcosa di simile)$",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"^(?:(?:can|could) i (?:have|get|see) |(?:do you have|have you got|show me|give me|"
    r"find me|find|any|are there|is there|i want|i'd like|list|suggest|recommend|"
    r"let's see|and|tell me) ?(?:me )?)?(?:any |some |a few |yet )?"
    r"(?:another(?: (?:one|book|novel|suggestion|recommendation))?|one more|more(?: (?:of them|"
    r"of these|of those|books|novels|results|titles|options|suggestions|like (?:this|"
    r"that|these|those)))?|others?|other (?:ones|books|novels|options|suggestions|"
    r"titles)|(?:something|anything|someone|what|nothing) (?:else|different|other)|"
    r"different (?:ones?|books?)|next(?: (?:one|page|ones))?|the next one|the rest|"
    r"additional ones)$"
    r"|^(?:again|try again|once more|retry|repeat(?: that)?|go on|continue|keep going|"
    r"yes|yes please|yeah|yep|sure|ok|okay|do it|go ahead|sounds good|no|nope|not (?:that one|"
    r"those|these|that))$"
    r"|^(?:i(?:'ve| have) (?:already )?read (?:it|that|those|that one|them)(?: already)?|"
    r"already read (?:it|that|those))$"
    r"|^(?:noch (?:eins|eines|einer|mehr|welche)|mehr|andere|weitere|un autre|une autre|"
    r"encore(?: un| une)?|d'autres|otro|otra|más|otros|un altro|un'altra|altri|ancora|"
    r"di più)$",
    re.IGNORECASE,
)
_OLDER = re.compile(
    r"\b(?:older|earlier|less recent|ältere|älter|plus anciens?|más antiguos?|più vecchi)\b", re.IGNORECASE
)
_NEWER = re.compile(
    r"\b(?:newer|more recent|later|more modern|neuere|neuer|plus récents?|más recientes?|más nuevos?|più recenti)\b",
    re.IGNORECASE,
)
_BETTER = re.compile(r"\b(?:best|better|top|highest|highly)[\s-]*(?:rated|ones?|reviewed)?\b", re.IGNORECASE)
_ONLY_WORDS = re.compile(
    (
        r"^(?:and |but |any |only |just |what about |how about |do you have |is there |"
        r"are there |show me |give me |something |anything |the |some |maybe |also |ones? |"
        r"them |it |that |those |these |books? |published |written |available )*"
    ),
    re.IGNORECASE,
)
_ONES = re.compile(
    r"^(?:ones?|books?|them|those|it|available|please|only|ones only|too|as well|version|edition)?[\s?!.]*$",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    (
        r"^(?:and |but |or |then )?(?:what about|how about|and|and what about|und|et|"
        r"y|e)\s+(?:(?:books?|novels?|some|something|one|any)\s+)*(?P<link>about |on |"
        r"by |with |von |über |de |sur |sobre |di |su )?(?P<what>.+?)(?: instead)?[\s?!.]*$"
    ),
    re.IGNORECASE,
)
_FACT_ALONE: tuple[tuple[re.Pattern[str], Fact], ...] = (
    (
        re.compile(
            (
                r"^(?:who(?:'s| is| was)? (?:the |its )?(?:author|writer)|(?:and )?(?:the |its )?author|"
                r"by whom|who by|who wrote that|wer (?:hat es geschrieben|ist der autor)|qui l'a écrit|"
                r"quién lo escribió|chi l'ha scritto)$"
            ),
            re.IGNORECASE,
        ),
        "author",
    ),
    (
        re.compile(
            (
                r"^(?:and )?(?:when|what year|which year|from when|how old is it|when did it come out|"
                r"when is it from)(?: was (?:it|that)(?: published| written)?)?$"
            ),
            re.IGNORECASE,
        ),
        "year",
    ),
    (
        re.compile(
            r"^(?:and )?(?:how long is it|how many pages(?: (?:does it have|are there|is it))?)$", re.IGNORECASE
        ),
        "pages",
    ),
    (re.compile(r"^(?:and )?(?:what(?:'s| is) )?(?:the |its )?isbn$", re.IGNORECASE), "isbn"),
)
_TELL = re.compile(
    (
        r"^(?:tell me more|more about (?:it|this|that)|(?:give me )?more (?:details|information|"
        r"info)|details|what(?:'s| is) (?:it|that|this) about|worum geht es|de quoi ça parle|"
        r"de qué trata|di cosa parla|go into detail|elaborate)$"
    ),
    re.IGNORECASE,
)
_WORTH = re.compile(
    (
        r"^(?:is (?:it|this|that)(?: book| one)?(?: any)? (?:good|worth reading|worth it)|"
        r"any good|(?:any |the )?reviews|what do people (?:think|say)(?: (?:of|about) (?:it|"
        r"this|that))?|ratings?|how (?:good|well rated) is it)$"
    ),
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Before:
    """The conversation as a follow-up needs it: the books shown last, all ids shown since, the question before."""

    shown: tuple[ShownBook, ...]
    known: tuple[str, ...]
    asked: Reading | None


def follow_up(text: str, conversation: Sequence[Turn], context: Context, read: Read) -> Reading | None:
    """The reading of a question that leans on the conversation, or None when it stands by itself."""
    body = without_tail(without_leads(text)).strip(" ?!.,;…") or text.strip(" ?!.,;…")
    if (title_case(text) and len(text.split()) > 2) or len(body.split()) > 14:
        return None
    before = _before(conversation, context.today, read)
    plain = text.strip(" ?!.,;…")
    for rule in (_about_shown, _same_author, _like_shown, _more, _narrower, _instead):
        reading = rule(body, plain, before, context)
        if reading:
            return replace(reading, follow_up=True)
    return None


def _before(conversation: Sequence[Turn], today: date, read: Read) -> _Before:
    shown = next((turn.books for turn in reversed(conversation) if turn.role == "archivist" and turn.books), ())
    known = tuple(dict.fromkeys(book.id for turn in conversation for book in turn.books))
    last = next((i for i in range(len(conversation) - 1, -1, -1) if conversation[i].role == "visitor"), None)
    if last is None:
        return _Before(shown, known, None)
    return _Before(shown, known, read(conversation[last].text, conversation[max(0, last - 12) : last], today=today))


def _about_shown(body: str, plain: str, before: _Before, _context: Context) -> Reading | None:
    """A fact, the contents or the worth of a book that was shown."""
    if not before.shown:
        return None
    for candidate in dict.fromkeys((body, plain)):
        alone = _alone(candidate, before.shown[0])
        if alone:
            return alone
        which = _shown_book(candidate, before.shown, pronouns=False)
        if which:
            return _of(which, "describe")
        frame = framed(candidate, FRAMES)
        which = _shown_book(frame.slot, before.shown) if frame else None
        if frame and which:
            return _framed_shown(frame, which)
    return None


def _alone(text: str, book: ShownBook) -> Reading | None:
    for rule, fact in _FACT_ALONE:
        if rule.match(text):
            return replace(_of(book, "on-topic"), asks=fact)
    if _TELL.match(text):
        return _of(book, "describe")
    return _of(book, "reviews") if _WORTH.match(text) else None


def _shown_book(text: str, shown: tuple[ShownBook, ...], *, pronouns: bool = True) -> ShownBook | None:
    """The book that "it", "the second one" or "number 3" means; "It" with a capital inside a sentence is a title."""
    text = text.strip(" ?!.,")
    nth, numbered = _NTH.match(text), _NUMBERED.match(text)
    if nth:
        index = _ORDINALS[nth["nth"].casefold()]
    elif numbered:
        n = numbered["n"].casefold()
        index = int(n) - 1 if n.isdigit() else _NUMBERS[n]
    elif pronouns and not capitalised(text) and _PRONOUN.match(text):
        index = 0
    else:
        return None
    return shown[index] if -len(shown) <= index < len(shown) else None


def _framed_shown(frame: Framed, book: ShownBook) -> Reading:
    purpose = frame.frame.purpose
    if purpose == "similar":
        return _similar_to(book)
    intents: dict[str, Intent] = {"describe": "describe", "reviews": "reviews"}
    reading = _of(book, intents.get(purpose, "on-topic"))
    return replace(reading, asks=frame.frame.fact or "")


def _of(book: ShownBook, intent: Intent) -> Reading:
    return Reading(intent=intent, wanted=Wanted(title=book.title, authors=book.authors[:1]), refers_to=book.id)


def _similar_to(book: ShownBook) -> Reading:
    like = Anchor(title=book.title, authors=book.authors, subjects=book.subjects)
    return Reading(intent="similar", wanted=Wanted(like=like, known=(book.id,)), refers_to=book.id)


def _same_author(body: str, _plain: str, before: _Before, context: Context) -> Reading | None:
    book = next((book for book in before.shown if book.authors), None)
    when = dated(body, context.today)
    spoken_in = in_language(when.rest)
    if book is None or not any(rule.search(spoken_in.rest) for rule in _SAME_AUTHOR):
        return None
    wanted = Wanted(authors=book.authors[:1], known=before.known, years=when.years, languages=spoken_in.languages)
    return Reading(intent="author", wanted=wanted, refers_to=book.id)


def _like_shown(body: str, plain: str, before: _Before, _context: Context) -> Reading | None:
    for text in dict.fromkeys((body, plain)):
        match = _LIKE_IT.match(text)
        if not match or not before.shown:
            continue
        book = _shown_book(match["which"], before.shown) if match["which"] else before.shown[0]
        if book:
            reading = _similar_to(book)
            return replace(reading, wanted=replace(reading.wanted, known=before.known))
    return None


def _more(body: str, plain: str, before: _Before, _context: Context) -> Reading | None:
    if before.asked is None or not (_MORE.match(plain) or _MORE.match(body)):
        return None
    asked = before.asked
    if asked.wanted.title and before.shown and asked.intent != "similar":
        reading = _similar_to(before.shown[0])
        return replace(reading, wanted=replace(reading.wanted, known=before.known))
    return replace(asked, wanted=replace(asked.wanted, known=before.known), asks="", wrong_isbns=())


def _narrower(body: str, plain: str, before: _Before, context: Context) -> Reading | None:
    """The question before, with another time, language, form or order."""
    if before.asked is None or before.asked.intent in {"off-topic", "recall"}:
        return None
    wanted = _from_shown(before)
    text = plain if in_language(plain).languages else body
    older, newer = _OLDER.search(text), _NEWER.search(text)
    years = sorted(book.year for book in before.shown if book.year)
    if (older or newer) and len(text.split()) <= 6:
        wanted = replace(wanted, known=before.known, order="newest" if newer else "oldest")
        if years:
            wanted = replace(wanted, years=Years(end=years[0] - 1) if older else Years(start=years[-1] + 1))
        return replace(before.asked, wanted=wanted, intent=_intent(before.asked, wanted))
    when = dated(text, context.today)
    spoken_in = in_language(when.rest)
    rest = _ONLY_WORDS.sub("", f"{spoken_in.rest.strip(' ?!.,')} ").strip()
    changed = replace(
        wanted,
        years=when.years if when.years != Years() else wanted.years,
        languages=spoken_in.languages or wanted.languages,
    )
    if changed != wanted and _ONES.match(rest):
        return replace(before.asked, wanted=changed, intent=_intent(before.asked, changed))
    return _other_form(text, rest, wanted, before.asked)


def _other_form(text: str, rest: str, wanted: Wanted, asked: Reading) -> Reading | None:
    head = head_of(_ONLY_WORDS.sub("", f"{text} ").strip() or rest, ENDS)
    few = len(text.split()) <= 5
    if head and head.form and not head.before and not head.rest and few:
        return replace(asked, wanted=replace(wanted, form=head.form))
    if few and _BETTER.search(text) and _ONES.match(_BETTER.sub("", rest).strip()):
        return replace(asked, wanted=replace(wanted, order="rating"))
    return None


def _from_shown(before: _Before) -> Wanted:
    assert before.asked is not None
    return before.asked.wanted


def _intent(asked: Reading, wanted: Wanted) -> Intent:
    return asked.intent if wanted.title or wanted.authors or wanted.subjects or wanted.like else "recommend"


def _instead(_body: str, plain: str, before: _Before, context: Context) -> Reading | None:
    """ "And about dragons?", "what about Asimov?": the question before with another subject, author or title."""
    match = _INSTEAD.match(plain)
    if match is None or before.asked is None or before.asked.intent in {"off-topic", "recall"}:
        return None
    what, wanted = context.plain(match["what"]), before.asked.wanted
    link = (match["link"] or "").strip()
    if not link and (len(what.split()) > 5 or head_of(what, ENDS)):
        return None
    if link == "by" or (wanted.authors and not wanted.title and not link):
        if looks_like_name(what) == "no":
            return None
        return replace(before.asked, wanted=replace(wanted, authors=names(what)))
    if link in {"about", "on", "über", "sur", "sobre", "su"} or wanted.subjects:
        return replace(before.asked, wanted=replace(wanted, subjects=subjects(what)), second=None)
    if wanted.title or wanted.like:
        return _other_title(what, before.asked)
    return None


def _other_title(what: str, asked: Reading) -> Reading:
    if asked.wanted.like:
        return replace(asked, wanted=replace(asked.wanted, like=Anchor(title=what)), second=None)
    return replace(asked, wanted=replace(asked.wanted, title=what, authors=(), guess=True), second=None)
