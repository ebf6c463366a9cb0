"""What models use up, and where it ends."""

from __future__ import annotations

from typing import Protocol

from archivist.models.chat import ChatModel, ChatReply, ChatRequest, OnText, Usage
from archivist.models.errors import BudgetSpent, ModelError
from archivist.models.listing import cost

LETTERS = 4
"""Letters of a token, about, for hosts that do not count: OpenAI's rule of thumb for English."""


class Ledger(Protocol):
    """Keeps count of what a day's questions used up."""

    def spent(self) -> bool:
        """Whether the day's budget is used up."""

    def add(self, usage: Usage, cost: float | None) -> None:
        """Notes tokens and, where a price is known, US dollars."""


class Metered:
    """A `ChatModel` that writes down what it uses, and is asked no more when the day's budget is spent.

    Raises (from `chat`, besides what the model raises):
        BudgetSpent: nothing was sent.
    """

    def __init__(self, model: ChatModel, ledger: Ledger) -> None:
        self._model = model
        self._ledger = ledger

    @property
    def id(self) -> str:
        """The model's."""
        return self._model.id

    async def probe(self) -> bool:
        """The model's; true without asking when it would not be asked anything, so that this is said as what it is."""
        return self._ledger.spent() or await self._model.probe()

    async def models(self) -> tuple[str, ...]:
        """The model's."""
        return await self._model.models()

    async def chat(
        self, request: ChatRequest, *, deadline: float | None = None, on_text: OnText | None = None
    ) -> ChatReply:
        """The model's answer."""
        if self._ledger.spent():
            message = "today's budget for models is used up"
            raise BudgetSpent(message)
        heard: list[str] = []

        def hear(words: str) -> None:
            heard.append(words)
            if on_text is not None:
                on_text(words)

        try:
            reply = await self._model.chat(request, deadline=deadline, on_text=hear if on_text else None)
        except ModelError as error:
            if error.costs or heard or error.usage != Usage():
                self._note(request, "".join(heard), error.usage)
            raise
        self._note(request, reply.text, reply.usage)
        return reply

    def _note(self, request: ChatRequest, said: str, usage: Usage) -> None:
        counted = usage if usage.tokens_in or usage.tokens_out else _guessed(request, said)
        self._ledger.add(counted, cost(self.id, counted))


def _guessed(request: ChatRequest, said: str) -> Usage:
    letters = sum(len(message.content) for message in request.messages)
    return Usage(tokens_in=-(-letters // LETTERS), tokens_out=-(-len(said) // LETTERS))
