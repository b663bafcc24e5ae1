"""A model server with the OpenAI protocol: it sends one sentence at once, the rest on request.

Its cost counts in this process, not in the product's.
"""

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench._chat_library import sentence

NUMBER = re.compile(r"K(\d{5})")
SOURCE = re.compile(r"Source (\d+):")


class InstantModel:
    """`held` streams stop after their first sentence until `release`."""

    def __init__(self) -> None:
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._go = asyncio.Event()

    def hold(self) -> None:
        self._loop.call_soon_threadsafe(self._go.clear)

    def release(self) -> None:
        self._loop.call_soon_threadsafe(self._go.set)

    def serve(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        started = asyncio.start_server(self._converse, "127.0.0.1", 0, backlog=512)
        server = self._loop.run_until_complete(started)
        self.port = server.sockets[0].getsockname()[1]
        self._go.set()
        ready.set()
        self._loop.run_forever()

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop)

    async def _end(self) -> None:
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0.1)
        self._loop.stop()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                size = int(re.findall(rb"(?i)content-length: (\d+)", head)[0])
                await self._answer(json.loads(await reader.readexactly(size)), writer)
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            writer.close()

    async def _answer(self, body: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        line = composed(str(body["messages"][-1]["content"]))
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n"
        )
        writer.write(_chunk(line + "\n"))
        await writer.drain()
        await self._go.wait()
        writer.write(_chunk(line + "\n") + _chunk("", finish="stop") + _framed(b"data: [DONE]\n\n"))
        writer.write(b"0\r\n\r\n")
        await writer.drain()


def composed(prompt: str) -> str:
    """One sentence with the words of the source that holds them."""
    asked = int(NUMBER.findall(prompt)[-1])
    words = sentence(asked)
    before = prompt[: prompt.find(words)]
    source = int((SOURCE.findall(before) or ["1"])[-1])
    return json.dumps({"text": words, "quotes": [{"source": source, "words": words}]})


def _chunk(text: str, *, finish: str | None = None) -> bytes:
    delta = {"content": text} if text else {}
    value = {
        "id": "1",
        "object": "chat.completion.chunk",
        "created": 1700000000,
        "model": "bench",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }
    return _framed(f"data: {json.dumps(value)}\n\n".encode())


def _framed(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


@contextmanager
def instant_model() -> Iterator[InstantModel]:
    model, ready = InstantModel(), threading.Event()
    threading.Thread(target=model.serve, args=[ready], daemon=True).start()
    ready.wait()
    try:
        yield model
    finally:
        model.release()
        model.stop()
