"""A conversation with a model that may call tools: as the tool loop asks it, and one whole turn of an assistant."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from archivist.models.chat import ChatModel, ChatRequest, Choice, Message, OnText
from archivist.tools import (
    AssistantMessage,
    Dispatcher,
    Gate,
    RoundsExceeded,
    Scope,
    ToolDefinition,
    ToolLoop,
    ToolMessage,
    UserMessage,
)
from archivist.tools.loop import Ask

Spoken = UserMessage | AssistantMessage | ToolMessage

ROUNDS = 6
"""Requests to the model in one turn; a book search needs two or three."""

EMPTY = "Nothing was found. The same call finds nothing again: try other words once, or answer that nothing was found."
"""What a model is told in place of an empty result, which small models take for a call that has to be made again."""

ENOUGH = "No more tools can be called. Answer now with what was found, or say that nothing was."
"""What a model is told when its rounds are spent."""

UNSAID = "I found no answer in the time there was."
"""What stands in place of an answer that a model would not give even without tools."""

_EMPTY = frozenset({"", "[]", "{}", "null", '""'})


def asking(  # noqa: PLR0913 - what a conversation is set up with, each by name
    model: ChatModel,
    *,
    system: str = "",
    tools: Sequence[ToolDefinition] = (),
    tool_choice: Choice = "auto",
    max_tokens: int = 512,
    deadline: Callable[[], float | None] = lambda: None,
    on_text: OnText | None = None,
) -> Ask:
    """What `ToolLoop` needs to hold a conversation with the model.

    Args:
        model: who is asked.
        system: what the model is told of its task, first in every request.
        tools: the definitions that it may call; the loop's dispatcher decides on every call.
        tool_choice: whether it may, must or must not call one.
        max_tokens: bound of each answer.
        deadline: when the next answer has to be there, in the clock's monotonic seconds.
        on_text: hears words as they come.
    """

    async def ask(history: Sequence[Spoken]) -> AssistantMessage:
        told = (Message(role="system", content=system),) if system else ()
        request = ChatRequest(
            messages=(*told, *map(_message, history)),
            tools=tuple(tools),
            tool_choice=tool_choice,
            max_tokens=max_tokens,
        )
        reply = await model.chat(request, deadline=deadline(), on_text=on_text)
        return AssistantMessage(content=reply.text, calls=reply.calls)

    return ask


async def turn(  # noqa: PLR0913 - what a turn is made of, each by name
    history: Sequence[Spoken],
    *,
    model: ChatModel,
    tools: Sequence[ToolDefinition],
    dispatcher: Dispatcher,
    system: str = "",
    rounds: int = ROUNDS,
    gate: Gate | None = None,
    scope: Scope | None = None,
    deadline: Callable[[], float | None] = lambda: None,
    on_text: OnText | None = None,
) -> tuple[Spoken, ...]:
    """The conversation with the assistant's answer at its end, which is always words; every call goes through the
    dispatcher, which stops a call that is made again and again. When the rounds are spent the model is asked once more,
    without tools. A turn in which a call waits for the visitor ends with that call unanswered.

    Raises:
        ModelError: the model gave no answer.
        Stop: the run was cancelled.
    """
    ask = asking(model, system=system, tools=tools, deadline=deadline, on_text=on_text)
    try:
        talk = await ToolLoop(dispatcher, ask, rounds=rounds).run(history, gate=gate, scope=scope)
    except RoundsExceeded as spent:
        last = asking(
            model,
            system=f"{system}\n{ENOUGH}".strip(),
            tools=tools,
            tool_choice="none",
            deadline=deadline,
            on_text=on_text,
        )
        said = await last(spent.history)
        return (*spent.history, AssistantMessage(content=said.content or UNSAID))
    return talk.history


def _message(spoken: Spoken) -> Message:
    match spoken:
        case UserMessage():
            return Message(role="user", content=spoken.content)
        case AssistantMessage():
            return Message(role="assistant", content=spoken.content, calls=spoken.calls)
    content = EMPTY if spoken.content.strip() in _EMPTY else spoken.content
    failed = spoken.tool_status != "succeeded"
    return Message(role="tool", content=content, call_id=spoken.tool_call_id, tool=spoken.tool_name, failed=failed)
