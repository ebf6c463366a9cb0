"""A conversation with a model that may call tools: ask, dispatch its calls, ask again, until it answers in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from archivist.tools.call import DispatchResult, ToolCall, ToolMessage, failure_content
from archivist.tools.dispatcher import Dispatcher
from archivist.tools.errors import ToolsError
from archivist.tools.gate import Answer, Gate
from archivist.tools.scope import Identity, Scope, Turn

ROUNDS = 10
"""Requests to the model in one turn; a book search needs two or three."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserMessage:
    """What a person said."""

    content: str
    role: Literal["user"] = "user"


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistantMessage:
    """What the model said; `calls` are answered by the tool messages that follow."""

    content: str = ""
    calls: tuple[ToolCall, ...] = ()
    role: Literal["assistant"] = "assistant"


Message = UserMessage | AssistantMessage | ToolMessage
Ask = Callable[[Sequence[Message]], Awaitable[AssistantMessage]]
OnMessage = Callable[[Message], object]


class RoundsExceeded(ToolsError):
    """The model went on calling tools; `history` holds everything up to there."""

    def __init__(self, rounds: int, history: Sequence[Message]) -> None:
        super().__init__(f"the model made calls in each of {rounds} rounds and did not answer; ask it without tools")
        self.history = tuple(history)


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """Where a conversation stands: its history; when paused, what waits for somebody, the round, what is spent."""

    history: tuple[Message, ...]
    waiting: DispatchResult | None = None
    round: int = 0
    turn: Turn | None = None


class ToolLoop:
    """Runs turns of a conversation.

    Args:
        dispatcher: runs the calls.
        ask: gives the model's next message for a history in which every call is answered.
        rounds: requests to the model in one turn.
    """

    def __init__(self, dispatcher: Dispatcher, ask: Ask, *, rounds: int = ROUNDS) -> None:
        self._dispatcher = dispatcher
        self._ask = ask
        self._rounds = rounds

    async def run(
        self,
        history: Sequence[Message],
        *,
        gate: Gate | None = None,
        scope: Scope | None = None,
        on_message: OnMessage | None = None,
    ) -> Talk:
        """The conversation up to the model's answer, or to a pause. Calls that the history leaves open run first.

        `on_message` hears each message as it is added, so that a turn that ends in an error has told what it did.

        Raises:
            Exception: whatever `ask` raised, such as a model's stream that broke; no call of that answer has run.
            RoundsExceeded: the model never answered in words.
            Stop: the run was cancelled, or a mandatory hook failed.
        """
        return await self._go(_Said(history, on_message), gate, _turned(scope or Scope()), 0)

    async def _go(self, said: _Said, gate: Gate | None, scope: Scope, first: int) -> Talk:
        messages = said.messages
        for at in range(first, self._rounds):
            calls = unanswered(messages)
            if calls:
                result = await self._dispatcher.dispatch(calls, gate=gate, scope=_step(scope, at))
                if result.paused:
                    return Talk(history=tuple(messages), waiting=result, round=at, turn=scope.turn)
                said.answer(result.messages)
            reply = await self._ask(tuple(messages))
            said.add(reply)
            if not reply.calls:
                return Talk(history=tuple(messages))
        said.answer([_unheard(call) for call in unanswered(messages)])
        raise RoundsExceeded(self._rounds, messages)

    async def resume(
        self,
        talk: Talk,
        answers: Mapping[str, Answer],
        *,
        gate: Gate | None = None,
        scope: Scope | None = None,
        on_message: OnMessage | None = None,
    ) -> Talk:
        """Goes on after a pause. The answers never become messages: the model sees only what its calls came to."""
        if talk.waiting is None:
            return talk
        scope = _turned(scope or Scope(), talk.turn)
        result = await self._dispatcher.resume(talk.waiting, answers, gate=gate, scope=_step(scope, talk.round))
        if result.paused:
            return replace(talk, waiting=result)
        said = _Said(talk.history, on_message)
        said.answer(result.messages)
        return await self._go(said, gate, scope, talk.round)


class _Said:
    """A conversation that grows; what was said while calls were open stays behind their answers."""

    def __init__(self, history: Sequence[Message], on_message: OnMessage | None) -> None:
        self.messages = list(history)
        self._tell = on_message or (lambda _: None)

    def add(self, message: Message) -> None:
        self.messages.append(message)
        self._tell(message)

    def answer(self, answers: Sequence[ToolMessage]) -> None:
        """Put answers where models' interfaces demand them: behind the calls, before what anybody said since."""
        at = max((at for at, one in enumerate(self.messages) if not isinstance(one, UserMessage)), default=-1) + 1
        self.messages[at:at] = answers
        for message in answers:
            self._tell(message)


def unanswered(history: Sequence[Message]) -> tuple[ToolCall, ...]:
    """Calls of the last assistant message that no tool message after it answers, in order.

    Where a model used one id for several calls, as many of them are answered as there are messages with it.
    """
    at = next((at for at in reversed(range(len(history))) if isinstance(history[at], AssistantMessage)), None)
    if at is None:
        return ()
    last = history[at]
    answered = Counter(message.tool_call_id for message in history[at + 1 :] if isinstance(message, ToolMessage))
    left: list[ToolCall] = []
    for call in last.calls if isinstance(last, AssistantMessage) else ():
        if answered[call.id] > 0:
            answered[call.id] -= 1
        else:
            left.append(call)
    return tuple(left)


def _unheard(call: ToolCall) -> ToolMessage:
    """The answer to a call of the last round: it did not run, and a conversation may not leave it open."""
    error = "no round is left in this turn; the call did not run"
    content = failure_content(error, "rejected", retryable=False, uncertain=False)
    return ToolMessage(content=content, tool_call_id=call.id, tool_name=call.name, tool_status="rejected")


def _turned(scope: Scope, turn: Turn | None = None) -> Scope:
    return scope if scope.turn is not None else replace(scope, turn=turn or Turn())


def _step(scope: Scope, at: int) -> Scope:
    """The scope of one round; a durable run gets a task of its own for each, or their effects would share slots."""
    who = scope.identity
    if who == Identity():
        return replace(scope, step=at)
    task = f"{who.task or 'agent'}:turn:{at}"
    return replace(scope, step=at, identity=replace(who, task=task))
