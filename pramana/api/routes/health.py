"""Health, which needs no key, and metrics, which need an operator's."""

from contextlib import suppress

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Router

from pramana.api.health import REPORT, Health, HealthcheckResponse, HealthResponse
from pramana.jobs.selectors import jobs_by_state, queue_health
from pramana.kit.errors import Forbidden
from pramana.observability.metrics import exposition, show_connections, show_jobs
from pramana.postgres.loans import LOANS
from pramana.tenancy.contracts import Role
from pramana.tenancy.http import ScopedRequest, needs

router = Router(tags=["health"])


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
