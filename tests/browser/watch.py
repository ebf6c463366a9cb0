"""What must never happen while the page is open."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Route

# The services, and where their pictures come from. Whatever else is asked for is a leak.
ALLOWED = re.compile(
    r"openlibrary\.org|covers\.openlibrary\.org|(?:[\w.-]+\.)?archive\.org|www\.googleapis\.com|books\.google\.com"
    r"|books\.googleusercontent\.com|[a-z-]+\.wikipedia\.org|upload\.wikimedia\.org"
)
# Runs in every document before anything of the page; a violation then reaches the console, which is watched.
LISTEN = """
document.addEventListener("securitypolicyviolation", (event) => {
  const where = `${event.sourceFile}:${event.lineNumber}`;
  console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${where}`);
});
"""


class Watch:
    """Collects policy violations, console errors, uncaught errors and requests to strangers."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.tolerated: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        self._own_doing: Callable[[str], bool] = lambda _: False
        self._admitted: set[str] = set()

    def expects(self, pattern: str) -> None:
        """A console error that the test provokes; what matches from here on is not held against it."""
        self._expected.append(re.compile(pattern))

    def admits(self, address: str) -> None:
        """A host that the test's visitor has let in, such as a model's."""
        self._admitted.add(urlsplit(address).netloc)

    def over(self, context: BrowserContext, site: str, *, own_doing: Callable[[str], bool]) -> None:
        """Starts watching every page and frame; what `own_doing` says of an address the browser may complain about."""
        self._own_doing = own_doing
        own = urlsplit(site).netloc

        def stranger(route: Route, request: Request) -> None:
            self._notice(f"request to a stranger: {request.url}")
            route.abort()

        def unknown(url: str) -> bool:
            parts = urlsplit(url)
            known = parts.netloc == own or parts.netloc in self._admitted or ALLOWED.fullmatch(parts.netloc)
            return parts.scheme in {"http", "https"} and not known

        context.route(unknown, stranger)
        context.add_init_script(LISTEN)
        context.on("console", self._console)
        context.on("weberror", lambda error: self._notice(f"uncaught: {error.error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        addresses = [message.location.get("url", ""), *re.findall(r"https://[^'\s]+", message.text)]
        if not any(self._own_doing(address) for address in addresses):
            self._notice(f"console: {message.text} ({addresses[0]})")

    def _notice(self, what: str) -> None:
        expected = any(pattern.search(what) for pattern in self._expected)
        (self.tolerated if expected else self.seen).append(what)
