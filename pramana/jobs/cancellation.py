"""Cancellation: how work that no longer counts learns that it may stop.

A job whose document was deleted, or that was cancelled, can write nothing any more. Its thread may
still wait for a child process, so housekeeping marks it here and the waiting ends.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Event
from uuid import UUID

from pramana.jobs.errors import Superseded


@dataclass(frozen=True)
class CallOff:
    """Whether one attempt at a job has been called off."""

    job_id: UUID
    attempt: int
    event: Event = field(default_factory=Event)


_current: ContextVar[CallOff | None] = ContextVar("pramana_call_off", default=None)


@contextmanager
def can_be_called_off(job_id: UUID, attempt: int) -> Iterator[CallOff]:
    """Let what runs in this block be called off."""
    call_off = CallOff(job_id, attempt)
    token = _current.set(call_off)
    try:
        yield call_off
    finally:
        _current.reset(token)


def stop_if_called_off() -> None:
    """Raise `Superseded` if the job that runs here has been called off."""
    call_off = _current.get()
    if call_off is not None and call_off.event.is_set():
        raise Superseded(call_off.job_id, call_off.attempt)
