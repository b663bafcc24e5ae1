"""Server-sent events: one way to stream, for every capability.

A stream holds no database connection while it waits, says something every few seconds so that
nothing in between gives it up, and ends with a sentence when the server stops.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any
from weakref import finalize

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import HttpRequest, StreamingHttpResponse

from pramana.api.failures import failure_for
from pramana.api.frames import HEARTBEAT, OPENED, STOPPING, Frame
from pramana.api.requests import request_id_of
from pramana.observability.metrics import open_stream
from pramana.observability.open_streams import STREAMS, stop_streams

__all__ = ["release_connections", "stop_streams", "stream"]

HEARTBEAT_S = 15.0
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


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
        answer = StreamingHttpResponse(content, content_type="text/event-stream", headers=HEADERS)
        finalize(answer, STREAMS.leave, stop)  # a client may be gone before the first byte
        return answer
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
    return STOPPING.encoded() if stopped in done else HEARTBEAT


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
