"""The terminal: what is printed where, and with which exit status."""

from __future__ import annotations

import io
import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from archivist.cli import main
from tests.browser.shelf import SHELF, article, found_by_subject, search_page, wiki_page, work_record


class Gateway(BaseHTTPRequestHandler):
    """A caching proxy as a library has it: `/HOST/PATH`."""

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        _, host, path = unquote(parts.path).split("/", 2)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        body = self._openlibrary(path, query) if host == "openlibrary.org" else self._wikipedia(path, query)
        data = json.dumps(body or {}).encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _openlibrary(self, path: str, query: dict[str, str]) -> object:
        if path == "search.json":
            return search_page(SHELF, query)
        if path.startswith("subjects/"):
            return found_by_subject(SHELF, path.removeprefix("subjects/").removesuffix(".json"), query)
        return work_record(SHELF, f"/{path}")

    def _wikipedia(self, path: str, query: dict[str, str]) -> object:
        if path == "w/api.php":
            return wiki_page(SHELF, query)
        return article(SHELF, path.removeprefix("api/rest_v1/page/summary/").replace("_", " "))

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(autouse=True)
def gateway(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("ARCHIVIST_GATEWAY", address)
    monkeypatch.delenv("ARCHIVIST_GOOGLE_BOOKS_KEY", raising=False)
    monkeypatch.setenv("ARCHIVIST_HOME", str(tmp_path / "home"))
    yield address
    server.shutdown()
    server.server_close()


def test_ask_prints_the_answer_its_addresses_and_what_each_source_did(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["ask", "Dune by Frank Herbert"])

    out = capsys.readouterr().out
    assert status == 0
    assert "“Dune” is by Frank Herbert and was first published in 1965." in out
    assert "[1] https://openlibrary.org/works/OL9004W" in out
    assert "googlebooks: not asked" in out


def test_ask_json_prints_the_promised_fields(capsys: pytest.CaptureFixture[str]) -> None:
    main(["ask", "Dune by Frank Herbert", "--json"])

    answer = json.loads(capsys.readouterr().out)
    assert answer.keys() >= {
        "id", "question", "intent", "outcome", "answer", "books", "citations", "sources", "executed",
    }  # fmt: skip
    assert answer["books"][0].keys() >= {
        "title", "subtitle", "authors", "year", "isbn13", "languages", "subjects", "rating", "ratings", "cover", "urls",
        "sources", "score", "why",
    }  # fmt: skip
    assert answer["citations"][0].keys() >= {"n", "book", "field", "source", "url"}
    assert answer["sources"][0].keys() >= {"name", "status", "count", "detail", "ms", "cached"}
    assert "recall-context" in answer["executed"]


@pytest.mark.parametrize(
    ("form", "sign"),
    [
        ("bibtex", "@book{"),
        ("ris", "TY  - BOOK"),
        ("csl-json", '"type"'),
        ("csv", "9780441172719"),
        ("markdown", "Dune"),
        ("jsonld", "schema.org"),
        ("nquads", "<urn:dagonizer:memory>"),
    ],
)
def test_the_books_of_a_question_can_be_taken_along(capsys: pytest.CaptureFixture[str], form: str, sign: str) -> None:
    main(["ask", "Dune by Frank Herbert", "--json"])
    run = json.loads(capsys.readouterr().out)["id"]

    assert main(["export", run, "--format", form]) == 0
    assert sign in capsys.readouterr().out


def test_a_question_that_is_not_remembered_cannot_be_exported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "no-such-run"]) == 1
    assert "no question is remembered as 'no-such-run'" in capsys.readouterr().err


def test_what_was_asked_before_is_remembered(capsys: pytest.CaptureFixture[str]) -> None:
    main(["ask", "Dune by Frank Herbert"])
    capsys.readouterr()

    assert main(["ask", "What do you remember?"]) == 0
    assert "Dune" in capsys.readouterr().out


def test_nothing_found_and_declined_are_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "Zibberwick's Almanac of Unsaid Rivers"]) == 0
    assert main(["ask", "What's the weather in Oslo tomorrow?"]) == 0
    assert "I only help with books" in capsys.readouterr().out


def test_a_service_that_is_away_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCHIVIST_GATEWAY", "http://127.0.0.1:9")

    assert main(["ask", "Dune by Frank Herbert"]) == 1


