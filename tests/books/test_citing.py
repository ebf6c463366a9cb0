"""Results to take along, each read back by a parser that is not ours."""

from __future__ import annotations

import csv
import io
import json
import warnings
from collections.abc import Callable

import pytest
import rispy
from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON
from markdown_it import MarkdownIt
from rdflib import RDF, Graph, Namespace, URIRef

from archivist.books import FORMATS, Book, Candidate, Contributor, UnknownFormat, export, merge

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # bibtexparser calls its own parser generator by names that are deprecated
    import bibtexparser
    from bibtexparser.bparser import BibTexParser

SCHEMA = Namespace("https://schema.org/")
Record = Callable[..., Candidate]


@pytest.fixture
def books(record: Record) -> list[Book]:
    """Books that hold everything a format may trip over."""
    return merge(
        [
            record(
                "Dune",
                "Frank Herbert",
                year=1965,
                isbns=["9780441172719"],
                languages=["eng"],
                subjects=["Science fiction", "Deserts, imaginary"],
                publishers=["Chilton & Sons"],
                description="A desert.\nA boy: 100% {spice} & #1_hit ~ $5^2 \\o/",
                contributors=[
                    Contributor(name="Tom Translator", role="translator"),
                    Contributor(name="Ed Itor", role="editor"),
                ],
                votes=37_569,
                average=4.12,
                pages=412,
                series="Dune Chronicles #1",
                cover="https://covers.openlibrary.org/b/id/1-M.jpg",
            ),
            record("Dune", "Herbert, Frank", source="googlebooks", published=1990, isbns=["9780441172719"]),
            record(
                "=1+1 {or} the *End*: 50% _off_",
                "van Gogh, Vincent",
                "King, Martin Luther, Jr.",
                "Society for Pure and Applied Noise",
                subtitle='The "true" story',
                year=1999,
            ),
            record(
                "\u0412\u043e\u0439\u043d\u0430 \u0438 \u043c\u0438\u0440",
                "\u041b\u0435\u0432 \u0422\u043e\u043b\u0441\u0442\u043e\u0439",
                isbns=["9791032305690"],
                languages=["rus"],
            ),
            record("1. FC K\u00f6ln", subtitle="- a list"),
            record("Dune", "Brian Herbert", year=1965),
        ],
    )


