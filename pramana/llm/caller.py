"""The caller's side of a model call, as the model loop sees it.

Everything of ours that a call needs (tools, offline answers) runs on the caller's side: in its
thread and transaction, or on its event loop. Only the conversation with the provider does not.
"""

import asyncio
import inspect
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from asgiref.sync import async_to_sync, sync_to_async

from pramana.llm.contracts import Completion, T

Function = Callable[..., Any]
Post = Callable[[Any], None]


@dataclass(frozen=True)
class Work:
    """Something the call needs done, and where its result goes."""

    function: Function
    arguments: dict[str, Any]
    result: "asyncio.Future[Any]"

    def do(self) -> None:
        """Do it in this thread."""
        function = self.function
        if inspect.iscoroutinefunction(function):
            function = async_to_sync(function)
        try:
            self._settle(function(**self.arguments), None)
        except BaseException as error:
            self._settle(None, error)
            if not isinstance(error, Exception):
                raise

    async def ado(self) -> None:
        """Do it on this event loop; a plain function runs in the thread Django keeps for those."""
        function = self.function
        if not inspect.iscoroutinefunction(function):
            function = sync_to_async(function)
        try:
            self._settle(await function(**self.arguments), None)
        except BaseException as error:
            self._settle(None, error)
            if not isinstance(error, Exception):
                raise

    def _settle(self, value: Any, error: BaseException | None) -> None:
        self.result.get_loop().call_soon_threadsafe(self._set, value, error)

    def _set(self, value: Any, error: BaseException | None) -> None:
        if self.result.done():  # the call was stopped meanwhile
            return
        if error is None:
            self.result.set_result(value)
        elif isinstance(error, StopIteration):  # a future cannot carry one
            self.result.set_exception(RuntimeError("A tool raised StopIteration."))
        else:
            self.result.set_exception(error)


@dataclass(frozen=True)
class Ended(Generic[T]):
    """The last message of a call."""

    completion: Completion[T] | None
    error: BaseException | None


class Caller:
    """Where a call sends its items, and has its work done."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self.heard_something = False
        """Whether the caller has seen a part of the answer; then there is no starting again."""

    def emit(self, item: Any) -> None:
        self.heard_something = True
        self._post(item)

    async def do(self, function: Function, arguments: Mapping[str, Any]) -> Any:
        """Have something of ours done on the caller's side and wait for its result."""
        result = asyncio.get_running_loop().create_future()
        self._post(Work(function, dict(arguments), result))
        return await result


Call = Callable[[Caller], Coroutine[Any, Any, Completion[T]]]


async def carry(call: Call[T], post: Post) -> None:
    """Run a call and post how it ended, whatever happens."""
    try:
        ended: Ended[T] = Ended(await call(Caller(post)), None)
    except BaseException as error:
        ended = Ended(None, error)
    post(ended)
