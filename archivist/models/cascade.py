"""Several models in order: the first that answers its probe is asked, and when it fails the next one is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from archivist.dag import Clock
from archivist.models.chat import ChatModel, ChatReply, ChatRequest, OnText
from archivist.models.errors import ModelError, NoModelAnswers, Rejected, SchemaViolation

REST = 60.0
"""Seconds for which a model that failed is passed over; a server that was just started is found again soon."""


class Cascade:
    """A `ChatModel` made of several.

    Args:
        models: in the order in which they are tried.
        clock: deadlines are in its monotonic seconds.
        on_fall: hears which model was passed over and why, in a sentence.

    Raises (from `chat`):
        NoModelAnswers: none is left; its message says why for each.
        Rejected: one of them is there and does not take the request as it is.
    """

    def __init__(
        self, models: Sequence[ChatModel], *, clock: Clock, on_fall: Callable[[str], object] = lambda _: None
    ) -> None:
        self._models = tuple(models)
        self._clock = clock
        self._on_fall = on_fall
        self._answering: set[str] = set()
        self._resting: dict[str, tuple[float, str]] = {}
        self._last = models[0].id if models else "none"

    @property
    def id(self) -> str:
        """The model that answered last, or the first."""
        return self._last

    async def probe(self) -> bool:
        """Whether any of them can be asked."""
        for model in self._models:
            if await model.probe():
                return True
        return False

    async def models(self) -> tuple[str, ...]:
        """The names that the first one's host offers."""
        return await self._models[0].models() if self._models else ()

    async def chat(
        self, request: ChatRequest, *, deadline: float | None = None, on_text: OnText | None = None
    ) -> ChatReply:
        """The first answer that one of them gives by the deadline."""
        reasons: list[str] = []
        rejected: Rejected | None = None
        for model in self._models:
            if deadline is not None and self._clock.monotonic() >= deadline:
                reasons.append("no time was left for the others")
                break
            if reason := await self._cannot(model):
                reasons.append(reason)
                continue
            try:
                reply = await model.chat(request, deadline=deadline, on_text=on_text)
            except ModelError as error:
                reasons.append(self._fell(model, error))
                rejected = error if isinstance(error, Rejected) else rejected
                continue
            self._last = model.id
            return reply
        if rejected is not None:
            raise rejected  # one is there and cannot do this: whoever asked may ask in another way
        message = f"no model answers: {'; '.join(reasons) or 'none is set up'}"
        raise NoModelAnswers(message)

    async def _cannot(self, model: ChatModel) -> str:
        """Why a model is not asked now; empty when it is."""
        until, reason = self._resting.get(model.id, (0.0, ""))
        if reason and self._clock.monotonic() < until:
            return reason
        if model.id in self._answering or await model.probe():
            self._answering.add(model.id)
            return ""
        return self._rest(model, f"{model.id} did not answer its probe")

    def _fell(self, model: ChatModel, error: ModelError) -> str:
        """Notes a failure; an answer of the wrong shape says nothing about the next question, so it costs no rest."""
        reason = f"{model.id}: {error}"
        if isinstance(error, SchemaViolation):
            self._on_fall(reason)
            return reason
        self._answering.discard(model.id)
        return self._rest(model, reason, error.retry_after)

    def _rest(self, model: ChatModel, reason: str, seconds: float | None = None) -> str:
        self._resting[model.id] = (self._clock.monotonic() + (seconds or REST), reason)
        self._on_fall(reason)
        return reason
