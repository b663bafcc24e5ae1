"""Streams of frames, picked up again where they broke off."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pramana.client.calls import ApiCall
from pramana.client.errors import StreamError

F = TypeVar("F")
STOPPING = "SERVICE_UNAVAILABLE"
"""The code of the frame by which a server that stops says goodbye; the work goes on elsewhere."""


class Interrupted(Exception):
    """The stream ended before its last frame; after `wait` seconds it can be asked for again."""

    def __init__(self, wait: float | None = None) -> None:
        super().__init__()
        self.wait = wait


@dataclass(frozen=True)
class Event:
    data: dict[str, Any]
    number: int | None


@dataclass
class EventReader:
    """Server-sent events, from lines."""

    _data: list[str] = field(default_factory=list)
    _number: int | None = None

    def feed(self, line: str) -> Event | None:
        """The event that this line ends, if it does.

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
class Listening(Generic[F]):
    """A stream: how it begins, how it goes on after `n` frames, and which frame is the last."""

    begin: ApiCall[object]
    go_on: Callable[[Mapping[str, str], int], ApiCall[object]]
    read: Callable[[dict[str, Any]], F]
    is_last: Callable[[dict[str, Any]], bool]
    after: int = 0
    """How many frames, or up to which number, were seen before it begins."""


@dataclass
class Following(Generic[F]):
    """How far a stream has been followed. Knows nothing of connections, so both clients use it."""

    wanted: Listening[F]
    headers: Mapping[str, str] | None = None
    seen: int = 0
    failures: int = 0
    is_over: bool = False
    _reader: EventReader = field(default_factory=EventReader)

    def __post_init__(self) -> None:
        self.seen = self.wanted.after

    @property
    def call(self) -> ApiCall[object]:
        """What to ask next: the beginning, or what comes after the frames that were seen."""
        if self.headers is None:
            return self.wanted.begin
        return self.wanted.go_on(self.headers, self.seen)

    def opened(self, headers: Mapping[str, str]) -> None:
        self.headers = self.headers or dict(headers)
        self._reader = EventReader()

    def take(self, line: str) -> list[F]:
        """The frame that a line completes, or none. Raises where the stream ends badly."""
        event = self._reader.feed(line)
        if event is None:
            return []
        if "error" in event.data:
            self._failed(event.data)
        self.seen = self.seen + 1 if event.number is None else event.number
        self.failures = 0
        self.is_over = self.wanted.is_last(event.data)
        return [self.wanted.read(event.data)]

    def ended(self) -> None:
        """The connection was closed in good order."""
        if not self.is_over:
            raise Interrupted()

    def _failed(self, data: Mapping[str, Any]) -> None:
        code = str(data.get("error_code") or "")
        if code == STOPPING:
            raise Interrupted()
        request_id = (self.headers or {}).get("x-request-id", "")
        raise StreamError(str(data["error"]), code, request_id)
