"""What can go wrong while a model is asked, and what the visitor can do about it.

ModelError
├── Misconfigured     the settings cannot be: no address, a foreign host, a name without a model; no request was made
├── NoModelAnswers    none of the models of a cascade answered its probe
├── AuthFailed        401 or 403: the key is missing, wrong, or not allowed to do this
├── ModelNotFound     404: the host knows no such model, or nothing at that address
├── BudgetSpent       the visitor's own budget for the day is used up; no request was made
├── CreditExhausted   402, or a 429 that says the money is used up
├── QuotaExhausted    429: too many requests for now; `retry_after` where the host said when
├── ModelTimedOut     408, 504, or no whole answer before the deadline
├── SchemaViolation   an answer that is not what it has to be: half a document, the wrong shape, HTML
│   └── Rejected      400, 413, 422 and the like: the host does not take this request, and says why in `detail`
├── ModelRefused      the model itself would not answer
└── NetworkFailed     5xx, a lost connection, or an answer that the browser may not read

Each carries `code`, `retryable`, `costs` (whether tokens may have been used up), `usage` (as far as it was counted),
`status` (None without an answer), `detail` (what the host said, short, without keys) and `advice`: the visitor's next
step in words.
"""

from __future__ import annotations

from typing import ClassVar

from archivist.models.chat import Usage


class ModelError(Exception):
    """A model gave no usable answer."""

    code: ClassVar[str] = "unknown"
    retryable: ClassVar[bool] = False
    costs: ClassVar[bool] = False
    default_advice: ClassVar[str] = "The Archivist goes on without a model."

    def __init__(
        self,
        message: str,
        *,
        detail: str = "",
        advice: str | None = None,
        status: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.detail = detail
        self.advice = self.default_advice if advice is None else advice
        self.status = status
        self.retry_after = retry_after
        self.usage = Usage()


class Misconfigured(ModelError):
    """The settings cannot be; nothing was sent."""

    code = "configuration"
    default_advice = "Look at the model's settings."


class NoModelAnswers(ModelError):
    """No model of the cascade answered its probe; the message lists them with the reason of each."""

    code = "no-model-answers"
    default_advice = "Start one of them or switch models off; the Archivist goes on without a model."


class AuthFailed(ModelError):
    """The key does not open this door."""

    code = "auth-failed"
    default_advice = "Check the key in the model's settings."


class ModelNotFound(ModelError):
    """There is no such model at that address."""

    code = "model-not-found"
    default_advice = "Choose a model from the list in the model's settings."


class BudgetSpent(ModelError):
    """The visitor wanted no more than this in a day; nothing was sent."""

    code = "budget-spent"
    default_advice = "Raise it in the model's settings, or go on without a model until tomorrow."


class CreditExhausted(ModelError):
    """The account has no money left."""

    code = "credit-exhausted"
    default_advice = "Top up the account, or choose a model that costs nothing."


class QuotaExhausted(ModelError):
    """Too many requests for now."""

    code = "quota-exhausted"
    retryable = True
    default_advice = "Wait a little and ask again, or choose another model."


class ModelTimedOut(ModelError):
    """No whole answer came in time."""

    code = "timeout"
    retryable = True
    costs = True
    default_advice = "A smaller model answers faster."


class SchemaViolation(ModelError):
    """The answer is not what it has to be."""

    code = "schema-violation"
    costs = True
    default_advice = "A larger model keeps to its form more often."


class Rejected(SchemaViolation):
    """The host does not take the request as it is."""

    costs = False
    default_advice = "Choose another model; this one cannot do what was asked of it."


class ModelRefused(ModelError):
    """The model would not answer."""

    code = "refused"
    costs = True
    default_advice = "Ask in other words, or without a model."


class NetworkFailed(ModelError):
    """The host is in trouble, or cannot be reached from here."""

    code = "network"
    retryable = True
    default_advice = "Check that the model's server runs and can be reached."
