"""How a shared memory is asked from a worker: rdflib waits for its answers, so these requests wait too.

A worker may do that; only its own questions stand still meanwhile. The frame's policy decides which hosts there are.
"""

from __future__ import annotations

from collections.abc import Mapping

from pyodide.ffi import JsException

from archivist.memory import Reply

SECONDS = 10.0
"""As in a terminal: recall is on the way of an answer."""


def posted(url: str, body: bytes, headers: Mapping[str, str]) -> Reply:
    """Sends a body and waits for the answer.

    Raises:
        OSError: nothing came back that the browser lets anybody read; it does not say why.
    """
    from js import XMLHttpRequest  # noqa: PLC0415 - the build imports this under Node, which has none

    request = XMLHttpRequest.new()
    request.open("POST", url, False)  # noqa: FBT003  the browser's own interface: not asynchronous
    request.responseType = "arraybuffer"
    request.timeout = SECONDS * 1000
    for name, value in headers.items():
        request.setRequestHeader(name, value)
    try:
        request.send(body.decode())
    except JsException as error:
        message = "the browser got no answer that it may read"
        raise OSError(message) from error
    return Reply(request.status, request.response.to_bytes())
