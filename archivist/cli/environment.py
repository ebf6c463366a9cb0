"""What the environment says: settings, and where things are kept.

ARCHIVIST_HOME               folder of the kept file; `~/.archivist` when not set
ARCHIVIST_GATEWAY            address of a proxy or mirror through which the book services are asked
ARCHIVIST_GOOGLE_BOOKS_KEY   a key of one's own; without one Google Books is not asked
ARCHIVIST_LANGUAGE           language of answers to questions that do not show theirs (ISO 639-1)
ARCHIVIST_MEMORY             query address of a SPARQL 1.1 endpoint as a memory that many share; else the kept file's
ARCHIVIST_MODEL              a chat model as PROVIDER or PROVIDER:NAME, such as `ollama:qwen3`, and after commas others
                             that are asked where it does not answer; without one rules answer
ARCHIVIST_MODEL_URL          its address, where it is not the provider's usual one
ARCHIVIST_MODEL_KEY          the key for it
ARCHIVIST_MODEL_EMBEDDER     a model of the same host that makes vectors; without one words are compared
ARCHIVIST_MODEL_BUDGET       tokens that models may use up in a day; without one there is no limit
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from archivist.cli.status import NotDone, UsageError
from archivist.dag import SystemClock
from archivist.librarian import LANGUAGES
from archivist.memory import EndpointFailed, Memory, Notice, SharedRuns
from archivist.models import PROVIDERS, Misconfigured, ModelConfig, check
from archivist.session import Home
from archivist.settings import Settings
from archivist.sources import Cache, HttpClient, HttpxTransport, Kept, Transport

FILE = "archivist.sqlite"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A way out: settings, a transport, and the one client over it."""

    settings: Settings
    transport: HttpxTransport
    http: HttpClient


def settings(model: str | None = None) -> Settings:
    """The settings of the environment; `model` stands for ARCHIVIST_MODEL.

    Raises:
        UsageError: the model cannot be asked with these settings.
    """
    first, *others = (model or os.environ.get("ARCHIVIST_MODEL") or "").split(",")
    provider, _, name = first.strip().partition(":")
    known = Settings(
        google_books_key=os.environ.get("ARCHIVIST_GOOGLE_BOOKS_KEY") or None,
        gateway=os.environ.get("ARCHIVIST_GATEWAY") or None,
        language=_language(os.environ.get("ARCHIVIST_LANGUAGE") or "en"),
        model_provider=provider or None,
        model_url=os.environ.get("ARCHIVIST_MODEL_URL") or None,
        model_name=name or None,
        model_key=os.environ.get("ARCHIVIST_MODEL_KEY") or None,
        model_others=tuple(other.strip() for other in others),
        model_embedder=os.environ.get("ARCHIVIST_MODEL_EMBEDDER") or None,
        model_budget=_budget(os.environ.get("ARCHIVIST_MODEL_BUDGET") or ""),
    )
    for other in known.model_others:
        _check(ModelConfig.named(other))
    if provider:
        _check(ModelConfig(provider=provider, base_url=known.model_url or "", key=known.model_key))
    return known


def _language(text: str) -> str:
    """Also from a locale's name, as `de_DE.UTF-8`."""
    code = re.split(r"[-_.@]", text.casefold())[0]
    if code not in LANGUAGES:
        message = f"ARCHIVIST_LANGUAGE: answers are given in {', '.join(LANGUAGES)}, not in {text!r}"
        raise UsageError(message)
    return code


def _budget(text: str) -> int | None:
    if not text:
        return None
    if not text.isdecimal() or not int(text):
        message = f"ARCHIVIST_MODEL_BUDGET: a number of tokens a day such as 200000, not {text!r}"
        raise UsageError(message)
    return int(text)


def _check(config: ModelConfig) -> None:
    if config.provider in PROVIDERS and PROVIDERS[config.provider].in_page:
        message = f"ARCHIVIST_MODEL: {config.provider} runs in a browser, and there is none here"
        raise UsageError(message)
    try:
        check(config)
    except Misconfigured as error:
        message = f"ARCHIVIST_MODEL: {error}"
        raise UsageError(message) from error


@asynccontextmanager
async def line(kept: Home | None = None, model: str | None = None) -> AsyncIterator[Line]:
    """The way out, open for a while; answers of sources are kept where `kept` says; `model` as in `settings`.

    Raises:
        UsageError: the gateway is no address that requests may be sent to, the model cannot be asked, or httpx is
            missing.
    """
    if find_spec("httpx") is None:
        message = "the terminal needs httpx to reach the services: pip install 'archivist[cli]'"
        raise UsageError(message)
    known, transport = settings(model), HttpxTransport()
    http = checked(known, transport, None if kept is None else kept.store.responses(Kept))
    try:
        yield Line(settings=known, transport=transport, http=http)
    finally:
        await transport.aclose()


def checked(known: Settings, transport: Transport | None = None, cache: Cache | None = None) -> HttpClient:
    """The client for these settings.

    Raises:
        UsageError: the gateway is no address that requests may be sent to.
    """
    try:
        return HttpClient(transport or HttpxTransport(), clock=SystemClock(), gateway=known.gateway, cache=cache)
    except ValueError as error:
        message = f"ARCHIVIST_GATEWAY: {error}"
        raise UsageError(message) from error


def home() -> Home:
    """The kept file, its owner's alone; where it cannot be kept, that is said and memory has to do."""
    folder = Path(os.environ.get("ARCHIVIST_HOME") or Path.home() / ".archivist")
    with suppress(OSError):  # the store says by itself that it cannot keep anything there
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / FILE).touch(mode=0o600)
    return Home(folder / FILE, _tell)


@contextmanager
def opened() -> Iterator[Home]:
    """The kept file for a command that is about nothing else.

    Raises:
        NotDone: there is none that can be read and written, before or after.
    """
    kept = home()
    try:
        _insist(kept)
        yield kept
        _insist(kept)
    finally:
        kept.close()


def _insist(kept: Home) -> None:
    if not (kept.kept or is_shared()):
        message = "nothing was done: what is kept cannot be read or written. Close other programs that use it, or name "
        raise NotDone(message + "another folder in ARCHIVIST_HOME")


def is_shared() -> bool:
    """Whether what is remembered is kept at a shared endpoint."""
    return bool(os.environ.get("ARCHIVIST_MEMORY"))


def memory_of(kept: Home, *, insist: bool = False) -> Memory:
    """What is remembered: at the shared endpoint, if one is named, else in the kept file.

    An endpoint that does not answer is told of, and memory has to do; with `insist` nothing will do.

    Raises:
        UsageError: the address is neither http nor https.
    """
    url = os.environ.get("ARCHIVIST_MEMORY")
    if not url:
        return Memory(kept.store.runs)
    try:
        return Memory(SharedRuns(url), tell=_refuse if insist else _say)
    except EndpointFailed as error:
        message = f"ARCHIVIST_MEMORY: {error}"
        raise UsageError(message) from error


def _tell(notice: Notice) -> None:
    _say(notice.text)


def _say(text: str) -> None:
    print(f"archivist: {text}", file=sys.stderr)


def _refuse(text: str) -> None:
    raise NotDone(text)
