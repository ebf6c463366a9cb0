"""A model as the tool loop asks it: the loop's messages out, its next message back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from archivist.models.chat import ChatModel, ChatRequest, Message, OnText
from archivist.tools import AssistantMessage, ToolDefinition, ToolMessage, UserMessage
from archivist.tools.loop import Ask

Spoken = UserMessage | AssistantMessage | ToolMessage


def asking(  # noqa: PLR0913 - what a conversation is set up with, each by name
    model: ChatModel,
    *,
    system: str = "",
    tools: Sequence[ToolDefinition] = (),
    max_tokens: int = 512,
    deadline: Callable[[], float | None] = lambda: None,
    on_text: OnText | None = None,
) -> Ask:
    """What `ToolLoop` needs to hold a conversation with the model.

    Args:
        model: who is asked.
        system: what the model is told of its task, first in every request.
        tools: the definitions that it may call; the loop's dispatcher decides on every call.
        max_tokens: bound of each answer.
        deadline: when the next answer has to be there, in the clock's monotonic seconds.
        on_text: hears words as they come.
    """

    async def ask(history: Sequence[Spoken]) -> AssistantMessage:
        told = (Message(role="system", content=system),) if system else ()
        request = ChatRequest(messages=(*told, *map(_message, history)), tools=tuple(tools), max_tokens=max_tokens)
        reply = await model.chat(request, deadline=deadline(), on_text=on_text)
        return AssistantMessage(content=reply.text, calls=reply.calls)

    return ask


def _message(spoken: Spoken) -> Message:
    match spoken:
        case UserMessage():
            return Message(role="user", content=spoken.content)
        case AssistantMessage():
            return Message(role="assistant", content=spoken.content, calls=spoken.calls)
    return Message(role="tool", content=spoken.content, call_id=spoken.tool_call_id, tool=spoken.tool_name)
