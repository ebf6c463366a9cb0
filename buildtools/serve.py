"""A local server for dist/: right media types, caching by validation, one clear sentence when the port is taken."""

from __future__ import annotations

import http.server
import webbrowser
from functools import partial
from pathlib import Path

from buildtools.say import MissingError, say

FIRST_PORT = 8000
TRIES = 20


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves one folder under one prefix, as a static host with the site in a sub-folder would."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 - the base class declares it so
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".json": "application/json",
        ".webmanifest": "application/manifest+json",
        ".svg": "image/svg+xml",
        ".zst": "application/zstd",
    }

    def __init__(self, *args: object, prefix: str = "/", **kwargs: object) -> None:
        self._prefix = prefix
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # handed through as the server gives them

    def translate_path(self, path: str) -> str:
        """The file behind a path; what is not under the prefix is nowhere."""
        if not path.startswith(self._prefix):
            return str(Path(self.directory) / "no such file")
        return super().translate_path("/" + path.removeprefix(self._prefix))

    def end_headers(self) -> None:
        """Adds that a copy must be asked about: a rebuilt site shows at once. What is named by its hash need not be."""
        by_content = "?" in getattr(self, "path", "")
        self.send_header("Cache-Control", "max-age=31536000, immutable" if by_content else "no-cache")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Says nothing: a page load is fifty requests."""


class Server(http.server.ThreadingHTTPServer):
    """One thread a connection; a browser that goes away in the middle is no error."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Connections that the browser dropped."""


def create(folder: Path, port: int, prefix: str = "/") -> Server:
    """A server for `folder` on this machine only; port 0 takes any free one.

    Raises:
        OSError: the port is taken.
    """
    return Server(("127.0.0.1", port), partial(Handler, directory=str(folder), prefix=prefix))


def serve(folder: Path, *, port: int | None, show: bool) -> None:
    """Serves until Ctrl+C.

    Raises:
        MissingError: the wanted port, or every port tried, is taken.
    """
    server = _bound(folder, port)
    address = f"http://127.0.0.1:{server.server_port}/"
    say(f"\nThe Archivist is at {address} (Ctrl+C ends it)")
    if show:
        webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        say("Bye.")
    finally:
        server.server_close()


def _bound(folder: Path, port: int | None) -> Server:
    ports = range(FIRST_PORT, FIRST_PORT + TRIES) if port is None else [port]
    for candidate in ports:
        try:
            return create(folder, candidate)
        except OverflowError:
            message = f"Port {candidate} is none: ports go from 1 to 65535."
            raise MissingError(message) from None
        except OSError as error:
            reason = error
    wanted = f"{ports[0]}" if port is not None else f"{ports[0]} to {ports[-1]}"
    sentence = f"Port {wanted} cannot be used ({reason.strerror}): stop what runs there or choose one with --port."
    raise MissingError(sentence)
