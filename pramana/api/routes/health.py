"""Open to all: is the product well?"""

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from pramana.api.health.contracts import Health, HealthcheckResponse, HealthResponse
from pramana.api.health.report import REPORT

router = Router(tags=["health"])


@router.get("/health", response=HealthResponse, auth=None)
def health(request: HttpRequest) -> HealthResponse:
    """Every part the product stands on, with its latency. 200 always: read `status`."""
    return REPORT.read(timezone.now())


@router.get("/healthcheck", response=HealthcheckResponse, auth=None)
def healthcheck(request: HttpRequest) -> HealthcheckResponse:
    """Whether this process serves; asks nothing else."""
    return HealthcheckResponse(status=Health.HEALTHY)
