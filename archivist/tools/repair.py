"""Known slips of models in JSON, mended one after the other until a strict parse succeeds.

Each mend was seen in a public report: a Markdown fence, leaked control tokens, a literal backslash-n between tokens, a
brace too many on each side, keys without quotes, a comma before a closing bracket, Python's constants. Anything
that changes the meaning of a value (single quotes, missing ends, comments) is left to the model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from archivist.tools.strict import STRING, ArgumentsInvalid

_FENCE = "```"
_WORD = re.compile(r"[\w-]*")
_LEAKED = re.compile(r'<\|["\w ]*\|?>|</?(?:tool_call|function_call|s)>')
_ESCAPED_SPACE = re.compile(STRING + r"|\\[nrt]", re.DOTALL)
_BARE_KEY = re.compile(STRING + r"|(?<=[{,])(\s*)([A-Za-z_]\w*)(\s*:)", re.DOTALL)
_LOOSE_COMMA = re.compile(STRING + r"|,(\s*[}\]])", re.DOTALL)
_CONSTANT = re.compile(STRING + r"|\b(?:True|False|None)\b", re.DOTALL)
_JSON_OF = {"True": "true", "False": "false", "None": "null"}
_CANDIDATES = 8

Parse = Callable[[str], dict[str, JsonValue]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """The object and what had to be done to read it."""

    value: dict[str, JsonValue]
    repairs: tuple[str, ...]


def mend(text: str, parse: Parse) -> Mended | None:
    """The object that `text` was meant to be, by as few mends as suffice; None when they do not."""
    done: list[str] = []
    for what, change in _MENDS:
        changed = change(text)
        if changed == text:
            continue
        text = changed
        done.append(what)
        try:
            return Mended(value=parse(text), repairs=tuple(done))
        except ArgumentsInvalid:
            continue
    return None


def objects_in(text: str) -> Iterator[str]:
    """What may be JSON objects in free text: the outermost braces, then each balanced object, at most eight."""
    first, last = text.find("{"), text.rfind("}")
    if not 0 <= first < last:
        return
    yield text[first : last + 1]
    at, given = first, 0
    while at >= 0 and given < _CANDIDATES:
        end = _balanced(text, at)
        if end is None:
            return
        yield text[at:end]
        at, given = text.find("{", end), given + 1


def _balanced(text: str, start: int) -> int | None:
    depth = 0
    for found in re.compile(STRING + r"|[{}]", re.DOTALL).finditer(text, start):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return None


def _unfence(text: str) -> str:
    bare = text.strip()
    if not (len(bare) > 2 * len(_FENCE) and bare.startswith(_FENCE) and bare.endswith(_FENCE)):
        return text
    inside = bare[len(_FENCE) : -len(_FENCE)]
    first, _, rest = inside.partition("\n")
    return rest if rest and _WORD.fullmatch(first.strip()) else inside


def _outside_strings(pattern: re.Pattern[str], text: str, instead: Callable[[re.Match[str]], str]) -> str:
    return pattern.sub(lambda found: found[0] if found[0].startswith('"') else instead(found), text)


def _single_braces(text: str) -> str:
    bare = text.strip()
    while bare.startswith("{{") and bare.endswith("}}"):
        bare = bare[1:-1].strip()
    return bare


_MENDS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("took the code fence off", _unfence),
    ("took leaked control tokens out", lambda text: _LEAKED.sub("", text)),
    ("read \\n between tokens as a space", lambda text: _outside_strings(_ESCAPED_SPACE, text, lambda _: " ")),
    ("took surplus braces off", _single_braces),
    ("put keys in quotes", lambda text: _outside_strings(_BARE_KEY, text, lambda at: f'{at[1]}"{at[2]}"{at[3]}')),
    ("took a loose comma out", lambda text: _outside_strings(_LOOSE_COMMA, text, lambda at: at[1])),
    ("read Python's constants as JSON's", lambda text: _outside_strings(_CONSTANT, text, lambda at: _JSON_OF[at[0]])),
)
