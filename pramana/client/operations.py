"""Operations are written once and can be called from both clients.

Each is a function that builds a value: an `ApiCall`, a `StreamRequest` or `Pages`. Called on a part
of `Pramana` it returns the result; called on a part of `AsyncPramana` it returns an awaitable or an
async iterator. Type checkers know which.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import update_wrapper
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from pramana.client.calls import ApiCall, Pages
from pramana.client.connections import AsyncConnection, Connection
from pramana.client.streams import StreamRequest

P = ParamSpec("P")
T = TypeVar("T")
B = TypeVar("B")


class SyncPart:
    """A part of `Pramana`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection


class AsyncPart:
    """A part of `AsyncPramana`."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection


class _Operation(Generic[P, B]):
    """A function of a part, and the method of the connection that executes what it builds."""

    method_name: ClassVar[str]

    def __init__(self, build: Callable[Concatenate[Any, P], B]) -> None:
        self.build = build
        self.__doc__ = build.__doc__

    def _bound_to(self, part: SyncPart | AsyncPart | None) -> Any:
        if part is None:
            return self
        do = getattr(part._connection, self.method_name)

        def call(*args: P.args, **kwargs: P.kwargs) -> Any:
            return do(self.build(part, *args, **kwargs))

        return update_wrapper(call, self.build)


class operation(_Operation[P, ApiCall[T]]):  # used as a decorator
    """Sends the call that the function builds."""

    method_name = "send"

    @overload
    def __get__(self, part: None, kind: type) -> Self: ...
    @overload
    def __get__(self, part: SyncPart, kind: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, part: AsyncPart, kind: type) -> Callable[P, Awaitable[T]]: ...
    def __get__(self, part: SyncPart | AsyncPart | None, kind: type) -> Any:
        return self._bound_to(part)


class _IteratingOperation(_Operation[P, B], Generic[P, B, T]):
    """An operation that returns an iterator."""

    @overload
    def __get__(self, part: None, kind: type) -> Self: ...
    @overload
    def __get__(self, part: SyncPart, kind: type) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, part: AsyncPart, kind: type) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, part: SyncPart | AsyncPart | None, kind: type) -> Any:
        return self._bound_to(part)


class stream_operation(_IteratingOperation[P, StreamRequest[T], T]):
    """Yields the frames of the stream that the function describes."""

    method_name = "listen"


class page_operation(_IteratingOperation[P, Pages[Any, T], T]):
    """Yields all items of the pages that the function describes."""

    method_name = "turn"
