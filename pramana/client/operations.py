"""Operations are written once and can be called from both clients.

Each is a function that builds a value, such as an `ApiCall` or `Pages`. Called on a part of
`Pramana` it returns the result; called on a part of `AsyncPramana` it returns an awaitable or an
async iterator. Type checkers know which.
"""

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from functools import update_wrapper
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from pramana.client.calls import ApiCall, Pages, Polling
from pramana.client.connections import AsyncConnection, Connection, HttpConnection
from pramana.client.streams import StreamOutcome, StreamRequest

P = ParamSpec("P")
T = TypeVar("T")
B = TypeVar("B")
C = TypeVar("C", bound=HttpConnection[Any])


class Part(Generic[C]):
    """A part of a client: of `Pramana` on a `Connection`, of `AsyncPramana` on an async one."""

    def __init__(self, connection: C) -> None:
        self._connection = connection


class _Operation(Generic[P, B]):
    """A function of a part, and the method of the connection that executes what it builds."""

    method_name: ClassVar[str]

    def __init__(self, build: Callable[Concatenate[Any, P], B]) -> None:
        self.build = build
        self.__doc__ = build.__doc__

    def _bound_to(self, part: Part[Any] | None) -> Any:
        if part is None:
            return self
        do = getattr(part._connection, self.method_name)

        def call(*args: P.args, **kwargs: P.kwargs) -> Any:
            return do(self.build(part, *args, **kwargs))

        return update_wrapper(call, self.build)


class _SingleOperation(_Operation[P, B], Generic[P, B, T]):
    """An operation that returns one result."""

    @overload
    def __get__(self, part: None, kind: type) -> Self: ...
    @overload
    def __get__(self, part: Part[Connection], kind: type) -> Callable[P, T]: ...
    @overload
    def __get__(
        self, part: Part[AsyncConnection], kind: type
    ) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, part: Part[Any] | None, kind: type) -> Any:
        return self._bound_to(part)


class operation(_SingleOperation[P, ApiCall[T], T]):  # used as a decorator
    """Sends the call that the function builds."""

    method_name = "send"


class wait_operation(_SingleOperation[P, Polling[T], T]):
    """Repeats a call until its result is the one that the function waits for."""

    method_name = "poll"


class outcome_operation(_SingleOperation[P, StreamOutcome[Any, T], T]):
    """Reads a stream to its end, and sends the call that its frames lead to."""

    method_name = "finish"


class _IteratingOperation(_Operation[P, B], Generic[P, B, T]):
    """An operation that returns an iterator."""

    @overload
    def __get__(self, part: None, kind: type) -> Self: ...
    @overload
    def __get__(self, part: Part[Connection], kind: type) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, part: Part[AsyncConnection], kind: type) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, part: Part[Any] | None, kind: type) -> Any:
        return self._bound_to(part)


class stream_operation(_IteratingOperation[P, StreamRequest[T], T]):
    """Yields the frames of the stream that the function describes."""

    method_name = "listen"


class page_operation(_IteratingOperation[P, Pages[Any, T], T]):
    """Yields all items of the pages that the function describes."""

    method_name = "turn"
