"""Which book a question names, as a careful reader would write it down."""

from datetime import date

import pytest

from archivist.librarian.reading import read

TODAY = date(2026, 11, 30)

BARE = [
    "Dune",
    "It",
    "We",
    "1984",
    "S.",
    "Emma",
    "What If?",
    "What Is Art?",
    "Who Wrote the Bible?",
    "How to Cook a Wolf",
    "Books by the Bay",
    "Do Androids Dream of Electric Sheep?",
    "Stand by Me",
    "The Book Thief",
    "The Jungle Book",
    "The Book of Lost Things",
    "A Short History of Nearly Everything",
    "Something Wicked This Way Comes",
    "Everything Is Illuminated",
    "Guards! Guards!",
    "Time: A Traveler's Guide",
    "Fahrenheit 451",
    "Catch-22",
    "2001: A Space Odyssey",
    "Slaughterhouse-Five",
    "The Hitchhiker's Guide to the Galaxy",
    "Ender's Game",
    "Gulliver's Travels",
    "Where the Wild Things Are",
    "When Breath Becomes Air",
    "Why I Write",
    "Is Paris Burning?",
    "Are You There God? It's Me, Margaret",
    "Can You Forgive Her?",
    "Will You Please Be Quiet, Please?",
    "Have His Carcase",
    "Tell Me Lies",
    "Find Me",
    "Show Me the Way",
    "Give Me Liberty",
    "I Want to Go Home",
    "I Capture the Castle",
    "Say Nothing",
    "Please Kill Me",
    "Yes Please",
    "No Country for Old Men",
    "So Big",
    "Who Moved My Cheese?",
    "How Much Land Does a Man Need?",
    "How Do Dinosaurs Say Goodnight?",
    "The Weather in Berlin",
    "The Joke",
    "Code Name Verity",
    "The Calculating Stars",
    "A Room with a View",
    "Lost in Translation",
    "The Translator",
    "Girl, Woman, Other",
    "Eat, Pray, Love",
    "Jonathan Strange & Mr Norrell",
    "Zibberwick's Almanac of Unsaid Rivers",
    "Selected Poems",
    "The Complete Works of William Shakespeare",
    "Jane Eyre",
    "John Constantine, Hellblazer: Setting Sun",
    "Murder by the Book",
    "Side by Side",
    "Gone with the Wind",
    "The Girl with the Dragon Tattoo",
    "The Year of Magical Thinking",
    "Before the Coffee Gets Cold",
    "After Dark",
    "Germany 1945: From War to Peace",
    "The Summer Before the War",
    "Good Omens",
    "Best Friends Forever",
    "Like Water for Chocolate",
    "Books Do Furnish a Room",
    "Novel on Yellow Paper",
    "Tales from Earthsea",
    "Stories of Your Life and Others",
    "A Novel Bookstore",
    "The Author of Beltraffio",
    "What We Talk About When We Talk About Love",
    "Things Fall Apart",
    "Cien años de soledad",
    "L'Étranger",
    "Der Prozess",
    "Die Verwandlung",
    "Comment se faire des amis et influencer les autres",
    "Честный вор",
    "ノルウェイの森",
    "சோஷலிசம்",
    "Batıda Yeni Bir Şey Yok",
    "كليلة ودمنة",
]


@pytest.mark.parametrize("title", BARE)
def test_a_title_alone_is_that_title(title: str) -> None:
    reading = read(title, (), today=TODAY)

    assert (reading.intent, reading.wanted.title) == ("on-topic", title)
    assert reading.wanted.authors == ()


LOWER = [
    "dune messiah",
    "the book thief",
    "stand by me",
    "step by step",
    "no country for old men",
    "who moved my cheese",
    "how to win friends and influence people",
    "do androids dream of electric sheep",
    "what we talk about when we talk about love",
    "the left hand of darkness",
    "a room of one's own",
    "the year of the flood",
    "why i write",
    "where the crawdads sing",
    "so long, and thanks for all the fish",
    "the girl with the dragon tattoo",
    "stories of your life and others",
    "something wicked this way comes",
    "to kill a mockingbird",
    "as i lay dying",
    "if on a winter's night a traveler",
    "when we were orphans",
    "is this anything?",
    "will grayson, will grayson",
    "are you my mother?",
    "the complete maus",
    "best served cold",
    "one flew over the cuckoo's nest",
    "before the coffee gets cold",
]