def bibtex_entries(text: str) -> list[dict[str, str]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parser = BibTexParser(common_strings=True, interpolate_strings=False)
        return bibtexparser.loads(text, parser).entries


def test_bibtex_is_read_back_whole(books: list[Book]) -> None:
    entries = bibtex_entries(export(books, "bibtex"))
    assert len(entries) == len(books)
    dune = entries[0]
    assert dune["ENTRYTYPE"] == "book"
    assert dune["ID"] == "herbert1965dune"
    assert dune["title"] == "{Dune}"
    assert (dune["author"], dune["editor"], dune["translator"]) == ("Herbert, Frank", "Itor, Ed", "Translator, Tom")
    assert (dune["year"], dune["isbn"], dune["pagetotal"], dune["language"]) == (
        "1965",
        "9780441172719",
        "412",
        "english",
    )
    assert dune["publisher"] == r"Chilton \& Sons"
    assert (
        dune["abstract"]
        == r"A desert. A boy: 100\% (spice) \& \#1\_hit \textasciitilde{} \$5\textasciicircum{}2 \textbackslash{}o/"
    )


def test_bibtex_keys_are_ascii_and_no_two_the_same(books: list[Book]) -> None:
    keys = [entry["ID"] for entry in bibtex_entries(export(books, "bibtex"))]
    assert len(set(keys)) == len(keys)
    assert all(key.isascii() and " " not in key for key in keys)
    assert {"herbert1965dune", "herbert1965dune-2"} <= set(keys)


def test_bibtex_names_keep_particles_suffixes_and_organisations_together(books: list[Book]) -> None:
    author = bibtex_entries(export(books, "bibtex"))[1]["author"]
    assert author == "van Gogh, Vincent and King, Jr., Martin Luther and {Society for Pure and Applied Noise}"


def test_ris_is_read_back_whole(books: list[Book]) -> None:
    entries = rispy.loads(export(books, "ris"))
    assert len(entries) == len(books)
    dune = entries[0]
    assert dune["type_of_reference"] == "BOOK"
    assert dune["title"] == "Dune"
    assert dune["authors"] == ["Herbert, Frank"]
    assert dune["secondary_authors"] == ["Itor, Ed"]
    assert (dune["year"], dune["issn"], dune["language"]) == ("1965", "9780441172719", "English")
    assert dune["keywords"] == ["Science fiction", "Deserts, imaginary"]
    assert dune["urls"] == [one.url for one in books[0].records]
    assert dune["abstract"].startswith("A desert. A boy: 100% {spice}")
    assert entries[1]["authors"] == [
        "van Gogh, Vincent",
        "King, Martin Luther, Jr.",
        "Society for Pure and Applied Noise",
    ]
    assert entries[2]["title"] == "\u0412\u043e\u0439\u043d\u0430 \u0438 \u043c\u0438\u0440"


def test_ris_says_no_language_where_a_work_has_many(record: Record) -> None:
    (book,) = merge([record("Dune", "Frank Herbert", languages=["ger", "eng"])])
    assert "LA  -" not in export([book], "ris")


def test_csl_json_is_understood_by_a_citation_processor(books: list[Book]) -> None:
    items = json.loads(export(books, "csl-json"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the processor warns of every variable its style does not use
        source = CiteProcJSON(items)
        style = CitationStylesStyle("harvard-cite-them-right", validate=False)
        bibliography = CitationStylesBibliography(style, source, formatter.plain)
        bibliography.register(Citation([CitationItem(items[0]["id"])]))
        (printed,) = [str(line) for line in bibliography.bibliography()]
    assert printed.startswith("Herbert, F. (1965)")
    assert "Dune" in printed


def test_csl_json_divides_names_as_csl_asks(books: list[Book]) -> None:
    items = json.loads(export(books, "csl-json"))
    assert items[1]["author"] == [
        {"family": "Gogh", "given": "Vincent", "non-dropping-particle": "van"},
        {"family": "King", "given": "Martin Luther", "suffix": "Jr."},
        {"literal": "Society for Pure and Applied Noise"},
    ]
    assert items[0]["issued"] == {"date-parts": [[1965]]}
    assert items[2]["language"] == "ru"
    assert "author" not in items[3]


def test_goodreads_csv_has_its_columns_and_runs_no_formula(books: list[Book]) -> None:
    rows = list(csv.DictReader(io.StringIO(export(books, "csv"))))
    assert len(rows) == len(books)
    dune = rows[0]
    assert (dune["Title"], dune["Author"], dune["Author l-f"]) == (
        "Dune (Dune Chronicles #1)",
        "Frank Herbert",
        "Herbert, Frank",
    )
    assert (dune["ISBN"], dune["ISBN13"], dune["Original Publication Year"]) == ("0441172717", "9780441172719", "1965")
    assert (dune["Average Rating"], dune["Exclusive Shelf"], dune["Number of Pages"]) == ("4.12", "to-read", "412")
    assert rows[1]["Title"].startswith("'=1+1")
    assert rows[1]["Additional Authors"] == "Martin Luther King Jr., Society for Pure and Applied Noise"
    assert (rows[2]["ISBN"], rows[2]["ISBN13"]) == ("", "9791032305690")
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())


def test_markdown_shows_titles_as_they_are(books: list[Book]) -> None:
    html = MarkdownIt().render(export(books, "markdown"))
    assert html.count("<li>") == len(books)
    assert "<strong>Dune</strong> by Frank Herbert (1965). ISBN 9780441172719. 4.1 from 37,569 ratings" in html
    assert "=1+1 {or} the *End*: 50% _off_" in html
    assert f'<a href="{books[0].records[0].url}">Open Library</a>' in html
    assert "<strong>1. FC K\u00f6ln: - a list</strong>" in html


def test_json_ld_is_a_graph_of_schema_org_books(books: list[Book]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # rdflib's reader of JSON-LD uses a class that rdflib deprecates
        graph = Graph().parse(data=export(books, "jsonld"), format="json-ld")
    assert len(set(graph.subjects(RDF.type, SCHEMA.Book))) == len(books)
    dune = URIRef("urn:isbn:9780441172719")
    assert str(graph.value(dune, SCHEMA.name)) == "Dune"
    assert str(graph.value(dune, SCHEMA.isbn)) == "9780441172719"
    assert str(graph.value(graph.value(dune, SCHEMA.author), SCHEMA.name)) == "Frank Herbert"
    assert graph.value(dune, SCHEMA.image) == URIRef("https://covers.openlibrary.org/b/id/1-M.jpg")
    assert {str(url) for url in graph.objects(dune, SCHEMA.sameAs)} == {books[0].records[1].url}


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_no_books_are_an_empty_document_and_not_an_error(form: str) -> None:
    text = export([], form)
    assert (
        text.strip() in {"", "[]"} or json.loads(text)["@graph"] == []
        if form != "csv"
        else text.startswith("Title,Author,")
    )


def test_an_unknown_format_is_named_together_with_those_there_are(books: list[Book]) -> None:
    with pytest.raises(UnknownFormat, match=r"'docx'.*bibtex, csl-json, csv, jsonld, markdown, ris"):
        export(books, "docx")
