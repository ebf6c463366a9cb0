"""The reader that asks a chat model. It chooses, orders and writes; what it may not do is decide what is true.

The model never sees what it could not be trusted with: classifying, extracting and choosing tools show it the
visitor's own words alone, so that nothing a record or a web page says can change what is asked for. Records are shown
only where they are put in order, within what the rules hold for equally good, and where sentences are written, each of
which is held against the record whose number it carries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from pydantic import JsonValue

from archivist.books import Book, Ranked, Wanted
from archivist.dag import Clock
from archivist.librarian.answer import Intent
from archivist.librarian.bands import BAND, ORDERED, in_bands, is_open
from archivist.librarian.composing import checking
from archivist.librarian.composing.composer import Task
from archivist.librarian.draft import Draft
from archivist.librarian.meaning_reader import MeaningReader
from archivist.librarian.model_reader_calls import Toolbox, calls_in
from archivist.librarian.model_reader_terms import agreed, extracted, language_of
from archivist.librarian.model_reader_time import bounded
from archivist.librarian.model_reader_writing import Preview, written
from archivist.librarian.prompting import tasks
from archivist.librarian.reader import Asked, Extracted, ReaderFailed, Understood
from archivist.librarian.reading import PlannedCall, Reading, read
from archivist.librarian.rule_reader import RuleReader
from archivist.librarian.telling import tell
from archivist.models import ChatModel, ChatReply, ChatRequest, Message, ModelError, OnText, Rejected, Usage, cost
from archivist.tools import ToolDefinition

SECONDS = {"compose": 60.0}
"""The longest a task may take; 30 for all others, as in the published Archivist."""

BEFORE = 3
_FACTS = ("author", "year", "pages", "isbn", "language", "publisher", "series")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """One task that a model was given: seconds it took, tokens, US dollars where a price is known, and what failed."""

    model: str
    task: str
    seconds: float
    usage: Usage
    cost: float | None
    failure: str = ""

    def to_json(self) -> dict[str, JsonValue]:
        """The call as JSON values."""
        return {
            "model": self.model,
            "task": self.task,
            "seconds": round(self.seconds, 3),
            "tokens_in": self.usage.tokens_in,
            "tokens_out": self.usage.tokens_out,
            "cost": self.cost,
            "failure": self.failure,
        }


class ModelReader:
    """A `Reader` over a chat model (or a cascade of them).

    Args:
        model: who is asked.
        tools: definitions of all tools; a task names those that may be called.
        clock: deadlines are in its monotonic seconds.
        meaning: orders equals before the model does, and knows plain questions without it.
        on_call: hears of every task that the model was given.

    Raises (from every task):
        ReaderFailed: the model gave nothing usable; the message is for the run's warnings, without keys.
    """

    def __init__(
        self,
        model: ChatModel,
        tools: Sequence[ToolDefinition],
        *,
        clock: Clock,
        meaning: MeaningReader | None = None,
        on_call: Callable[[ModelCall], object] = lambda _: None,
    ) -> None:
        self._model = model
        self._meaning = meaning
        self._tools = Toolbox(tools)
        self._clock = clock
        self._rules = meaning or RuleReader()
        self._on_call = on_call

    async def classify(self, asked: Asked) -> Understood:
        """What sort of question this is; a model can turn a refusal into a search, and never a search into one."""
        if self._meaning is not None and (settled := await self._meaning.settled(asked)):
            return settled
        reading = _read(asked)
        reply = await self._ask("classify", tasks.classifying(asked.question, _before(asked, reading)))
        intent = agreed(str(_value(reply, "intent")), reading, asked.conversation)
        return Understood(intent=intent, language=language_of(str(_value(reply, "language")), reading))

    async def extract(self, asked: Asked, intent: Intent) -> Extracted:
        """The question as catalogue terms. Numbers, and what the visitor was shown before, are read by rule."""
        reading = _read(asked)
        by_rule = Extracted(
            wanted=reading.wanted, second=reading.second, asks=reading.asks, wrong_isbns=reading.wrong_isbns
        )
        if reading.wanted.isbns or reading.wrong_isbns or reading.refers_to:
            return by_rule
        reply = await self._ask("extract", tasks.extracting(asked.question, _before(asked, reading), intent))
        return extracted(reply.value or {}, by_rule)

    async def choose(
        self, wanted: Wanted, intent: Intent, *, language: str, tools: Sequence[str], second: Wanted | None = None
    ) -> list[PlannedCall]:
        """The calls that the model makes, as far as the tools' schemas admit them, and what they leave unasked of the
        rules' calls: the most telling one, those for the question's other reading, and those of tools it did not name.
        """
        by_rule = await self._rules.choose(wanted, intent, language=language, tools=tools, second=second)
        if not by_rule or wanted.own:
            return by_rule
        system, shown, form = tasks.choosing(wanted.text, tasks.terms_of(wanted), tools)
        messages = (Message(role="system", content=system), Message(role="user", content=shown))
        defined = self._tools.named(tools)
        try:
            request = ChatRequest(messages=messages, tools=defined, tool_choice="required", temperature=0.1)
            reply = await self._ask("choose", request)
        except ReaderFailed as failure:
            if not isinstance(failure.__cause__, Rejected):
                raise
            reply = await self._ask("choose", ChatRequest(messages=messages, output=form, temperature=0.1))
        calls = calls_in(reply, self._tools, tools)
        if not calls:
            message = f"{self._model.id} called no tool with arguments that it takes"
            raise ReaderFailed(message)
        named = {call.tool for call in calls}
        first = await self._rules.choose(wanted, intent, language=language, tools=tools)
        # Of books that are set side by side each needs its call, and a model often makes one.
        plain = [] if wanted.beside else first
        kept = [by_rule[0], *(call for call in by_rule[1:] if call.tool not in named or call not in plain)]
        return [*calls, *(call for call in kept if call not in calls)]

    async def rank(self, books: Sequence[Book], wanted: Wanted, *, today: date) -> list[Ranked]:
        """The books that fit by rule; the model orders those that fit equally well."""
        ranked = await self._rules.rank(books, wanted, today=today)
        head = ranked[:ORDERED]
        if not is_open(head, wanted) or head[0].score - head[1].score > BAND:
            return ranked
        reply = await self._ask("rank", tasks.ranking(wanted.text, [one.book for one in head]))
        order = _value(reply, "order")
        numbers = [n for n in order if isinstance(n, int)] if isinstance(order, list) else []
        places = {n: at for at, n in enumerate(dict.fromkeys(numbers))}
        return [*in_bands(head, places), *ranked[ORDERED:]]

    async def compose(self, task: Task, repair: Sequence[str]) -> Draft:
        """The answer. What is asked as one fact, and whatever the model left out, is written by rule."""
        if task.asks in _FACTS:
            return written([], task)
        books = [ranked.book for ranked in task.shortlist]
        preview = Preview(task, lambda sentence: tell("model-wrote", text=sentence))
        request = tasks.writing(task.wanted.text, books, task.language, repair)
        reply = await self._ask("compose", request, on_text=preview.hear)
        sentences = _value(reply, "sentences")
        return written([str(one) for one in sentences] if isinstance(sentences, list) else [], task, strict=True)

    async def check(self, draft: Draft, task: Task) -> list[str]:
        """What is wrong with the draft: by rule, and when that finds nothing, by the model."""
        faults = checking.faults(draft, task)
        sentences = [statement.text for statement in draft.statements if statement.facts]
        if faults or not sentences:
            return faults
        books = [ranked.book for ranked in task.shortlist]
        reply = await self._ask("check", tasks.checking(sentences, books))
        numbers = _value(reply, "unsupported")
        wrong = [n for n in numbers if isinstance(n, int)] if isinstance(numbers, list) else []
        return [f"the records do not hold {sentences[n - 1]!r}" for n in wrong if 1 <= n <= len(sentences)]

    async def _ask(self, task: str, request: ChatRequest, on_text: OnText | None = None) -> ChatReply:
        began = self._clock.monotonic()
        deadline = bounded(began + SECONDS.get(task, 30.0))
        try:
            reply = await self._model.chat(request, deadline=deadline, on_text=on_text)
        except ModelError as error:
            self._tell(task, began, error.usage, error.code)
            message = f"{self._model.id} could not {task}: {error}. {error.advice}".rstrip(" .")
            raise ReaderFailed(message) from error
        self._tell(task, began, reply.usage)
        return reply

    def _tell(self, task: str, began: float, usage: Usage, failure: str = "") -> None:
        model = self._model.id
        seconds = self._clock.monotonic() - began
        call = ModelCall(model=model, task=task, seconds=seconds, usage=usage, cost=cost(model, usage), failure=failure)
        tell("model-call", **call.to_json())
        self._on_call(call)


def _read(asked: Asked) -> Reading:
    return read(asked.question, asked.conversation, today=asked.today)


def _before(asked: Asked, reading: Reading) -> list[str]:
    """The visitor's own earlier words, where this question goes on from them; what was shown stays out of it."""
    if not reading.follow_up:
        return []
    return [turn.text for turn in asked.conversation if turn.role == "visitor"][-BEFORE:]


def _value(reply: ChatReply, name: str) -> object:
    return (reply.value or {}).get(name)
