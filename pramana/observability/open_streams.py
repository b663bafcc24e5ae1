"""The streams of this process: how many there are, and how to end them all."""

import asyncio
from contextlib import suppress

from pramana.kit.errors import RateLimited
from pramana.observability.context import current_ids

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
