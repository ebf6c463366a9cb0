"""What a wanted book is about, of which form, time, language and standing."""

from datetime import date

import pytest

from archivist.books.wanted import Years
from archivist.librarian.reading import read

TODAY = date(2026, 11, 30)

ABOUT = [
    ("books about dragons", ("dragons",)),
    ("Books about Dragons", ("Dragons",)),
    ("books on zen", ("zen",)),
    ("a book about love and war", ("love", "war")),
    ("novels with robots and detectives", ("robots", "detectives")),
    ("books about love, war and exile", ("love", "war", "exile")),
    ("Can you recommend a good novel about time travel?", ("time travel",)),
    ("could you suggest some books about grief please", ("grief",)),
    ("I want to read something on zen", ("zen",)),
    ("I'd like to read about whales", ("whales",)),
    ("I want to learn about quantum physics", ("quantum physics",)),
    ("I'm interested in archaeology", ("archaeology",)),
    ("What should I read about the Roman Empire?", ("Roman Empire",)),
    ("Do you have any books about chess?", ("chess",)),
    ("Have you got anything on beekeeping?", ("beekeeping",)),
    ("Which books deal with slavery?", ("slavery",)),
    ("What are the best books on chess?", ("chess",)),
    ("What's a good book about insects?", ("insects",)),
    ("which novels are set in Venice?", ("Venice",)),
    ("novels set in ancient Egypt", ("ancient Egypt",)),
    ("stories featuring wolves", ("wolves",)),
    ("something about mountains", ("mountains",)),
    ("anything about mountains?", ("mountains",)),
    ("Is there a novel about opera?", ("opera",)),
    ("Are there any good books about jazz?", ("jazz",)),
    ("find me a novel in which a robot falls in love", ()),
    ("science fiction", ("science fiction",)),
    ("sci-fi books", ("science fiction",)),
    ("best fantasy", ("fantasy",)),
    ("fantasy novels", ("fantasy",)),
    ("Python programming books", ("Python programming",)),
    ("programming books", ("programming",)),
    ("books about weather", ("weather",)),
    ("books about football", ("football",)),
    ("a book on how to fix a flat tyre", ("fix a flat tyre",)),
    ("a cookbook", ("cooking",)),
    ("a vegetarian cookbook", ("cooking", "vegetarian")),
    ("Recommend a thriller", ("thrillers",)),
    ("historical fiction", ("historical fiction",)),
    ("historical fiction about Rome", ("historical fiction", "Rome")),
    ("books about translation", ("translation",)),
    ("joke books", ("joke",)),
    ("a textbook on linear algebra", ("linear algebra",)),
    ("Which book explains the French Revolution?", ("French Revolution",)),
    ("a novel about a lighthouse", ("lighthouse",)),
    ('books about "time travel"', ("time travel",)),
    ("ghost stories", ("ghost",)),
    ("my daughter loves horses, what books would you suggest?", ("horses",)),
    ("I'm writing a paper on exile. Which books should I look at?", ("exile",)),
    ("I am interested in volcanoes", ("volcanoes",)),
    ("something that combines opera and murder", ("opera", "murder")),
    ("stories about wolves with magic", ("wolves", "magic")),
    ("novels about power that also involve religion", ("power", "religion")),
    ("a story with both ghosts and pirates in it", ("ghosts", "pirates")),
    ("a novel about art, with vampires in it", ("art", "vampires")),
    ("a story about crime for the holidays", ("crime",)),
    ("a book on dragons for a long flight", ("dragons",)),
    ("a story about ghosts and about pirates", ("ghosts", "pirates")),
    ("What's a good introduction to hunting?", ("hunting",)),
    ("Do you have a section on gardening?", ("gardening",)),
    ("What would you recommend to someone interested in politics?", ("politics",)),
    ("books: knights, dragons", ("knights", "dragons")),
    ("subject: knights", ("knights",)),
    ("What can I read about volcanoes?", ("volcanoes",)),
    ("novels where revenge plays a role", ("revenge",)),
    ("I need a book on vampires for school", ("vampires",)),
    ("reading list on volcanoes", ("volcanoes",)),
    ("women + space books", ("women", "space")),
    ("introduction to linguistics", ()),
    ("the history of science", ()),
    ("Ich suche ein Buch über Drachen", ("dragons",)),
    ("Romane über Liebe und Krieg", ("love", "war")),
    ("Haben Sie etwas über Wale?", ("whales",)),
    ("Je cherche un livre sur les dragons", ("dragons",)),
    ("des romans sur la guerre et l'amour", ("war", "love")),
    ("Busco un libro sobre dragones", ("dragons",)),
    ("novelas sobre la guerra y el exilio", ("war", "exile")),
    ("Cerco un libro sui draghi", ("dragons",)),
    ("romanzi sulla guerra e l'esilio", ("war", "exile")),
]


