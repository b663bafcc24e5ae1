"""Server-sent events: reading frames, and resuming a stream after a lost connection."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pramana.client.calls import ApiCall
from pramana.client.errors import StreamError

F = TypeVar("F")
T = TypeVar("T")
STOPPING = "SERVICE_UNAVAILABLE"
"""The error code a server sends when it stops; the work continues elsewhere."""


class StreamInterrupted(Exception):
    """The stream ended before its last frame; it can be resumed after `wait` seconds."""

    def __init__(self, wait: float | None = None) -> None:
        super().__init__()
        self.wait = wait


@dataclass(frozen=True)
class Event:
    data: dict[str, Any]
    number: int | None


@dataclass
class EventReader:
    """Parses server-sent events from lines."""

    _data: list[str] = field(default_factory=list)
    _number: int | None = None

    def feed(self, line: str) -> Event | None:
        """The event that this line completes, if any.

        >>> reader = EventReader()
        >>> reader.feed("id: 3"), reader.feed('data: {"delta": "a"}')
        (None, None)
        >>> reader.feed("")
        Event(data={'delta': 'a'}, number=3)
        """
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "id" and value.isdecimal():
            self._number = int(value)
        if line or not self._data:
            return None
        event = Event(json.loads("\n".join(self._data)), self._number)
        self._data, self._number = [], None
        return event


@dataclass(frozen=True)
class StreamRequest(Generic[F]):
    """How to start a stream, resume it after `n` frames, read a frame, and recognise the last."""

    begin: ApiCall[object]
    resume: Callable[[Mapping[str, str], int], ApiCall[object]]
    read: Callable[[dict[str, Any]], F]
    is_last: Callable[[dict[str, Any]], bool]
    after: int = 0
    """The number of the last frame that was already seen."""


@dataclass(frozen=True)
class StreamOutcome(Generic[F, T]):
    """A stream that is read to its end, and the call that its frames lead to."""

    stream: StreamRequest[F]
    then: Callable[[Sequence[F]], ApiCall[T]]


@dataclass
class StreamState(Generic[F]):
    """How far a stream was read. It does no I/O, so both clients share it."""

    request: StreamRequest[F]
    headers: Mapping[str, str] | None = None
    seen: int = 0
    failures: int = 0
    is_over: bool = False
    _reader: EventReader = field(default_factory=EventReader)

    def __post_init__(self) -> None:
        self.seen = self.request.after

    @property
    def call(self) -> ApiCall[object]:
        """The next call: the start of the stream, or its continuation after the frames seen."""
        if self.headers is None:
            return self.request.begin
        return self.request.resume(self.headers, self.seen)

    def opened(self, headers: Mapping[str, str]) -> None:
        self.headers = self.headers or dict(headers)
        self._reader = EventReader()

    def take(self, line: str) -> list[F]:
        """The frame that a line completes, if any. Raises if it is an error frame."""
        event = self._reader.feed(line)
        if event is None:
            return []
        if "error" in event.data:
            self._failed(event.data)
        self.seen = self.seen + 1 if event.number is None else event.number
        self.failures = 0
        self.is_over = self.request.is_last(event.data)
        return [self.request.read(event.data)]

    def ended(self) -> None:
        """Handle the end of the connection; raises if the stream is incomplete."""
        if not self.is_over:
            raise StreamInterrupted()

    def _failed(self, data: Mapping[str, Any]) -> None:
        code = str(data.get("error_code") or "")
        if code == STOPPING:
            raise StreamInterrupted()
        request_id = (self.headers or {}).get("x-request-id", "")
        raise StreamError(str(data["error"]), code, request_id)
