"""A model behind a network: one provider family's dialect over one host's client."""

from __future__ import annotations

import re
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from archivist.models.chat import ChatReply, ChatRequest, Message, OnText, Output, Usage
from archivist.models.client import ModelClient, Whole
from archivist.models.dialect import Body, Dialect, Form, Pieces
from archivist.models.errors import Misconfigured, ModelError, Rejected, SchemaViolation
from archivist.models.listing import cheapest
from archivist.models.providers import Provider
from archivist.models.structured import in_words, value_of

PROBE_SECONDS = 5.0
"""A probe's longest wait; a local server answers its list at once, a far one within a second or two."""

REPAIRS = 1
"""Times that a model is told what was wrong with the form of its answer."""

ROOM = 4
"""Times as long an answer that was cut off may be at the second try."""

# Fields that some servers and some models refuse; each is left out from then on, and the second is renamed.
_OPTIONAL = ("temperature", "stream_options", "tool_choice")
_RENAMED = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}


@dataclass(slots=True)
class _Habits:
    """What was learnt of this host and model: fields to leave out or rename, and the first form that works, by the name
    of the output: a host may take one schema and not another.
    """

    dropped: set[str] = field(default_factory=set)
    renamed: dict[str, str] = field(default_factory=dict)
    forms: dict[str, int] = field(default_factory=dict)

    def applied(self, body: Body) -> Body:
        return {self.renamed.get(key, key): value for key, value in body.items() if key not in self.dropped}

    def learn(self, error: Rejected, body: Body) -> bool:
        """True when the refusal names a field that can be done without, or under another name."""
        for key in _OPTIONAL:
            if key in body and _names(error, key):
                self.dropped.add(key)
                return True
        for old, new in _RENAMED.items():
            if old in body and old not in self.renamed and _names(error, old):
                self.renamed = {old: new}
                return True
        return False


