"""What Google's error answers mean: five different things come as 400, 403 and 429."""

from __future__ import annotations

from typing import Final

from pydantic import ValidationError

from archivist.sources.errors import KeyRefused, NotAsked, SourceError, SourceThrottled
from archivist.sources.lenient import Sent, Text
from archivist.sources.service import FORBIDDEN, TOO_MANY, Trouble

BAD_REQUEST: Final = 400
# Google counts days in Pacific time; midnight there is 07:00 or 08:00 UTC.
TOMORROW: Final = "Its daily quota is used up; it is renewed at midnight Pacific time. The other sources were asked."
OWN_KEY: Final = "Set a key of your own for Google Books in the settings; without one it cannot be asked any more."


class _Metadata(Sent):
    quota_limit_value: Text = None


class _Detail(Sent):
    reason: Text = None
    metadata: _Metadata = _Metadata()


class _Error(Sent):
    message: Text = None
    errors: tuple[_Detail, ...] = ()
    details: tuple[_Detail, ...] = ()


class _Body(Sent):
    error: _Error


def explain(trouble: Trouble) -> SourceError | None:
    """The failure that Google's own words name; None leaves it to the status."""
    try:
        error = _Body.model_validate_json(trouble.body).error
    except ValidationError:
        return None
    reasons = {detail.reason for detail in (*error.errors, *error.details)}
    # Only Google's message is looked at: the address holds the visitor's words, and "The Daily Stoic" is no quota.
    message = (error.message or "").casefold()
    if trouble.status == TOO_MANY or "quota exceeded" in message:
        return _quota(trouble, error, per_day="per day" in message)
    if trouble.status == BAD_REQUEST and ("API_KEY_INVALID" in reasons or "api key" in message):
        return _key(trouble, "the key is not valid", "Check the Google Books key in the settings.")
    if trouble.status == FORBIDDEN:
        return _forbidden(trouble, reasons)
    return None


def _quota(trouble: Trouble, error: _Error, *, per_day: bool) -> SourceError:
    if any(detail.metadata.quota_limit_value == "0" for detail in error.details):
        text = "Google Books answers no questions without a key"
        return NotAsked(text, source="googlebooks", url=trouble.url, advice=OWN_KEY, http_status=trouble.status)
    text = "Google Books' quota is used up for today" if per_day else "Google Books asks for fewer requests"
    advice = TOMORROW if per_day else None
    return SourceThrottled(text, source="googlebooks", url=trouble.url, advice=advice, http_status=TOO_MANY)


def _forbidden(trouble: Trouble, reasons: set[str | None]) -> SourceError | None:
    if reasons & {"accessNotConfigured", "SERVICE_DISABLED"}:
        return _key(trouble, "the Books API is not enabled for this key", "Enable the Books API in the key's project.")
    if "unknownLocation" in reasons:
        return _key(trouble, "it cannot tell which country is asking", "Set your country in the settings.")
    advice = "Check which addresses and APIs the Google Books key is restricted to."
    return _key(trouble, "the key may not be used here", advice)


def _key(trouble: Trouble, what: str, advice: str) -> KeyRefused:
    text = f"Google Books refuses the request: {what}"
    return KeyRefused(text, source="googlebooks", url=trouble.url, advice=advice, http_status=trouble.status)
