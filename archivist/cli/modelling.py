"""What a language model did in a run, said on standard error."""

from __future__ import annotations

import sys

from archivist.dag import Event


class ModelUse:
    """Hears a run's events; `tell` says what models used up and why they were left."""

    def __init__(self) -> None:
        self._models: dict[str, None] = {}
        self._tasks = self._tokens = 0
        self._cost: float | None = 0.0
        self._fell: dict[str, None] = {}

    def watch(self, _: str, event: Event) -> None:
        """Hears one event."""
        match event.detail:
            case {"what": "model-call", "model": str(model), "tokens_in": int(read), "tokens_out": int(wrote)}:
                self._models[model] = None
                self._tasks += 1
                self._tokens += read + wrote
                self._cost = _sum(self._cost, event.detail.get("cost"))
            case {"what": "model-fell", "message": str(message)}:
                self._fell[message] = None
            case _:
                pass

    def tell(self) -> None:
        """Says it, where there is anything to say."""
        for message in self._fell:
            print(f"archivist: {message}", file=sys.stderr)
        if self._tasks:
            cost = f", about ${self._cost:.2g}" if self._cost else ""
            told = f"{', '.join(self._models)}: {self._tasks} tasks, {self._tokens:,} tokens{cost}"
            print(f"archivist: {told}", file=sys.stderr)


def _sum(before: float | None, cost: object) -> float | None:
    """One price that is not known leaves the sum unknown."""
    return before + cost if before is not None and isinstance(cost, (int, float)) else None
