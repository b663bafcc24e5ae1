"""Operations are written once and can be called from both clients.

Each is a function that builds a value: an `ApiCall`, a stream to listen to, or pages to read. On a
part of `Pramana` calling it returns the result, on the same part of `AsyncPramana` something to
await; type checkers know which.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import update_wrapper
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from pramana.client.calls import ApiCall
from pramana.client.connections import AsyncConnection, Connection
from pramana.client.pages import Pages
from pramana.client.streams import Listening

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
    """A function of a part, and what a connection does with the value it builds."""

    done_by: ClassVar[str]

    def __init__(self, build: Callable[Concatenate[Any, P], B]) -> None:
        self.build = build
        self.__doc__ = build.__doc__

    def _bound_to(self, part: SyncPart | AsyncPart | None) -> Any:
        if part is None:
            return self
        do = getattr(part._connection, self.done_by)

        def call(*args: P.args, **kwargs: P.kwargs) -> Any:
            return do(self.build(part, *args, **kwargs))

        return update_wrapper(call, self.build)


class operation(_Operation[P, ApiCall[T]]):  # reads as a word above a function
    """Sends the call that the function builds."""

    done_by = "send"

    @overload
    def __get__(self, part: None, kind: type) -> Self: ...
    @overload
    def __get__(self, part: SyncPart, kind: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, part: AsyncPart, kind: type) -> Callable[P, Awaitable[T]]: ...
    def __get__(self, part: SyncPart | AsyncPart | None, kind: type) -> Any:
        return self._bound_to(part)


class _Yielding(_Operation[P, B], Generic[P, B, T]):
    """What comes one by one."""

    @overload
    def __get__(self, part: None, kind: type) -> Self: ...
    @overload
    def __get__(self, part: SyncPart, kind: type) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, part: AsyncPart, kind: type) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, part: SyncPart | AsyncPart | None, kind: type) -> Any:
        return self._bound_to(part)


class listening(_Yielding[P, Listening[T], T]):
    """Yields the frames of the stream that the function describes."""

    done_by = "listen"


class paging(_Yielding[P, Pages[Any, T], T]):
    """Yields everything on the pages that the function describes."""

    done_by = "turn"
