"""Operations are written once and can be called from both clients.

Each is a function that builds a `Call`. On a part of `Pramana` it answers with the result, on the
same part of `AsyncPramana` with something to await; type checkers know which.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from pramana.client.calls import Call
from pramana.client.connections import AsyncConnection, Connection
from pramana.client.streams import Listening

P = ParamSpec("P")
T = TypeVar("T")


class Sync:
    """A part of `Pramana`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection


class Async:
    """A part of `AsyncPramana`."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection


class operation(Generic[P, T]):  # reads as a word above a function
    """Sends the call that the function builds."""

    def __init__(self, build: Callable[Concatenate[Any, P], Call[T]]) -> None:
        self.build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, part: None, kind: type) -> Self: ...
    @overload
    def __get__(self, part: Sync, kind: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, part: Async, kind: type) -> Callable[P, Awaitable[T]]: ...
    def __get__(self, part: Sync | Async | None, kind: type) -> Any:
        if part is None:
            return self

        def call(*args: P.args, **kwargs: P.kwargs) -> Any:
            return part._connection.send(self.build(part, *args, **kwargs))

        return update_wrapper(call, self.build)


class listening(Generic[P, T]):
    """Yields the frames of the stream that the function describes."""

    def __init__(self, build: Callable[Concatenate[Any, P], Listening[T]]) -> None:
        self.build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, part: None, kind: type) -> Self: ...
    @overload
    def __get__(self, part: Sync, kind: type) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, part: Async, kind: type) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, part: Sync | Async | None, kind: type) -> Any:
        if part is None:
            return self

        def call(*args: P.args, **kwargs: P.kwargs) -> Any:
            return part._connection.listen(self.build(part, *args, **kwargs))

        return update_wrapper(call, self.build)
