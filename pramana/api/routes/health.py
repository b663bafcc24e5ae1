"""Health, which needs no key, and metrics, which need an operator's.

There is a check for each part the product depends on, and a report over them.
"""

import math
import shutil
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import DatabaseError, InterfaceError, OperationalError, connection, connections
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from pydantic import BaseModel, Field

from pramana import __version__
from pramana.jobs.selectors import jobs_by_state, queue_health
from pramana.kit.errors import Forbidden, Misconfigured
from pramana.llm.engines import parse_engine_choice
from pramana.llm.gateway import is_paused
from pramana.observability.metrics import exposition, show_connections, show_jobs
from pramana.postgres.data_dir import LEAST_FREE
from pramana.postgres.loans import LATE_S as LATE_CONNECTION_S
from pramana.postgres.loans import LOANS, outside_pool
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs
from pramana.tenancy.services.files import damaged_count
from pramana.tenancy.storage import was_disk_full


class Health(StrEnum):
    HEALTHY = "healthy"
    DEGRADED = "degraded"
    UNAVAILABLE = "unavailable"


class ServiceStatus(BaseModel):
    """One part that the product depends on."""

    name: str
    status: Health
    latency_ms: float | None = Field(default=None, ge=0)
    error: str | None = None


class HealthResponse(BaseModel):
    status: Health
    timestamp: datetime
    services: dict[str, ServiceStatus] = Field(default_factory=dict)
    version: str


class HealthcheckResponse(BaseModel):
    """The short response, for probes that only check whether the process serves."""

    status: Health


MEGABYTE = 1024 * 1024
LATE_S = 300
"""How long due work may wait before the queue counts as degraded."""


@dataclass(frozen=True)
class HealthFinding:
    """The result of a check. The name says which engine or version was checked."""

    name: str
    status: Health = Health.HEALTHY
    error: str | None = None


class CheckFailed(Exception):
    """A part does not work; the message may be shown."""


def database() -> HealthFinding:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version')")
        (version,) = cursor.fetchone()
    name, waited = f"postgresql {str(version).split()[0]}", LOANS.figures().longest_recent_s
    if waited >= LATE_CONNECTION_S:
        problem = (
            f"Requests waited up to {waited:.1f} s for a connection in the last minute. "
            "Raise PRAMANA_DATABASE_POOL, or look for what holds the connections in the log."
        )
        return HealthFinding(name, Health.DEGRADED, problem)
    return HealthFinding(name)


def queue() -> HealthFinding:
    state = queue_health()
    name = str(settings.PRAMANA.jobs)
    if state.workers == 0:
        return HealthFinding(name, Health.DEGRADED, "No worker is running. Start `pramana worker`.")
    if state.oldest_waiting_s > LATE_S:
        problem = f"The oldest job has waited {state.oldest_waiting_s:.0f} s. Start more workers."
        return HealthFinding(name, Health.DEGRADED, problem)
    return HealthFinding(name)


def vectors() -> HealthFinding:
    if settings.PRAMANA.qdrant_url:
        return _cluster()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
        row = cursor.fetchone()
    if row is None:
        raise CheckFailed("The extension pgvector is not installed in this database.")
    return HealthFinding(f"pgvector {row[0]}")


def _cluster() -> HealthFinding:
    """The vector cluster, checked with the client and the timeouts that search uses."""
    from pramana.retrieval.stores import is_cluster_available

    if not is_cluster_available():
        problem = "The Qdrant cluster does not answer, so search is by words only. See QDRANT_URL."
        return HealthFinding("qdrant", Health.DEGRADED, problem)
    return HealthFinding("qdrant")


def model() -> HealthFinding:
    """The default engine. A call would cost money, so only its settings and its recent failures
    are checked."""
    try:
        choice = parse_engine_choice(settings.PRAMANA.model, settings.PRAMANA.models)
    except Misconfigured as error:
        raise CheckFailed(error.message) from None
    if is_paused(choice.default):
        problem = (
            "It failed several times in a row. It is tried again with the next question after 20 s."
        )
        return HealthFinding(choice.default.name, Health.DEGRADED, problem)
    return HealthFinding(choice.default.name)


def embeddings() -> HealthFinding:
    chosen = str(settings.PRAMANA.embeddings)
    if chosen == "packaged" and not _packaged_model().is_file():
        problem = "The packaged model is missing, so search is by words only. `./run` fetches it."
        return HealthFinding(chosen, Health.DEGRADED, problem)
    return HealthFinding(chosen.partition(":")[0])


def files() -> HealthFinding:
    """The storage of files: reachable, with room, and with the bytes that were given."""
    default_storage.exists(".health")
    name = str(settings.PRAMANA.files)
    if (free := _free_bytes()) < LEAST_FREE:
        problem = f"The disk is full: {free // MEGABYTE:.0f} MB are left. Free some space."
        return HealthFinding(name, Health.DEGRADED, problem)
    if was_disk_full():
        problem = "A disk is full, here or at the database. Free some space."
        return HealthFinding(name, Health.DEGRADED, problem)
    if damaged := _damaged():
        problem = f"{damaged} stored files are missing or damaged. See `pramana doctor --verify`."
        return HealthFinding(name, Health.DEGRADED, problem)
    return HealthFinding(name)


