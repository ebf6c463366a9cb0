"""What a person reads when the build cannot go on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from buildtools import browser
from buildtools.say import MissingError, run

ROOT = Path(__file__).resolve().parents[2]


def test_a_command_that_says_no_is_quoted_before_the_sentence() -> None:
    code = "import sys; print('the reason'); sys.exit(3)"

    with pytest.raises(MissingError) as caught:
        run([sys.executable, "-c", code], need="Nothing could be made.")

    assert str(caught.value) == "the reason\n\nNothing could be made."


def test_a_command_that_is_not_there_is_named() -> None:
    with pytest.raises(MissingError, match=r"(?s)no-such-command.*Install it\.$"):
        run(["no-such-command"], need="Install it.")


def test_a_browser_that_is_named_and_is_none_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCHIVIST_BROWSER", "/no/such/browser")

    with pytest.raises(MissingError, match="ARCHIVIST_BROWSER names '/no/such/browser'"):
        browser.find()


def test_the_named_browser_comes_before_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCHIVIST_BROWSER", sys.executable)

    assert browser.find() == Path(sys.executable)


@pytest.mark.parametrize("arguments", [[], ["no-such-command"], ["build", "extra"]])
def test_wrong_usage_is_answered_with_the_usage_and_status_two(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "build.py", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert "usage: build.py" in done.stderr
