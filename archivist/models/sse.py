"""Server-sent events, read from the pieces in which a network brings them.

Lines end with LF, CRLF or CR, wherever the pieces are cut; several `data:` lines are joined with a line feed; one space
after the colon is not part of the value; comment lines are passed over; an event that no blank line ends is given out
by `finish`, because servers close the connection right after the last one. `[DONE]` is data like any other.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerEvent:
    """One event; `event` is empty where the server named none."""

    data: str
    event: str = ""


class SseParser:
    """Turns bytes into events. Not for more than one stream."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._name = ""
        self._data: list[str] = []

    def feed(self, piece: bytes) -> list[ServerEvent]:
        """The events that this piece completes."""
        text = self._rest + self._decoder.decode(piece)
        held = "\r" if text.endswith("\r") else ""  # half of a CRLF, perhaps: the next piece tells
        lines = text.removesuffix(held).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._rest = lines.pop() + held
        return [event for line in lines for event in self._line(line)]

    def finish(self) -> list[ServerEvent]:
        """What is left when the connection has ended."""
        last = self.feed(b"\n\n")
        return [*last, *self._line("")]

    def _line(self, line: str) -> list[ServerEvent]:
        if not line:
            return self._end()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._name = value
        return []

    def _end(self) -> list[ServerEvent]:
        data, name = self._data, self._name
        self._data, self._name = [], ""
        return [ServerEvent(data="\n".join(data), event=name)] if data else []
