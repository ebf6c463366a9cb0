from __future__ import annotations

import pytest

from tests.models.wire import FAMILIES, Family, Server


@pytest.fixture(params=FAMILIES)
def family(request: pytest.FixtureRequest) -> Family:
    chosen: Family = request.param
    return chosen


@pytest.fixture
def server(family: Family) -> Server:
    return Server(family)
