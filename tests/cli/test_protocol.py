"""Heads without an end, and callers who never finish one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from pramana.cli.commands import serve
from pramana.cli.commands.serve import LONGEST_HEAD, ModestHttp
from tests.settings import change

ASKED = b"GET / HTTP/1.1\r\nHost: here\r\n"
PATIENCE_S = 60


async def hello(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


@asynccontextmanager
async def sent_request(*parts: bytes) -> AsyncIterator[asyncio.StreamReader]:
    """What a server with our protocol answers to these bytes."""
    config = uvicorn.Config(hello, http=ModestHttp, log_config=None, lifespan="off")
    loop, state = asyncio.get_running_loop(), ServerState()
    server = await loop.create_server(lambda: ModestHttp(config, state, {}), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    try:
        for part in parts:
            writer.write(part)
            await asyncio.sleep(0)
        yield reader
    finally:
        writer.close()
        server.close()


async def said(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the server closes."""
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE_S)
    except ConnectionError:  # it closed with bytes of ours unread
        return b""


async def test_an_ordinary_request_is_answered_and_its_body_is_no_head() -> None:
    body = b"Content-Length: 300000\r\nConnection: close\r\n\r\n" + b"x" * 300_000
    async with sent_request(b"POST / HTTP/1.1\r\nHost: here\r\n", body) as reader:
        assert (await said(reader)).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("head", [b"X: " + b"a" * 4 * LONGEST_HEAD, b"X: y\r\n" * LONGEST_HEAD])
async def test_a_head_without_an_end_is_cut_off(head: bytes) -> None:
    async with sent_request(ASKED, head) as reader:
        assert b" 200 " not in await said(reader)


@pytest.mark.parametrize("begun", [b"", ASKED, ASKED + b"\r\n" + ASKED])
async def test_a_head_that_does_not_come_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(serve, "HEAD_TIMEOUT_S", 0.05)

    async with sent_request(begun) as reader:
        answers = (await said(reader)).count(b"HTTP/1.1 200")

    assert answers == (1 if begun.count(b"GET") == 2 else 0)


def test_a_proxy_is_believed_here_and_where_the_operator_says(settings: Any) -> None:
    assert serve.web_config().forwarded_allow_ips == ["127.0.0.1", "::1"]
    change(settings, trusted_proxies=("10.0.0.0/24",))
    assert serve.web_config().forwarded_allow_ips == ["127.0.0.1", "::1", "10.0.0.0/24"]
