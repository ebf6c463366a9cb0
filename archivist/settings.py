"""What the visitor may set, on the page or in the environment."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

KEYS = frozenset({"google_books_key", "model_key"})
"""Settings that are secrets: they are kept nowhere."""


class Settings(BaseModel):
    """What the visitor has set; absent means default. A key is never kept, logged or echoed.

    `ask_first` has every call to a source put to the visitor before it is made. `memory_url` is the query address of a
    SPARQL 1.1 endpoint where many readers remember together; without it one's own file does.
    `model_provider` names one of `archivist.models.PROVIDERS`, without it no model is asked; `model_url` stands for its
    usual address and `model_name` for its usual model. `model_others` are asked in their order where it does not
    answer, each as PROVIDER or PROVIDER:NAME, at their usual address and without a key. `model_embedder` names a model
    of the same host that makes vectors, without it nothing is compared by meaning. `model_budget` bounds the tokens
    that models may use up in a day.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())

    google_books_key: str | None = Field(None, repr=False)
    gateway: str | None = None
    language: str = "en"
    ask_first: bool = False
    memory_url: str | None = None
    model_provider: str | None = None
    model_url: str | None = None
    model_name: str | None = None
    model_key: str | None = Field(None, repr=False)
    model_others: tuple[str, ...] = ()
    model_embedder: str | None = None
    model_budget: int | None = Field(None, ge=1)
