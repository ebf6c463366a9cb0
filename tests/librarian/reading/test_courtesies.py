"""Greetings, thanks and calls for help: nobody is asked, and the answer is in the visitor's language."""

from datetime import date

import pytest

from archivist.librarian.reading import Courtesy, courtesy_in, plan, read

TODAY = date(2026, 11, 30)

SAID: list[tuple[str, Courtesy, str]] = [
    ("hello", "greeting", "en"),
    ("Hi there!", "greeting", "en"),
    ("Good morning, Archivist", "greeting", "en"),
    ("Hello! How are you?", "greeting", "en"),
    ("thanks", "thanks", "en"),
    ("Thank you so much, that's great!", "thanks", "en"),
    ("help", "help", "en"),
    ("Hi! What can you do?", "help", "en"),
    ("How does this work?", "help", "en"),
    ("who are you?", "help", "en"),
    ("are you there?", "greeting", "en"),
    ("got it", "thanks", "en"),
    ("sorry!", "thanks", "en"),
    ("alles klar", "thanks", "de"),
    ("d'accord, merci", "thanks", "fr"),
    ("Guten Tag", "greeting", "de"),
    ("Danke schön!", "thanks", "de"),
    ("Was kannst du?", "help", "de"),
    ("Bonjour !", "greeting", "fr"),
    ("merci beaucoup", "thanks", "fr"),
    ("¡Hola, buenos días!", "greeting", "es"),
    ("muchas gracias", "thanks", "es"),
    ("Ciao", "greeting", "it"),
    ("grazie mille", "thanks", "it"),
    ("Come funziona?", "help", "it"),
]


@pytest.mark.parametrize(("message", "courtesy", "language"), SAID)
def test_a_message_of_courtesy_alone_is_known_by_its_kind_and_language(
    message: str, courtesy: Courtesy, language: str
) -> None:
    reading = read(message, (), today=TODAY)

    assert (courtesy_in(message), reading.language, reading.language_known) == (courtesy, language, True)
    assert (reading.intent, plan(reading.wanted, reading.intent)) == ("off-topic", [])


@pytest.mark.parametrize(
    "message",
    [
        "Hello, do you have Dune?",
        "The Help",
        "thanks, and books about whales?",
        "Goodbye, Columbus",
        "sorry, I meant Emma",
        "Hallo, Bücher über Wale?",
    ],
)
def test_a_message_that_asks_for_something_is_no_courtesy(message: str) -> None:
    assert courtesy_in(message) is None
