"""What the build tells the person in front of it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

LAST_WORDS = 15
LONGEST_LINE = 500  # a stack trace through minified code quotes a megabyte


class MissingError(Exception):
    """Something the build needs is not there.

    `sentence` names it and the way out; `said`, if anything, is what the command that noticed had to say.
    """

    def __init__(self, sentence: str, said: str = "") -> None:
        super().__init__(f"{said}\n\n{sentence}" if said else sentence)


def say(text: str) -> None:
    """One line on standard error, at once."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


@contextmanager
def step(text: str) -> Iterator[None]:
    """A step that takes a while: its name when it starts, its time when it is done."""
    say(f"· {text} …")
    began = time.monotonic()
    yield
    say(f"  {text}: {time.monotonic() - began:.1f} s")


def run(
    command: Sequence[str | Path], *, need: str, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> None:
    """Runs a command quietly; when it fails, its own last words and the sentence `need` are the error.

    Raises:
        MissingError: the command could not be started, or said no.
    """
    words = [str(part) for part in command]
    try:
        done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise MissingError(need, said=f"{words[0]}: {error}") from error
    if done.returncode:
        lines = [line[:LONGEST_LINE] for line in (done.stdout + done.stderr).strip().splitlines()]
        raise MissingError(need, said="\n".join(lines[-LAST_WORDS:]))
