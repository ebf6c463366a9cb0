"""The Archivist's sentences, one file a language; what each of them is, `catalogue` says."""

from archivist.librarian.composing.phrases.catalogue import Phrases
from archivist.librarian.composing.phrases.english import ENGLISH
from archivist.librarian.composing.phrases.french import FRENCH
from archivist.librarian.composing.phrases.german import GERMAN
from archivist.librarian.composing.phrases.italian import ITALIAN
from archivist.librarian.composing.phrases.spanish import SPANISH

__all__ = ["LANGUAGES", "Phrases", "phrases"]

_CATALOGUE = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH, "it": ITALIAN}

LANGUAGES = tuple(_CATALOGUE)
"""ISO 639-1 codes of the languages the Archivist speaks."""


def phrases(language: str) -> Phrases:
    """The sentences in `language` (ISO 639-1); English for a language that is not here."""
    return _CATALOGUE.get(language, ENGLISH)
