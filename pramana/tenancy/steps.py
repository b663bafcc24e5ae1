"""A run's trace: the nodes of its graph it passed and the tools it used, each with its time."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pramana.kit.clock import utcnow

OK = "ok"
WAITING = "waiting"
"""The node stopped for a person; the run goes on at the same node."""
FAILED = "failed"


@dataclass(frozen=True)
class Step:
    """One passing of one node."""

    name: str
    began_at: datetime
    took_ms: float
    outcome: str = OK
    """`ok`, `waiting`, `failed`, or the kind of error that ended it; never its words."""

    @property
    def is_good(self) -> bool:
        return self.outcome in (OK, WAITING)


@dataclass(frozen=True)
class ToolLine:
    """One use of a tool, as far as this person may see it.

    Runs can be looked at by the whole tenant, conversations and extractions by their person until
    they are shared: what went in and came out is None for everyone else.
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
        """What went wrong, in the tool's own words."""
        if self.is_good or not isinstance(self.outcome, Mapping):
            return ""
        said = self.outcome.get("error", self.outcome)
        return str(said.get("message", "")) if isinstance(said, Mapping) else str(said)


@dataclass
class Passing:
    """A step while it goes on: the node says how it ends where it does not raise."""

    outcome: str = OK


@contextmanager
def stepping(name: str, tell: Callable[[Step], None]) -> Iterator[Passing]:
    """Tell of a step when it has ended, however it ends."""
    began, clock, passing = utcnow(), time.perf_counter(), Passing()
    try:
        yield passing
    except BaseException as error:
        if passing.outcome == OK:
            passing.outcome = type(error).__name__
        raise
    finally:
        took = round((time.perf_counter() - clock) * 1000, 2)
        tell(Step(name, began, took, passing.outcome))
