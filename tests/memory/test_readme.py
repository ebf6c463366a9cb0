"""What the room's README shows is what the room does."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path
from types import SimpleNamespace

import pytest

from archivist.books.record import Book, Candidate, Ranked


def test_the_example_of_the_readme_runs(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    book: Callable[..., Book],
    candidate: Callable[..., Candidate],
    ranked: Callable[..., list[Ranked]],
) -> None:
    text = resources.files("archivist.memory").joinpath("README.md").read_text(encoding="utf-8")
    example = text.split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(tmp_path)
    event = SimpleNamespace(
        kind="node-end", path=("rank",), output="ranked", wall=0.0, run_id="run-1", parent_run_id=None, index=None
    )
    names = {"book": book(), "record": candidate(), "ranked": ranked(book()), "event": event}

    exec(compile(example, "README.md", "exec"), names)  # noqa: S102  the example is ours

    names["store"].close()  # type: ignore[attr-defined]  the example opened it
    assert (tmp_path / "archivist.sqlite").exists()
