"""Python held up, for what must come before it."""

from __future__ import annotations

from playwright.sync_api import Page, Route


class Held:
    """Holds Python up until it is let go, so that a question certainly comes before it."""

    def __init__(self, page: Page) -> None:
        self._routes: list[Route] = []
        self._free = False
        page.route("**/engine.py", self._take)

    def _take(self, route: Route) -> None:
        if self._free:
            route.continue_()
        else:
            self._routes.append(route)

    def go(self) -> None:
        self._free = True
        for route in self._routes:
            route.continue_()