def _free_bytes() -> float:
    """The room on the disk of the data directory; without limit where it is not known."""
    try:
        return shutil.disk_usage(settings.PRAMANA.data).free
    except OSError:
        return math.inf


def _damaged() -> int:
    """How many files are known to be damaged; another check reports a missing database."""
    try:
        return damaged_count()
    except DatabaseError:
        return 0


def _packaged_model() -> Path:
    return Path(settings.PRAMANA.assets) / "models" / "multilingual-e5-small" / "model.int8.onnx"


CHECKS: dict[str, Callable[[], HealthFinding]] = {
    "database": database,
    "queue": queue,
    "vectors": vectors,
    "model": model,
    "embeddings": embeddings,
    "files": files,
}
NEEDED = frozenset({"database"})
"""Without these the product is unavailable; without the others it is degraded."""


BOUND_S = 2.0
FRESH_S = 1.0

Check = Callable[[], HealthFinding]


class Report:
    """The state of every part, cached for a second."""

    def __init__(self, checks: dict[str, Check] | None = None, bound_s: float = BOUND_S) -> None:
        self._checks = CHECKS if checks is None else checks
        self._bound_s = bound_s
        self._lock = Lock()
        self._threads: ThreadPoolExecutor | None = None
        self._running: dict[str, Future[ServiceStatus]] = {}
        self._services: dict[str, ServiceStatus] = {}
        self._until = 0.0

    def read(self, at: datetime) -> HealthResponse:
        """The cached report if it is fresh, otherwise a new one. Blocks for at most `bound_s`."""
        with self._lock:
            if time.monotonic() >= self._until:
                self._services = self._run_checks()
                self._until = time.monotonic() + FRESH_S
            services = dict(self._services)
        return HealthResponse(
            status=overall(services), timestamp=at, services=services, version=__version__
        )

    def _run_checks(self) -> dict[str, ServiceStatus]:
        self._threads = self._threads or ThreadPoolExecutor(len(self._checks), "health")
        for name, check in self._checks.items():
            if name not in self._running or self._running[name].done():
                self._running[name] = self._threads.submit(run, check)
        wait(self._running.values(), timeout=self._bound_s)
        return {name: self._outcome(name) for name in self._checks}

    def _outcome(self, name: str) -> ServiceStatus:
        future = self._running[name]
        if not future.done():
            problem = f"No answer within {self._bound_s:g} s."
            return ServiceStatus(name=name, status=Health.UNAVAILABLE, error=problem)
        return future.result()


def run(check: Check) -> ServiceStatus:
    """Run one check and time it, on a connection of its own: requests may hold all of the pool.

    Unexpected errors are reported by their type only.
    """
    began = time.perf_counter()
    with outside_pool():
        try:
            finding = check()
        except CheckFailed as error:
            finding = HealthFinding(check.__name__, Health.UNAVAILABLE, str(error))
        except Exception as error:
            finding = HealthFinding(check.__name__, Health.UNAVAILABLE, f"{type(error).__name__}.")
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


router = AreaRouter("health", tags=["health"])


@router.get("/health", response=HealthResponse, auth=None)
def health(request: HttpRequest) -> HealthResponse:
    """The state and latency of every part. The status code is always 200: read `status`."""
    return REPORT.read(timezone.now())


@router.get("/healthcheck", response=HealthcheckResponse, auth=None)
def healthcheck(request: HttpRequest) -> HealthcheckResponse:
    """Whether this process serves. Checks nothing else."""
    return HealthcheckResponse(status=Health.HEALTHY)


TEXT = "text/plain; version=0.0.4; charset=utf-8"
AS_TEXT = {
    "responses": {
        200: {"description": "OK", "content": {"text/plain": {"schema": {"type": "string"}}}}
    }
}


@router.get("/metrics", auth=needs(Role.ADMIN), openapi_extra=AS_TEXT)
def metrics(request: ScopedRequest) -> HttpResponse:
    """Metrics of the whole installation for Prometheus, with the key of an operator."""
    if not request.principal.is_operator:
        raise Forbidden("Only operators may see the metrics: they count all tenants' work.")
    _count_jobs()
    _count_connections()
    return HttpResponse(exposition(), content_type=TEXT)


def _count_jobs() -> None:
    """Count jobs at each scrape; without a database the other metrics are still returned."""
    with suppress(OperationalError, InterfaceError):
        counts = {state.value: count for state, count in jobs_by_state().items()}
        show_jobs(counts, queue_health().waiting)


def _count_connections() -> None:
    figures = LOANS.figures()
    show_connections(
        figures.lent,
        reclaimed=figures.reclaimed,
        held_long=figures.held_long,
        longest_wait_s=figures.longest_recent_s,
        waits={
            **{f"{bound:g}": count for bound, count in figures.by_bucket.items()},
            "+Inf": figures.waits,
        },
    )