class RemoteModel:
    """A `ChatModel` over HTTP.

    Args:
        provider: who it is.
        dialect: how it is spoken to.
        client: the way to its host.
        model: its name there; empty for the cheapest of the host's list, looked up at the first question.
    """

    def __init__(self, provider: Provider, dialect: Dialect, client: ModelClient, model: str = "") -> None:
        self._provider = provider
        self._dialect = dialect
        self._client = client
        self._model = model or provider.model
        self._habits = _Habits()

    @property
    def id(self) -> str:
        """`provider:model`; the model is missing until it has been looked up."""
        return f"{self._provider.name}:{self._model}"

    async def probe(self) -> bool:
        """Whether the host gives its list of models, and the chosen one is on it (if the list names any)."""
        try:
            listed = await self._listed(self._client.clock.monotonic() + PROBE_SECONDS)
        except ModelError:
            return False
        self._model = self._model or cheapest(listed)
        return bool(self._model) and (not listed or _on(listed, self._model))

    async def models(self) -> tuple[str, ...]:
        """The host's list."""
        return await self._listed(None)

    async def _listed(self, deadline: float | None) -> tuple[str, ...]:
        document = await self._client.get(self._dialect.listing(), self._dialect.headers(), deadline=deadline)
        return self._dialect.listed(document)

    async def chat(
        self, request: ChatRequest, *, deadline: float | None = None, on_text: OnText | None = None
    ) -> ChatReply:
        """The answer; see `ChatModel`."""
        await self._choose(deadline)
        if request.output is None:
            return await self._ask(request, "text", deadline, on_text)
        return await self._in_form(request, request.output, deadline, on_text)

    async def _choose(self, deadline: float | None) -> None:
        if self._model:
            return
        self._model = cheapest(await self._listed(deadline))
        if not self._model:
            message = f"{self._provider.label} offers no model that can chat"
            raise Misconfigured(message, advice="Load or fetch a model there, or name one in the settings.")

    async def _in_form(
        self, request: ChatRequest, output: Output, deadline: float | None, on_text: OnText | None
    ) -> ChatReply:
        """The answer with a value that fits; a model that misses the form is told once what was wrong.

        `on_text` hears the first try alone: a second would begin in the middle of it.
        """
        spent = Usage()
        for left in range(REPAIRS, -1, -1):
            reply = await self._by_forms(request, output, deadline, on_text if left == REPAIRS else None)
            spent += reply.usage
            try:
                return replace(reply, value=value_of(reply, output), usage=spent)
            except SchemaViolation as fault:
                if not left:
                    fault.usage = spent
                    raise
                request = _longer(request) if reply.finish == "length" else _corrected(request, reply, str(fault))
        raise AssertionError  # pragma: no cover - the loop returns or raises

    async def _by_forms(
        self, request: ChatRequest, output: Output, deadline: float | None, on_text: OnText | None
    ) -> ChatReply:
        """Asks in the best form that the host takes; a refusal goes on to the next one, for good."""
        forms = self._dialect.forms
        while True:
            place = self._habits.forms.get(output.name, 0)
            form = forms[place]
            asked = request if form != "text" else _with_words(request, output)
            try:
                return await self._ask(asked, form, deadline, on_text)
            except Rejected:
                if place + 1 >= len(forms):
                    raise
                self._habits.forms[output.name] = place + 1

    async def _ask(self, request: ChatRequest, form: Form, deadline: float | None, on_text: OnText | None) -> ChatReply:
        while True:
            body = self._habits.applied(self._dialect.body(self._model, request, form, stream=on_text is not None))
            try:
                return await self._send(body, deadline, on_text, aloud=request.output is not None)
            except Rejected as error:
                if not self._habits.learn(error, body):
                    raise

    async def _send(self, body: Body, deadline: float | None, on_text: OnText | None, *, aloud: bool) -> ChatReply:
        path, headers = self._dialect.path(self._model, stream=on_text is not None), self._dialect.headers()
        if on_text is None:
            return self._dialect.reply(await self._client.post(path, headers, body, deadline=deadline))
        pieces: Pieces = self._dialect.pieces(aloud=aloud)
        try:
            async with aclosing(self._client.stream(path, headers, body, deadline=deadline)) as events:
                async for event in events:
                    if isinstance(event, Whole):
                        return _told(self._dialect.reply(event.document), on_text)
                    if words := pieces.add(event):
                        on_text(words)
            return pieces.reply()
        except ModelError as error:
            error.usage += pieces.usage
            raise


def _told(reply: ChatReply, on_text: OnText) -> ChatReply:
    """A server that does not stream is heard in one piece."""
    if reply.text:
        on_text(reply.text)
    return reply


def _names(error: Rejected, key: str) -> bool:
    return re.search(rf"\b{key}\b", error.detail) is not None


def _on(listed: tuple[str, ...], model: str) -> bool:
    """Ollama lists `qwen3:latest` for a model that is asked for as `qwen3`; Anthropic lists dated names of aliases."""
    return any(name == model or name.startswith((f"{model}:", f"{model}-")) for name in listed)


def _with_words(request: ChatRequest, output: Output) -> ChatRequest:
    return replace(request, messages=(*request.messages, Message(role="user", content=in_words(output))))


def _longer(request: ChatRequest) -> ChatRequest:
    """Room for a model that thinks before it answers, which counts as its answer."""
    return replace(request, max_tokens=ROOM * request.max_tokens)


def _corrected(request: ChatRequest, reply: ChatReply, fault: str) -> ChatRequest:
    said = reply.text or next((str(call.arguments) for call in reply.calls), "") or "(nothing)"
    wish = f"That does not fit the form: {fault}. Answer again, with one JSON object that fits, and nothing else."
    return replace(
        request,
        messages=(
            *request.messages,
            Message(role="assistant", content=said[:4_000]),
            Message(role="user", content=wish),
        ),
    )