@pytest.mark.parametrize(("question", "subjects"), [pair for pair in ABOUT if pair[1]])
def test_subjects_are_read_as_a_catalogue_would_call_them(question: str, subjects: tuple[str, ...]) -> None:
    reading = read(question, (), today=TODAY)

    assert {s.casefold() for s in reading.wanted.subjects} == {s.casefold() for s in subjects}
    assert reading.intent == "on-topic"
    assert reading.wanted.title is None


WORDS = [
    "find me a novel in which a robot falls in love with its maker",
    "a book where a girl finds a dragon egg in the attic of her grandmother",
]


@pytest.mark.parametrize("question", WORDS)
def test_a_told_story_becomes_words_to_search_for(question: str) -> None:
    wanted = read(question, (), today=TODAY).wanted

    assert wanted.title is None
    assert len(wanted.words) >= 3


WHEN = [
    ("books about war before 1970", Years(end=1969)),
    ("books about war published before 1970", Years(end=1969)),
    ("novels by Iris Murdoch after 1980", Years(start=1981)),
    ("novels by Iris Murdoch since 1980", Years(start=1980)),
    ("books about war from 1916", Years(start=1916, end=1916)),
    ("books about war published in 1916", Years(start=1916, end=1916)),
    ("books about war from the 80s", Years(start=1980, end=1989)),
    ("books about war from the 1980s", Years(start=1980, end=1989)),
    ("books about war from the eighties", Years(start=1980, end=1989)),
    ("80s horror novels", Years(start=1980, end=1989)),
    ("1950s science fiction", Years(start=1950, end=1959)),
    ("books about war from the early 1920s", Years(start=1920, end=1923)),
    ("books about war between 1950 and 1960", Years(start=1950, end=1960)),
    ("books about war from 1950 to 1960", Years(start=1950, end=1960)),
    ("books about war published between 1950 and 1960", Years(start=1950, end=1960)),
    ("books about love written in the 19th century", Years(start=1801, end=1900)),
    ("nineteenth-century novels about love", Years(start=1801, end=1900)),
    ("18th century novels", Years(start=1701, end=1800)),
    ("books about war until 1945", Years(end=1945)),
    ("books about war from 2010 onwards", Years(start=2010)),
    ("books about war from the last five years", Years(start=2021)),
    ("books about war from the past decade", Years(start=2016)),
    ("books about war older than 1900", Years(end=1899)),
    ("pre-1900 books about war", Years(end=1899)),
    ("Agatha Christie books published before 1950", Years(end=1949)),
    ("books by Isaac Asimov from before 1960", Years(end=1959)),
    ("books by Isaac Asimov that were published before 1960", Years(end=1959)),
    ("What did Isaac Asimov write before 1960?", Years(end=1959)),
    ("books by Isaac Asimov written after 1960", Years(start=1961)),
    ("pre-1960 Isaac Asimov novels", Years(end=1959)),
    ("anything older than 1960 by Isaac Asimov", Years(end=1959)),
    ("before 1960, what did Isaac Asimov publish?", Years(end=1959)),
    ("books by Isaac Asimov, before 1960", Years(end=1959)),
    ("Isaac Asimov books (before 1960)", Years(end=1959)),
    ("Which Isaac Asimov books came out before 1960?", Years(end=1959)),
    ("show me what Isaac Asimov wrote prior to 1960", Years(end=1959)),
    ("books by Isaac Asimov that appeared before 1960", Years(end=1959)),
    ("Which novels did Isaac Asimov write before 1960?", Years(end=1959)),
    ("Isaac Asimov, anything older than 1960?", Years(end=1959)),
    ("older books by Isaac Asimov, i.e. before 1960", Years(end=1959)),
    ("Isaac Asimov before 1960", Years(end=1959)),
    ("books by Isaac Asimov not horror but before 1960", Years(end=1959)),
    ("Bücher über Krieg vor 1970", Years(end=1969)),
    ("livres sur la guerre avant 1970", Years(end=1969)),
    ("libros sobre la guerra antes de 1970", Years(end=1969)),
    ("libri sulla guerra prima del 1970", Years(end=1969)),
]


@pytest.mark.parametrize(("question", "years"), WHEN)
def test_years_are_read_as_a_span(question: str, years: Years) -> None:
    reading = read(question, (), today=TODAY)

    assert reading.wanted.years == years
    assert reading.wanted.authors or reading.wanted.subjects or reading.wanted.form
    assert reading.wanted.title is None


@pytest.mark.parametrize("question", [question for question, _ in WHEN if "Asimov" in question])
def test_years_leave_the_author_whole(question: str) -> None:
    reading = read(question, (), today=TODAY)

    assert (reading.intent, reading.wanted.authors) == ("author", ("Isaac Asimov",))


