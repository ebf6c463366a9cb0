"""A world with a few books in it."""

from __future__ import annotations

import pytest

from tests.librarian.world import World


@pytest.fixture
def world() -> World:
    return World()
