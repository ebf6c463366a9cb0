"""Wishes for other things than books: a flight, a film, a recipe, a joke."""

from __future__ import annotations

from archivist.librarian.reading.phrases import Phrases
from archivist.librarian.reading.requests import request_in, without_leads
from archivist.librarian.reading.text import title_case, tokens
from archivist.librarian.reading.vocabulary import word_set

_THINGS = word_set(
    """
    forecast flight flights taxi taxis cab ticket tickets hotel hotels restaurant restaurants film films movie
    movies song songs podcast podcasts app apps phone laptop computer plumber doctor dentist electrician lawyer
    job jobs apartment flat directions password passwords picture pictures photo photos video videos image
    images joke jokes riddle riddles pun puns playlist pub pubs cafe café museum gift gifts present presents
    pizza recipe recipes news shop shops pharmacy parking bus route map wine beer coffee shoes dress tv show
    shows sitcom hairdresser haircut umbrella weather sandwich dinner lunch breakfast holiday vacation hike
    wallpaper ringtone meme emoji discount coupon lottery horoscope stock stocks
    """
)
_AFTER = word_set("in to for near tonight tomorrow today on about around please now nearby")
_BEFORE = word_set(
    """
    a an the some any me us my our good great nice cheap best fast new funny easy simple quick italian chinese
    indian french better free two three four five few couple of another more local romantic healthy decent
    """
)
_VERB = Phrases("[please] (watch|hear|eat|drink|cook|visit|download|play|see|open|hire|rent)")


def _is_picture(words: list[str]) -> bool:
    return (
        words[1] == "of"
        and words[0].rstrip("s") in {"picture", "photo", "video", "image", "map"}
        and words[0][-1] == "s"
    )


def is_errand(text: str) -> bool:
    """True when the thing that is wished for is none that a library lends; one with a capital is a title."""
    if title_case(text):
        return False
    body = without_leads(text)
    request = request_in(body, None) or _VERB.start_of(body, " ")
    words = tokens(body[len(request) :]) if request else []
    definite = bool(words) and words[0].casefold() == "the"
    while words and words[0].casefold() in _BEFORE:
        words = words[1:]
    if not words or words[0] not in _THINGS:
        return False
    return not definite if len(words) == 1 else words[1] in _AFTER or _is_picture(words)
