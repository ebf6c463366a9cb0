"""The local server: what a static host does, and clear words when it cannot."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from buildtools.say import MissingError
from buildtools.serve import create, serve


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("index.html", "a.mjs", "a.js", "a.wasm", "a.json", "a.zst", "a.svg", "a.css"):
        (tmp_path / name).write_text("content")
    return tmp_path


@pytest.fixture
def connection(folder: Path) -> Iterator[http.client.HTTPConnection]:
    server = create(folder, 0, prefix="/some/folder/")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port)
    yield connection
    connection.close()
    server.shutdown()
    server.server_close()
    thread.join()


def get(connection: http.client.HTTPConnection, path: str, **headers: str) -> http.client.HTTPResponse:
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    response.read()
    return response


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("index.html", "text/html"),
        ("a.mjs", "text/javascript"),
        ("a.js", "text/javascript"),
        ("a.wasm", "application/wasm"),  # or the browser compiles it only after the last byte
        ("a.json", "application/json"),
        ("a.svg", "image/svg+xml"),
        ("a.css", "text/css"),
    ],
)
def test_each_file_has_the_media_type_that_browsers_insist_on(
    connection: http.client.HTTPConnection, name: str, kind: str
) -> None:
    assert get(connection, f"/some/folder/{name}").headers["Content-Type"].split(";")[0] == kind


def test_an_unchanged_file_is_not_sent_again(connection: http.client.HTTPConnection) -> None:
    first = get(connection, "/some/folder/a.js")
    again = get(connection, "/some/folder/a.js", **{"If-Modified-Since": first.headers["Last-Modified"]})

    assert (first.status, again.status) == (200, 304)
    assert first.headers["Cache-Control"] == "no-cache"


def test_a_file_that_is_named_by_its_content_need_not_be_asked_about_again(
    connection: http.client.HTTPConnection,
) -> None:
    reply = get(connection, "/some/folder/a.zst?0123456789abcdef")

    assert reply.status == 200
    assert "immutable" in reply.headers["Cache-Control"]


@pytest.mark.parametrize("path", ["/", "/index.html", "/some/index.html", "/some/folder/../../etc/passwd"])
def test_nothing_is_served_beside_the_prefix(connection: http.client.HTTPConnection, path: str) -> None:
    assert get(connection, path).status == 404


def test_a_taken_port_is_named_in_one_sentence(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        with pytest.raises(MissingError, match=f"^Port {port} cannot be used .*--port"):
            serve(folder, port=port, show=False)


def test_a_port_that_cannot_be_is_named_in_one_sentence(folder: Path) -> None:
    with pytest.raises(MissingError, match="99999"):
        serve(folder, port=99999, show=False)
