"""Tool calls as real models send them, read into `ToolCall`s.

Strict first: what is right stays as it is. Only where strict parsing fails are the known slips mended, one after the
other, and each is named in `Decoded.repairs`. Arguments that stay unreadable are kept as they came, so that the
dispatcher answers that very call with the place of the fault; they never turn into `{}`. Of an answer that was cut off
(`cut`), nothing is mended: what a call lacks was to come, and half a call must not run as another one.

Shapes: `{"tool_calls": [...]}`, a list of calls, one call, an assistant message; a call nested under `function`, flat,
or as a `tool_use` block; free text around a JSON object; streamed pieces (`Stream`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from archivist.tools.call import ToolCall
from archivist.tools.repair import mend, objects_in
from archivist.tools.strict import ArgumentsInvalid, Limits, parse
from archivist.tools.text import folded, well_formed

_ARGUMENTS = ("arguments", "args", "parameters", "input")
_NAMES = ("name", "tool", "tool_name")
_MOST_GLUED = 32
_WRAPPERS = ("functions.", "function.", "tools.", "tool.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """The calls, what was mended in them, and what could not be read as a call at all."""

    calls: tuple[ToolCall, ...] = ()
    repairs: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


@dataclass(slots=True)
class _Notes:
    cut: bool
    repairs: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)


def decode(
    raw: JsonValue,
    *,
    prefix: str = "call",
    names: Sequence[str] = (),
    limits: Limits | None = None,
    cut: bool = False,
) -> Decoded:
    """Every call that `raw` holds, in order; a call without an id gets `<prefix>-<place>`.

    `names` are the known tools: a name that differs from just one of them by case, spaces or punctuation is read as it.

    An entry without a name is dropped, unless it has an id: then it is kept, because its id must be answered.

    `cut` says that the answer ended before its end: texts of arguments stay as they came, an empty one too, and an
    object in the last call is not taken for whole.
    """
    notes, bounds = _Notes(cut=cut), limits or Limits()
    entries = _entries(raw, bounds, notes)
    if cut and entries:
        entries = [*entries[:-1], _open(entries[-1])]
    found = [call for at, entry in enumerate(entries) for call in _calls(entry, f"{prefix}-{at}", bounds, notes)]
    found = [_known(call, names, notes) for call in found]
    return Decoded(calls=tuple(found), repairs=tuple(notes.repairs), dropped=tuple(notes.dropped))


def _open(entry: JsonValue) -> JsonValue:
    """The entry with its object of arguments as the text that it was while more was to come."""
    if not isinstance(entry, dict):
        return entry
    inner = entry.get("function")
    if isinstance(inner, dict):
        return entry | {"function": _open(inner)}
    objects = {key: value for key, value in entry.items() if key in _ARGUMENTS and isinstance(value, dict)}
    return entry | {key: json.dumps(value, ensure_ascii=False)[:-1] for key, value in objects.items()}


def _known(call: ToolCall, names: Sequence[str], notes: _Notes) -> ToolCall:
    if not names or call.name in names:
        return call
    meant = [name for name in names if folded(name) == folded(call.name)]
    if len(meant) != 1:
        return call
    notes.repairs.append(f"{call.id}: read the name {call.name!r} as {meant[0]!r}")
    return replace(call, name=meant[0])


def _entries(raw: JsonValue, limits: Limits, notes: _Notes) -> list[JsonValue]:
    if isinstance(raw, str):
        return _entries_in_text(raw, limits, notes)
    if isinstance(raw, list):
        return raw
    if not isinstance(raw, dict):
        return []
    for key in ("tool_calls", "content"):
        inner = raw.get(key)
        if isinstance(inner, list):
            return [part for part in inner if key == "tool_calls" or _is_tool_use(part)]
    return [raw] if _named(raw) else []


def _is_tool_use(part: JsonValue) -> bool:
    return isinstance(part, dict) and part.get("type") == "tool_use"


def _entries_in_text(text: str, limits: Limits, notes: _Notes) -> list[JsonValue]:
    for candidate in objects_in(text):
        value = _object(candidate, limits, notes, "the answer")
        if value is not None:
            entries = _entries(value, limits, notes)
            if entries:
                return entries
    return []


def _object(text: str, limits: Limits, notes: _Notes, where: str) -> dict[str, JsonValue] | None:
    """The object in `text`, mended if need be; None when it stays unreadable."""
    try:
        return parse(text, limits)
    except ArgumentsInvalid:
        if len(text) > limits.characters:
            return None
        mended = mend(text, lambda tried: parse(tried, limits))
    if mended is None:
        return None
    notes.repairs.extend(f"{where}: {what}" for what in mended.repairs)
    return mended.value


def _calls(entry: JsonValue, fallback: str, limits: Limits, notes: _Notes) -> list[ToolCall]:
    if not isinstance(entry, dict):
        notes.dropped.append(f"{fallback}: not an object")
        return []
    inner = entry.get("function")
    body = inner if isinstance(inner, dict) else entry
    name, call_id = well_formed(_named(body)), well_formed(str(entry.get("id") or ""))
    if not name and not call_id:
        notes.dropped.append(f"{fallback}: no name")
        return []
    call = ToolCall(id=call_id or fallback, name=name, arguments="{}")
    return _with_arguments(call, body, limits, notes)


def _named(body: Mapping[str, JsonValue]) -> str:
    name = next((body[key] for key in _NAMES if isinstance(body.get(key), str)), "")
    if not isinstance(name, str):
        return ""
    return next((name.removeprefix(wrapper) for wrapper in _WRAPPERS if name.startswith(wrapper)), name)


def _with_arguments(call: ToolCall, body: Mapping[str, JsonValue], limits: Limits, notes: _Notes) -> list[ToolCall]:
    raw = next((body[key] for key in _ARGUMENTS if key in body), None)
    if notes.cut and (raw is None or isinstance(raw, str)):
        return [replace(call, arguments=raw or "")]
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return [call]  # a tool without parameters: several servers send "" or nothing for {}
    if not isinstance(raw, str):
        return [replace(call, arguments=json.dumps(raw, ensure_ascii=False))]
    return _from_text(call, raw, limits, notes)


def _from_text(call: ToolCall, raw: str, limits: Limits, notes: _Notes) -> list[ToolCall]:
    try:
        parse(raw, limits)
    except ArgumentsInvalid:
        glued = _glued(call, raw, limits, notes)
        return glued or [_mended(call, raw, limits, notes)]
    return [replace(call, arguments=raw)]


def _glued(call: ToolCall, raw: str, limits: Limits, notes: _Notes) -> list[ToolCall]:
    """Several complete objects in one text are calls that a server glued together; each gets an id of its own."""
    decoder, at, parts = json.JSONDecoder(), 0, list[str]()
    while at < len(raw) and len(parts) < _MOST_GLUED:
        try:
            _, end = decoder.raw_decode(raw, at)
            parse(raw[at:end], limits)
        except (ValueError, RecursionError, ArgumentsInvalid):
            return []
        parts.append(raw[at:end])
        at = _skip_space(raw, end)
    if at < len(raw) or len(parts) < 2:  # noqa: PLR2004 - one object is not glued
        return []
    notes.repairs.append(f"{call.id}: {len(parts)} calls were glued into one")
    ids = [call.id, *(f"{call.id}-{place}" for place in range(1, len(parts)))]
    return [replace(call, id=one, arguments=part) for one, part in zip(ids, parts, strict=True)]


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _mended(call: ToolCall, raw: str, limits: Limits, notes: _Notes) -> ToolCall:
    value = _object(raw, limits, notes, call.id)
    return replace(call, arguments=raw if value is None else json.dumps(value, ensure_ascii=False))


@dataclass(slots=True)
class _Part:
    """A call as far as it has come; more text than any call may have is counted and not kept."""

    call_id: str = ""
    name: str = ""
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    first: str = ""
    last: str = ""

    def add(self, text: str, most: int) -> None:
        if self.length <= most:
            self.pieces.append(text[: most + 1 - self.length])
        self.length += len(text)
        bare = text.strip()
        self.first, self.last = self.first or bare[:1], bare[-1:] or self.last

    @property
    def complete(self) -> bool:
        """Whether the text so far begins and ends like an object."""
        return (self.first, self.last) == ("{", "}")

    def to_json(self) -> JsonValue:
        return {"id": self.call_id, "name": self.name, "arguments": "".join(self.pieces)}


class Stream:
    """Calls that arrive in pieces.

    A piece continues the call of its index, unless it brings another id, or a name when that call's arguments are
    complete. A piece without an index continues the last call by the same rule.
    """

    def __init__(self, prefix: str = "call", limits: Limits | None = None) -> None:
        self._prefix = prefix
        self._limits = limits or Limits()
        self._parts: list[_Part] = []
        self._by_index: dict[int, _Part] = {}

    def add(self, pieces: Iterable[JsonValue]) -> None:
        """The `tool_calls` of one streamed delta."""
        for piece in pieces:
            if isinstance(piece, dict):
                self._add(piece)

    def _add(self, piece: Mapping[str, JsonValue]) -> None:
        inner = piece.get("function")
        body = inner if isinstance(inner, dict) else piece
        index, call_id, name = piece.get("index"), str(piece.get("id") or ""), _named(body)
        part = self._part(index if isinstance(index, int) else None, call_id, name)
        part.call_id, part.name = part.call_id or call_id, part.name or name
        part.add(_piece_of_arguments(body), self._limits.characters)

    def _part(self, index: int | None, call_id: str, name: str) -> _Part:
        last = self._by_index.get(index) if index is not None else self._parts[-1] if self._parts else None
        if last is not None and not _begins(last, call_id, name):
            return last
        made = _Part()
        self._parts.append(made)
        if index is not None:
            self._by_index[index] = made
        return made

    def decoded(self, *, cut: bool = False) -> Decoded:
        """The calls so far; ask when the stream has ended, and say whether it was `cut` off."""
        return decode([part.to_json() for part in self._parts], prefix=self._prefix, limits=self._limits, cut=cut)


def _piece_of_arguments(body: Mapping[str, JsonValue]) -> str:
    raw = next((body[key] for key in _ARGUMENTS if body.get(key) is not None), "")
    return raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False)


def _begins(last: _Part, call_id: str, name: str) -> bool:
    if call_id and last.call_id:
        return call_id != last.call_id
    return bool(name) and last.complete
