"""Descriptions as plain text: what a source wrapped in HTML or Markdown, without either."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

_BLOCKS: Final = frozenset(
    (
        "p",
        "br",
        "div",
        "li",
        "ul",
        "ol",
        "tr",
        "table",
        "blockquote",
        "hr",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "section",
    ),
)
_HIDDEN: Final = frozenset(("script", "style", "template", "noscript", "iframe", "svg", "object"))
# Tags that descriptions use: what looks like one after decoding was escaped once too often.
_TAG: Final = re.compile(
    r"</?(?:p|br|b|i|u|em|strong|div|span|a|ul|ol|li|h[1-6]|blockquote|hr|sup|sub|font|cite|script|style|img)\b[^<>]*>",
    re.IGNORECASE,
)
_MARKDOWN: Final = (
    (re.compile(r"^\s*\[[^\]\n]+\]:\s*\S+.*$", re.MULTILINE), ""),  # link definitions
    (re.compile(r"\(\[source\]\[[^\]\n]*\]\)", re.IGNORECASE), ""),  # Open Library's "([source][1])"
    (re.compile(r"!\[([^\]\n]*)\]\([^)\n]*\)"), r"\1"),
    (re.compile(r"\[([^\]\n]+)\]\((?:https?:|/|#)[^)\n]*\)"), r"\1"),
    (re.compile(r"\[([^\]\n]+)\]\[[^\]\n]*\]"), r"\1"),
    (re.compile(r"^\s{0,3}(?:[-*_]\s*){3,}$", re.MULTILINE), ""),
    (re.compile(r"^\s{0,3}#{1,6}\s+", re.MULTILINE), ""),
    (re.compile(r"^\s{0,3}>\s?", re.MULTILINE), ""),
    (re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", re.DOTALL), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=\S)\*(?![\w*])"), r"\1"),
    (re.compile(r"(?<!\w)_(?=[^\s_])([^_\n]+?)(?<=\S)_(?!\w)"), r"\1"),
    (re.compile(r"\\([\\`*_{}\[\]()#+\-.!>])"), r"\1"),
)


class _Text(HTMLParser):
    """Collects the text of a document, a line break for each block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 -- the base class's signature
        self._hidden += tag in _HIDDEN
        if tag in _BLOCKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden = max(0, self._hidden - (tag in _HIDDEN))
        if tag in _BLOCKS:
            self.parts.append("\n")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 -- the base class's signature
        if tag in _BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)


def plain(text: str | None) -> str:
    """The text without HTML tags, entities or Markdown marks; paragraphs stay apart by a line break.

    Entities are decoded once, and once more where that brings known tags to light ("&lt;i&gt;"). Scripts and styles
    vanish with their content. The result is text: whoever shows it must still treat it as such.
    """
    if not text:
        return ""
    decoded = _without_tags(text)
    if _TAG.search(decoded):
        decoded = _without_tags(decoded)
    for pattern, kept in _MARKDOWN:
        decoded = pattern.sub(kept, decoded)
    lines = (" ".join(line.split()) for line in decoded.replace("\r", "\n").split("\n"))
    return "\n".join(line for line in lines if line)


def _without_tags(text: str) -> str:
    if "<" not in text and "&" not in text:
        return text
    parser = _Text()
    parser.feed(text)
    parser.close()
    return "".join(parser.parts)
