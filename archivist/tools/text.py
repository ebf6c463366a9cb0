"""Text that leaves the boundary: well-formed, visible, bounded, and without what is nobody else's business.

Results are outside text: a title may hold control characters, reordering marks or instructions in invisible letters.
What the model sees is cleaned here; what the host keeps (`ToolResult.value`) is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

ERROR_LIMIT = 2_000
"""Characters of a public error text; enough for a service's own sentence, too little for a page of HTML."""

_SURROGATE = re.compile("[\ud800-\udfff]")
# C0 and DEL without tab, line feed and carriage return: shown as their control pictures.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
# C1, bidi marks, embeddings, overrides and isolates, zero-width space and joiners, word joiner and invisible operators,
# soft hyphen, byte order mark, interlinear annotation, tag letters. U+200C and U+200D join letters in Persian, Indic
# scripts and emoji, so they stay between two characters outside ASCII and nowhere else.
_INVISIBLE = re.compile(
    "[\x80-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
    "|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])"
)
_PATH = re.compile(r"(?<![\w:/.])(?:[A-Za-z]:[\\/]|/|~/|\\\\)(?:[^\s\\/:'\"<>|*?]+[\\/])+([^\s\\/:'\"<>|*?,;)\]]*)")
_TRACEBACK = re.compile(r"Traceback \(most recent call last\):.*|(?:^|\n)At:\n.*", re.DOTALL)
_SECRET = re.compile(
    r"(?i)(\b(?:api[_-]?key|access[_-]?token|token|key|secret|password|passwd|signature|sig)\b[\"']?\s*[=:]\s*[\"']?)"
    r"[^\s&\"',;]+"
    r"|(\b(?:bearer|basic)\s+)[\w.~+/=-]{6,}"
    r"|\b(?:sk-[\w-]{8,}|AIza[\w-]{20,}|gh[pousr]_\w{16,}|xox[abprs]-[\w-]{8,})"
)
_USERINFO = re.compile(r"(?<=://)[^/\s@]+@")
_FOLD = re.compile(r"[^a-z0-9]+")
REDACTED = "[redacted]"
_READ = 8


def well_formed(text: str | bytes) -> str:
    """The text as valid Unicode: every ill-formed part becomes one U+FFFD, and well-formed text is returned as it is.

    Bytes are read as UTF-8 with one replacement a maximal ill-formed subpart (Unicode chapter 3, and WHATWG Encoding).
    """
    if isinstance(text, bytes):
        return text.decode("utf-8", "replace")
    if text.isascii():
        return text
    return _SURROGATE.sub("\ufffd", text)


def visible(text: str) -> str:
    """The text as a reader sees it: controls become pictures (U+2400), invisible and reordering marks are removed."""
    if text.isascii() and text.isprintable():
        return text
    text = _CONTROL.sub(lambda found: _picture(found[0]), text)
    return text if text.isascii() else _INVISIBLE.sub("", text)


def _picture(control: str) -> str:
    return "\u2421" if control == "\x7f" else chr(0x2400 + ord(control))


def clip(text: str, limit: int) -> str:
    """At most `limit` characters, the last an ellipsis when something was cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def clip_utf8(text: str, limit: int) -> str:
    """The longest prefix of at most `limit` UTF-8 bytes; no code point is split."""
    if len(text) * 4 <= limit:
        return text
    return text.encode("utf-8")[:limit].decode("utf-8", "ignore")


def redact(text: str, secrets: Collection[str] = ()) -> str:
    """The text without the host's secrets, neither as they are nor as JSON, Python or an address would write them."""
    for secret in secrets:
        if secret:
            text = _written(secret).sub(REDACTED, text)
    return text


def holds(text: str, secrets: Collection[str]) -> bool:
    """Whether one of the secrets stands in the text."""
    return any(_written(secret).search(text) for secret in secrets if secret)


@lru_cache(maxsize=64)
def _written(secret: str) -> re.Pattern[str]:
    """The secret however often it was quoted: backslashes before a sign, its code point, its bytes in an address."""
    return re.compile("".join(one if one.isalnum() and one.isascii() else _sign(one) for one in secret))


def _sign(sign: str) -> str:
    code, in_address = f"{ord(sign):04x}", "".join(f"%{byte:02x}" for byte in sign.encode("utf-8", "replace"))
    return rf"\\*(?:{re.escape(sign)}|(?i:u{code}|{in_address.replace('%', '%(?:25)*')}))"


def folded(name: str) -> str:
    """A tool's name without case, spaces and punctuation; a name with letters from elsewhere stays what it is."""
    return _FOLD.sub("", name.lower()) if name.isascii() else name


def public(text: str, secrets: Collection[str] = (), limit: int = ERROR_LIMIT) -> str:
    """An error text that may leave the house: no traceback, folder, key or invisible letter, at most `limit` long.

    Of a path only the last name stays (`/home/ada/books/list.csv` becomes `list.csv`); of a secret nothing.
    """
    # Cut before the patterns run: a service may answer with megabytes, and none of it past here can be shown.
    # What cannot be seen goes first, or it would hide a secret from the search for it.
    text = _TRACEBACK.sub("", redact(visible(well_formed(text)), secrets)[: _READ * limit])
    text = _SECRET.sub(lambda found: (found[1] or found[2] or "") + REDACTED, text)
    text = _PATH.sub(lambda found: found[1] or "…", _USERINFO.sub(REDACTED + "@", text))
    return clip(text.strip(), limit)


def public_error(error: BaseException, secrets: Collection[str] = ()) -> str:
    """What may be said of an unexpected exception: its message, or its type where it has none."""
    try:
        said = str(error)
    except Exception:  # noqa: BLE001 - an exception may be anybody's class, and its words any code of theirs
        said = ""
    return public(said, secrets) or type(error).__name__
