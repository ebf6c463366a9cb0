"""What holds for every family of providers when its server refuses, breaks off, hangs or talks nonsense."""

from __future__ import annotations

import pytest

from archivist.models import (
    AuthFailed,
    CreditExhausted,
    ModelError,
    ModelNotFound,
    ModelTimedOut,
    NetworkFailed,
    QuotaExhausted,
    Rejected,
    SchemaViolation,
)
from tests.models.test_contract import HELLO, failure
from tests.models.wire import KEY, Family, Said, Server


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, Rejected),
        (401, AuthFailed),
        (402, CreditExhausted),
        (403, AuthFailed),
        (404, ModelNotFound),
        (408, ModelTimedOut),
        (413, Rejected),
        (422, Rejected),
        (429, QuotaExhausted),
        (500, NetworkFailed),
        (502, NetworkFailed),
        (503, NetworkFailed),
        (504, ModelTimedOut),
        (529, NetworkFailed),
    ],
)
async def test_each_status_is_its_own_error_with_a_next_step(
    server: Server, status: int, error: type[ModelError]
) -> None:
    server.fails(status, f"that did not work, {KEY} being what it is")

    caught = await failure(server)

    assert type(caught) is error
    assert caught.status == status
    assert caught.advice.endswith(".")
    assert KEY not in f"{caught} {caught.detail} {caught.advice} {caught!r}"


@pytest.mark.parametrize(("status", "requests"), [(401, 1), (402, 1), (404, 1), (408, 1), (422, 1), (429, 3), (503, 3)])
async def test_only_what_may_pass_is_tried_again(server: Server, status: int, requests: int) -> None:
    server.fails(status)

    await failure(server)

    assert len(server.web.sent) == requests


async def test_a_pause_that_the_host_names_is_kept(server: Server, family: Family) -> None:
    if family == "in-page":
        pytest.skip("a model in the page has nobody else to serve, and names no pause")
    server.fails(429, retry_after="7")
    server.says(Said(text="now"))

    assert (await server.model.chat(HELLO)).text == "now"
    assert 7.0 in server.clock.slept


@pytest.mark.parametrize(
    ("text", "pause"),
    [
        ("Rate limit reached. Please try again in 7.66s.", 7.66),
        ("Please try again in 350ms.", 0.35),
        ('{"retryDelay": "5s"}', 5.0),
    ],
)
async def test_a_pause_that_the_host_names_in_words_is_kept(server: Server, text: str, pause: float) -> None:
    server.fails(429, text)
    server.says(Said(text="now"))

    await server.model.chat(HELLO)

    assert pause in server.clock.slept


async def test_a_long_pause_is_not_waited_for_but_told(server: Server, family: Family) -> None:
    if family == "in-page":
        pytest.skip("a model in the page has nobody else to serve, and names no pause")
    server.fails(429, retry_after="3600")

    caught = await failure(server)

    assert caught.retry_after == 3600.0
    assert len(server.web.sent) == 1


async def test_an_account_without_money_is_told_from_a_host_in_a_hurry(server: Server) -> None:
    server.fails(429, "You exceeded your current quota, please check your plan and billing details.")

    assert isinstance(await failure(server), CreditExhausted)


async def test_a_fetch_that_the_browser_rejects_says_what_to_look_at(server: Server) -> None:
    server.web.refuses(server.host)

    caught = await failure(server)

    assert isinstance(caught, NetworkFailed)
    assert caught.advice


async def test_a_server_that_never_answers_is_left_at_the_deadline(server: Server, family: Family) -> None:
    if family == "in-page":
        pytest.skip("the page is waited for in the event loop's own time; see tests/worker/test_window.py")
    server.web.hangs(server.host)

    assert isinstance(await failure(server, deadline=5.0), ModelTimedOut)
    assert server.clock.monotonic() == 5.0


async def test_nothing_is_asked_when_no_time_is_left(server: Server) -> None:
    assert isinstance(await failure(server, deadline=0.0), ModelTimedOut)
    assert server.web.sent == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>busy</html>",
        b'{"choices": [{"message": {"con',
        b"null",
        b"[]",
        b'"text"',
        b"{}",
        b'{"choices": [], "content": 3, "candidates": []}',
        b'{"choices": "none", "content": "none", "candidates": "none"}',
        b'{"choices": [7], "content": 7, "candidates": [7]}',
        b"\xff\xfe{}",
    ],
)
async def test_an_answer_of_another_shape_is_a_failure_and_no_empty_answer(server: Server, body: bytes) -> None:
    server.sends(body)

    assert isinstance(await failure(server), SchemaViolation)
