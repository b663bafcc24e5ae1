"""Server-sent events: one way to stream, for every capability.

A stream holds no database connection while it waits, says something every few seconds so that
nothing in between gives it up, and ends with a sentence when the server stops.
"""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import HttpRequest, StreamingHttpResponse

from pramana.api.failures import failure_for
from pramana.api.requests import request_id_of
from pramana.kit.errors import RateLimited
from pramana.observability.metrics import open_stream

log = logging.getLogger("pramana.api")

MOST = 400
"""Streams one web process holds; the next is told to come back."""

HEARTBEAT_S = 15.0
OPENED = b": open\n\n"
HEARTBEAT = b": still here\n\n"
STOPPING = {
    "error": "The server is stopping. Connect again to go on from the last event.",
    "error_code": "SERVICE_UNAVAILABLE",
}
EVENT_STREAM: dict[str, Any] = {
    "responses": {
        200: {
            "description": "Events as they happen.",
            "content": {
                "text/event-stream": {
                    "schema": {
                        "type": "object",
                        "properties": {
                            "id": {
                                "type": "string",
                                "description": "Its number; see Last-Event-ID.",
                            },
                            "data": {"description": "A JSON object."},
                        },
                        "required": ["data"],
                    }
                }
            },
        }
    }
}
"""For `openapi_extra` of an operation that streams; the schema is that of each event."""

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@dataclass(frozen=True)
class Frame:
    """One event: its data, and the number by which a client can go on after it."""

    data: Mapping[str, Any]
    id: int | None = None

    def encoded(self) -> bytes:
        number = f"id: {self.id}\n" if self.id is not None else ""
        return (
            f"{number}data: {json.dumps(self.data, ensure_ascii=False, default=str)}\n\n".encode()
        )


class OpenStreams:
    """The streams of this process: how many there are, and how to end them all.

    There is no lock on purpose: `stop` is called from signal handlers, which may interrupt the
    very line that would hold it.
    """

    def __init__(self) -> None:
        self._stops: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}
        self._stopping = False

    def enter(self) -> asyncio.Event:
        """A place for one more stream; the event is set when it has to end."""
        if len(self._stops) >= MOST:
            said = f"{MOST} streams are open here already. Try again shortly."
            raise RateLimited(said, retry_after=5)
        stop = asyncio.Event()
        self._stops[stop] = asyncio.get_running_loop()
        if self._stopping:
            stop.set()
        return stop

    def leave(self, stop: asyncio.Event) -> None:
        self._stops.pop(stop, None)

    def stop(self) -> None:
        self._stopping = True
        for stop, loop in list(self._stops.items()):
            with suppress(RuntimeError):  # its loop is closed: it has ended already
                loop.call_soon_threadsafe(stop.set)

    def __len__(self) -> int:
        return len(self._stops)


STREAMS = OpenStreams()


def stop_streams() -> None:
    """End every stream of this process with an error frame. Safe from any thread or signal."""
    STREAMS.stop()


async def stream(
    request: HttpRequest, frames: AsyncGenerator[Frame, None]
) -> StreamingHttpResponse:
    """Answer with frames as they come. Call it from an `async def` operation.

    The connection that authentication and the first query used goes back to the pool first: it
    would otherwise be held as long as the stream.
    """
    stop = STREAMS.enter()
    try:
        await sync_to_async(release_connections)()
        content = _sent(request, frames, stop)
        return StreamingHttpResponse(content, content_type="text/event-stream", headers=HEADERS)
    except BaseException:
        STREAMS.leave(stop)
        raise


def release_connections() -> None:
    """Give back this thread's connections; call it in the thread that used them."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()


async def _sent(
    request: HttpRequest, frames: AsyncGenerator[Frame, None], stop: asyncio.Event
) -> AsyncIterator[bytes]:
    queue: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=8)
    pump = asyncio.create_task(_pumped(request, frames, queue))
    stopped = asyncio.create_task(stop.wait())
    try:
        with open_stream():
            yield OPENED
            while (chunk := await _next(queue, stopped)) is not None:
                yield chunk
    finally:
        STREAMS.leave(stop)
        pump.cancel()
        stopped.cancel()
        await asyncio.gather(pump, stopped, return_exceptions=True)


async def _next(queue: asyncio.Queue[bytes | None], stopped: asyncio.Task[Any]) -> bytes | None:
    """The next bytes to send: a frame, a heartbeat when there is none, or None at the end."""
    if stopped.done():
        return None
    waiting = asyncio.create_task(queue.get())
    done, _ = await asyncio.wait(
        {waiting, stopped}, timeout=HEARTBEAT_S, return_when=asyncio.FIRST_COMPLETED
    )
    if waiting in done:
        return waiting.result()
    waiting.cancel()
    return Frame(STOPPING).encoded() if stopped in done else HEARTBEAT


async def _pumped(
    request: HttpRequest, frames: AsyncGenerator[Frame, None], queue: asyncio.Queue[bytes | None]
) -> None:
    """Move frames into the queue; what goes wrong becomes the last frame."""
    try:
        async with aclosing(frames):
            async for frame in frames:
                await queue.put(frame.encoded())
    except Exception as error:
        failure = failure_for(error, request_id_of(request))
        await queue.put(
            Frame({"error": failure.message, "error_code": failure.code.upper()}).encoded()
        )
    await queue.put(None)
