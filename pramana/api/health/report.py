"""Running the checks: together, bounded, and not more than about once a second.

A check that hangs keeps its thread until what it waits for gives up. It is not started again
meanwhile, so however often this is asked, no more than one thread per check can ever hang.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import datetime
from threading import Lock

from django.db import connections

from pramana import __version__
from pramana.api.health.checks import CHECKS, NEEDED, Finding, Unwell
from pramana.api.health.contracts import Health, HealthResponse, ServiceStatus

BOUND_S = 2.0
FRESH_S = 1.0

Check = Callable[[], Finding]


class Report:
    """The state of every part, kept for a second."""

    def __init__(self, checks: dict[str, Check] | None = None, bound_s: float = BOUND_S) -> None:
        self._checks = CHECKS if checks is None else checks
        self._bound_s = bound_s
        self._lock = Lock()
        self._threads: ThreadPoolExecutor | None = None
        self._running: dict[str, Future[ServiceStatus]] = {}
        self._found: dict[str, ServiceStatus] = {}
        self._until = 0.0

    def read(self, at: datetime) -> HealthResponse:
        """What was found within the last second, or what is found now. Blocks up to the bound."""
        with self._lock:
            if time.monotonic() >= self._until:
                self._found = self._look()
                self._until = time.monotonic() + FRESH_S
            found = dict(self._found)
        return HealthResponse(
            status=overall(found), timestamp=at, services=found, version=__version__
        )

    def _look(self) -> dict[str, ServiceStatus]:
        self._threads = self._threads or ThreadPoolExecutor(len(self._checks), "health")
        for name, check in self._checks.items():
            if name not in self._running or self._running[name].done():
                self._running[name] = self._threads.submit(run, check)
        wait(self._running.values(), timeout=self._bound_s)
        return {name: self._outcome(name) for name in self._checks}

    def _outcome(self, name: str) -> ServiceStatus:
        future = self._running[name]
        if not future.done():
            said = f"No answer within {self._bound_s:g} s."
            return ServiceStatus(name=name, status=Health.UNAVAILABLE, error=said)
        return future.result()


def run(check: Check) -> ServiceStatus:
    """One check, timed. What it says in its own words is told; anything else only by its kind."""
    began = time.perf_counter()
    try:
        finding = check()
    except Unwell as error:
        finding = Finding(check.__name__, Health.UNAVAILABLE, str(error))
    except Exception as error:
        finding = Finding(check.__name__, Health.UNAVAILABLE, f"{type(error).__name__}.")
    finally:
        connections.close_all()
    return ServiceStatus(
        name=finding.name,
        status=finding.status,
        latency_ms=round((time.perf_counter() - began) * 1000, 2),
        error=finding.error,
    )


def overall(services: dict[str, ServiceStatus]) -> Health:
    if any(services[name].status is Health.UNAVAILABLE for name in NEEDED if name in services):
        return Health.UNAVAILABLE
    if all(service.status is Health.HEALTHY for service in services.values()):
        return Health.HEALTHY
    return Health.DEGRADED


REPORT = Report()
