"""Which books answer a question, in what order, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist.books import Anchor, Candidate, Contributor, Ranked, Wanted, Years, loosened

Record = Callable[..., Candidate]
Ranking = Callable[..., list[Ranked]]
Titles = Callable[..., list[str]]


def test_no_popular_stranger_comes_before_the_exact_title(record: Record, titles: Titles) -> None:
    records = [
        record("Dune Messiah", "Frank Herbert", votes=4_000_000, average=5.0),
        record("The Dune Encyclopedia", "Willis McNelly", votes=4_000_000, average=5.0),
        record("Dune", "Frank Herbert", votes=1, average=1.0),
    ]
    assert titles(records, title="dune", guess=True)[0] == "Dune"
    assert titles(records, title="Dune") == ["Dune"]


def test_the_reasons_are_words_for_a_reader(record: Record, ranked: Ranking) -> None:
    (shown,) = ranked(
        [record("Dune", "Frank Herbert", year=1965, votes=37_569, average=4.12)],
        title="Dune",
        authors=("frank herbert",),
    )
    assert shown.reasons == ("title matches", "author matches", "4.1 from 37,569 ratings")
    assert 0.9 < shown.score <= 1.0


def test_both_subjects_must_hold_and_the_reason_says_so(record: Record, ranked: Ranking) -> None:
    records = [
        record("Eragon", "Christopher Paolini", subjects=["Dragons -- Fiction", "Magic"], votes=1000),
        record("Sabriel", "Garth Nix", subjects=["Magic", "Necromancy"], votes=900_000),
    ]
    (shown,) = ranked(records, subjects=("dragons", "magic"))
    assert shown.book.title == "Eragon"
    assert shown.reasons[0] == "both subjects: dragons and magic"


def test_a_text_that_mentions_both_subjects_gives_way_to_a_book_filed_under_them(
    record: Record, titles: Titles
) -> None:
    filed = record("The Namesake", "Jhumpa Lahiri", subjects=["India", "Writing"])
    guide = record("A Readers' Guide", "A. B", subjects=["Literature"], description="India, with writings of critics.")
    sold = record("A Passage", "C. D", subjects=["Writing"], subtitle="India and back")
    assert titles([filed, guide, sold], subjects=("india", "writing")) == ["The Namesake"]
    assert set(titles([guide, sold], subjects=("india", "writing"))) == {"A Readers' Guide", "A Passage"}


def test_a_bare_nationality_is_no_subject_that_books_share(record: Record, ranked: Ranking) -> None:
    anchor = Anchor(title="The Mimic Men", authors=("V. S. Naipaul",), subjects=("British", "Exiles"))
    life = record("A Life", "A. B", subjects=["British"])
    exile = record("An Exile", "C. D", subjects=["Exiles"])
    assert [one.book.title for one in ranked([life, exile], like=anchor)] == ["An Exile"]


def test_singular_and_plural_are_one_subject(record: Record, titles: Titles) -> None:
    assert titles([record("X", "A. B", subjects=["Witches"])], subjects=("witch",)) == ["X"]
    assert titles([record("X", "A. B", subjects=["Man-woman relationships"])], subjects=("women",)) == ["X"]


def test_a_heading_counts_more_than_a_word_in_the_description(record: Record, titles: Titles) -> None:
    told = record("Told", "A. B", description="This one has chess in it.", votes=900_000)
    filed = record("Filed", "C. D", subjects=["Chess"], votes=10)
    assert titles([told, filed], subjects=("chess",)) == ["Filed", "Told"]


def test_an_author_is_a_filter(record: Record, titles: Titles) -> None:
    records = [
        record("It", "Stephen King", votes=10),
        record("A Brief History of Time", "Stephen Hawking", votes=900_000),
    ]
    assert titles(records, authors=("Stephen King",)) == ["It"]
    assert titles(records, authors=("Ermintrude Pashkovelli",)) == []


def test_a_pseudo_author_asks_for_nobody(record: Record, titles: Titles) -> None:
    assert titles(
        [record("Fairy Poems", "Various"), record("Odes", "Keats")], title="Fairy Poems", authors=("Various",)
    ) == [
        "Fairy Poems",
    ]


def test_a_misspelt_author_is_found_when_nobody_has_the_name_as_given(record: Record, titles: Titles) -> None:
    right, namesake = record("The Hobbit", "J.R.R. Tolkien"), record("Poems", "J. R. Tolkein")
    assert titles([right], authors=("Tolkein",)) == ["The Hobbit"]
    assert titles([right, namesake], authors=("Tolkein",)) == ["Poems"]


def test_who_only_contributed_comes_after_who_wrote_and_is_told_by_the_role(record: Record, ranked: Ranking) -> None:
    records = [
        record(
            "Read Aloud", "A. Writer", contributors=[Contributor(name="Stephen Fry", role="narrator")], votes=900_000
        ),
        record("Mythos", "Stephen Fry", votes=10),
    ]
    shown = ranked(records, authors=("Stephen Fry",))
    assert [one.book.title for one in shown] == ["Mythos", "Read Aloud"]
    assert ranked(records[:1], authors=("Stephen Fry",))[0].reasons[0] == "read by Stephen Fry"


@pytest.mark.parametrize(
    ("years", "expected"),
    [(Years(end=1969), ["Old"]), (Years(start=1980, end=1989), ["Eighties"]), (Years(start=1970), ["Eighties", "New"])],
)
def test_years_are_a_filter_and_an_unknown_year_is_outside(
    record: Record, titles: Titles, years: Years, expected: list[str]
) -> None:
    records = [
        record("Old", "A. B", year=1950),
        record("Eighties", "A. B", year=1985),
        record("New", "A. B", year=2020),
        record("Undated", "A. B"),
    ]
    assert titles(records, authors=("A. B",), years=years, order="oldest") == expected


def test_oldest_and_newest_order_by_year_with_the_undated_last(record: Record, titles: Titles) -> None:
    records = [
        record("Mid", "A. B", year=1985),
        record("Undated", "A. B"),
        record("Old", "A. B", year=1950),
        record("New", "A. B", year=2020),
    ]
    assert titles(records, authors=("A. B",), order="oldest") == ["Old", "Mid", "New", "Undated"]
    assert titles(records, authors=("A. B",), order="newest") == ["New", "Mid", "Old", "Undated"]


def test_few_top_votes_do_not_beat_many_good_ones(record: Record, titles: Titles) -> None:
    records = [
        record("Two Fans", "A. B", subjects=["Chess"], votes=2, average=5.0),
        record("Loved", "C. D", subjects=["Chess"], votes=40_000, average=4.5),
        record("Middling", "E. F", subjects=["Chess"], votes=40_000, average=3.2),
    ]
    assert titles(records, subjects=("chess",), order="rating") == ["Loved", "Two Fans", "Middling"]


def test_the_anchor_its_editions_and_books_about_it_are_not_like_itself(record: Record, titles: Titles) -> None:
    subjects = ["Deserts", "Politics", "Ecology"]
    records = [
        record("Dune", "Frank Herbert", subjects=subjects),
        record("Dune: Deluxe Edition", "Frank Herbert", subjects=subjects),
        record("Summary of Dune", "Quick Reads", subjects=subjects),
        record("Red Mars", "Kim Stanley Robinson", subjects=["Politics", "Ecology"]),
        record("Emma", "Jane Austen", subjects=["Marriage"]),
    ]
    anchor = Anchor(title="Dune", authors=("Frank Herbert",), subjects=tuple(subjects))
    assert titles(records, like=anchor) == ["Red Mars"]
    assert titles(records, like=Anchor(title="dune", authors=("Frank Herbert",))) == ["Red Mars"]


def test_rare_shared_subjects_weigh_more_than_common_ones_and_sales_labels_nothing(
    record: Record, ranked: Ranking
) -> None:
    common = [record(f"Common {n}", f"Writer {n}", subjects=["Politics", "Fiction"], votes=1000) for n in range(6)]
    rare = record("Rare", "One Writer", subjects=["Ecology"], votes=1000)
    sold = record("Sold", "Other Writer", subjects=["Fiction", "Accessible book"], votes=900_000)
    anchor = Anchor(
        title="Dune", authors=("Frank Herbert",), subjects=("Politics", "Ecology", "Fiction", "Accessible book")
    )
    shown = ranked([*common, rare, sold], like=anchor)
    assert shown[0].book.title == "Rare"
    assert "Sold" not in [one.book.title for one in shown]
    assert shown[0].reasons[0] == "shares the subject Ecology"


def test_books_known_already_are_not_shown_again(record: Record, titles: Titles) -> None:
    records = [record("It", "Stephen King", isbns=["9780450411434"]), record("Misery", "Stephen King")]
    assert titles(records, authors=("Stephen King",), known=("urn:isbn:9780450411434",)) == ["Misery"]


def test_book_alone_is_the_name_of_no_series(record: Record, ranked: Ranking) -> None:
    volume = record("Prisoner of Azkaban", "J. K. Rowling", series="Book 3")

    assert ranked([volume], title="the book") == []


def test_a_bare_guess_may_be_an_author_a_subject_or_a_series(record: Record, ranked: Ranking) -> None:
    life = record("Jane Austen", "Carol Shields", votes=300)
    novel = record("Emma", "Jane Austen", votes=90_000)
    assert [one.book.title for one in ranked([life, novel], title="jane austen", guess=True)] == ["Emma", "Jane Austen"]
    dragon = record("Eragon", "Christopher Paolini", subjects=["Dragons"])
    assert ranked([dragon], title="dragons", guess=True)[0].reasons[0] == "about dragons"
    empire = record("The Final Empire (Mistborn, Book 1)", "Brandon Sanderson")
    assert [one.book.title for one in ranked([empire], title="mistborn", guess=True)] == [empire.title]


@pytest.mark.parametrize(
    "asked", ["Chidlren of Dune", "Childen of Dune", "Children of Dunne", "children of dune", "Children Dune"]
)
def test_slips_of_the_finger_are_forgiven(record: Record, titles: Titles, asked: str) -> None:
    records = [
        record("Children of Dune", "Frank Herbert"),
        record("Children of Time", "Adrian Tchaikovsky", votes=900_000),
    ]
    assert titles(records, title=asked) == ["Children of Dune"]


@pytest.mark.parametrize(
    "asked",
    [
        "The Velvet Tessellation of Quorndale",
        "Forty Ninths of a Glockenspiel",
        "The Clockmaker's Orchard of Regret",
        "Seven Unlikely Umbrellas",
    ],
)
def test_titles_that_do_not_exist_find_nothing(record: Record, titles: Titles, asked: str) -> None:
    records = [
        record(t, "A. B", votes=900_000)
        for t in ("Velvet", "Forty", "The Orchard", "Seven", "Umbrella", "The Clockmaker's Daughter", "Regret")
    ]
    assert titles(records, title=asked) == []
    assert titles(records, title=asked, guess=True) == []


def test_an_article_alone_stands_for_a_book_only_under_its_exact_title(record: Record, titles: Titles) -> None:
    novel = record("Gilead (novel)", source="wikipedia", description="Gilead is a novel by Marilynne Robinson.")
    place = record("Gilead", source="wikipedia", description="Gilead was a region east of the Jordan.")
    assert titles([novel, place], title="Gilead") == ["Gilead (novel)"]
    assert titles([novel, place], title="Gilead", authors=("Marilynne Robinson",)) == ["Gilead (novel)"]
    assert titles([novel, place], title="Gilead", authors=("Frank Herbert",)) == []
    assert titles([novel, place], authors=("Marilynne Robinson",)) == []


def test_an_article_comes_after_a_catalogue_record_of_the_title(record: Record, ranked: Ranking) -> None:
    records = [
        record("Emma (novel)", source="wikipedia", description="Emma is a novel by Somebody Else."),
        record("Emma", "Jane Austen", languages=["eng"]),
    ]
    assert [one.book.sources[0] for one in ranked(records, title="Emma")] == ["openlibrary", "wikipedia"]


def test_a_record_without_author_is_shown_only_when_nobody_has_the_name(record: Record, ranked: Ranking) -> None:
    nameless, named = record("The Secret Garden"), record("The Secret Garden", "Frances Hodgson Burnett")
    asked = {"title": "The Secret Garden", "authors": ("Frances Hodgson Burnett",)}
    assert [one.book.authors for one in ranked([nameless, named], **asked)] == [("Frances Hodgson Burnett",)]
    assert [one.book.authors for one in ranked([nameless], **asked)] == [()]


def test_loose_words_must_mostly_be_there(record: Record, titles: Titles) -> None:
    lighthouse = record("To the Lighthouse", "Virginia Woolf", description="A family and its guests at the sea.")
    assert titles([lighthouse], words=("lighthouse", "family")) == ["To the Lighthouse"]
    assert titles([lighthouse], words=("submarine", "torpedo", "family")) == []


def test_the_wanted_form_comes_first(record: Record, titles: Titles) -> None:
    records = [
        record("A Study", "A. B", subjects=["Love", "Psychology"]),
        record("Odes", "C. D", subjects=["Love", "Poetry"]),
    ]
    assert titles(records, subjects=("love",), form="poetry")[0] == "Odes"


def test_nothing_wanted_shows_everything_by_how_widely_it_is_read(record: Record, titles: Titles) -> None:
    assert titles([record("Few", "A. B", votes=3), record("Many", "C. D", votes=3000)]) == ["Many", "Few"]


@pytest.mark.parametrize(
    ("title", "asked"),
    [
        ("Alice's Adventures in Wonderland", "alice in wonderland"),
        ("The Hitchhiker's Guide to the Galaxy", "hitchhikers guide to the galaxy"),
        ("Harry Potter and the Philosopher's Stone", "harry potter philosophers stone"),
        ("The Girl with the Dragon Tattoo", "girl with dragon tatoo"),
        ("Moby-Dick; or, The Whale", "moby dick"),
        ("Sapiens: A Brief History of Humankind", "sapiens"),
        ("Die unendliche Geschichte", "unendliche geschichte"),
        ("Catch-22", "catch22"),
        ("Star Trek: Voyager: String Theory #3: Evolution", "Star Trek: Voyaegr: String Theory #3: Evolution"),
        ("Fahrenheit 451", "farenheit 451"),
        ("The Da Vinci Code", "davinci code"),
        (
            "\u0623\u0644\u0641 \u0644\u064a\u0644\u0629 \u0648\u0644\u064a\u0644\u0629",
            "\u0627\u0644\u0641 \u0644\u064a\u0644\u0629 \u0648\u0644\u064a\u0644\u0629",
        ),
    ],
)
def test_titles_are_found_as_people_remember_them(record: Record, titles: Titles, title: str, asked: str) -> None:
    assert titles([record(title, "Some Author")], title=asked) == [title]
    assert titles([record(title, "Some Author")], title=asked, guess=True) == [title]


@pytest.mark.parametrize(
    ("title", "asked"),
    [
        ("Fahrenheit 451", "fahrenheit 452"),
        ("It", "it ends with us"),
        ("The Stand", "the strand"),
        ("The Alchemist", "the alchemist's daughter"),
        ("Pride and Prejudice", "pride and prejudice and zombies"),
        ("Mort", "morte"),
        ("Star Trek: The Next Generation: A Time to Kill", "Star Trek: Voyager: String Theory"),
        ("Harry Potter and the Philosopher's Stone", "harry potter 7"),
    ],
)
def test_another_title_is_not_taken_for_a_slip(record: Record, titles: Titles, title: str, asked: str) -> None:
    assert titles([record(title, "Some Author", votes=900_000)], title=asked) == []
    assert titles([record(title, "Some Author", votes=900_000)], title=asked, guess=True) == []


def test_a_title_within_the_asked_one_is_no_title_run_together_with_its_author(record: Record, titles: Titles) -> None:
    records = [
        record("Harm's Way", "Elizabeth Stewart"),
        record("In Harm's Way", "Doug Stanton", subtitle="The Sinking of the USS Indianapolis"),
    ]
    assert titles(records, title="in harm's way", guess=True)[0] == "In Harm's Way"


def test_a_slip_is_forgiven_where_the_subtitle_was_left_out(record: Record, titles: Titles) -> None:
    assert titles([record("The Diaries", "Franz Kafka", subtitle="The Schocken Years")], title="The diraies") == [
        "The Diaries"
    ]


def test_title_and_author_run_together_with_a_slip_are_that_book(record: Record, titles: Titles) -> None:
    records = [
        record("The Sunday Philosophy Club", "Alexander McCall Smith"),
        record("Philosophy", "Alexander McCall Smith", votes=900_000),
    ]
    assert titles(records, title="the sunday phiolsophy club alexander mccall smith", guess=True) == [
        "The Sunday Philosophy Club"
    ]


def test_a_word_that_neither_title_nor_author_holds_makes_no_match(record: Record, titles: Titles) -> None:
    records = [record("The Gift", "Echo L. Bodine", votes=900_000)]
    assert titles(records, title="the gift bodine glockenspiel", guess=True) == []


def test_the_same_story_under_its_author_s_name_is_no_other_book(record: Record, titles: Titles) -> None:
    records = [
        record("Anne Rice's the Vampire Lestat", "Faye Perozich", "Anne Rice", subjects=["Vampires"]),
        record("Merrick", "Anne Rice", subjects=["Vampires"]),
    ]
    like = Anchor(title="The Vampire Lestat", authors=("Anne Rice",), subjects=("Vampires",))
    assert titles(records, like=like) == ["Merrick"]


@pytest.mark.parametrize(
    ("asked", "stranger", "subtitle"),
    [
        ("It", "Blame It on the Brain?", None),
        ("It", "It Ends with Us", None),
        ("She", "What Was She Thinking?", None),
        ("We", "We Were the Mulvaneys", None),
        ("S", "The Princess Bride", "S. Morgenstern's Classic Tale"),
        ("Us", "Teach Us, Amelia Bedelia", None),
        ("Homer", "The Simpsons and Philosophy", "The D'oh! of Homer"),
        ("Night", "The Curious Incident of the Dog in the Night-Time", None),
    ],
)
def test_no_stranger_is_shown_for_a_short_title_that_is_not_held(
    record: Record, titles: Titles, asked: str, stranger: str, subtitle: str | None
) -> None:
    held = record(stranger, "Somebody Else", subtitle=subtitle, votes=900000)
    assert titles([held], title=asked, guess=True) == []
    assert titles([held], subjects=(asked,)) == [] or asked in ("Homer", "Night")
    exact = record(asked, "Its Author")
    assert titles([held, exact], title=asked, guess=True)[0] == asked


def test_one_word_is_found_in_a_short_title_only_where_the_title_itself_is_not(record: Record, titles: Titles) -> None:
    records = [record("The Chronicles of Narnia", "C. S. Lewis"), record("This Present Darkness", "Frank E. Peretti")]
    assert titles(records, title="Narnia", guess=True) == ["The Chronicles of Narnia"]
    assert titles(records, title="Darkness", guess=True) == ["This Present Darkness"]
    assert titles([*records, record("Narnia", "Another")], title="Narnia", guess=True) == ["Narnia"]


def test_a_given_name_is_no_author_and_a_whole_name_is(record: Record, titles: Titles) -> None:
    records = [record("The Coalwood Way", "Homer H. Hickam", votes=9000), record("The Iliad", "Homer")]
    assert titles(records, title="Homer", guess=True) == ["The Iliad"]


def test_a_work_is_found_in_the_volume_that_lists_it(record: Record, titles: Titles) -> None:
    novels = "Sense and Sensibility, Pride and Prejudice, Emma, Northanger Abbey, Persuasion"
    records = [
        record("The Complete Novels", "Jane Austen", subtitle=novels),
        record("Four Gothic Novels: The Castle of Otranto; Vathek; The Monk; Frankenstein", "Horace Walpole"),
        record("Red, White, and Blue", "Somebody"),
    ]
    assert titles(records, title="Persuasion", guess=True) == ["The Complete Novels"]
    assert len(titles(records, title="Vathek", guess=True)) == 1
    assert titles(records, title="White", guess=True) == []


@pytest.mark.parametrize("asked", ["dracula stoker", "stoker dracula", "Dracula Stokre", "dracula bram stoker"])
def test_title_words_and_a_surname_find_the_book_before_books_that_hold_both(
    record: Record, titles: Titles, asked: str
) -> None:
    records = [
        record("The Bram Stoker Bedside Companion", "Bram Stoker", subtitle="Ten Stories by the Author of Dracula"),
        record("Bram Stoker's Dracula", "Harold Bloom", votes=99000),
        record("Dracula", "Bram Stoker", subtitle="Authoritative Text, Backgrounds, Criticism"),
    ]
    assert titles(records, title=asked, guess=True)[0] == "Dracula"


@pytest.mark.parametrize(
    ("anchor", "others", "alike"),
    [
        (("Family", "Fiction", "Food"), [("Cooking", "Family", "Food"), ("Food",)], []),
        (("Fiction", "Utopia", "World"), [("Wizards", "World"), ("Utopia",)], [1]),
        (("Dystopias", "Family"), [("Family",), ("Dystopias", "Prisons")], [1]),
        (("Family", "Food", "Home"), [("Family", "Food", "Home"), ("Food", "Home")], [0]),
        (("Love stories", "Life"), [("Life",), ("Love stories",)], [1]),
        (("London (England)", "London", "England"), [("London (England)", "London", "England")], []),
        (("Country life", "Home"), [("Country life", "Home")], []),
        (("Home",), [("Cooking",), ("Home", "Travel")], [1]),
    ],
)
def test_likeness_needs_something_specific_in_common(
    record: Record, titles: Titles, anchor: tuple[str, ...], others: list[tuple[str, ...]], alike: list[int]
) -> None:
    records = [record(f"Book {n}", f"Author {n}", subjects=list(subjects)) for n, subjects in enumerate(others)]
    like = Anchor(title="The Anchor", authors=("Its Author",), subjects=anchor)
    assert titles(records, like=like) == [f"Book {n}" for n in alike]


def test_a_word_in_the_title_is_told_as_that_and_not_as_a_subject(record: Record, ranked: Ranking) -> None:
    (only,) = ranked([record("The Bees of Rainbow Falls", "Preeti Nair")], subjects=("bees",))
    assert only.reasons == ("its title names bees",)


@pytest.mark.parametrize(
    ("subjects", "kept"),
    [
        (("mystery", "Venice"), [(("Venice",), ("mystery",)), (("mystery",), ("Venice",))]),
        (("robots", "whales"), [(("robots",), ("whales",)), (("whales",), ("robots",))]),
        (("Holocaust for teens",), [(("Holocaust",), ("teens",))]),
        (("funny science fiction",), [(("science fiction",), ("funny",))]),
        (("climate change",), []),
        (("bees",), []),
        ((), []),
    ],
)
def test_what_cannot_be_had_together_is_looked_for_apart_and_said_to_be_missed(
    subjects: tuple[str, ...], kept: list[tuple[tuple[str, ...], tuple[str, ...]]]
) -> None:
    wanted = Wanted(text="?", subjects=subjects, years=Years(end=1970), languages=())
    looser = loosened(wanted)
    assert [(one.subjects, one.missed) for one in looser] == kept
    assert all(one.years == wanted.years for one in looser)


def test_an_author_is_kept_where_none_of_their_books_is_about_the_subject() -> None:
    (looser,) = loosened(Wanted(text="?", authors=("Aaron Allston",), subjects=("star wars",)))
    assert (looser.authors, looser.subjects, looser.missed) == (("Aaron Allston",), (), ("star wars",))


def test_a_book_about_it_that_bears_its_title_comes_after_it(record: Record, ranked: Ranking) -> None:
    records = [
        record("Dune", "Gary Russell", subtitle="A Study Guide", votes=9000),
        record("Dune", "Frank Herbert", votes=5),
    ]
    assert next(one.book.authors for one in ranked(records, title="Dune")) == ("Frank Herbert",)


@pytest.mark.parametrize("title", ["Moby-Dick; or, The Whale", "Moby-Dick, Or, The Whale", "Moby-Dick, or The Whale"])
def test_the_works_other_title_behind_an_or_is_no_subtitle_of_its_own(
    record: Record, ranked: Ranking, title: str
) -> None:
    (only,) = ranked([record(title, "Herman Melville")], title="Moby Dick")
    assert only.reasons[0] == "title matches"


@pytest.mark.parametrize(
    "title", ["Mary Shelley's Frankenstein", "Shelley\u2019s Frankenstein; or, The Modern Prometheus"]
)
def test_an_author_before_the_title_is_no_part_of_it(record: Record, ranked: Ranking, title: str) -> None:
    (only,) = ranked([record(title, "Mary Shelley")], title="Frankenstein")
    assert only.reasons[0] == "title matches"
    assert ranked([record("Shelley's Frankenstein", "Harold Bloom")], title="Frankenstein") == []


@pytest.mark.parametrize("asked", ["Dostoevskij", "Dostoevskii", "Dostoyevsky"])
def test_a_surname_is_asked_for_in_any_romanisation(record: Record, titles: Titles, asked: str) -> None:
    records = [record("The Idiot", "Fyodor Dostoevsky"), record("Fathers and Sons", "Ivan Turgenev")]
    assert titles(records, authors=(asked,)) == ["The Idiot"]


def test_one_story_makes_no_short_stories(record: Record, ranked: Ranking) -> None:
    records = [
        record("Ghost Story", "Peter Straub", subjects=["Ghosts", "Sea stories"], votes=9000),
        record("The Ghost Map", "Steven Johnson", subtitle="The Story of an Epidemic", subjects=["Ghosts"]),
        record("Collected Ghost Stories", "M. R. James", subjects=["Ghosts"]),
        record("The Lottery", "Shirley Jackson", subjects=["Ghosts", "Short stories"]),
    ]
    found = {one.book.title: one.reasons for one in ranked(records, subjects=("ghosts",), form="short-stories")}
    assert [title for title, reasons in found.items() if "short stories" in reasons] == list(found)[:2]
    assert set(list(found)[:2]) == {"Collected Ghost Stories", "The Lottery"}
