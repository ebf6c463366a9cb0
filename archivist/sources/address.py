"""Where requests may go, and how their addresses are written.

Addresses are https on a closed list of hosts. A gateway turns `https://HOST/PATH` into `GATEWAY/HOST/PATH`; the list is
checked before that. What is shown or kept of an address never holds a key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

HOSTS = re.compile(r"openlibrary\.org|www\.googleapis\.com|[a-z]{2,3}(?:-[a-z]{2,12})?\.wikipedia\.org")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
SECRETS = frozenset({"key"})


def address(base: str, params: Mapping[str, str]) -> str:
    """`base` with `params` as its query, in the order given; empty values are left out.

    Raises:
        ValueError: the address is not https or its host is not one of the book services.
    """
    query = urlencode({name: value for name, value in params.items() if value})
    url = f"{base}?{query}" if query else base
    check(url)
    return url


def check(url: str) -> None:
    """Raises ValueError unless `url` is https on a listed host."""
    parts = urlsplit(url)
    if parts.scheme != "https" or not HOSTS.fullmatch(parts.netloc):
        message = f"{parts.netloc!r} is not a book service: only https to {HOSTS.pattern!r} is allowed"
        raise ValueError(message)


def host_of(url: str) -> str:
    """The host of an address that was checked."""
    return urlsplit(url).netloc


def public(url: str) -> str:
    """The address without the values of keys: fit for messages, logs and the cache."""
    parts = urlsplit(url)
    kept = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if name not in SECRETS]
    return urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode(kept), ""))


def gateway_of(text: str | None) -> str | None:
    """The gateway's address without a slash at its end; None for None or an empty text.

    Raises:
        ValueError: it is neither https nor http on this machine, or holds a user, a query or a fragment.
    """
    if not text or not text.strip():
        return None
    parts = urlsplit(text.strip())
    local = parts.scheme == "http" and parts.hostname in LOOPBACK
    plain = not (parts.query or parts.fragment or parts.username or parts.password)
    if not parts.hostname or not plain or not (local or parts.scheme == "https"):
        message = (
            "a gateway is https://HOST[/PATH], or http://localhost:PORT[/PATH] on this machine, and nothing after it"
        )
        raise ValueError(message)
    return text.strip().rstrip("/")


def through(gateway: str | None, url: str) -> str:
    """The address that is really asked: `url` itself, or the gateway's address for it."""
    return url if gateway is None else f"{gateway}/{url.removeprefix('https://')}"
