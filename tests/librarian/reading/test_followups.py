"""Questions that only the conversation before them explains."""

from datetime import date

import pytest

from archivist.books.wanted import Pages, Without, Years
from archivist.librarian.answer import ShownBook
from archivist.librarian.reading import Reading, Turn, read

TODAY = date(2026, 11, 30)

DUNE = ShownBook(
    id="urn:isbn:9780441172719", title="Dune", authors=("Frank Herbert",), year=1965, subjects=("Desert", "Politics")
)
HYPERION = ShownBook(
    id="urn:isbn:9780553283686", title="Hyperion", authors=("Dan Simmons",), year=1989, subjects=("Pilgrims",)
)
SOLARIS = ShownBook(
    id="urn:isbn:9780156027601", title="Solaris", authors=("Stanisław Lem",), year=1961, subjects=("Ocean",)
)
SHOWN = (DUNE, HYPERION, SOLARIS)


def after(
    question: str, asked: str = "science fiction novels about planets", books: tuple[ShownBook, ...] = SHOWN
) -> Reading:
    conversation = (
        Turn(role="visitor", text=asked),
        Turn(role="archivist", text="Here are three.", books=books),
    )
    return read(question, conversation, today=TODAY)


ABOUT_THE_FIRST = [
    ("who wrote it?", "on-topic", "author"),
    ("Who wrote it?", "on-topic", "author"),
    ("who wrote that book?", "on-topic", "author"),
    ("Who's the author?", "on-topic", "author"),
    ("When was it published?", "on-topic", "year"),
    ("when?", "on-topic", "year"),
    ("How many pages does it have?", "on-topic", "pages"),
    ("what's the isbn?", "on-topic", "isbn"),
    ("What is it about?", "describe", ""),
    ("tell me more", "describe", ""),
    ("Tell me more about it", "describe", ""),
    ("tell me about the first one", "describe", ""),
    ("What happens in it?", "describe", ""),
    ("is it any good?", "reviews", ""),
    ("What do people think of it?", "reviews", ""),
    ("reviews?", "reviews", ""),
    ("the first one", "describe", ""),
    ("number 1", "describe", ""),
    ("#1", "describe", ""),
    ("Worum geht es in dem Buch?", "describe", ""),
    ("wer hat es geschrieben?", "on-topic", "author"),
    ("¿De quién es?", "on-topic", "author"),
    ("¿Es bueno?", "reviews", ""),
]


@pytest.mark.parametrize(("question", "intent", "fact"), ABOUT_THE_FIRST)
def test_a_pronoun_means_the_book_shown_first(question: str, intent: str, fact: str) -> None:
    reading = after(question)

    assert (reading.intent, reading.wanted.title, reading.asks) == (intent, "Dune", fact)
    assert reading.wanted.authors == ("Frank Herbert",)
    assert reading.follow_up
    assert reading.refers_to == DUNE.id


NTH = [
    ("the second one", "Hyperion"),
    ("Tell me about the second one", "Hyperion"),
    ("the 2nd book", "Hyperion"),
    ("what is the second one about?", "Hyperion"),
    ("who wrote the third one?", "Solaris"),
    ("the last one", "Solaris"),
    ("number three", "Solaris"),
    ("tell me more about number 2", "Hyperion"),
    ("das zweite", "Hyperion"),
    ("le deuxième", "Hyperion"),
    ("el segundo", "Hyperion"),
    ("il secondo", "Hyperion"),
]


@pytest.mark.parametrize(("question", "title"), NTH)
def test_an_ordinal_means_the_book_in_that_place(question: str, title: str) -> None:
    reading = after(question)

    assert (reading.wanted.title, reading.follow_up) == (title, True)


SAME_AUTHOR = [
    "by the same author",
    "more by the same author",
    "other books by him",
    "What else has he written?",
    "what else did she write?",
    "anything else by this author?",
    "his other books",
    "vom selben Autor",
    "du même auteur",
    "del mismo autor",
    "dello stesso autore",
]


@pytest.mark.parametrize("question", SAME_AUTHOR)
def test_the_same_author_is_the_one_of_the_book_shown_first(question: str) -> None:
    reading = after(question)

    assert (reading.intent, reading.wanted.authors) == ("author", ("Frank Herbert",))
    assert DUNE.id in reading.wanted.known
    assert reading.follow_up


LIKE_IT = [
    "something similar",
    "more like that",
    "books like it",
    "anything like the first one?",
    "similar books",
    "something like this please",
]


