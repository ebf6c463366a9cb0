"""A language model in the terminal: what is set, asked, used up and left, and where that is said."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from archivist.cli import main
from tests.models.chat_server import KEY, ChatServer, serving
from tests.test_cli import gateway

__all__ = ["gateway"]
WHALES = "books about whales and obsession"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    with serving() as started:
        monkeypatch.setenv("ARCHIVIST_MODEL", "custom:good-4b")
        monkeypatch.setenv("ARCHIVIST_MODEL_URL", started.url)
        yield started


def test_what_a_model_used_up_is_said_beside_the_answer(server: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["ask", WHALES])

    told = capsys.readouterr()
    assert status == 0
    assert told.out.startswith("You might enjoy")
    assert "archivist: custom:good-4b: 5 tasks, 750 tokens" in told.err
    assert len(server.asked) == 5


def test_a_model_that_refuses_is_left_and_that_is_said(server: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.key = KEY

    status = main(["ask", "Dune by Frank Herbert"])

    told = capsys.readouterr()
    assert status == 0
    assert "Dune" in told.out
    assert "refused (401)" in told.err
    assert "the rules go on" in told.err


def test_the_next_model_is_asked_where_the_first_does_not_answer(
    server: ChatServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARCHIVIST_MODEL", "openai, custom:good-4b")
    monkeypatch.delenv("ARCHIVIST_MODEL_URL")
    status = main(["ask", "Dune by Frank Herbert", "--model", "openai,ollama"])

    told = capsys.readouterr()
    assert status == 0
    assert "Dune" in told.out
    assert "OpenAI answers nobody without a key" in told.err
    assert "ollama" in told.err
    assert server.asked == []


def test_a_batch_keeps_to_the_days_budget_and_leaves_nothing_else_behind(
    server: ChatServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARCHIVIST_MODEL_BUDGET", "400")
    asked, given = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    asked.write_text("\n".join(json.dumps({"question": WHALES}) for _ in range(2)))

    status = main(["batch", str(asked), "--out", str(given)])
    main(["memory"])

    told = capsys.readouterr()
    assert status == 0
    assert "today's budget for models is used up" in told.err
    assert WHALES not in told.out
    assert len(server.asked) == 3  # of 150 tokens each


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ARCHIVIST_MODEL", "skynet"),
        ("ARCHIVIST_MODEL", "webllm"),
        ("ARCHIVIST_MODEL", "ollama,skynet"),
        ("ARCHIVIST_MODEL_BUDGET", "much"),
        ("ARCHIVIST_MODEL_BUDGET", "0"),
    ],
)
def test_settings_that_cannot_be_are_wrong_usage(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)

    assert main(["ask", WHALES]) == 2
    assert name in capsys.readouterr().err
