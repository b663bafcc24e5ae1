"""Tasks by name. A service asks for a name; a worker calls the function behind it."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any, TypeVar

from pydantic import ConfigDict, validate_call

from pramana.jobs.context import JobContext
from pramana.jobs.errors import UnknownTask, WrongPayload

__all__ = ["JobContext", "Periodic", "Task", "doubling", "find_task", "periodic", "task"]

Function = TypeVar("Function", bound=Callable[..., None])
Backoff = Callable[[int], timedelta]


def doubling(first: float = 2.0, most: float = 300.0) -> Backoff:
    """Wait `first` seconds after the first failure, twice as long after each further one.

    >>> doubling(2)(3).total_seconds()
    8.0
    """
    return lambda failures: timedelta(seconds=min(first * 2 ** (failures - 1), most))


@dataclass(frozen=True)
class Task:
    """The function behind a name, and how often and when it is tried again."""

    name: str
    function: Callable[..., None]
    attempts: int
    backoff: Backoff
    priority: int
    on_failure: Callable[..., None] | None = None

    @cached_property
    def call(self) -> Callable[..., None]:
        """The function, with its payload converted from JSON to the types it declares."""
        return _typed(self.function)

    @cached_property
    def typed_on_failure(self) -> Callable[..., None] | None:
        return _typed(self.on_failure) if self.on_failure else None

    def check(self, payload: Mapping[str, Any]) -> None:
        """Raise `WrongPayload` if the function cannot be called with this payload."""
        try:
            inspect.signature(self.function).bind(None, **payload)
        except TypeError as error:
            raise WrongPayload(self.name, str(error)) from error


@dataclass(frozen=True)
class Periodic:
    """Scheduled work of the whole system: it has no tenant and no job, and is safe to repeat."""

    name: str
    cron: str
    function: Callable[[], None]


TASKS: dict[str, Task] = {}
PERIODIC: dict[str, Periodic] = {}


def task(
    name: str,
    *,
    attempts: int = 3,
    backoff: Backoff | None = None,
    priority: int = 0,
    on_failure: Callable[..., None] | None = None,
) -> Callable[[Function], Function]:
    """Register `def function(job: JobContext, **payload)` as the task `name`.

    `attempts` counts errors that the function raises. An error that blames the request (an
    `AppError` with a status from 400) is not tried again, and crashes of the worker are counted
    separately. Jobs with a higher `priority` are claimed first. `on_failure(job, error, **payload)`
    is called when the job is given up or was called off, in the same transaction. Put tasks in the
    `tasks.py` of their app.
    """

    def register(function: Function) -> Function:
        delays = backoff or doubling()
        _register(TASKS, name, Task(name, function, attempts, delays, priority, on_failure))
        return function

    return register


def periodic(name: str, *, cron: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register work of the whole system; each tick is started by one of all workers."""

    def register(function: Callable[[], None]) -> Callable[[], None]:
        _register(PERIODIC, name, Periodic(name, cron, function))
        return function

    return register


def find_task(name: str) -> Task:
    try:
        return TASKS[name]
    except KeyError:
        raise UnknownTask(name) from None


def _typed(function: Callable[..., None]) -> Callable[..., None]:
    return validate_call(config=ConfigDict(arbitrary_types_allowed=True))(function)


Entry = TypeVar("Entry", Task, Periodic)


def _register(names: dict[str, Entry], name: str, entry: Entry) -> None:
    known = names.get(name)
    if known and _place(known.function) != _place(entry.function):
        raise ValueError(f"Two functions are registered as the task {name!r}.")
    names[name] = entry


def _place(function: Callable[..., None]) -> tuple[str, str]:
    """Where a function is defined: a module that is loaded again registers it again."""
    return function.__module__, function.__qualname__
