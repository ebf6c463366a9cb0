"""Questions filled in like a form: "title: Dune, author: Frank Herbert", "subject: whales"."""

from __future__ import annotations

import re
from collections.abc import Mapping

_LABELS = {
    "title": "title titel titre título titulo titolo name book buch livre libro",
    "author": "author authors autor auteur autora autore writer by",
    "subject": "subject subjects topic topics thema sujet tema genre keyword keywords",
    "language": "language lang sprache langue idioma lingua",
}
_NAMES = {label: name for name, labels in _LABELS.items() for label in labels.split()}
_LABEL = re.compile(
    rf"(?:^|[\s,;/|]+)(?P<label>{'|'.join(sorted(_NAMES, key=len, reverse=True))})\s*[:=]\s*", re.IGNORECASE
)


def labelled(text: str) -> Mapping[str, str]:
    """The values under the names `title`, `author`, `subject` and `language`; empty when the text is no form.

    A form begins with a label, so that a title with a colon in it ("Genre: A Study") is only one when it does.
    """
    found = list(_LABEL.finditer(text))
    if not found or text[: found[0].start()].strip():
        return {}
    ends = [match.start() for match in found[1:]] + [len(text)]
    return {
        _NAMES[match["label"].casefold()]: text[match.end() : end].strip(" ,;|/")
        for match, end in zip(found, ends, strict=True)
    }