def test_batch_answers_each_line_under_its_own_id(tmp_path: Path) -> None:
    asked, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    asked.write_text('{"id": "a", "question": "Dune"}\n\n{"id": 7, "question": "Moby-Dick"}\n', encoding="utf-8")

    status = main(["batch", str(asked), "--out", str(out)])

    answers = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert status == 0
    assert [(answer["id"], answer["books"][0]["title"]) for answer in answers] == [("a", "Dune"), ("7", "Moby-Dick")]


@pytest.mark.parametrize("line", ["not json", "[]", '{"id": 1}', '{"question": 5}'])
def test_a_line_that_is_no_question_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str) -> None:
    asked = tmp_path / "in.jsonl"
    asked.write_text(f'{{"question": "Dune"}}\n{line}\n', encoding="utf-8")

    assert main(["batch", str(asked), "--out", str(tmp_path / "out.jsonl")]) == 2
    assert "in.jsonl, line 2: expected an object with a text 'question'" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["batch", str(tmp_path / "none.jsonl"), "--out", str(tmp_path / "out.jsonl")]) == 2
    assert "cannot read" in capsys.readouterr().err


@pytest.mark.parametrize("gateway", ["ftp://here", "http://elsewhere.example", "nonsense"])
def test_a_gateway_that_is_none_is_wrong_usage(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], gateway: str
) -> None:
    monkeypatch.setenv("ARCHIVIST_GATEWAY", gateway)

    assert main(["ask", "Dune"]) == 2
    assert "ARCHIVIST_GATEWAY" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["mermaid", "jsonld", "json", "table"])
@pytest.mark.parametrize("name", ["the-archivist", "book-search-scatter", "compose-retry-loop"])
def test_graphs_are_printed_in_every_form(capsys: pytest.CaptureFixture[str], name: str, form: str) -> None:
    assert main(["dag", name, "--format", form]) == 0

    out = capsys.readouterr().out
    assert name in out or form == "table"
    if form in ("json", "jsonld"):
        assert isinstance(json.loads(out), dict)


def test_a_graph_is_drawn_with_those_inside_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dag", "the-archivist", "--expand"]) == 0

    out = capsys.readouterr().out
    assert "subgraph" in out
    assert "rank-candidates" in out


def test_a_graph_that_is_not_there_is_answered_with_those_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dag", "nowhere"]) == 2
    assert "the-archivist" in capsys.readouterr().err


def test_sources_tell_what_can_be_asked_and_why_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sources"]) == 0

    rows = dict(line.split("\t", 1) for line in capsys.readouterr().out.splitlines())
    assert rows.keys() == {"openlibrary", "openlibrary-subjects", "googlebooks", "wikipedia"}
    assert "needs a key" in rows["googlebooks"]


def test_a_question_is_played_again_without_asking_anybody(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["ask", "Dune by Frank Herbert", "--json"])
    asked = json.loads(capsys.readouterr().out)
    monkeypatch.setenv("ARCHIVIST_GATEWAY", "http://127.0.0.1:9")

    status = main(["replay", asked["id"], "--json"])

    told = capsys.readouterr()
    assert (status, json.loads(told.out)) == (0, asked)
    assert "the same answer by the same way as the first time; nobody was asked" in told.err


def test_a_question_that_was_not_recorded_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "never"]) == 1
    assert "Nothing is recorded of that question" in capsys.readouterr().err


def test_without_httpx_it_is_wrong_usage_and_the_way_out_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)

    assert main(["ask", "Dune"]) == 2
    assert "pip install 'archivist[cli]'" in capsys.readouterr().err


