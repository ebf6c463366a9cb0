"""What is said of a copy rather than of the work: whose edition it is, which volume of a series, in what order to read.

Records of works tell none of it for certain, so it is set aside, and the answer says so.
"""

from __future__ import annotations

import re

from archivist.librarian.reading.aside import Aside
from archivist.librarian.reading.phrases import Phrases

_NUMBERS = "|".join(
    (
        *map(str, range(1, 31)),
        "i|ii|iii|iv|v|vi|vii|viii|ix|x",
        "one|two|three|four|five|six|seven|eight|nine|ten",
        "eins|zwei|drei|un|deux|trois|uno|dos|tres|due|tre",
    )
)
_SETS = {
    "imprint": "penguin [modern|popular|english|black] (classics|classic)|oxford [world ['s]] (classics|classic)|"
    "oxford worlds classics|everyman ['s] library|everymans library|vintage (classics|international)|wordsworth "
    "(classics|editions)|(modern|loeb classical) library|library of america|norton critical|signet (classics|classic)|"
    "puffin (classics|books)|nyrb [classics]|new york review books|faber [and|&] faber|dover thrift|folio "
    "(society|classique)|[le] livre de poche|bibliothèque de la pléiade|reclam universal [-] bibliothek|"
    "alianza editorial|oscar mondadori",
    "house": "penguin|puffin|vintage|faber|norton|reclam|insel|suhrkamp|fischer|rowohlt|diogenes|gallimard|folio|"
    "flammarion|seuil|cátedra|alianza|anagrama|planeta|adelphi|einaudi|mondadori|feltrinelli|harpercollins|macmillan|"
    "bloomsbury|virago|dover|wordsworth|everyman|loeb",
    "edition": "edition|editions|version|printing|ausgabe|édition|edición|edizione",
    "copy": "copy|paperback|hardcover|translation|box set",
    "volume": "vol|volume|book|bk|part|band|bd|teil|buch|tome|tomo|libro|parte",
    "number": _NUMBERS,
    "nth": "1st|2nd|3rd|4th|5th|6th|7th|8th|9th|10th|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|"
    "tenth|last|final|erste|ersten|zweite|zweiten|dritte|dritten|vierte|letzte|letzten|premier|première|deuxième|"
    "second|troisième|quatrième|dernier|primer|primera|segundo|segunda|tercer|tercera|cuarto|último|primo|secondo|"
    "terzo|quarto|ultimo",
    "one": "book|volume|part|novel|instalment|installment|band|teil|buch|tome|volet|livre|tomo|libro|parte|volumen|"
    "romanzo",
    "of": "of|in|from|der|des|von|aus|de|du|d'|del|dei|della|delle|di|dell'",
    "series": "series|trilogy|saga|cycle|sequence|quartet|books|novels|reihe|serie|série|trilogie|trilogía|trilogia|"
    "bücher|livres|libros|libri",
    "read": "(should|do|must|can|shall|would|to) [i|we|you|one|people] read",
}
_OF_HOUSE = Phrases("[the|a|an|your|any] ({imprint}|{house}) [*] ({edition}|{copy}) (of|von|de|du|d'|di)", _SETS)
_IN_HOUSE = Phrases(
    """
    [in [the|a|an]|from [the]|the] {imprint} [{edition}|{copy}|series]
    [in [the|a|an]|from [the]|the] {house} {edition}
    (published|printed|issued) by ({imprint}|{house})
    """,
    _SETS,
)
_VOLUME = re.compile(
    rf"[\s,:(\u2013-]+(?P<said>(?:(?:{_SETS['volume']})\b\.?|#)\s*(?:{_NUMBERS}))\)?[\s.?!]*$", re.IGNORECASE
)
_NTH = Phrases(
    """
    [what ('s|is|are)|which ('s|is|are)|find|show me] [the|der|die|das|le|la|el|il] {nth} {one} {of}
    [the|le|il|la|el] {volume} {number} {of}
    """,
    _SETS,
)
_ORDER = Phrases(
    """
    [in] (what|which) order {read} [all]
    [in] (what|which) order (are|is) >(... {read})
    how {read} >(... in order)
    (what|which) is the [right|correct|best] [reading] order (of|for)
    [the] reading order (of|for)
    """,
    _SETS,
)
_IN_ORDER = Phrases("[{series}] in [order]|{series}|[{series}] to be read [in]", _SETS)
_SERIES = Phrases("[the] {series}", _SETS)
_THE = ("the ", "der ", "den ", "la ", "le ", "les ", "los ", "las ", "il ")
"""With a capital they belong to the title."""


def edition_in(text: str) -> Aside | None:
    """Whose edition is wanted, and the words without that; None where nobody says."""
    span = _OF_HOUSE.span(text)
    if span:
        start, end = span
        return Aside(text[start:end].strip(), f"{text[:start]}{text[end:].lstrip()}") if text[end:].strip() else None
    said = _IN_HOUSE.end_of(text, " ,(")
    return Aside(said.strip(" ,()"), text.removesuffix(said)) if said else None


def volume_in(text: str) -> Aside | None:
    """The volume that is wanted, where its number stands at the end: "wheel of time vol 1"."""
    match = _VOLUME.search(text)
    rest = text[: match.start()] if match else ""
    bracket = rest.rfind("(")
    if match is None or not rest or bracket == 0:
        return None
    if bracket > rest.rfind(")"):  # "Dune (Dune Chronicles #1)"
        return Aside(text[bracket:].strip("() .?!"), rest[:bracket].rstrip())
    return Aside(match["said"], rest)


def place_in(text: str) -> Aside | None:
    """The place in a series that is asked for, or the order of all: "the second book of the Mistborn series"."""
    for openings, ends in ((_NTH, _SERIES), (_ORDER, _IN_ORDER)):
        said = openings.start_of(text, " ")
        if said:
            rest = text.removeprefix(said).rstrip(" ?!.")
            rest = rest.removeprefix(next((the for the in _THE if rest.startswith(the)), ""))
            return Aside(said.strip(), rest.removesuffix(ends.end_of(rest, " ")))
    return None