@pytest.mark.parametrize("title", LOWER)
def test_a_title_in_lower_case_is_that_title(title: str) -> None:
    reading = read(title, (), today=TODAY)

    assert (reading.intent, reading.wanted.title) == ("on-topic", title)
    assert reading.wanted.authors == ()


ASKED = [
    ("Do you have Dune?", "Dune"),
    ("Do you have a copy of Middlemarch?", "Middlemarch"),
    ("do you have the hobbit", "the hobbit"),
    ("Have you got The Master and Margarita?", "The Master and Margarita"),
    ("Got Wolf Hall?", "Wolf Hall"),
    ("I'm looking for a book called Piranesi", "Piranesi"),
    ("I am looking for the novel entitled The Overstory.", "The Overstory"),
    ("im looking for a book named the overstory", "the overstory"),
    ("Looking for The Secret History", "The Secret History"),
    ("Can you find me Cloud Atlas?", "Cloud Atlas"),
    ("Could you please find Cloud Atlas for me?", "Cloud Atlas"),
    ("Hi! Do you know Beloved?", "Beloved"),
    ("Hello, I'd like to read Stoner, please", "Stoner"),
    ("Please show me The Bell Jar", "The Bell Jar"),
    ("I need The Pragmatic Programmer", "The Pragmatic Programmer"),
    ("I want to read War and Peace", "War and Peace"),
    ("Where can I find A Confederacy of Dunces?", "A Confederacy of Dunces"),
    ("Where can I buy The Stranger?", "The Stranger"),
    ("Is there a book called We?", "We"),
    ("Do you have It?", "It"),
    ("Does the library have Watchmen?", "Watchmen"),
    ("search for Snow Crash", "Snow Crash"),
    ("Any chance of The Luminaries?", "The Luminaries"),
    ("What about Hyperion?", "Hyperion"),
    ("How about Hyperion?", "Hyperion"),
    ("Have you heard of Ducks, Newburyport?", "Ducks, Newburyport"),
    ("Have you read Norwegian Wood?", "Norwegian Wood"),
    ("Do you have The Book Thief?", "The Book Thief"),
    ("Do you have The Jungle Book?", "The Jungle Book"),
    ("Do you have What If?", "What If"),
    ("Do you have Guards! Guards!?", "Guards! Guards!"),
    ("Do you have 1984?", "1984"),
    ("Do you have The Man Who Was Thursday?", "The Man Who Was Thursday"),
    ("Do you have A Room with a View?", "A Room with a View"),
    ("Do you have Things We Lost in the Fire?", "Things We Lost in the Fire"),
    ("Do you have Where the Red Fern Grows?", "Where the Red Fern Grows"),
    ("DO YOU HAVE THE SHINING?", "THE SHINING"),
    ("a novel titled Convenience Store Woman", "Convenience Store Woman"),
    ("the book Sapiens", "Sapiens"),
    ("the novel called never let me go", "never let me go"),
    ("I heard about Project Hail Mary", "Project Hail Mary"),
    ("Which book is called Gödel, Escher, Bach?", "Gödel, Escher, Bach"),
    ("Is there a copy of The Magus?", "The Magus"),
    ("Is The Magus in your collection?", "The Magus"),
    ("Would you happen to have The Magus?", "The Magus"),
    ("My friend recommended The Magus to me. Do you have it?", "The Magus"),
    ("Has anyone here read The Magus? I'd like to read it.", "The Magus"),
    ("Where might I get hold of The Magus?", "The Magus"),
    ("Need help finding The Magus", "The Magus"),
    ("LOOKING FOR The Magus!!!", "The Magus!!!"),
    ("the title is The Magus", "The Magus"),
    ("it's called The Magus", "The Magus"),
    ("title: The Magus", "The Magus"),
    ("I'm searching for a title: The Magus", "The Magus"),
    ("Could I borrow The Magus?", "The Magus"),
    ("need the magus", "the magus"),
    ("do you know when the wind blows", "when the wind blows"),
    ("Haben Sie Die Vermessung der Welt?", "Die Vermessung der Welt"),
    ("Ich suche ein Buch namens Momo", "Momo"),
    ("Avez-vous Le Petit Prince ?", "Le Petit Prince"),
    ("Je cherche un livre intitulé La Peste", "La Peste"),
    ("¿Tienes La sombra del viento?", "La sombra del viento"),
    ("Busco un libro llamado Rayuela", "Rayuela"),
    ("Avete Il nome della rosa?", "Il nome della rosa"),
    ("Cerco un libro intitolato Gomorra", "Gomorra"),
]


