"""The terminal's transport against a real socket that misbehaves."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from archivist.dag import SystemClock
from archivist.sources import (
    HttpClient,
    HttpxTransport,
    Limits,
    Request,
    SourceTimedOut,
    TransportBroken,
    TransportTimedOut,
    TransportUnconnected,
    all_tools,
)
from archivist.tools import ToolContext

from .shapes import found, value_of, work

Reply = Callable[[asyncio.StreamWriter], Awaitable[None]]
Serve = Callable[[Reply], Awaitable[str]]


@pytest.fixture
async def heard() -> list[bytes]:
    """The heads of the requests that arrived."""
    return []


@pytest.fixture
async def serve(heard: list[bytes]) -> AsyncIterator[Serve]:
    """A server of one behaviour; gives its address."""
    servers: list[asyncio.Server] = []

    async def start(reply: Reply) -> str:
        async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            heard.append(await reader.readuntil(b"\r\n\r\n"))
            try:
                await reply(writer)
            finally:
                writer.close()

        server = await asyncio.start_server(handle, "127.0.0.1", 0)
        servers.append(server)
        return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    yield start
    for server in servers:
        server.close()


def whole(body: bytes, *headers: str, status: str = "200 OK", length: int | None = None) -> Reply:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}", *headers, "", ""]

    async def reply(writer: asyncio.StreamWriter) -> None:
        writer.write("\r\n".join(lines).encode() + body)
        await writer.drain()

    return reply


async def never(writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(30)
    writer.close()


async def read(transport: HttpxTransport, url: str, within: float = 5.0) -> tuple[int, bytes]:
    response = await transport.send(Request(url=url, timeout=within, headers={"Accept": "application/json"}))
    try:
        return response.status, b"".join([part async for part in response.chunks()])
    finally:
        await response.close()


async def test_an_answer_is_read_whole_and_unpacked(serve: Serve) -> None:
    url = await serve(whole(gzip.compress(b'{"a": 1}'), "Content-Encoding: gzip", "X-Mixed-Case: yes"))

    async with HttpxTransport() as transport:
        response = await transport.send(Request(url=url, timeout=5))
        body = b"".join([part async for part in response.chunks()])
        await response.close()

    assert (response.status, body, response.headers["x-mixed-case"]) == (200, b'{"a": 1}', "yes")


async def test_a_redirect_is_handed_out_and_not_followed(serve: Serve, heard: list[bytes]) -> None:
    url = await serve(whole(b"", "Location: https://evil.example/", status="302 Found"))

    async with HttpxTransport() as transport:
        assert (await read(transport, url))[0] == 302

    assert len(heard) == 1


async def test_c082_the_services_see_who_asks(serve: Serve, heard: list[bytes]) -> None:
    """Report C082: a name without a contact is answered with 403; with one, Open Library allows three times as much."""
    url = await serve(whole(b"[]"))

    async with HttpxTransport(contact="reader@example.org") as named, HttpxTransport() as anonymous:
        await read(named, url)
        await read(anonymous, url)

    assert b"Archivist (+reader@example.org)" in heard[0]
    assert b"Mozilla/5.0 (compatible; Archivist;" in heard[1]
    assert b"python-httpx" not in heard[1]


async def test_silence_ends_when_the_time_is_up(serve: Serve) -> None:
    url = await serve(never)

    async with HttpxTransport() as transport:
        with pytest.raises(TransportTimedOut):
            await read(transport, url, within=0.1)


async def test_a_body_that_drips_is_bounded_by_the_same_time(serve: Serve) -> None:
    async def drip(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(1000):
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.02)

    url = await serve(drip)

    async with HttpxTransport() as transport:
        with pytest.raises(TransportTimedOut):
            await read(transport, url, within=0.2)


async def test_a_connection_that_ends_early_is_broken(serve: Serve) -> None:
    url = await serve(whole(b'{"half": ', length=400))

    async with HttpxTransport() as transport:
        with pytest.raises(TransportBroken):
            await read(transport, url)


async def test_no_answer_at_all_is_a_broken_connection(serve: Serve) -> None:
    async def hang_up(writer: asyncio.StreamWriter) -> None:
        writer.close()

    url = await serve(hang_up)

    async with HttpxTransport() as transport:
        with pytest.raises(TransportBroken):
            await read(transport, url)


async def test_nobody_there_says_so_without_the_address() -> None:
    async with HttpxTransport() as transport:
        with pytest.raises(TransportUnconnected, match="no connection could be made") as caught:
            await read(transport, "http://127.0.0.1:1/openlibrary.org/search.json?q=private")

    assert "private" not in str(caught.value)


async def test_cancelling_ends_the_request(serve: Serve) -> None:
    arrived = asyncio.Event()

    async def wait(writer: asyncio.StreamWriter) -> None:
        arrived.set()
        await never(writer)

    url = await serve(wait)
    async with HttpxTransport() as transport:
        asking = asyncio.create_task(read(transport, url))
        await arrived.wait()

        asking.cancel()

        with pytest.raises(asyncio.CancelledError):
            await asking


async def test_a_question_goes_all_the_way_through_a_gateway(serve: Serve, heard: list[bytes]) -> None:
    url = await serve(whole(json.dumps(found(work("OL1W", "Dune", "Frank Herbert"))).encode()))
    clock = SystemClock()
    context = ToolContext(call_id="c", deadline=clock.monotonic() + 5, clock=clock, attempt=1, idempotency_key="k")

    async with HttpxTransport() as transport:
        tool = all_tools(HttpClient(transport, clock=clock, gateway=url))[0]
        result = value_of(await tool.prepare({"title": "Dune"})(context))

    assert heard[0].startswith(b"GET /openlibrary.org/search.json?title=Dune&fields=")
    assert [c.title for c in result.candidates] == ["Dune"]


async def test_a_hanging_service_costs_one_attempts_time(serve: Serve) -> None:
    url = await serve(never)
    clock = SystemClock()

    async with HttpxTransport() as transport:
        http = HttpClient(transport, clock=clock, gateway=url, limits=Limits(attempt=0.1))
        tool = all_tools(http)[3]
        context = ToolContext(call_id="c", deadline=None, clock=clock, attempt=1, idempotency_key="k")
        with pytest.raises(SourceTimedOut):
            await tool.prepare({"query": "Dune"})(context)