IN = [
    ("books about war in German", "ger"),
    ("books in French about cooking", "fre"),
    ("German books about cooking", "ger"),
    ("Spanish-language novels about exile", "spa"),
    ("novels about exile written in Italian", "ita"),
    ("books by Tolstoy translated into English", "eng"),
    ("dune in german", "ger"),
    ("Do you have Dune by Frank Herbert in Polish?", "pol"),
    ("Bücher über Krieg auf Englisch", "eng"),
    ("livres de cuisine en anglais", "eng"),
    ("libros sobre la guerra en inglés", "eng"),
    ("libri sulla guerra in inglese", "eng"),
]


@pytest.mark.parametrize(("question", "language"), IN)
def test_the_language_of_the_book_is_read(question: str, language: str) -> None:
    assert read(question, (), today=TODAY).wanted.languages == (language,)


NO_LANGUAGE = [
    "books set in French Polynesia",
    "Lost in Translation",
    "books about life in German prisons",
    "The German Lesson",
    "In English Ground",
]


@pytest.mark.parametrize("question", NO_LANGUAGE)
def test_a_language_that_belongs_to_something_else_is_no_wish(question: str) -> None:
    assert read(question, (), today=TODAY).wanted.languages == ()


FORM = [
    ("a novel about whales", "novel"),
    ("poetry about the sea", "poetry"),
    ("poems about the sea", "poetry"),
    ("plays about power", "play"),
    ("short stories about robots", "short-stories"),
    ("graphic novels about war", "comic"),
    ("comics about cats", "comic"),
    ("non-fiction about whales", "non-fiction"),
    ("nonfiction books about whales", "non-fiction"),
    ("biographies of queens", "biography"),
    ("a memoir about grief", "biography"),
    ("children's books about dragons", "children"),
    ("books about dragons for children", "children"),
    ("picture books about bears", "children"),
    ("ein Roman über Wale", "novel"),
    ("des romans sur Paris", "novel"),
    ("poesía sobre el mar", "poetry"),
    ("racconti sul mare", "short-stories"),
]


@pytest.mark.parametrize(("question", "form"), FORM)
def test_the_form_of_the_book_is_read(question: str, form: str) -> None:
    wanted = read(question, (), today=TODAY).wanted

    assert wanted.form == form
    assert len(wanted.subjects) == 1


ORDER = [
    ("best books about chess", "rating"),
    ("the best books about chess", "rating"),
    ("What are the top rated novels about war?", "rating"),
    ("highly rated books on gardening", "rating"),
    ("most popular books about vampires", "rating"),
    ("the newest books about space", "newest"),
    ("recent books about space", "newest"),
    ("latest novels by Ian McEwan", "newest"),
    ("the oldest books about chess", "oldest"),
    ("books about chess", "relevance"),
    ("die besten Bücher über Schach", "rating"),
    ("les meilleurs livres sur les échecs", "rating"),
    ("los mejores libros sobre ajedrez", "rating"),
    ("i migliori libri sugli scacchi", "rating"),
]


@pytest.mark.parametrize(("question", "order"), ORDER)
def test_the_wished_order_is_read(question: str, order: str) -> None:
    assert read(question, (), today=TODAY).wanted.order == order


RECOMMEND = [
    "Recommend me a good book",
    "recommend something",
    "What should I read next?",
    "Can you recommend anything?",
    "Any recommendations?",
    "surprise me with a good book",
    "I want to read something good",
    "give me a good read",
    "suggest a book",
    "What's a good book?",
    "I'm looking for a book",
    "Empfiehl mir ein gutes Buch",
    "Recommande-moi un bon livre",
    "Recomiéndame un buen libro",
    "Consigliami un buon libro",
]


@pytest.mark.parametrize("question", RECOMMEND)
def test_a_wish_for_anything_good_is_a_recommendation(question: str) -> None:
    reading = read(question, (), today=TODAY)

    assert reading.intent == "recommend"
    assert reading.wanted.title is None


COMPOUNDS = [
    ("Kriegsromane", ("war",), "novel"),
    ("Liebesromane von Jane Austen", ("love",), "novel"),
    ("Kochbücher", ("cooking",), None),
    ("gute Horrorgeschichten", ("horror",), None),
    ("Science-Fiction-Romane über Roboter", ("science fiction", "robots"), "novel"),
    ("empfiehl mir einen Abenteuerroman", ("adventure",), "novel"),
]


@pytest.mark.parametrize(("question", "subjects", "form"), COMPOUNDS)
def test_a_german_compound_is_a_subject_and_a_noun(question: str, subjects: tuple[str, ...], form: str | None) -> None:
    wanted = read(question, (), today=TODAY).wanted

    assert (wanted.subjects, wanted.form) == (subjects, form)


@pytest.mark.parametrize("title", ["Das Dschungelbuch", "das Tagebuch der Anne Frank", "Urgeschichte"])
def test_a_german_title_with_such_a_noun_is_a_title(title: str) -> None:
    assert read(title, (), today=TODAY).wanted.title == title
