"""From an answer that is none, or a connection that broke, to the error of it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from archivist.models.errors import (
    AuthFailed,
    CreditExhausted,
    ModelError,
    ModelNotFound,
    ModelTimedOut,
    NetworkFailed,
    QuotaExhausted,
    Rejected,
)
from archivist.models.providers import Provider
from archivist.tools.text import public
from archivist.transport import TransportError, TransportRefused, TransportTimedOut

DETAIL = 300
"""Characters of what the host said that are kept."""

_READ = 4_000
_BAD, _AUTH, _CREDIT, _NOT_FOUND, _QUOTA, _SERVER = 400, (401, 403), 402, 404, 429, 500
_TIMED_OUT = (408, 504)
# OpenAI says "insufficient_quota" with a 429, Anthropic "credit balance is too low" with a 400.
_NO_MONEY = re.compile(
    r"insufficient[_ ](?:quota|funds|credit)|credit balance is too low|exceeded your current quota", re.IGNORECASE
)
# Gemini answers a wrong key with 400.
_BAD_KEY = re.compile(r"api[_ ]key[_ ](?:not valid|invalid)", re.IGNORECASE)
# OpenAI and Groq: "try again in 7.66s", "in 350ms", "in 1m12s"; Gemini: "retryDelay": "17s".
_WAIT = re.compile(
    r"(?:try again in|retry in|retryDelay\W{1,8}|retry after)\s*(?:(\d+)m(?!s))?\s*(?:(\d+(?:\.\d+)?)\s*(ms|s))?",
    re.IGNORECASE,
)
# llama.cpp answers 500 to tools without a template for them, OpenRouter 404 where no model of that name can call any.
_ABILITY = r"(?:tools?|tool[_ ]choice|jinja|grammar|response_format|(?:json )?schema)"
_CANNOT = re.compile(
    rf"\b{_ABILITY}\b.{{0,80}}\b(?:support|requires?|not implemented)|support.{{0,40}}\b{_ABILITY}\b", re.IGNORECASE
)
_NOT_HERE = "the host answered 404; is the address right, and is the model there?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """An answer that is none: what came back, for which model, and what must not be repeated of it."""

    provider: Provider
    status: int
    headers: Mapping[str, str]
    body: bytes
    model: str
    secrets: Collection[str]


def error_of_answer(answer: Refusal) -> ModelError:
    """The error that a status other than 2xx stands for, with what the host said in `detail`."""
    said, status = answer.body[:_READ].decode("utf-8", "replace"), answer.status
    detail = public(_message_in(said), answer.secrets, DETAIL)
    name, told = answer.provider.label, f": {detail}" if detail else ""
    if _NO_MONEY.search(said) or status == _CREDIT:
        return CreditExhausted(f"the account at {name} has no credit left{told}", detail=detail, status=status)
    if status in _AUTH or (status == _BAD and _BAD_KEY.search(said)):
        advice = answer.provider.refused or None
        return AuthFailed(f"{name} refused ({status}){told}", detail=detail, status=status, advice=advice)
    if status == _NOT_FOUND and not _CANNOT.search(said):
        return _not_found(answer.provider, answer.model, detail)
    if status in _TIMED_OUT:
        return ModelTimedOut(f"{name} took too long ({status}){told}", detail=detail, status=status)
    if status == _QUOTA or (status >= _SERVER and not _CANNOT.search(said)):
        return _for_now(answer, said, detail)
    return Rejected(f"{name} did not take the request ({status}){told}", detail=detail, status=status)


def _for_now(answer: Refusal, said: str, detail: str) -> ModelError:
    """Trouble that may pass."""
    throttled = answer.status == _QUOTA
    kind, what = (QuotaExhausted, "asks for fewer requests") if throttled else (NetworkFailed, "is in trouble")
    message = f"{answer.provider.label} {what} ({answer.status}){': ' if detail else ''}{detail}"
    return kind(message, detail=detail, status=answer.status, retry_after=retry_after(answer.headers, said))


def _not_found(provider: Provider, model: str, detail: str) -> ModelNotFound:
    advice = f"Fetch it with `ollama pull {model}`, or choose another." if provider.name == "ollama" else None
    message = f"{provider.label} has no model {model!r}: {detail or _NOT_HERE}"
    return ModelNotFound(message, detail=detail, status=_NOT_FOUND, advice=advice)


def error_of_transport(provider: Provider, error: TransportError, seconds: float) -> ModelError:
    """The error for a request that got no whole answer."""
    name = provider.label
    if isinstance(error, TransportTimedOut):
        return ModelTimedOut(f"{name} gave no whole answer within {seconds:.0f} seconds")
    if isinstance(error, TransportRefused):
        return NetworkFailed(f"{name} cannot be reached from here, or refuses it", advice=provider.refused or None)
    return NetworkFailed(f"the connection to {name} failed: {error}", advice=provider.refused or None)


def retry_after(headers: Mapping[str, str], said: str) -> float | None:
    """Seconds to wait: from the header (seconds or a date), or from the answer; None when neither tells."""
    value = headers.get("retry-after", "").strip()
    return _of_header(value) if value else _of_text(said)


def _of_header(value: str) -> float | None:
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(value)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def _of_text(said: str) -> float | None:
    found = _WAIT.search(said)
    if found is None or not (found[1] or found[2]):
        return None
    seconds = float(found[2] or 0) / (1000 if found[3] == "ms" else 1)
    return 60 * int(found[1] or 0) + seconds


def _message_in(said: str) -> str:
    """The sentence in an error document, wherever the provider keeps it; else the text, if it is no web page."""
    try:
        document = json.loads(said)
    except ValueError:
        return "" if said.lstrip().startswith("<") else said
    if isinstance(document, list) and document:  # Gemini's streams wrap their error in a list
        document = document[0]
    error = document.get("error", document) if isinstance(document, dict) else said
    if isinstance(error, dict):
        error = error.get("message") or error.get("detail") or json.dumps(error, ensure_ascii=False)
    return error if isinstance(error, str) else json.dumps(error, ensure_ascii=False)
