"""The shapes of the Chat document's health answer."""

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, Field


class Health(StrEnum):
    HEALTHY = "healthy"
    DEGRADED = "degraded"
    UNAVAILABLE = "unavailable"


class ServiceStatus(BaseModel):
    """One part we depend on."""

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
    """The short answer, for probes that only ask whether the process serves."""

    status: Health
