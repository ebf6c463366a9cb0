"""Arguments as a model wrote them, parsed without mercy: one JSON object, nothing twice, nothing endless.

A call whose arguments do not parse is answered with the place and an excerpt, so that the model can mend it; it never
becomes an empty object, and it never ends the run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import NoReturn

from pydantic import JsonValue

from archivist.tools.text import REDACTED, holds, public, visible

_OPENING = re.compile(r"[\[{]")
# A string that never ends matches to the end of the text: it would else be tried again from each quote in it.
STRING = r'"(?:[^"\\]|\\.)*+\\?(?:"|\Z)'
_STRUCTURE = re.compile(STRING + r"|[\[{]|[\]}]", re.DOTALL)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_EXCERPT = 24
_QUOTED = 12
"""Characters that one of a secret may be written with: twice quoted, or its bytes in an address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How large arguments may be. No tool of a book search needs a hundredth of either."""

    characters: int = 100_000
    depth: int = 32


class ArgumentsInvalid(Exception):
    """The text is not one JSON object; `position` is the character where that shows."""

    def __init__(self, reason: str, *, position: int = 0, text: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.position = position
        self._text = text

    def excerpt(self, secrets: Collection[str] = ()) -> str:
        """What stands where the fault shows; nothing of it where a secret is near, which would be cut in two."""
        reach = _EXCERPT + _QUOTED * max(map(len, secrets), default=0)
        if holds(visible(self._text[max(0, self.position - reach) : self.position + reach]), secrets):
            return REDACTED
        return public(self._text[max(0, self.position - _EXCERPT) : self.position + _EXCERPT])


class _Twice(ValueError):
    """One object names a key twice."""


def parse(text: str, limits: Limits) -> dict[str, JsonValue]:
    """The JSON object that `text` holds.

    Raises:
        ArgumentsInvalid: no JSON object, a key twice, NaN or infinity, half a surrogate pair, too deep, too long.
    """
    if len(text) > limits.characters:
        msg = f"{len(text)} characters, more than the {limits.characters} allowed"
        raise ArgumentsInvalid(msg)
    _check_depth(text, limits.depth)
    value = _decode(text)
    if not isinstance(value, dict):
        msg = f"a JSON object is needed, not {_kind(value)}"
        raise ArgumentsInvalid(msg, text=text)
    return value


def check(value: JsonValue, limits: Limits) -> None:
    """The same limits for arguments that arrive as an object already.

    Raises:
        ArgumentsInvalid: not JSON, or outside the limits.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        msg = f"not JSON: {error}"
        raise ArgumentsInvalid(msg) from None
    parse(text, limits)


def copied(value: JsonValue) -> JsonValue:
    """A copy of JSON values; all that `deepcopy` would do for them, in a tenth of its time."""
    if isinstance(value, dict):
        return copied_object(value)
    return [copied(item) for item in value] if isinstance(value, list) else value


def copied_object(value: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """A copy of a JSON object."""
    return {name: copied(item) if isinstance(item, (dict, list)) else item for name, item in value.items()}


def _decode(text: str) -> JsonValue:
    try:
        value: JsonValue = None
        end = -1
        if text.startswith("{"):  # as models write it, without the space around it that `decode` searches for first
            value, end = _DECODER.raw_decode(text)
        if end != len(text):
            value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise ArgumentsInvalid(_said(error, text), position=error.pos, text=text) from None
    except (ValueError, RecursionError) as error:
        raise ArgumentsInvalid(str(error), text=text) from None
    if not text.isascii() or "\\u" in text:
        _check_surrogates(text)
    return value


def _said(error: json.JSONDecodeError, text: str) -> str:
    if not text.strip():
        return "the text is empty; an object is needed, `{}` where there is nothing to say"
    return f"not JSON: {error.msg} at character {error.pos}"


def _check_surrogates(text: str) -> None:
    again = json.dumps(json.loads(text), ensure_ascii=False)
    if _LONE_SURROGATE.search(again):
        msg = "half of a surrogate pair stands alone"
        raise ArgumentsInvalid(msg, text=text)


def _check_depth(text: str, limit: int) -> None:
    if len(text) <= limit or text.count("{") + text.count("[") <= limit:
        return
    depth = 0
    for found in _STRUCTURE.finditer(text):
        mark = found[0]
        if mark in "[{":
            depth += 1
            if depth > limit:
                msg = f"nested deeper than {limit}"
                raise ArgumentsInvalid(msg, position=found.start(), text=text)
        elif mark in "]}":
            depth -= 1


def _kind(value: JsonValue) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case _:
            return "an array"


def _once(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        msg = f"the key {twice!r} stands twice in one object"
        raise _Twice(msg)
    return found


def _no_constant(name: str) -> NoReturn:
    msg = f"{name} is not JSON"
    raise ValueError(msg)


def _finite(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        msg = f"{digits} is not a finite number"
        raise ValueError(msg)
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite)