@pytest.mark.parametrize("question", LIKE_IT)
def test_something_like_it_has_the_shown_book_as_anchor(question: str) -> None:
    reading = after(question)

    assert reading.intent == "similar"
    assert reading.wanted.like is not None
    assert (reading.wanted.like.title, reading.wanted.like.subjects) == ("Dune", ("Desert", "Politics"))


MORE = [
    "another one",
    "more",
    "show me more",
    "any others?",
    "something else",
    "next",
    "more please",
    "yes",
    "try again",
    "noch eins",
    "encore",
    "otro",
    "un altro",
]


@pytest.mark.parametrize("question", MORE)
def test_more_repeats_the_question_without_the_books_already_shown(question: str) -> None:
    reading = after(question, "books about whales")

    assert (reading.intent, reading.wanted.subjects) == ("on-topic", ("whales",))
    assert reading.wanted.known == tuple(book.id for book in SHOWN)
    assert reading.follow_up


def test_another_one_after_a_single_title_asks_for_books_like_it() -> None:
    reading = after("another one", "Do you have Dune?", (DUNE,))

    assert reading.intent == "similar"
    assert reading.wanted.like is not None
    assert reading.wanted.like.title == "Dune"


def test_older_ones_are_older_than_all_that_were_shown() -> None:
    reading = after("older ones", "books about whales")

    assert (reading.wanted.subjects, reading.wanted.years) == (("whales",), Years(end=1960))


def test_newer_ones_are_newer_than_all_that_were_shown() -> None:
    reading = after("anything newer?", "books about whales")

    assert (reading.wanted.subjects, reading.wanted.years) == (("whales",), Years(start=1990))


NARROWER = [
    ("from the 80s?", {"years": Years(start=1980, end=1989)}),
    ("only before 1950", {"years": Years(end=1949)}),
    ("and after 2000?", {"years": Years(start=2001)}),
    ("in French?", {"languages": ("fre",)}),
    ("do you have it in German?", {"languages": ("ger",)}),
    ("only novels", {"form": "novel"}),
    ("just poetry please", {"form": "poetry"}),
    ("the best ones", {"order": "rating"}),
    ("auf Deutsch", {"languages": ("ger",)}),
    ("en français", {"languages": ("fre",)}),
]


@pytest.mark.parametrize(("question", "fields"), NARROWER)
def test_a_condition_alone_narrows_the_question_before(question: str, fields: dict[str, object]) -> None:
    wanted = after(question, "books about whales").wanted

    assert wanted.subjects == ("whales",)
    assert {name: getattr(wanted, name) for name in fields} == fields


def test_another_subject_takes_the_place_of_the_one_before() -> None:
    reading = after("and about dolphins?", "poems about whales")

    assert (reading.wanted.subjects, reading.wanted.form) == (("dolphins",), "poetry")


def test_another_author_takes_the_place_of_the_one_before() -> None:
    reading = after("what about Isaac Asimov?", "books by Frank Herbert")

    assert (reading.intent, reading.wanted.authors) == ("author", ("Isaac Asimov",))


def test_another_title_takes_the_place_of_the_one_before() -> None:
    reading = after("what about Hyperion?", "Do you have Dune?", (DUNE,))

    assert (reading.wanted.title, reading.wanted.authors) == ("Hyperion", ())


def test_follow_ups_chain_over_several_turns() -> None:
    conversation = (
        Turn(role="visitor", text="novels about whales"),
        Turn(role="archivist", text="…", books=(DUNE,)),
        Turn(role="visitor", text="only before 1980"),
        Turn(role="archivist", text="…", books=(SOLARIS,)),
    )

    wanted = read("another one", conversation, today=TODAY).wanted

    assert (wanted.subjects, wanted.form, wanted.years) == (("whales",), "novel", Years(end=1979))
    assert wanted.known == (DUNE.id, SOLARIS.id)


ALONE = [
    ("Who wrote It?", "title", "It"),
    ("Who wrote Emma?", "title", "Emma"),
    ("books about horses", "subjects", ("horses",)),
    ("The Second Sex", "title", "The Second Sex"),
    ("Another Country", "title", "Another Country"),
    ("The Last One", "title", "The Last One"),
    ("Do you have Persuasion?", "title", "Persuasion"),
    ("books by Jane Austen", "authors", ("Jane Austen",)),
    ("Italy", "title", "Italy"),
    ("9780306406157", "isbns", ("9780306406157",)),
]