@pytest.mark.parametrize(("question", "title"), ASKED)
def test_a_question_for_a_book_names_its_title(question: str, title: str) -> None:
    reading = read(question, (), today=TODAY)

    assert (reading.intent, reading.wanted.title) == ("on-topic", title)
    assert reading.wanted.authors == ()


QUOTED = [
    ('"Dune"', "Dune"),
    ("“The Waste Land”", "The Waste Land"),
    ("„Der Schwarm“", "Der Schwarm"),
    ("«Le Horla»", "Le Horla"),
    ("« Le Horla »", "Le Horla"),
    ("»Effi Briest«", "Effi Briest"),
    ("‘Possession’", "Possession"),
    ("'Possession'", "Possession"),
    ("「雪国」", "雪国"),
    ("*Piranesi*", "Piranesi"),
    ("_Piranesi_", "Piranesi"),
    ('Do you have "Books about Dragons"?', "Books about Dragons"),
    ("Do you have the book 'Emma'?", "Emma"),
    ("Have you got “Ender’s Game”?", "Ender's Game"),
    ("Have you got ‘Ender’s Game’?", "Ender's Game"),
    ('find "by the sea"', "by the sea"),
    ('I want "Who Wrote the Bible?"', "Who Wrote the Bible?"),
    ('my teacher said something about "The Giver", do you have it?', "The Giver"),
]


@pytest.mark.parametrize(("question", "title"), QUOTED)
def test_what_stands_in_quotation_marks_is_the_title(question: str, title: str) -> None:
    reading = read(question, (), today=TODAY)

    assert (reading.intent, reading.wanted.title) == ("on-topic", title)
    assert not reading.wanted.guess


