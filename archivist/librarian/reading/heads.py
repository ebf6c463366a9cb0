"""The general word in a wish ("a good NOVEL about…", "Le Guin's BOOKS", "etwas über…") and what stands before it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from archivist.books.wanted import Form, Order
from archivist.librarian.reading.text import capitalised, shouted, trimmed_end
from archivist.librarian.reading.vocabulary import any_of, word_set, words_to

_FORMS: dict[str, Form | None] = {}
_LANGUAGE: dict[str, set[str]] = {}
_SINGULAR: set[str] = set()


def _nouns(language: str, form: Form | None, many: str, one: str = "") -> None:
    for noun in (many + " " + one).split():
        _FORMS[noun] = form
        _LANGUAGE.setdefault(noun, set()).add(language)
    _SINGULAR.update(one.split())


_nouns(
    "en",
    None,
    "books titles works reads literature something sth smth anything everything stuff ones paperbacks hardcovers",
)
_nouns(
    "en",
    None,
    "recommendations recs suggestions bestsellers classics audiobooks ebooks textbooks volumes stories essays",
)
_nouns(
    "en",
    None,
    "authors writers fiction reading",
    "author writer book title read recommendation rec suggestion one story",
)
_nouns(
    "en", None, "cookbooks thrillers mysteries romances whodunits series", "textbook cookbook thriller mystery romance"
)
_nouns(
    "en",
    None,
    "guides more others another sources references",
    "volume bestseller classic audiobook ebook paperback essay whodunit guide",
)
_nouns("en", "novel", "novels novellas", "novel novella")
_nouns("en", "poetry", "poems poetry verse", "poem")
_nouns("en", "play", "plays dramas", "play")
_nouns("en", "comic", "comics manga", "comic")
_nouns("en", "non-fiction", "non-fiction nonfiction")
_nouns("en", "biography", "biographies autobiographies memoirs", "biography autobiography memoir")
_nouns("de", None, "bücher buecher werke titel etwas geschichten krimis literatur lektüre", "buch krimi geschichte")
_nouns("de", "novel", "romane", "roman")
_nouns("de", "poetry", "gedichte lyrik", "gedichtband gedicht")
_nouns("de", "play", "theaterstücke dramen", "theaterstück")
_nouns("de", "non-fiction", "sachbücher", "sachbuch")
_nouns("de", "children", "kinderbücher bilderbücher", "kinderbuch bilderbuch")
_nouns("de", "short-stories", "erzählungen kurzgeschichten", "erzählung kurzgeschichte")
_nouns("de", "biography", "biografien biographien", "biografie biographie")
_nouns(
    "fr", None, "livres oeuvres œuvres ouvrages polars histoires", "livre oeuvre œuvre ouvrage polar bouquin histoire"
)
_nouns("fr", "novel", "romans", "roman")
_nouns("fr", "poetry", "poésie poèmes", "poème")
_nouns("fr", "short-stories", "nouvelles")
_nouns("fr", "comic", "bd bandes", "bande")
_nouns("fr", "biography", "biographies", "biographie")
_nouns("es", None, "libros obras algo historias", "libro obra historia")
_nouns("es", "novel", "novelas", "novela")
_nouns("es", "poetry", "poesía poemas", "poema")
_nouns("es", "short-stories", "cuentos", "cuento")
_nouns("es", "biography", "biografías", "biografía")
_nouns("it", None, "libri opere qualcosa gialli storie", "libro opera giallo storia")
_nouns("it", "novel", "romanzi", "romanzo")
_nouns("it", "poetry", "poesie", "poesia")
_nouns("it", "short-stories", "racconti", "racconto")
_nouns("it", "biography", "biografie")
_nouns("fr", "non-fiction", "essais", "essai")
_nouns("es", "non-fiction", "ensayos", "ensayo")
_nouns("it", "non-fiction", "saggi", "saggio")

_nouns("en", None, "things", "latest newest debut thing")

SUBJECT_NOUNS = words_to(
    {
        "cooking": "cookbooks cookbook",
        "thrillers": "thrillers thriller",
        "detective": "whodunits whodunit",
        "mystery": "mysteries mystery",
        "romance": "romances romance",
        "crime": "krimis krimi polars polar gialli giallo",
    }
)
"""General words that name a subject too."""

DETERMINERS = word_set(
    """
    a an the some any all more other another few several many every each my your our their other different further
    gimme two three four five six seven eight nine ten of me us list copy collection set selection number lot lots kind
    sort what which couple bunch
    """
)
_FOREIGN_DETERMINERS = word_set(
    """
    la ein eine einen einige ein paar alle das die den der gute gutes guten andere weitere mehr welche un une des le
    les quelques tous bon bons autre autres quel quels quelle quelles unos unas una algún algunos los las el buen
    buenos otro otros todos qué cuáles il lo gli i dei delle alcuni buon altri tutti quali del della degli
    """
)
_QUALITIES = word_set(
    """
    good great nice interesting decent fun short long cheap light easy really very pretty quick big small thick thin
    lovely beautiful exciting amazing fantastic wonderful excellent fascinating gripping compelling must-read
    award-winning similar new old classic famous well-known known modern contemporary real actual possible particular
    specific published available library favourite favorite single printed decent fine own entire whole following
    accessible introductory beginner's new-ish newish comparable such main major important essential key standard
    physical electronic spannendes spannende gutes schöne schönes interessante interessantes neue neues kurze bonne
    bonnes intéressants nouveaux buena buenas interesantes nuevos buoni bei bello nuovi interessanti
    """
)
_ORDERS: dict[str, Order] = words_to(
    {
        "rating": (
            "best top greatest top-rated best-rated highest-rated highly-rated rated highly highest popular "
            "bestselling best-selling acclaimed recommended must-read best-loved finest best-reviewed well-reviewed "
            "beste besten meilleurs meilleur mejores mejor migliori miglior"
        ),
        "newest": (
            "newest latest recent new neueste neuesten newer neuester neuestes letzte letzten letzter letztes dernier "
            "derniers último última ultimo"
        ),
        "oldest": "oldest earliest older early first debut erste erster erstes premier premiers primer primera primo",
        "longest": "longest längste längstes",
        "shortest": "shortest kürzeste kürzestes",
    }
)
_FILLERS = word_set("most more selling loved reviewed well highly the")
_FORM_WORDS: dict[str, Form] = words_to(
    {
        "comic": "graphic comic",
        "short-stories": "short",
        "children": "picture children's childrens kids kids' kid's",
        "non-fiction": "non-fiction nonfiction",
        "poetry": "poetry poem",
    }
)
_EXACT_ONLY = {"graphic": ("novel", "novels"), "short": ("stories", "story", "fiction"), "comic": ("book", "books")}
TITLE_WORDS = word_set("selected collected complete completed unabridged annotated uncollected")
"""Words before a general noun that make a title of it ("Selected Poems")."""

_ARTICLES = word_set("a an the of in this that his her my your")
_NOUN = any_of("roman, romane, bücher, buch, geschichte, geschichten, krimi, krimis, gedichte")
_COMPOUND = re.compile(rf"(?P<what>[a-zäöüß-]{{3,}}?)(?:s|(?<!o)n)?-?(?P<noun>{_NOUN})$")
_OTHER_BOOKS = word_set("tage hand dreh wörter lehr telefo gesangs spar adress note gäste vor ur")
"""With these before it "Buch" is another thing, and "Geschichte" history."""
_MOST_BEFORE = 9
_TOKEN = re.compile(r"\S+")
_EDGES = ".,;:!?()"


@dataclass(frozen=True, slots=True)
class Head:
    """A general noun: its form, the wish for an order, the words before it that say something, and what follows it.

    `owner` is True when those words were a possessive ("Le Guin's novels") or set off by a comma ("Le Guin, any
    novels"), `the_one` when it is a single definite thing ("the jungle book"), which is more often a title, `capital`
    when the noun was written with one, `indefinite` after "a". `languages` are those whose general word the noun is.
    """

    noun: str
    before: str
    rest: str
    form: Form | None
    order: Order
    owner: bool
    the_one: bool
    languages: frozenset[str]
    capital: bool
    indefinite: bool

    @property
    def single(self) -> bool:
        """True for one thing ("a novel"), which a title names more often than a wish does."""
        return self.noun in _SINGULAR

    @property
    def people(self) -> bool:
        """True when authors are wanted, not books."""
        return self.noun in {"author", "authors", "writer", "writers"}


def is_general(word: str) -> bool:
    """True for a general noun in lower case."""
    return word in _FORMS


def form_of(noun: str) -> Form | None:
    """The form that a general noun names, or None."""
    return _FORMS.get(noun)


def head_of(text: str, ends: re.Pattern[str]) -> Head | None:
    """The first general noun that is followed by nothing or by what `ends` matches, or None.

    A general noun followed by other words is part of a title ("The Book Thief").
    """
    words = list(_TOKEN.finditer(text))[:_MOST_BEFORE]
    colon = next((i for i, match in enumerate(words) if match.group().endswith(":")), _MOST_BEFORE)
    for i, match in enumerate(words):
        what, noun = _apart(match.group().strip(_EDGES).casefold())
        if noun in _FORMS and i <= colon:
            rest = trimmed_end(text[match.end() :].strip())
            stopped = match.group()[-1] in ",;:!?." or not rest
            if match.group().endswith(":") and rest:
                rest = f"{'called' if noun in _SINGULAR else 'about'} {rest}"
            if (stopped or _follows(ends, rest, match.group(), text)) and not _inside(
                [w.group().casefold() for w in words[:i]]
            ):
                return _head(noun if what else match.group(), [*(w.group() for w in words[:i]), *what], rest)
    return None


def _apart(word: str) -> tuple[list[str], str]:
    """A German compound as what it is about and its noun ("Kriegsromane"); other words as they are."""
    found = None if word in _FORMS else _COMPOUND.match(word)
    known = found and found["what"] not in _OTHER_BOOKS
    return ([found["what"].replace("-", " ")], found["noun"]) if found and known else ([], word)


def _follows(ends: re.Pattern[str], rest: str, noun: str, text: str) -> bool:
    """True when the rest begins with a link; one with a capital only follows a noun with a capital ("Books About")."""
    return ends.match(rest) is not None and (not rest[0].isupper() or noun[0].isupper() or shouted(text))


def _inside(before: list[str]) -> bool:
    """True when an article stands late before the noun, which then ends another phrase ("aspects of the novel")."""
    content = next(
        (i for i, word in enumerate(before) if not _says_nothing(word.strip(",;:()")) and word not in _ORDERS),
        len(before),
    )
    return any(word in _ARTICLES for word in before[content:])


def _head(typed: str, before: list[str], rest: str) -> Head:
    noun = typed.strip(_EDGES).casefold()
    kept, order, form = _judged(before, noun)
    order = _ORDERS.get(noun, order)
    owner = any(word.casefold().endswith(("'s", "s'")) for word in kept[-1:])
    addressed = bool(kept) and any(raw.endswith(",") and raw.strip(",") == kept[-1] for raw in before)
    definite = bool(before) and before[0].casefold() == "the" and noun in _SINGULAR and order == "relevance"
    return Head(
        noun=noun,
        before=" ".join(kept),
        rest=rest.strip(" ,"),
        form=form or _FORMS[noun],
        order=order,
        owner=owner or addressed,
        the_one=definite,
        languages=frozenset(_LANGUAGE[noun]),
        capital="en" in _LANGUAGE[noun] and typed[0].isupper(),
        indefinite=bool(before) and before[0].casefold() in {"a", "an"},
    )


def _judged(before: list[str], noun: str) -> tuple[list[str], Order, Form | None]:
    kept: list[str] = []
    order: Order = "relevance"
    form: Form | None = None
    foreign = "en" not in _LANGUAGE[noun]
    for raw in before:
        word = raw.strip(",;:()").casefold().removeprefix("l'")
        found = _form_word(word, noun)
        if found:
            form = found
        elif word in _ORDERS and not (kept and capitalised(raw)):
            order = _ORDERS[word]
        elif not (_says_nothing(word) or (foreign and word in _FOREIGN_DETERMINERS)):
            kept.append(raw.strip(",;:()"))
    return kept, order, form


def _form_word(word: str, noun: str) -> Form | None:
    folded = word.casefold()
    if noun not in _EXACT_ONLY.get(folded, (noun,)):
        return None
    return _FORM_WORDS.get(folded)


def _says_nothing(word: str) -> bool:
    return word in DETERMINERS or word in _QUALITIES or word in _FILLERS or word.isdigit()