@pytest.mark.parametrize(("question", "field", "value"), ALONE)
def test_a_question_that_stands_by_itself_is_no_follow_up(question: str, field: str, value: object) -> None:
    reading = after(question)

    assert getattr(reading.wanted, field) == value
    assert not reading.follow_up


FIRST = [
    "another one",
    "the second one",
    "who wrote it?",
    "older ones",
    "more",
    "yes",
    "by the same author",
    "in French?",
]


@pytest.mark.parametrize("question", FIRST)
def test_a_follow_up_without_a_conversation_is_still_read(question: str) -> None:
    reading = read(question, (), today=TODAY)

    assert not reading.follow_up


def test_chatter_stays_chatter_in_a_conversation() -> None:
    assert after("What's the weather in Oslo?").intent == "off-topic"


def test_recall_stays_recall_in_a_conversation() -> None:
    assert after("Which books have you shown me?").intent == "recall"


FIRST_ONE = [
    ("how long?", "on-topic", "pages"),
    ("is it long?", "on-topic", "pages"),
    ("and when?", "on-topic", "year"),
    ("by whom?", "on-topic", "author"),
    ("plot?", "describe", ""),
    ("what's the story?", "describe", ""),
    ("worth reading?", "reviews", ""),
    ("what's the rating", "reviews", ""),
    ("number one sounds good", "describe", ""),
]


@pytest.mark.parametrize(("question", "intent", "fact"), FIRST_ONE)
def test_a_few_words_are_enough_to_ask_about_the_first_book(question: str, intent: str, fact: str) -> None:
    reading = after(question)

    assert (reading.intent, reading.wanted.title, reading.asks) == (intent, "Dune", fact)


LONG = tuple(book.model_copy(update={"pages": pages}) for book, pages in zip(SHOWN, (600, 480, 200), strict=True))


@pytest.mark.parametrize(
    ("question", "pages"),
    [
        ("something shorter", Pages(most=599)),
        ("have you got a shorter one?", Pages(most=599)),
        ("too long, anything shorter?", Pages(most=599)),
        ("longer ones?", Pages(least=601)),
        ("etwas Kürzeres", Pages(most=599)),
    ],
)
def test_shorter_and_longer_are_measured_by_the_book_shown_first(question: str, pages: Pages) -> None:
    wanted = after(question, "books about whales", LONG).wanted

    assert (wanted.subjects, wanted.pages) == (("whales",), pages)


OTHERS = ["by someone else", "something by a different author", "from another author please", "von jemand anderem"]


@pytest.mark.parametrize("question", OTHERS)
def test_somebody_else_leaves_the_author_of_the_first_book_out(question: str) -> None:
    wanted = after(question, "books about whales").wanted

    assert (wanted.subjects, wanted.without.authors) == (("whales",), ("Frank Herbert",))


def test_somebody_else_after_the_works_of_an_author_is_somebody_alike() -> None:
    reading = after("by someone else", "books by Frank Herbert")

    assert (reading.intent, reading.wanted.without.authors) == ("similar", ("Frank Herbert",))
    assert reading.wanted.like is not None
    assert reading.wanted.like.title == "Dune"


LEFT_OUT = [
    ("not by Frank Herbert", Without(authors=("Frank Herbert",))),
    ("nothing by him please", Without(authors=("Frank Herbert",))),
    ("but no deserts", Without(anything=("deserts",))),
    ("without Frank Herbert", Without(anything=("Frank Herbert",))),
]


@pytest.mark.parametrize(("question", "without"), LEFT_OUT)
def test_what_is_not_wanted_is_left_out_of_the_question_before(question: str, without: Without) -> None:
    wanted = after(question, "books about whales").wanted

    assert (wanted.subjects, wanted.without) == (("whales",), without)


@pytest.mark.parametrize("question", ["dolphins instead", "I meant dolphins", "what about dolphins?", "now dolphins"])
def test_another_subject_may_be_named_in_other_words(question: str) -> None:
    assert after(question, "books about whales").wanted.subjects == ("dolphins",)


OLD_AND_THIN = ShownBook(
    id="urn:isbn:9780141439471", title="Frankenstein", authors=("Mary Shelley",), year=1818, pages=280
)
NEW_AND_THICK = ShownBook(
    id="urn:isbn:9780380973651", title="Cryptonomicon", authors=("Neal Stephenson",), year=1999, pages=918
)

