"""Asks questions over HTTP and times the first byte, the first sentence and the end."""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field

PATIENCE_S = 120.0


@dataclass
class Heard:
    """What many listeners heard, in milliseconds since each began to ask."""

    statuses: list[int] = field(default_factory=list)
    first_bytes_ms: list[float] = field(default_factory=list)
    first_sentences_ms: list[float] = field(default_factory=list)
    refused_ms: list[float] = field(default_factory=list)
    done: int = 0
    most_at_once: int = 0
    _open: int = 0

    def opened(self) -> None:
        self._open += 1
        self.most_at_once = max(self.most_at_once, self._open)

    def closed(self) -> None:
        self._open -= 1


async def hold(
    port: int, key: str, questions: list[str], over_s: float, release: Callable[[], object]
) -> Heard:
    """Ask evenly over `over_s`; let the model finish once every stream has its first sentence."""
    heard = Heard()
    tasks = []
    for question in questions:
        tasks.append(asyncio.create_task(listen(port, key, question, heard)))
        await asyncio.sleep(over_s / len(questions))
    deadline = time.monotonic() + PATIENCE_S
    while _waiting(heard, len(questions)) and time.monotonic() < deadline:
        await asyncio.sleep(0.01)
    release()
    await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE_S)
    return heard


def _waiting(heard: Heard, count: int) -> bool:
    return len(heard.first_sentences_ms) + len(heard.refused_ms) < count


async def listen(port: int, key: str, question: str, heard: Heard) -> None:
    """One question, followed to its last frame."""
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_request(key, question))
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head.split(b" ", 2)[1])
    heard.statuses.append(status)
    if status == 200:
        await reader.readexactly(1)
        heard.first_bytes_ms.append(_since(began))
        heard.opened()
        if await _says(reader):
            heard.first_sentences_ms.append(_since(began))
            rest = await reader.read(-1)
            heard.done += b'{"done": true}' in rest
        heard.closed()
    else:
        heard.refused_ms.append(_since(began))
    writer.close()


async def _says(reader: asyncio.StreamReader) -> bool:
    """Whether a sentence came; a stream may also end without one, which is a failure here."""
    try:
        await reader.readuntil(b'data: {"delta"')
    except asyncio.IncompleteReadError:
        return False
    return True


def _request(key: str, question: str) -> bytes:
    body = json.dumps({"query": question}).encode()
    return (
        f"POST /chat/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    ).encode() + body


def _since(began: float) -> float:
    return (time.perf_counter() - began) * 1000