BY = [
    ("Dune by Frank Herbert", "Dune", "Frank Herbert"),
    ("dune by frank herbert", "dune", "frank herbert"),
    ("find Dune by Frank Herbert", "Dune", "Frank Herbert"),
    ("looking for emma by jane austen", "emma", "jane austen"),
    ("Do you have Stand by Me by Stephen King?", "Stand by Me", "Stephen King"),
    ("Death by Black Hole by Neil deGrasse Tyson", "Death by Black Hole", "Neil deGrasse Tyson"),
    ("The Odyssey by Homer", "The Odyssey", "Homer"),
    ("The Republic, by Plato", "The Republic", "Plato"),
    ("the republic by plato", "the republic", "plato"),
    ("A Wizard of Earthsea by Ursula K. Le Guin", "A Wizard of Earthsea", "Ursula K. Le Guin"),
    ("a wizard of earthsea by ursula k. le guin", "a wizard of earthsea", "ursula k. le guin"),
    ("The Second Sex by Simone de Beauvoir", "The Second Sex", "Simone de Beauvoir"),
    ("The Gift by Vladimir Nabokov please", "The Gift", "Vladimir Nabokov"),
    ("It by Stephen King", "It", "Stephen King"),
    ("We by Yevgeny Zamyatin", "We", "Yevgeny Zamyatin"),
    (
        "I'm looking for Harry Potter and the Goblet of Fire by J.K. Rowling",
        "Harry Potter and the Goblet of Fire",
        "J.K. Rowling",
    ),
    ("The Lord of the Rings by Tolkien, J. R. R.", "The Lord of the Rings", "J. R. R. Tolkien"),
    ("Persuasion by Austen, Jane", "Persuasion", "Jane Austen"),
    ("What If? by Randall Munroe", "What If?", "Randall Munroe"),
    ("Who Wrote the Bible? by Richard Elliott Friedman", "Who Wrote the Bible?", "Richard Elliott Friedman"),
    ("Breakfast of Champions by Kurt Vonnegut Jr.", "Breakfast of Champions", "Kurt Vonnegut Jr."),
    ("Travels with Charley written by John Steinbeck", "Travels with Charley", "John Steinbeck"),
    ("Is there a book called Emma by Jane Austen?", "Emma", "Jane Austen"),
    ('Do you have "Emma" by Jane Austen?', "Emma", "Jane Austen"),
    ('"Emma", Jane Austen', "Emma", "Jane Austen"),
    ("Emma (Jane Austen)", "Emma", "Jane Austen"),
    ("Emma - Jane Austen", "Emma", "Jane Austen"),
    ("Emma – Jane Austen", "Emma", "Jane Austen"),
    ("Jane Austen - Emma", "Emma", "Jane Austen"),
    ("Jane Austen: Emma", "Emma", "Jane Austen"),
    ("Emma, Jane Austen", "Emma", "Jane Austen"),
    ("Frank Herbert's Dune", "Dune", "Frank Herbert"),
    ("The Assassin's Apprentice by Robin Hobb, thanks!", "The Assassin's Apprentice", "Robin Hobb"),
    ("a book called the idiot by fyodor dostoevsky", "the idiot", "fyodor dostoevsky"),
    ("Don Quijote by Miguel de Cervantes Saavedra", "Don Quijote", "Miguel de Cervantes Saavedra"),
    ("The Discovery of Heaven by Harry Mulisch", "The Discovery of Heaven", "Harry Mulisch"),
    ("The Vivisector by Patrick White", "The Vivisector", "Patrick White"),
    ("Beowulf by Seamus Heaney", "Beowulf", "Seamus Heaney"),
    ("Zibberwick's Almanac by Ermintrude Pashkovelli", "Zibberwick's Almanac", "Ermintrude Pashkovelli"),
    ("by Jane Austen: Emma", "Emma", "Jane Austen"),
    ("author: Jane Austen, title: Emma", "Emma", "Jane Austen"),
    ("My friend told me about Emma by Jane Austen", "Emma", "Jane Austen"),
    ("Hello! Could you tell me whether you have Emma by Jane Austen?", "Emma", "Jane Austen"),
    ("Der Prozess von Franz Kafka", "Der Prozess", "Franz Kafka"),
    ("Haben Sie Der Zauberberg von Thomas Mann?", "Der Zauberberg", "Thomas Mann"),
    ("Avez-vous L'Étranger d'Albert Camus ?", "L'Étranger", "Albert Camus"),
    ("¿Tienes Cien años de soledad de Gabriel García Márquez?", "Cien años de soledad", "Gabriel García Márquez"),
    ("Avete Il barone rampante di Italo Calvino?", "Il barone rampante", "Italo Calvino"),
]


@pytest.mark.parametrize(("question", "title", "author"), BY)
def test_title_and_author_are_told_apart(question: str, title: str, author: str) -> None:
    wanted = read(question, (), today=TODAY).wanted

    assert (wanted.title, wanted.authors) == (title, (author,))


def test_two_authors_of_one_book_are_both_kept() -> None:
    wanted = read("Good Omens by Terry Pratchett and Neil Gaiman", (), today=TODAY).wanted

    assert wanted.title == "Good Omens"
    assert wanted.authors == ("Terry Pratchett", "Neil Gaiman")


def test_a_misspelt_title_is_left_as_it_was_typed() -> None:
    assert read("The Left Hnad of Darknss", (), today=TODAY).wanted.title == "The Left Hnad of Darknss"