EXTREMES = [
    ("which is the longest?", "Cryptonomicon", "pages"),
    ("which one of them is the shortest", "Frankenstein", "pages"),
    ("the oldest one", "Frankenstein", "year"),
    ("which is the most recent?", "Cryptonomicon", "year"),
    ("welches ist das kürzeste?", "Frankenstein", "pages"),
    ("lequel est le plus court ?", "Frankenstein", "pages"),
    ("¿cuál es el más antiguo?", "Frankenstein", "year"),
    ("qual è il più lungo?", "Cryptonomicon", "pages"),
]


@pytest.mark.parametrize(("question", "title", "fact"), EXTREMES)
def test_the_longest_or_oldest_is_one_of_the_books_shown(question: str, title: str, fact: str) -> None:
    reading = after(question, books=(OLD_AND_THIN, NEW_AND_THICK))

    assert (reading.wanted.title, reading.asks) == (title, fact)


@pytest.mark.parametrize("question", ["the 9th one", "number 12", "the tenth book"])
def test_a_place_where_no_book_was_shown_is_no_title(question: str) -> None:
    reading = after(question)

    assert (reading.intent, reading.wanted.title, reading.wanted.subjects) == ("on-topic", None, ())


@pytest.mark.parametrize(
    "question", ["what about Agatha Christie?", "and Agatha Christie?", "how about Agatha Christie"]
)
def test_another_name_after_a_bare_name_is_another_author(question: str) -> None:
    reading = after(question, asked="Neil Gaiman")

    assert (reading.intent, reading.wanted.authors) == ("author", ("Agatha Christie",))


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("worum geht es im ersten?", "Dune"),
        ("worum gehts beim zweiten?", "Hyperion"),
        ("de quoi parle le troisième ?", "Solaris"),
        ("di cosa parla il secondo?", "Hyperion"),
        ("why this one?", "Dune"),
    ],
)
def test_one_of_the_books_shown_is_told_of(question: str, title: str) -> None:
    reading = after(question)

    assert (reading.intent, reading.wanted.title) == ("describe", title)


def test_a_wish_that_no_record_can_meet_leaves_the_question_as_it_was() -> None:
    wanted = after("by a woman", asked="books about war").wanted

    assert (wanted.subjects, wanted.unmet) == (("war",), ("by a woman",))


def test_books_for_a_child_are_a_form_of_what_was_asked() -> None:
    wanted = after("for my 10 year old daughter", asked="books about war").wanted

    assert (wanted.subjects, wanted.form) == (("war",), "children")


@pytest.mark.parametrize("question", ["none of these", "keines davon", "no"])
def test_none_of_these_asks_for_others(question: str) -> None:
    wanted = after(question, asked="books about war").wanted

    assert (wanted.subjects, set(wanted.known)) == (("war",), {book.id for book in SHOWN})


@pytest.mark.parametrize("question", ["never mind, Jane Eyre", "forget it, Jane Eyre"])
def test_a_change_of_mind_is_a_new_question(question: str) -> None:
    assert after(question).wanted.title == "Jane Eyre"


def test_not_by_somebody_after_a_conjunction_leaves_them_out() -> None:
    assert after("und nicht von Terry Brooks", asked="books about war").wanted.without == Without(
        authors=("Terry Brooks",)
    )


@pytest.mark.parametrize(
    "question",
    [
        "did I ask about whales?",
        "habe ich schon nach Walen gefragt?",
        "ai-je déjà demandé Dune ?",
        "ho già chiesto di Dune?",
    ],
)
def test_whether_something_was_asked_before_is_for_memory(question: str) -> None:
    assert after(question).intent == "recall"


@pytest.mark.parametrize("between", ["which is the oldest?", "who wrote the second one?", "the 9th one", "thanks!"])
@pytest.mark.parametrize(("question", "author"), [("not by Dan Simmons", "Dan Simmons"), ("nothing by Lem", "Lem")])
def test_a_question_about_one_of_the_books_leaves_the_list_to_be_narrowed(
    between: str, question: str, author: str
) -> None:
    conversation = (
        Turn(role="visitor", text="books about war"),
        Turn(role="archivist", text="Here are three.", books=SHOWN),
        Turn(role="visitor", text=between),
        Turn(role="archivist", text="That one.", books=SHOWN[:1]),
    )

    wanted = read(question, conversation, today=TODAY).wanted

    assert (wanted.subjects, wanted.title, wanted.without) == (("war",), None, Without(authors=(author,)))