def test_what_cannot_be_kept_cannot_be_exported_later_and_is_not_promised(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    main(["ask", "Dune by Frank Herbert"])
    assert "takes these books along" in capsys.readouterr().err
    monkeypatch.setenv("ARCHIVIST_HOME", str(tmp_path / "file" / "home"))

    assert main(["ask", "Dune by Frank Herbert"]) == 0
    assert "takes these books along" not in capsys.readouterr().err


def test_a_conversation_goes_on_under_its_name_and_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["ask", "Dune by Frank Herbert", "--conversation", "sand"])
    main(["ask", "who wrote it?", "--conversation", "sand"])
    capsys.readouterr()

    assert main(["conversations"]) == 0
    assert "sand\t" in capsys.readouterr().out
    assert main(["conversations", "sand"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert (said[0], said[2]) == ("> Dune by Frank Herbert", "> who wrote it?")
    assert "Frank Herbert" in said[3]
    assert main(["conversations", "never"]) == 1


def test_questions_without_a_conversation_do_not_hear_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    main(["ask", "Dune by Frank Herbert"])
    capsys.readouterr()

    main(["ask", "who wrote it?"])

    assert "Frank Herbert" not in capsys.readouterr().out


def test_memory_is_listed_searched_and_forgotten(capsys: pytest.CaptureFixture[str]) -> None:
    main(["ask", "Dune by Frank Herbert"])
    main(["ask", "books about whales"])
    capsys.readouterr()

    assert main(["memory", "herbert"]) == 0
    (row,) = capsys.readouterr().out.splitlines()
    run = row.split("\t")[0]
    assert row.endswith("Dune by Frank Herbert")
    assert main(["forget", run]) == 0
    assert main(["forget", run]) == 1
    assert main(["forget", "--everything"]) == 0
    capsys.readouterr()
    main(["memory"])
    assert capsys.readouterr().out == ""


def test_an_imported_shelf_is_a_source(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "library.csv"
    file.write_text(
        "Book Id,Title,Author,ISBN13,My Rating,Exclusive Shelf,Owned Copies\n"
        "1,Dune,Frank Herbert,9780441172719,5,read,1\n",
        encoding="utf-8",
    )

    assert main(["import", str(file)]) == 0
    main(["ask", "Dune by Frank Herbert"])

    assert "shelf: answered 1 (Dune: you own this, you have read it, you rated it 5 of 5)" in capsys.readouterr().out


def test_what_was_exported_can_be_imported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["ask", "Dune by Frank Herbert", "--json"])
    run = json.loads(capsys.readouterr().out)["id"]
    main(["export", run, "--format", "nquads"])
    file = tmp_path / "memory.nq"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    main(["forget", "--everything"])

    assert main(["import", str(file)]) == 0
    main(["memory"])
    assert run in capsys.readouterr().out


@pytest.mark.parametrize("name", ["nothing.csv", "nothing.nq"])
def test_a_file_that_is_nothing_known_is_a_failure(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text("nonsense", encoding="utf-8")

    assert main(["import", str(tmp_path / name)]) == 1
    assert "archivist: " in capsys.readouterr().err
    assert main(["import", str(tmp_path / "not there")]) == 2


def test_asked_first_and_allowed_it_is_the_same_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "Dune by Frank Herbert", "--yes"]) == 0

    assert "“Dune” is by Frank Herbert and was first published in 1965." in capsys.readouterr().out


def test_asked_first_and_denied_nobody_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "Dune by Frank Herbert", "--deny", "--json"]) == 0

    answer = json.loads(capsys.readouterr().out)
    assert (answer["outcome"], answer["books"]) == ("declined", [])
    assert {report["status"] for report in answer["sources"]} == {"not-asked"}


def test_asked_first_without_a_terminal_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "Dune by Frank Herbert", "--ask-first"]) == 2
    assert "--yes or --deny" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "outcome"),
    [
        ("y\ny\n", "found"),
        ("a\n", "found"),
        ("n\na\n", "found"),
        ("what?\nr\n", "declined"),
        ("", "declined"),
    ],
)
def test_at_a_terminal_each_call_is_asked_about(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, outcome: str
) -> None:
    terminal = io.StringIO(typed)
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)

    main(["ask", "Dune by Frank Herbert", "--ask-first", "--json"])

    out, err = capsys.readouterr()
    assert json.loads(out)["outcome"] == outcome
    assert "Open Library would be asked: web_search_books" in err


def test_a_shared_memory_that_is_away_is_told_once_and_the_answer_comes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARCHIVIST_MEMORY", "http://127.0.0.1:9/query")

    assert main(["ask", "Dune by Frank Herbert"]) == 0
    assert capsys.readouterr().err.count("The shared memory at 'http://127.0.0.1:9/") == 1
    monkeypatch.setenv("ARCHIVIST_MEMORY", "ftp://nowhere")
    assert main(["memory"]) == 2


@pytest.mark.parametrize("arguments", [[], ["fly"], ["ask"], ["batch", "x"], ["forget"]])
def test_wrong_usage_ends_with_status_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
