"""A run's trace: the graph nodes it executed and the tools it called, with their times."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from pramana.kit.clock import utcnow

OK = "ok"
WAITING = "waiting"
"""The node stopped for a person's decision. The run resumes at the same node."""
FAILED = "failed"


@dataclass(frozen=True)
class Step:
    """One execution of one graph node."""

    name: str
    began_at: datetime
    took_ms: float
    outcome: str = OK
    """`ok`, `waiting`, `failed`, or the class of the error that ended it, never its message."""

    @property
    def is_good(self) -> bool:
        return self.outcome in (OK, WAITING)


@dataclass(frozen=True)
class ToolCallEntry:
    """A tool call to record. `envelope` is a `ToolOutcome` as JSON."""

    tool: str
    envelope: Mapping[str, Any]
    invocation_id: UUID = field(default_factory=uuid4)
    cited_ids: frozenset[UUID] = frozenset()
    """What an answer may rest on, so that it can be retracted with it."""
    at: datetime = field(default_factory=utcnow)


@dataclass(frozen=True)
class RecordedCall:
    """A tool call as it was recorded. Positions count from 1 within a subject."""

    subject_id: UUID
    run_id: UUID | None
    position: int
    invocation_id: UUID
    tool: str
    envelope: Mapping[str, Any]
    at: datetime

    @property
    def is_error(self) -> bool:
        return bool(self.envelope["status"] != OK)

    @property
    def took_ms(self) -> float:
        return float(self.envelope.get("meta", {}).get("took_ms") or 0)

    def as_line(self, *, is_open: bool) -> "ToolLine":
        envelope = self.envelope
        return ToolLine(
            at=self.at,
            tool=self.tool,
            is_good=not self.is_error,
            took_ms=self.took_ms,
            input=envelope["input"] if is_open else None,
            outcome=(envelope.get("error") or envelope.get("data")) if is_open else None,
            is_open=is_open,
        )


@dataclass(frozen=True)
class ToolLine:
    """One call of a tool, as far as this person may see it.

    Everyone in the tenant may look at runs, but conversations and extractions belong to one person
    until they are shared. For everyone else `input` and `outcome` are None.
    """

    at: datetime
    tool: str
    is_good: bool
    took_ms: float
    input: Any = None
    outcome: Any = None
    is_open: bool = True

    @property
    def error(self) -> str:
        """The tool's own error message, or an empty string."""
        if self.is_good or not isinstance(self.outcome, Mapping):
            return ""
        error = self.outcome.get("error", self.outcome)
        return str(error.get("message", "")) if isinstance(error, Mapping) else str(error)


@dataclass
class StepInProgress:
    """A step that is still running. The node may set its outcome without raising."""

    outcome: str = OK


@contextmanager
def record_step(name: str, report: Callable[[Step], None]) -> Iterator[StepInProgress]:
    """Time a step and report it when it has ended, whether or not it raised."""
    began, clock, step = utcnow(), time.perf_counter(), StepInProgress()
    try:
        yield step
    except BaseException as error:
        if step.outcome == OK:
            step.outcome = type(error).__name__
        raise
    finally:
        took = round((time.perf_counter() - clock) * 1000, 2)
        report(Step(name, began, took, step.outcome))
