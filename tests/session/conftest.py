"""A world whose sessions keep what happens in a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from archivist.session import Home
from archivist.settings import Settings
from tests.librarian.world import World

Open = Callable[..., World]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kept.sqlite"


@pytest.fixture
def open_world(file: Path) -> Open:
    """Opens a new session over the file, as a program that is started again does."""

    def opened(path: Path = file, settings: Settings | None = None) -> World:
        return World(settings=settings, home=Home(path))

    return opened
