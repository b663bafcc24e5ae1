"""Server-sent events: one way to stream, for every capability.

A stream holds no database connection while it waits, says something every few seconds so that
nothing in between gives it up, and ends with a sentence when the server stops.
"""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from weakref import finalize

from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connections
from django.http import StreamingHttpResponse

from pramana.kit.errors import AppError
from pramana.observability.metrics import open_stream
from pramana.observability.open_streams import STREAMS

OPENED = b": open\n\n"
HEARTBEAT = b": still here\n\n"


@dataclass(frozen=True)
class Frame:
    """One event: its data, and the number by which a client can go on after it."""

    data: Mapping[str, Any]
    id: int | None = None

    def encoded(self) -> bytes:
        number = f"id: {self.id}\n" if self.id is not None else ""
        text = json.dumps(self.data, ensure_ascii=False, default=str)
        return f"{number}data: {text}\n\n".encode()


STOPPING = Frame(
    {
        "error": "The server is stopping. Connect again to go on from the last event.",
        "error_code": "SERVICE_UNAVAILABLE",
    }
)
_EVENT = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "Its number; see Last-Event-ID."},
        "data": {"description": "A JSON object."},
    },
    "required": ["data"],
}
EVENT_STREAM: dict[str, Any] = {
    "responses": {
        200: {
            "description": "Events as they happen.",
            "content": {"text/event-stream": {"schema": _EVENT}},
        }
    }
}
"""For `openapi_extra` of an operation that streams; the schema is that of each event."""


P = ParamSpec("P")
Result = TypeVar("Result")

log = logging.getLogger(__name__)
NO_DATABASE = "The database does not answer. Try again in a few seconds."
HEARTBEAT_S = 15.0
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


async def stream(frames: AsyncGenerator[Frame, None]) -> StreamingHttpResponse:
    """Answer with frames as they come. Call it from an `async def` operation.

    The connection that authentication and the first query used goes back to the pool first: it
    would otherwise be held as long as the stream.
    """
    stop = STREAMS.enter()
    try:
        await sync_to_async(release_connections)()
        content = _sent(frames, stop)
        answer = StreamingHttpResponse(content, content_type="text/event-stream", headers=HEADERS)
        finalize(answer, STREAMS.leave, stop)  # a client may be gone before the first byte
        return answer
    except BaseException:
        STREAMS.leave(stop)
        raise


def releasing(function: Callable[P, Result]) -> Callable[P, Result]:
    """The function, which leaves no database connection behind in the thread it runs in."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> Result:
        try:
            return function(*args, **kwargs)
        finally:
            release_connections()

    return call


def release_connections() -> None:
    """Give back this thread's connections; call it in the thread that used them."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()


async def _sent(frames: AsyncGenerator[Frame, None], stop: asyncio.Event) -> AsyncIterator[bytes]:
    queue: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=8)
    pump = asyncio.create_task(_pumped(frames, queue))
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
    try:
        done, _ = await asyncio.wait(
            {waiting, stopped}, timeout=HEARTBEAT_S, return_when=asyncio.FIRST_COMPLETED
        )
    finally:
        waiting.cancel()  # a client that left ends the wait from outside
    if waiting in done:
        return waiting.result()
    return STOPPING.encoded() if stopped in done else HEARTBEAT


async def _pumped(frames: AsyncGenerator[Frame, None], queue: asyncio.Queue[bytes | None]) -> None:
    """Move frames into the queue; what goes wrong becomes the last frame."""
    try:
        async with aclosing(frames):
            async for frame in frames:
                await queue.put(frame.encoded())
    except Exception as error:
        await queue.put(Frame(_told(error)).encoded())
    await queue.put(None)


def _told(error: Exception) -> dict[str, str]:
    """The last frame of a stream that failed. Nothing internal is told, only logged."""
    if isinstance(error, AppError):
        return {"error": error.message, "error_code": error.code.upper()}
    if isinstance(error, OperationalError | InterfaceError):
        return {"error": NO_DATABASE, "error_code": "SERVICE_UNAVAILABLE"}
    log.error("A stream failed unexpectedly.", exc_info=error)
    return {"error": "Something went wrong on our side.", "error_code": "INTERNAL_ERROR"}
