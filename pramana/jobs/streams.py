"""Server-sent events: one way to stream, for every capability.

A stream holds no database connection while it waits. It sends a comment every few seconds, so that
proxies do not close it, and ends with an error event when the server stops.
"""

import asyncio
import json
import logging
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any
from weakref import finalize

from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError
from django.http import StreamingHttpResponse

from pramana.kit.errors import AppError, RateLimited
from pramana.observability.context import current_ids
from pramana.observability.metrics import open_stream
from pramana.postgres.loans import release_connections, releases_connections
from pramana.tenancy.selectors.access import valid_keys

MOST_STREAMS = 400
"""In one web process; a further one is refused for now."""
MOST_PER_TENANT = 300
"""So that one tenant cannot take all of them."""


class OpenStreams:
    """The streams of this process.

    There is no lock on purpose: `stop` is called from signal handlers, which could interrupt the
    code that holds it.
    """

    def __init__(self) -> None:
        self._stops: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}
        self._tenants: dict[asyncio.Event, object] = {}
        self._keys: dict[asyncio.Event, object] = {}
        self._refused: set[asyncio.Event] = set()
        self._stopping = False

    def enter(self) -> asyncio.Event:
        """Count one more stream and return the event that is set when it has to end."""
        tenant = current_ids().get("tenant_id")
        if (
            len(self._stops) >= MOST_STREAMS
            or list(self._tenants.values()).count(tenant) >= MOST_PER_TENANT
        ):
            message = "Too many streams are open here already. Try again shortly."
            raise RateLimited(message, retry_after=5)
        stop = asyncio.Event()
        self._stops[stop], self._tenants[stop] = asyncio.get_running_loop(), tenant
        if key := current_ids().get("key_id"):
            self._keys[stop] = key
        if self._stopping:
            stop.set()
        return stop

    def leave(self, stop: asyncio.Event) -> None:
        self._stops.pop(stop, None)
        self._tenants.pop(stop, None)
        self._keys.pop(stop, None)
        self._refused.discard(stop)

    def keys(self) -> set[object]:
        """The ids of the API keys whose streams are open."""
        return set(self._keys.copy().values())

    def end_streams_of(self, key: object) -> None:
        """End the streams of a key that is no longer valid."""
        for stop, owner in list(self._keys.items()):
            if owner == key and (loop := self._stops.get(stop)) is not None:
                self._refused.add(stop)
                with suppress(RuntimeError):  # its loop is closed: it has ended already
                    loop.call_soon_threadsafe(stop.set)

    def is_refused(self, stop: asyncio.Event) -> bool:
        """Whether the stream ends because its key is no longer valid."""
        return stop in self._refused

    @property
    def is_stopping(self) -> bool:
        """Whether the server has been told to stop."""
        return self._stopping

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


log = logging.getLogger(__name__)
NO_DATABASE = "The database does not answer. Try again in a few seconds."
HEARTBEAT_S = 15.0
CHECK_KEYS_EVERY_S = 2.0
"""How often the keys of open streams are checked; a revoked key's streams end after that."""
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
OPENED = b": open\n\n"
HEARTBEAT = b": still here\n\n"


@dataclass(frozen=True)
class EventFrame:
    """One event: its data, and the number from which a client can resume."""

    data: Mapping[str, Any]
    id: int | None = None

    def encode(self) -> bytes:
        number = f"id: {self.id}\n" if self.id is not None else ""
        text = json.dumps(self.data, ensure_ascii=False, default=str)
        return f"{number}data: {text}\n\n".encode()


