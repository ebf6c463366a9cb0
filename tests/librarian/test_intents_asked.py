"""For each intent, questions in the words of visitors and what is right about their answers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from archivist.librarian import Answer
from tests.librarian.catalogue import CATALOGUE
from tests.librarian.world import World

BOOKS = {volume.title: volume for volume in CATALOGUE}
MELVILLE = ["Typee", "Moby-Dick", "Billy Budd"]
LE_GUIN = ["A Wizard of Earthsea", "The Left Hand of Darkness", "The Dispossessed"]


@pytest.fixture
def library() -> World:
    return World(shelf=CATALOGUE)


def titles(answer: Answer) -> list[str]:
    return [book.title for book in answer.books]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What has Herman Melville written?", MELVILLE),
        ("books by Herman Melville", MELVILLE),
        ("Which books did Herman Melville write?", MELVILLE),
        ("Do you have anything by Melville?", MELVILLE),
        ("everything by Ursula K. Le Guin", LE_GUIN),
        ("novels by Ursula Le Guin", LE_GUIN),
        ("show me books by Le Guin", LE_GUIN),
        ("what else has Frank Herbert written", ["Dune", "Dune Messiah"]),
        ("Welche Bücher hat Frank Herbert geschrieben?", ["Dune", "Dune Messiah"]),
        ("livres de Umberto Eco", ["The Name of the Rose"]),
        ("libros de Susanna Clarke", ["Piranesi"]),
    ],
)
async def test_an_author_is_answered_with_their_books_from_the_oldest(
    library: World, question: str, expected: list[str]
) -> None:
    answer = await library.ask(question)

    assert (answer.intent, answer.outcome) == ("author", "found")
    assert titles(answer) == expected


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("What do people think of Moby-Dick?", "Moby-Dick"),
        ("How is Piranesi rated?", "Piranesi"),
        ("reviews of House of Leaves", "House of Leaves"),
        ("Is Dune any good?", "Dune"),
        ("Is The Name of the Rose worth reading?", "The Name of the Rose"),
        ("ratings for The Dispossessed", "The Dispossessed"),
        ("What do readers say about A Wizard of Earthsea?", "A Wizard of Earthsea"),
        ("Wie ist Piranesi bewertet?", "Piranesi"),
        ("What's the rating of Typee?", "Typee"),
        ("How good is Leviathan by Philip Hoare?", "Leviathan"),
    ],
)
async def test_reviews_are_the_ratings_of_the_book_with_their_number(library: World, question: str, title: str) -> None:
    answer = await library.ask(question)

    assert (answer.intent, answer.outcome, titles(answer)[0]) == ("reviews", "found", title)
    volume = BOOKS[title]
    assert re.search(rf"{volume.rating:g}(\.0)?|{volume.rating:g}".replace(".", "[.,]"), answer.answer)
    assert f"{volume.ratings}" in re.sub(r"(?<=\d)[.,](?=\d{3}\b)", "", answer.answer)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("What is Dune about?", "Dune"),
        ("Tell me about Piranesi", "Piranesi"),
        ("Describe The Name of the Rose", "The Name of the Rose"),
        ("What happens in House of Leaves?", "House of Leaves"),
        ("Summarize Moby-Dick", "Moby-Dick"),
        ("what's Typee about", "Typee"),
        ("Tell me about A Wizard of Earthsea by Ursula K. Le Guin", "A Wizard of Earthsea"),
        ("Worum geht es in Piranesi?", "Piranesi"),
        ("De quoi parle Dune ?", "Dune"),
        ("¿De qué trata Piranesi?", "Piranesi"),
        ("Di cosa parla Dune?", "Dune"),
    ],
)
async def test_a_book_is_told_of_from_its_record(library: World, question: str, title: str) -> None:
    answer = await library.ask(question)

    assert (answer.intent, answer.outcome, titles(answer)[0]) == ("describe", "found", title)
    assert BOOKS[title].about[:40] in answer.answer


@pytest.mark.parametrize(
    "question", ["Tell me about Frank Herbert", "tell me about herbert", "Erzähl mir von Frank Herbert"]
)
async def test_telling_of_an_author_names_their_books(library: World, question: str) -> None:
    answer = await library.ask(question)

    assert (answer.intent, answer.outcome, titles(answer)) == ("author", "found", ["Dune", "Dune Messiah"])
    assert "Frank Herbert" in answer.answer


async def test_telling_of_a_subject_starts_with_a_book_on_it(library: World) -> None:
    answer = await library.ask("tell me about whaling")

    assert (answer.intent, answer.outcome) == ("on-topic", "found")
    assert "On whaling" in answer.answer


@pytest.mark.parametrize("question", ["What is House about?", "What do readers think of Hand?", "what is Rose about"])
async def test_a_book_that_only_holds_the_word_is_not_told_of_as_the_one_asked_for(
    library: World, question: str
) -> None:
    answer = await library.ask(question)

    assert (answer.outcome, answer.books) == ("no-results", ())


@pytest.mark.parametrize(
    ("question", "opening"),
    [
        ("What is House of Leaves and Glass about?", "I did not find “House of Leaves and Glass” itself"),
        ("What do readers think of Name of the Rose of Sharon?", "I did not find"),
    ],
)
async def test_another_title_is_told_of_as_the_closest(question: str, opening: str) -> None:
    longer = replace(BOOKS["House of Leaves"], title="The House of Leaves and Glass and Iron")
    other = replace(BOOKS["The Name of the Rose"], title="Name of the Rose of Sharon Falls")
    answer = await World(shelf=(longer, other)).ask(question)

    assert answer.outcome == "found"
    assert answer.answer.startswith(opening)
    assert "the closest is" in answer.claims[0].text


@pytest.mark.parametrize(
    ("question", "named", "among"),
    [
        ("Recommend me books like Moby-Dick", "Moby-Dick", {"In the Heart of the Sea", "Leviathan", *MELVILLE}),
        ("books similar to Piranesi", "Piranesi", {"House of Leaves", "The Name of the Rose", *LE_GUIN}),
        ("something like House of Leaves", "House of Leaves", {"Piranesi", "The Name of the Rose"}),
        ("I loved Dune, what should I read next?", "Dune", {"Dune Messiah", *LE_GUIN}),
        ("more like The Left Hand of Darkness", "The Left Hand of Darkness", {"Dune", "Dune Messiah", *LE_GUIN}),
        ("what can I read after Dune?", "Dune", {"Dune Messiah", *LE_GUIN}),
        ("Bücher wie Piranesi", "Piranesi", {"House of Leaves", "The Name of the Rose", *LE_GUIN}),
        ("des livres comme Dune", "Dune", {"Dune Messiah", *LE_GUIN}),
        ("If I liked A Wizard of Earthsea, what else?", "A Wizard of Earthsea", {"Piranesi", *LE_GUIN}),
        ("Books in the vein of The Name of the Rose", "The Name of the Rose", {"Piranesi", "House of Leaves"}),
    ],
)
async def test_similar_books_share_something_and_are_not_the_one_named(
    library: World, question: str, named: str, among: set[str]
) -> None:
    answer = await library.ask(question)

    assert (answer.intent, answer.outcome) == ("similar", "found")
    assert named not in titles(answer)
    assert set(titles(answer)) <= among


@pytest.mark.parametrize(
    "question",
    [
        "recommend me something good",
        "What should I read?",
        "I need a good book",
        "suggest a novel",
        "what's a good read",
        "Any recommendations?",
        "Empfiehl mir ein gutes Buch",
        "Recommande-moi un livre",
        "Recomiéndame un libro",
        "Consigliami un libro",
    ],
)
async def test_a_wish_for_anything_good_names_no_book_that_does_not_exist(library: World, question: str) -> None:
    answer = await library.ask(question)

    assert answer.intent == "recommend"
    assert answer.outcome in ("found", "no-results")
    assert set(titles(answer)) <= set(BOOKS)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("books about whales and obsession", {"Moby-Dick", "Leviathan"}),
        ("Dune by Frank Herbert", {"Dune"}),
        ("9780441478125", {"The Left Hand of Darkness"}),
        ("novels about labyrinths", {"Piranesi", "House of Leaves", "The Name of the Rose"}),
        ("sea stories", {"Moby-Dick", "Typee", "Billy Budd", "In the Heart of the Sea"}),
        ("Who wrote Piranesi?", {"Piranesi"}),
        ('When was "The Dispossessed" published?', {"The Dispossessed"}),
        ("science fiction about deserts", {"Dune", "Dune Messiah"}),
        ("books about anarchism", {"The Dispossessed"}),
        ("books about polynesia", {"Typee"}),
        ("Bücher über Labyrinthe", set()),
    ],
)
async def test_a_search_finds_what_there_is(library: World, question: str, expected: set[str]) -> None:
    answer = await library.ask(question)

    assert answer.intent == "on-topic"
    assert set(titles(answer)) == expected if expected else answer.outcome in ("found", "no-results")


@pytest.mark.parametrize(
    "question",
    [
        "What do you remember?",
        "What did I ask before?",
        "what have we talked about?",
        "Which books did you show me?",
        "what did you recommend last time?",
        "do you remember me?",
        "my earlier questions",
        "Woran erinnerst du dich?",
        "what books have we discussed so far",
        "remind me what I asked earlier",
    ],
)
async def test_what_was_before_is_told_without_asking_anybody(library: World, question: str) -> None:
    await library.ask("Dune by Frank Herbert")
    before = len(library.web.sent)

    answer = await library.ask(question, conversation="another")

    assert (answer.intent, answer.outcome) == ("recall", "found")
    assert "Dune" in answer.answer
    assert len(library.web.sent) == before


@pytest.mark.parametrize(
    "question",
    [
        "What's the weather in Oslo tomorrow?",
        "Who won the match last night?",
        "Write me a poem",
        "What is 17 times 23?",
        "How do I fix my bike?",
        "Wie wird das Wetter morgen in Berlin?",
        "Quelle heure est-il à Tokyo ?",
        "play some music",
        "translate hello into French",
        "What's the capital of Peru?",
    ],
)
async def test_what_is_off_topic_is_declined_and_nobody_is_asked(library: World, question: str) -> None:
    answer = await library.ask(question)

    assert (answer.intent, answer.outcome, answer.books) == ("off-topic", "declined", ())
    assert library.web.sent == []


async def test_a_conversation_of_eight_turns_is_followed(library: World) -> None:
    first = await library.ask("novels about labyrinths")
    second = await library.ask("who wrote the second one?")
    third = await library.ask("what is it about?")
    fourth = await library.ask("books by Ursula K. Le Guin")
    fifth = await library.ask("older ones")
    sixth = await library.ask("Dune by Frank Herbert")
    seventh = await library.ask("when was it published?")
    eighth = await library.ask("more like this")

    second_book = first.books[1]
    assert second_book.authors[0] in second.answer
    assert titles(third)[0] == second_book.title
    assert titles(fourth) == LE_GUIN
    assert all((book.year or 0) < 1974 for book in fifth.books)
    assert titles(sixth)[0] == "Dune"
    assert "1965" in seventh.answer
    assert "Dune" not in titles(eighth)
    assert eighth.intent == "similar"
