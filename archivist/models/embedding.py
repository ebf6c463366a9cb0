"""Texts as vectors, and how near two of them are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal
from urllib.parse import quote

from pydantic import JsonValue

from archivist.dag import Clock
from archivist.models.client import ModelClient
from archivist.models.dialect import mapping, sequence
from archivist.models.errors import Misconfigured, SchemaViolation
from archivist.models.making import ModelConfig, dialect_of, provider_of
from archivist.transport import Transport

Wire = Literal["openai", "ollama", "gemini"]

_DEFAULTS = {
    "ollama": "nomic-embed-text",
    "gemini": "gemini-embedding-001",
    "openai": "text-embedding-3-small",
    "mistral": "mistral-embed",
}
LONGEST = 8_192
"""Characters of a text that are embedded; no model of this size reads more."""

BATCH = 64
"""Texts in one request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """A text's place among others; only vectors of the same `model` and length can be compared."""

    model: str
    values: tuple[float, ...]


class Embedder:
    """Asks one host for vectors. `id` is `provider:model`, and is part of every vector.

    Raises (from `embed`):
        ModelError: as drawn in `errors`.
    """

    def __init__(self, client: ModelClient, wire: Wire, headers: dict[str, str], *, provider: str, model: str) -> None:
        self._client = client
        self._wire = wire
        self._headers = headers
        self._model = model
        self.id = f"{provider}:{model}"

    async def embed(self, texts: Sequence[str], *, deadline: float | None = None) -> tuple[Vector, ...]:
        """One vector a text, in order; a text that occurs twice is sent once."""
        distinct = list(dict.fromkeys(text[:LONGEST] for text in texts))
        found: dict[str, Vector] = {}
        for start in range(0, len(distinct), BATCH):
            batch = distinct[start : start + BATCH]
            found |= zip(batch, await self._batch(batch, deadline), strict=True)
        return tuple(found[text[:LONGEST]] for text in texts)

    async def _batch(self, texts: list[str], deadline: float | None) -> list[Vector]:
        path, body = self._request(texts)
        document = await self._client.post(path, self._headers, body, deadline=deadline)
        rows = _ROWS[self._wire](document)
        if len(rows) != len(texts):
            message = f"{self.id} gave {len(rows)} vectors for {len(texts)} texts"
            raise SchemaViolation(message)
        return [Vector(model=self.id, values=_numbers(row)) for row in rows]

    def _request(self, texts: list[str]) -> tuple[str, dict[str, JsonValue]]:
        inputs: list[JsonValue] = [*texts]
        match self._wire:
            case "openai":
                return "/embeddings", {"model": self._model, "input": inputs}
            case "ollama":
                return "//api/embed", {"model": self._model, "input": inputs}
        name = f"models/{self._model}"
        each: list[JsonValue] = [{"model": name, "content": {"parts": [{"text": text}]}} for text in texts]
        return f"/models/{quote(self._model, safe='')}:batchEmbedContents", {"requests": each}


def embedder_of(config: ModelConfig, transport: Transport, *, clock: Clock) -> Embedder:
    """The embedder of a provider; Anthropic has none.

    Raises:
        Misconfigured: the settings cannot be, or the provider has no embedders.
    """
    provider = provider_of(config)
    if provider.family == "anthropic":
        message = f"{provider.label} offers no embeddings"
        raise Misconfigured(message, advice="Choose another provider for them.")
    dialect, client = dialect_of(config, transport, clock=clock)
    wire: Wire = "gemini" if provider.family == "gemini" else "ollama" if provider.name == "ollama" else "openai"
    model = config.model or _DEFAULTS.get(provider.name, _DEFAULTS["openai"])
    return Embedder(client, wire, dialect.headers(), provider=provider.name, model=model)


def cosine(one: Vector, other: Vector) -> float | None:
    """From -1 to 1; None when they cannot be compared, which is not the same as having nothing in common."""
    if one.model != other.model or len(one.values) != len(other.values):
        return None
    lengths = sqrt(sum(a * a for a in one.values)) * sqrt(sum(b * b for b in other.values))
    if not lengths:
        return None
    return sum(a * b for a, b in zip(one.values, other.values, strict=True)) / lengths


def _numbers(row: JsonValue) -> tuple[float, ...]:
    numbers = [one for one in sequence(row, "a vector") if isinstance(one, (int, float)) and not isinstance(one, bool)]
    if not numbers or len(numbers) != len(sequence(row, "a vector")):
        message = "a vector holds something other than numbers"
        raise SchemaViolation(message)
    return tuple(float(one) for one in numbers)


def _openai_rows(document: JsonValue) -> list[JsonValue]:
    rows = [mapping(row, "a row") for row in sequence(mapping(document, "the answer").get("data"), "`data`")]
    ordered = sorted(enumerate(rows), key=lambda pair: _place(pair[1].get("index"), pair[0]))
    return [row.get("embedding") for _, row in ordered]


def _place(index: JsonValue, position: int) -> int:
    return index if isinstance(index, int) else position


def _ollama_rows(document: JsonValue) -> list[JsonValue]:
    return sequence(mapping(document, "the answer").get("embeddings"), "`embeddings`")


def _gemini_rows(document: JsonValue) -> list[JsonValue]:
    rows = sequence(mapping(document, "the answer").get("embeddings"), "`embeddings`")
    return [mapping(row, "a row").get("values") for row in rows]


_ROWS = {"openai": _openai_rows, "ollama": _ollama_rows, "gemini": _gemini_rows}
