"""The one host that a model's client may ask, and no other."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit

from archivist.models.errors import Misconfigured

_PORTS = {"http": 80, "https": 443}
# The last stands for models in the page itself, which no network has.
_NEAR = (".localhost", ".local", ".lan", ".internal", ".invalid")
_EXAMPLE = "http://127.0.0.1:11434/v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """Scheme, name and port that are allowed, and the path under which the interface lives (no slash at its end)."""

    scheme: str
    name: str
    port: int
    path: str

    @classmethod
    def of(cls, base_url: str) -> Self:
        """The host of an address that somebody typed.

        Raises:
            Misconfigured: no http(s) address, one with user name, query or fragment, or plain http to a host that is
                not on this machine or in its own network.
        """
        scheme, name, port, path = _parts(base_url)
        if scheme == "http" and not _near(name):
            message = (
                f"{name!r} would be asked without encryption; a model's address outside your network has to be https"
            )
            raise Misconfigured(message)
        return cls(scheme=scheme, name=name, port=port, path=path.rstrip("/"))

    @property
    def origin(self) -> str:
        """Scheme, name and port, as a browser writes an origin."""
        name = f"[{self.name}]" if ":" in self.name else self.name
        port = "" if _PORTS[self.scheme] == self.port else f":{self.port}"
        return f"{self.scheme}://{name}{port}"

    @property
    def near(self) -> bool:
        """Whether it is this machine or in its own network."""
        return _near(self.name)

    def url(self, path: str) -> str:
        """The address of a path below the interface's own, or (with two slashes in front) below the host's root."""
        under = path[1:] if path.startswith("//") else f"{self.path}{path}"
        return self.admit(f"{self.origin}{under}")

    def admit(self, url: str) -> str:
        """The address itself, if it is at this host.

        Raises:
            Misconfigured: it is anywhere else.
        """
        scheme, name, port, _ = _parts(url, query=True)
        if (scheme, name, port) != (self.scheme, self.name, self.port):
            message = f"the model's client may ask {self.origin} and nothing else, not {scheme}://{name}:{port}"
            raise Misconfigured(message)
        return url


def _parts(url: str, *, query: bool = False) -> tuple[str, str, int, str]:
    """Scheme, host, port and path; an address of another kind is not quoted back, as it may hold a key."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    strange = parts.username is not None or parts.fragment or (parts.query and not query)
    if parts.scheme not in _PORTS or not parts.hostname or strange or not url.isprintable() or "\\" in url:
        message = (
            f"a model's address is http(s) with a host and a path, such as {_EXAMPLE!r}, without user name or query"
        )
        raise Misconfigured(message)
    return parts.scheme, parts.hostname, port or _PORTS[parts.scheme], parts.path


def _near(name: str) -> bool:
    """This machine or its own network, where a key cannot be read by strangers on the way."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(_NEAR)
    return address.is_loopback or address.is_private
