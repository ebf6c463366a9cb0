"""Names inside Mermaid source: labels that Mermaid shows as they are, and ids that it takes.

Mermaid reads labels as HTML and as Markdown by turns, and how far depends on its settings. ``&lt; &gt; &amp;`` are read
the same by all of them, and an invisible word joiner takes the meaning from everything else. Only for the double quote
there is no such way: ``#quot;`` is Mermaid's own and needs HTML labels, which are its default. Seen with Mermaid 11.17.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final, Literal, assert_never

__all__ = ["IdStyle", "Ids", "edge_label", "label", "safe_id", "sanitized"]

IdStyle = Literal["iri", "safe", "raw"]

_JOINER: Final = "\u2060"
_ENTITIES: Final = (
    (re.compile(r"&(?=#?\w+;)"), "&amp;"),
    (re.compile(r"<"), "&lt;"),
    (re.compile(r">"), "&gt;"),
    (re.compile(r"#(?=\w+;)"), f"#{_JOINER}"),
    (re.compile(r"ﬂ(?=°)"), f"ﬂ{_JOINER}"),  # how Mermaid marks entities inside
    (re.compile(r"¶(?=ß)"), f"¶{_JOINER}"),
    (re.compile(r"\\(?=n)"), rf"\\{_JOINER}"),  # a line break otherwise
    (re.compile(r"\$(?=\$)"), f"${_JOINER}"),  # mathematics
    (re.compile(r"%(?=%)"), f"%{_JOINER}"),  # comments and directives
    (re.compile(r"(?<=\bfa)([bklrs]?)(?=:fa-)"), rf"\1{_JOINER}"),  # icons
    (re.compile(r"^(?=\s*`)"), _JOINER),  # Markdown
    (re.compile(r'"'), "#quot;"),
    (re.compile(r"\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]"), "<br/>"),
)
_PLAIN_EDGE: Final = re.compile(r"[A-Za-z0-9][\w :.+/-]*")
RESERVED: Final = (
    "class", "classdef", "click", "default", "end", "flowchart", "graph", "linkstyle", "style", "subgraph",
)  # fmt: skip
# What Mermaid's grammar does not take in an id, beside the colon that the style replaces anyway.
_NO_ID: Final = re.compile(r"[^\w/.#&!?+*$-]|[\U00010000-\U0010ffff]|-(?=[-.])|-$")


def label(text: str) -> str:
    """Text for between double quotes, in a shape."""
    for pattern, replacement in _ENTITIES:
        text = pattern.sub(replacement, text)
    return text if text.strip() else _JOINER


def edge_label(text: str) -> str:
    """Text for between the bars of an arrow: bare where that is safe, else in quotes."""
    shown = label(text)
    return text if shown == text and _PLAIN_EDGE.fullmatch(text) and "--" not in text else f'"{shown}"'


def sanitized(raw: str) -> str:
    """An id made of an IRI that stays readable: colons become underscores, slashes stay."""
    name = _NO_ID.sub("_", raw.replace(":", "_"))
    if name[:1].isdigit():
        name = f"node_{name}"
    folded = name.casefold()
    if folded in RESERVED:
        return f"{name}_node"
    if any(folded.startswith((f"{word}-", f"{word}_")) for word in RESERVED):
        return f"node_{name}"
    return name


def safe_id(raw: str) -> str:
    """An id of ASCII letters, digits and underscores from which the name can be told; no two names share one."""
    return "n_" + "".join(one if one.isascii() and one.isalnum() else f"_{ord(one):x}_" for one in raw)


class Ids:
    """Ids of one picture, no two the same: later ones get ``_2``, ``_3`` and so on."""

    def __init__(self, style: IdStyle) -> None:
        self._make = _maker(style)
        self._taken: set[str] = set()
        self._known: dict[str, str] = {}

    def reserve(self, names: Iterable[str]) -> dict[str, str]:
        """Ids for names in order; the same name in one call is the same thing."""
        made = {name: self.fresh(self._make(name)) for name in dict.fromkeys(names)}
        self._known.update(made)
        return made

    def of(self, name: str) -> str:
        """The id of a name, also of one that nothing was reserved for."""
        return self._known.get(name) or self._make(name)

    def fresh(self, wanted: str) -> str:
        """The wanted id, or the first numbered one that is free."""
        free, count = wanted, 1
        while free in self._taken:
            count += 1
            free = f"{wanted}_{count}"
        self._taken.add(free)
        return free

    def entry(self, name: str) -> str:
        """The id of an entrypoint's mark."""
        return self.fresh(f"entry_{self._make(name)}")


def _maker(style: IdStyle) -> Callable[[str], str]:
    match style:
        case "iri":
            return sanitized
        case "safe":
            return safe_id
        case "raw":
            return str
        case _:
            assert_never(style)