FACTS = [
    ("Who wrote The Hobbit?", "The Hobbit", "author"),
    ("who wrote the hobbit", "the hobbit", "author"),
    ("Who is the author of Blindness?", "Blindness", "author"),
    ("Who's the writer of Normal People?", "Normal People", "author"),
    ("Do you know who wrote Kim?", "Kim", "author"),
    ("Can you tell me who wrote The Tin Drum?", "The Tin Drum", "author"),
    ("By whom is Solaris?", "Solaris", "author"),
    ("Solaris is by whom?", "Solaris", "author"),
    ("author of Solaris", "Solaris", "author"),
    ("Who wrote It?", "It", "author"),
    ("Which author wrote Ragtime?", "Ragtime", "author"),
    ('When was "Emma" published?', "Emma", "year"),
    ("When was The Trial first published?", "The Trial", "year"),
    ("What year did Neuromancer come out?", "Neuromancer", "year"),
    ("In which year was Ulysses published?", "Ulysses", "year"),
    ("publication date of Ulysses", "Ulysses", "year"),
    ("How many pages does Infinite Jest have?", "Infinite Jest", "pages"),
    ("What is the ISBN of Infinite Jest?", "Infinite Jest", "isbn"),
    ("What language was Kristin Lavransdatter written in?", "Kristin Lavransdatter", "language"),
    ("Who published Trainspotting?", "Trainspotting", "publisher"),
    ("Is The Eye of the World part of a series?", "The Eye of the World", "series"),
    ("Solaris author?", "Solaris", "author"),
    ("Who's Solaris by?", "Solaris", "author"),
    ("Whose book is Solaris?", "Solaris", "author"),
    ("I forgot who wrote Solaris", "Solaris", "author"),
    ("I wonder who wrote Solaris", "Solaris", "author"),
    ("Anybody know who wrote Solaris?", "Solaris", "author"),
    ("When did Lem publish Solaris?", "Solaris", "year"),
    ("year of publication of Solaris", "Solaris", "year"),
    ("solaris isbn", "solaris", "isbn"),
    ("Wer hat Das Parfum geschrieben?", "Das Parfum", "author"),
    ("Qui a écrit Germinal ?", "Germinal", "author"),
    ("Qui est l'auteur d'Ulysse ?", "Ulysse", "author"),
    ("¿Quién escribió Pedro Páramo?", "Pedro Páramo", "author"),
    ("Chi ha scritto Gomorra?", "Gomorra", "author"),
    ("Wann wurde Das Parfum veröffentlicht?", "Das Parfum", "year"),
]


@pytest.mark.parametrize(("question", "title", "fact"), FACTS)
def test_a_question_for_one_fact_names_the_book_and_the_fact(question: str, title: str, fact: str) -> None:
    reading = read(question, (), today=TODAY)

    assert (reading.intent, reading.wanted.title, reading.asks) == ("on-topic", title, fact)


SECOND = [
    ("looking for alaska", "looking for alaska"),
    ("looking for alaska by john green", "looking for alaska"),
    ("Looking for Alaska", "Looking for Alaska"),
    ("Death by Black Hole", "Death by Black Hole"),
    ("Looking for Alaska by John Green", "Looking for Alaska"),
    ("trial by fire", "trial by fire"),
    ("dune by herbert", "dune by herbert"),
    ("the goldfinch donna tartt", "the goldfinch"),
    ("Donna Tartt The Goldfinch", "The Goldfinch"),
    ("the goldfinch book", "the goldfinch book"),
    ("christmas stories", "christmas stories"),
    ("Search the Dark", "Search the Dark"),
    ("Astronomy", "Astronomy"),
    ("Stories", "Stories"),
    ("tell me about the book thief", "the book thief"),
]


@pytest.mark.parametrize(("question", "title"), SECOND)
def test_words_that_may_be_one_title_are_kept_as_a_second_reading(question: str, title: str) -> None:
    reading = read(question, (), today=TODAY)

    assert title in {reading.wanted.title, reading.second.title if reading.second else None}


@pytest.mark.parametrize("question", ["a novel about whales in paperback", "a novel about whales in paperback?"])
def test_the_format_of_a_copy_is_no_part_of_a_wish(question: str) -> None:
    wanted = read(question, (), today=TODAY).wanted

    assert (wanted.title, wanted.form, wanted.subjects) == (None, "novel", ("whales",))
