"""Tasks by name, and what a task may know and do while it runs.

A service asks for a name; a worker calls the function behind it.
"""

import inspect
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction
from pydantic import ConfigDict, validate_call

from pramana.jobs.claims import Claim, finish_attempt, lock_attempt
from pramana.jobs.contracts import PROGRESS_EVENT, JobState
from pramana.jobs.database import quick_transaction
from pramana.jobs.errors import Superseded, UnknownTask, WrongPayload
from pramana.jobs.events import announce_jobs, emit
from pramana.jobs.models import Job
from pramana.kit.scope import Scope

PROGRESS_EVERY_S = 0.3


class JobContext:
    """One attempt at a job: whose it is, how far it is, and the transaction that ends it."""

    def __init__(self, claim: Claim) -> None:
        self._claim = claim
        self._stage = ""
        self._written_at = 0.0
        self.committed = False

    @property
    def id(self) -> UUID:
        return self._claim.id

    @property
    def scope(self) -> Scope:
        """Who asked, for whom. A `ScopeContext` when the job belongs to a run."""
        return self._claim.scope

    @property
    def attempt(self) -> int:
        return self._claim.attempt

    @property
    def run_id(self) -> UUID | None:
        return self._claim.run_id

    @contextmanager
    def commit(self) -> Iterator[None]:
        """The transaction in which the job has its effect and is done, both or neither.

        Slow work (a model, a parser) goes before it, so that the row is locked for moments only.
        Raises `Superseded`, and writes nothing, when another attempt took over or the job was
        cancelled.
        """
        with transaction.atomic():
            lock_attempt(self._claim)
            yield
            finish_attempt(self._claim)
        self.committed = True

    def finish(self) -> None:
        """Mark the job done, for a task that returned without a `commit` of its own."""
        if not self.committed:
            finish_attempt(self._claim)
            self.committed = True

    def progress(self, stage: str, current: int = 0, total: int = 0) -> None:
        """Report how far the work is; cheap enough for every page of a long document.

        Written at once when the stage changes or the count is full, else at most every 0.3 s.
        Raises `Superseded` when the attempt no longer counts, so that the task stops early.
        """
        now = time.monotonic()
        new_stage, full = stage != self._stage, bool(total) and current >= total
        if new_stage or full or now - self._written_at >= PROGRESS_EVERY_S:
            self._stage, self._written_at = stage, now
            self._write({"stage": stage[:100], "current": current, "total": total})

    def _write(self, progress: dict[str, Any]) -> None:
        mine = Job.objects.in_scope(self.scope).filter(
            pk=self.id, attempt=self.attempt, state=JobState.RUNNING
        )
        with quick_transaction():
            if not mine.update(**progress):
                raise Superseded(self.id, self.attempt)
            announce_jobs(self.scope.tenant_id)
            if self.run_id:
                emit(self.scope, self.run_id, PROGRESS_EVENT, {"job_id": str(self.id), **progress})


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
