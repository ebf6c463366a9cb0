"""Wishes that no record can meet, in the visitor's words: "by women", "that make me cry", "for beginners".

They are taken off before a question is read, so that nobody looks for books on women or crying, and named in the
answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from archivist.librarian.reading.phrase_tree import words_of
from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.talk_words import SMALL_WORDS
from archivist.librarian.reading.text import title_case

_SETS = {
    "by": "[{written}] [{written}] (by|from|von|par|de|por|di|da)",
    "written": "written|geschrieben|écrit|écrits|escrito|escrita|escritos|escritas|scritti|scritte|only",
    "people": "woman|women|female|females|man|men|black|asian|indigenous|queer|gay|lesbian|frauen|autorinnen|"
    "schriftstellerinnen|femmes|autrices|écrivaines|romancières|mujeres|autoras|escritoras|donne|autrici|scrittrici",
    "writers": "writer|writers|author|authors|poet|poets|novelist|novelists|playwright|playwrights|autoren|auteurs|"
    "autores|autori|scrittori|escritores",
    "some": "* [- *]",
    "somebody": "*ian|*ish|*ese|american|german|greek|french|swede|dane|finn|turk|scot|*man|lady",
    "me": "me|you|us|one",
    "that": "(that|which|to) [will|would|can|could]",
    "readers": "beginners|students|adults|grown-ups|seniors|teens|teenagers|experts|laymen|anfänger|studenten|"
    "erwachsene|jugendliche|débutants|étudiants|adultes|ados|principiantes|estudiantes|adultos|adolescentes|"
    "principianti|studenti|adulti|ragazzi",
    "moving": "heart [-] (warming|breaking)|heartwarming|heartbreaking|uplifting|feel [-] good|feelgood|touching|"
    "tear [-] jerking|tearjerking|thought [-] provoking|thoughtprovoking|inspiring|sad|happy",
    "book": "book|books|novel|novels|story|stories|read|reads",
    "many": "lots of|many|big|nice|some",
    "translated": "edited|illustrated|narrated|compiled|introduced|herausgegeben|illustriert|gelesen|édité|illustré|"
    "editado|ilustrado|curato|illustrato|translated|übersetzt|traduit|traduite|traduits|traducido|traducida|traducidos|tradotto|tradotta",
    "translation": "translation|übersetzung|traduction|traducción|traduzione",
    "by_whom": "by|von|par|por|da|de|di|d'",
    "money": "€|$|£|*euro|*euros|*dollar|*dollars|*pound|*pounds",
}
_OPEN = """
    [in|dans|en|nella] [the|der|la] ({translated}|{translation}) {by_whom} !.
    {that} (make|makes|keep|keeps|leave|leaves|get|gets|help|helps) {me} !.
    {that} (change|changed|changes) !.
    to read (on|at|in|during|while) !.
    qui [me|m'|nous] (fait|font|fasse|fassent) !.
    que [me] (hace|hacen|haga|hagan) !.
    che [mi] (fa|fanno|facciano|faccia) !.
    (that|which) (were|was|have been|became|got) (made|turned|adapted) into !.
    """
"""Wishes that all the words belong to which follow; some must."""
_TO_THE_END = Phrases(_OPEN, _SETS)
_WISHES = Phrases(
    _OPEN.rstrip()
    + """
    [written] by (a|an|some) {somebody} [{writers}|woman|man|guy|lady|doctor|journalist]
    {by} (a|an|some) [*] [*] [*] (winner|winners|laureate|preisträger|preisträgerin)
    {by} [a|an] [{some}] [{some}] {people} [{writers}]
    {by} !(the|other|another|different|some|many|same|this|that|a|an|good|my) {some} {writers}
    {people} {writers}
    {that} (cheer|cheers|calm|calms|lift|lifts|relax|relaxs|scare|scares|move|moves|inspire|inspires) {me} [up|down]
    (die|das|der) (mich|einen|man|ich) * ... (bringt|bringen|macht|machen|kann|können|muss)
    {moving} >{book}
    how many >(* (are there|do you have|have you got))
    wie viele >(* gibt es)
    with [{many}] [{many}] (pictures|illustrations|photos|maps|drawings)
    zum (weinen|lachen|einschlafen|nachdenken|entspannen|träumen)
    pour (me|m') *
    para (*arme|*erme|*irme)
    per (*armi|*ermi|*irmi)
    (pour|para|per) (pleurer|rire|dormir|rêver|llorar|reír|reir|soñar|piangere|ridere|sognare)
    in [the] * [*] [*] ['s|'] {translation}
    with [a|an] [*] (ending|plot twist|twist at the end|twist)
    mit [einem] (happy end|guten ende)
    avec une fin heureuse
    con [un] (final feliz|lieto fine)
    (that|which) (won|have won|has won|got) [a|an|the] [*] (prize|prizes|award|awards)
    (that|which) (were|was|have been|became|got) (film|films|movie|movies)
    (for|für|pour|para|per) [absolute|complete|les|los|i|gli] {readers}
    [for] (under|below|less than|cheaper than) [€|$|£] [*] {money}
    [for] (under|below|less than|cheaper than) (€|$|£) *
    [that (is|are)] (easy to read|hard to put down|in (easy|simple|plain) (english|language|words))
    """,
    _SETS,
)

_BY_WHOM = "[in|dans|en|nella] [the|der|la] ({translated}|{translation}) {by_whom}"
_TRANSLATED_BY = Phrases(_BY_WHOM, _SETS)
_OF_ONE = Phrases(
    f"{_BY_WHOM}|in ... {{translation}}",
    _SETS,
)
_DO_I_OWN = Phrases(
    """
    (do|have) i [already] (own|have|got)
    (besitze|habe) ich (schon|bereits)
    """
)
_MY_SHELF = Phrases(
    "[on|from|in|of|off|auf|aus|sur|dans|en|sul|nel|nella] {my} [own] {shelf}",
    {
        "my": "my|mein|meinem|meiner|meine|mon|ma|mes|mi|mis|mio|mia|miei",
        "shelf": "shelf|shelves|bookshelf|bookshelves|bookcase|regal|bücherregal|étagère|étagères|bibliothèque|estante|"
        "estantería|scaffale|libreria",
    },
)
_IS_THERE = Phrases(
    "what|which|is|are|do|have|i|we|got|was|ist|steht|stehen|hab|habe|ich|hay|tengo|ho|c'è|ai-je|y a-t-il|il y a|"
    "qu'est-ce qu'|est-ce (que|qu')"
)


_DANGLING = Phrases("but|aber|mais|pero|ma")


@dataclass(frozen=True, slots=True)
class Aside:
    """The wish that was set aside, and the words without it."""

    wish: str
    rest: str

    @property
    def of_one(self) -> bool:
        """True where the words before the wish name one book: somebody translated it."""
        return _OF_ONE.begin(self.wish)

    @property
    def whose(self) -> str:
        """Who translated it, whom catalogues list among the authors; else empty."""
        by = _TRANSLATED_BY.start_of(self.wish, " ")
        return self.wish[len(by) :] if by else ""


@lru_cache(maxsize=8)
def set_aside(text: str) -> Aside | None:
    """The first wish that no record can meet; None where there is none, and in what is written as a title."""
    span = None if title_case(text) else _WISHES.span(text, after=" ,", before=" ,.!?")
    if span is None:
        return None
    start, end = span
    if any(word[0].isupper() and word.casefold() in SMALL_WORDS for word in text[start:end].split()[1:]):
        return None  # "to read In the Land of White Death"
    return _without((start, len(text) if _TO_THE_END.begin(text[start:]) else end), text)


def on_my_shelf(text: str) -> Aside | None:
    """The visitor's own shelf, where that is spoken of."""
    if title_case(text):
        return None
    span = (_DO_I_OWN if _DO_I_OWN.begin(text) else _MY_SHELF).span(text)
    shelf = _without(span, text) if span else None
    return Aside(shelf.wish, _without_is_there(shelf.rest)) if shelf else None


def _without_is_there(text: str) -> str:
    said, at = words_of(text), 0
    while ends := _IS_THERE.ends(said, at):
        at = max(ends)
    return text[said.spans[at][0] :] if at < len(said.words) else ""


def _without(span: tuple[int, int], text: str) -> Aside:
    start, end = span
    rest = f"{text[:start].rstrip(' ,')} {text[end:].lstrip(' ,')}".rstrip()
    rest = rest.removesuffix(_DANGLING.end_of(rest, " ,"))
    return Aside(text[start:end].strip(" ,.!?"), " ".join(rest.split()).strip(" ?!.,"))
