"""The terminal where a command cannot be carried out: said in a sentence, with a status that scripts can trust."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from archivist.cli import main

FULL = Path("/dev/full")
CONVERSATION = ["ask", "What's the weather in Oslo tomorrow?", "--conversation"]


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in ("GATEWAY", "GOOGLE_BOOKS_KEY", "LANGUAGE", "MEMORY", "MODEL"):
        monkeypatch.delenv(f"ARCHIVIST_{name}", raising=False)
    monkeypatch.setenv("ARCHIVIST_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    surroundings = os.environ | environment
    command = [sys.executable, "-m", "archivist", *arguments]
    return subprocess.run(command, capture_output=True, env=surroundings, check=False)  # noqa: S603  this interpreter


@pytest.mark.parametrize("command", [["forget", "--everything"], ["memory"], ["conversations"], ["export", "run"]])
def test_what_is_kept_and_cannot_be_opened_is_not_said_to_be_done(
    command: list[str], capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    main([*CONVERSATION, "talk"])
    with sqlite3.connect(home / "archivist.sqlite") as other:
        other.execute("BEGIN EXCLUSIVE")
        assert main(command) == 1
        other.rollback()
    other.close()

    assert "nothing was done" in capsys.readouterr().err
    assert main(["conversations"]) == 0
    assert "talk" in capsys.readouterr().out


def test_nothing_is_put_on_a_shelf_that_cannot_be_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    books = tmp_path / "books.bib"
    books.write_text("@book{a, title={Emma}, author={Jane Austen}, isbn={9780141439587}}", encoding="utf-8")
    monkeypatch.setenv("ARCHIVIST_HOME", str(books))

    assert main(["import", str(books)]) == 1
    assert "nothing was done" in capsys.readouterr().err


def test_a_shared_memory_that_is_away_is_a_failure_of_a_command_about_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARCHIVIST_MEMORY", "http://127.0.0.1:9/sparql")

    assert main(["memory"]) == 1
    assert "127.0.0.1:9" in capsys.readouterr().err


def test_a_terminal_with_few_characters_shows_the_others_by_their_numbers() -> None:
    ended = run("dag", "--format", "table", PYTHONIOENCODING="ascii")

    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"\\u2192" in ended.stdout


@pytest.mark.skipif(not FULL.exists(), reason="no device here is always full")
def test_an_output_that_cannot_be_written_is_told() -> None:
    command = [sys.executable, "-m", "archivist", "dag"]
    with FULL.open("wb") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)  # noqa: S603  as above

    assert ended.returncode == 1
    assert ended.stderr.decode().startswith("archivist: cannot write the output: ")
    assert "Traceback" not in ended.stderr.decode()


@pytest.mark.parametrize("text", ["xx", "klingon", "C.UTF-8"])
def test_a_language_that_is_none_of_ours_is_wrong_usage(
    text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARCHIVIST_LANGUAGE", text)

    assert main(["sources"]) == 2
    assert repr(text) in capsys.readouterr().err


@pytest.mark.parametrize("text", ["DE", "de", "de_DE.UTF-8", "de-AT"])
def test_a_language_may_be_named_as_a_locale(
    text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARCHIVIST_LANGUAGE", text)

    assert main(["ask", ""]) in {0, 1}
    assert "Frage" in capsys.readouterr().out


def test_sources_are_not_said_to_be_asked_through_what_is_no_address(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARCHIVIST_GATEWAY", "nonsense")

    assert main(["sources"]) == 2
    assert "ARCHIVIST_GATEWAY" in capsys.readouterr().err


def test_a_name_with_breaks_stays_one_line_of_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    main([*CONVERSATION, "one\ttwo\n2026-01-01 00:00"])
    capsys.readouterr()

    assert main(["conversations"]) == 0
    (row,) = capsys.readouterr().out.splitlines()
    assert row.startswith("one two 2026-01-01 00:00\t")


def test_what_is_kept_is_its_owners_alone(home: Path) -> None:
    main([*CONVERSATION, "talk"])

    assert home.stat().st_mode & 0o077 == 0
    assert (home / "archivist.sqlite").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_a_file_without_questions_leaves_the_answers_alone(
    text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    asked.write_text(text, encoding="utf-8")
    out.write_text("yesterday's", encoding="utf-8")

    assert main(["batch", str(asked), "--out", str(out)]) == 2
    assert "holds no question" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "yesterday's"


def test_questions_are_not_overwritten_under_another_name(tmp_path: Path) -> None:
    asked, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    asked.write_text('{"question": "Dune"}\n', encoding="utf-8")
    out.hardlink_to(asked)

    assert main(["batch", str(asked), "--out", str(out)]) == 2
    assert asked.read_text(encoding="utf-8") == '{"question": "Dune"}\n'


def test_books_for_other_programs_are_told_from_memory(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "books.jsonld"
    file.write_text('{"@context": "https://schema.org", "@graph": []}', encoding="utf-8")

    assert main(["import", str(file)]) == 1
    assert "--format nquads" in capsys.readouterr().err