REFUSED = EventFrame(
    {"error": "This API key is no longer valid.", "error_code": "UNAUTHORIZED"},
)
STOPPING = EventFrame(
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
"""For `openapi_extra` of an operation that streams; the schema describes one event."""


async def stream(frames: AsyncGenerator[EventFrame, None]) -> StreamingHttpResponse:
    """Respond with frames as they come. Call it from an `async def` operation.

    The connection that authentication and the first query used is returned to the pool first;
    otherwise it would be held as long as the stream.
    """
    stop = STREAMS.enter()
    KEY_WATCH.start()
    try:
        await sync_to_async(release_connections)()
        content = _stream_bytes(frames, stop)
        response = StreamingHttpResponse(content, content_type="text/event-stream", headers=HEADERS)
        finalize(response, STREAMS.leave, stop)  # a client may be gone before the first byte
        return response
    except BaseException:
        STREAMS.leave(stop)
        raise


async def _stream_bytes(
    frames: AsyncGenerator[EventFrame, None], stop: asyncio.Event
) -> AsyncIterator[bytes]:
    queue: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=8)
    pump = asyncio.create_task(_pump(frames, queue))
    stopped = asyncio.create_task(stop.wait())
    try:
        with open_stream():
            yield OPENED
            while (chunk := await _next(queue, stopped, stop)) is not None:
                yield chunk
            if STREAMS.is_refused(stop):
                yield REFUSED.encode()
    finally:
        STREAMS.leave(stop)
        pump.cancel()
        stopped.cancel()
        await asyncio.gather(pump, stopped, return_exceptions=True)


async def _next(
    queue: asyncio.Queue[bytes | None], stopped: asyncio.Task[Any], stop: asyncio.Event
) -> bytes | None:
    """The next bytes to send: a frame, a heartbeat when there is none, or None at the end."""
    if stopped.done():
        return None
    waiting = asyncio.create_task(queue.get())
    try:
        done, _ = await asyncio.wait(
            {waiting, stopped}, timeout=HEARTBEAT_S, return_when=asyncio.FIRST_COMPLETED
        )
    finally:
        waiting.cancel()  # the client may have left
    if waiting in done:
        return waiting.result()
    if stopped in done:
        return None if STREAMS.is_refused(stop) else STOPPING.encode()
    return HEARTBEAT


class KeyWatch:
    """A thread that ends the streams of keys that were revoked; it lives while there are any."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_running = False

    def start(self) -> None:
        with self._lock:
            starts = not self._is_running and bool(STREAMS.keys())
            self._is_running = self._is_running or starts
        if starts:
            threading.Thread(target=self._watch, name="stream-keys", daemon=True).start()

    def _watch(self) -> None:
        while True:
            time.sleep(CHECK_KEYS_EVERY_S)
            with self._lock:
                if not STREAMS.keys():
                    self._is_running = False
                    return
            try:
                end_revoked_streams()
            except (OperationalError, InterfaceError) as error:
                log.warning("the keys of streams were not checked (%s)", type(error).__name__)


@releases_connections
def end_revoked_streams() -> None:
    """End the streams of keys that are no longer valid."""
    keys = STREAMS.keys()
    for key in keys - valid_keys(keys):
        STREAMS.end_streams_of(key)


KEY_WATCH = KeyWatch()


async def _pump(
    frames: AsyncGenerator[EventFrame, None], queue: asyncio.Queue[bytes | None]
) -> None:
    """Move frames into the queue; an error becomes the last frame."""
    try:
        async with aclosing(frames):
            async for frame in frames:
                await queue.put(frame.encode())
    except Exception as error:
        await queue.put(EventFrame(_error_data(error)).encode())
    await queue.put(None)


def _error_data(error: Exception) -> dict[str, str]:
    """The data of the last frame of a stream that failed. Internal errors are only logged."""
    if isinstance(error, AppError):
        return {"error": error.message, "error_code": error.code.upper()}
    if isinstance(error, OperationalError | InterfaceError):
        return {"error": NO_DATABASE, "error_code": "SERVICE_UNAVAILABLE"}
    log.error("A stream failed unexpectedly.", exc_info=error)
    return {"error": "Something went wrong on our side.", "error_code": "INTERNAL_ERROR"}
