"""Which model of a list to take when nobody chose one, and what an answer cost."""

from __future__ import annotations

import re
from collections.abc import Sequence

from archivist.models.chat import Usage

# The published Archivist's ranks, from the words in names; a name with a size in billions ranks by it.
_SIZE = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)b\b", re.IGNORECASE)
_RANKS = (
    (":free", 0.0),
    ("nano", 1.0),
    ("instant", 6.0),
    ("flash", 8.0),
    ("haiku", 8.0),
    ("mini", 8.0),
    ("tiny", 8.0),
    ("lite", 8.0),
    ("small", 12.0),
    ("medium", 32.0),
    ("plus", 64.0),
    ("pro", 70.0),
    ("large", 80.0),
    ("max", 180.0),
    ("ultra", 200.0),
    ("opus", 200.0),
)
_UNKNOWN = 40.0

# US dollars for a million tokens in and out: the providers' public price lists as of late 2025.
_PRICES = {
    "gpt-5": (1.25, 10.0),
    "gpt-5-mini": (0.25, 2.0),
    "gpt-5-nano": (0.05, 0.4),
    "gpt-4.1": (2.0, 8.0),
    "gpt-4.1-mini": (0.4, 1.6),
    "gpt-4.1-nano": (0.1, 0.4),
    "gpt-4o": (2.5, 10.0),
    "gpt-4o-mini": (0.15, 0.6),
    "claude-haiku-4-5": (1.0, 5.0),
    "claude-sonnet-4-5": (3.0, 15.0),
    "gemini-2.5-pro": (1.25, 10.0),
    "gemini-2.5-flash": (0.3, 2.5),
    "gemini-2.5-flash-lite": (0.1, 0.4),
    "llama-3.3-70b-versatile": (0.59, 0.79),
}
_FREE = frozenset({"ollama", "lm-studio", "llama.cpp", "vllm", "built-in", "webllm"})
_DATED = re.compile(r"-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$")
_MILLION = 1_000_000


def cheapest(names: Sequence[str]) -> str:
    """The model that costs least by its name, the first of equals; empty when there is none."""
    return min(names, key=cost_rank, default="")


def cost_rank(name: str) -> float:
    """A guess at what a model costs, for comparing names; more is dearer."""
    lowered = name.lower()
    if ":free" in lowered:
        return 0.0
    if size := _SIZE.search(lowered):
        return float(size[1])
    return next((rank for word, rank in _RANKS if re.search(rf"{re.escape(word)}\b", lowered)), _UNKNOWN)


def cost(model_id: str, usage: Usage) -> float | None:
    """US dollars that an answer cost by list price; 0 on a server of one's own, None where no price is known."""
    provider, _, model = model_id.partition(":")
    if provider in _FREE or model.endswith(":free"):
        return 0.0
    price = _PRICES.get(_DATED.sub("", model))
    if price is None:
        return None
    return (usage.tokens_in * price[0] + usage.tokens_out * price[1]) / _MILLION
