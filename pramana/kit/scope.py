"""Who asks, and for which tenant. The first argument of every service and selector."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any
from uuid import UUID, uuid4

from pramana.kit.clock import utcnow
from pramana.kit.errors import ContextError


@dataclass(frozen=True, kw_only=True)
class Scope:
    """The tenant whose rows may be touched, the person who acts, and the trace this belongs to."""

    tenant_id: UUID
    actor_id: UUID | None = None
    trace_id: UUID = field(default_factory=uuid4)

    def __post_init__(self) -> None:
        if not isinstance(self.tenant_id, UUID):
            raise ContextError("A scope needs the uuid of its tenant.")


@dataclass(frozen=True, kw_only=True)
class ScopeContext(Scope):
    """A scope inside one execution: it names exactly one run, and the case it serves."""

    invocation_id: UUID = field(default_factory=uuid4)
    run_id: UUID | None = None
    ingestion_run_id: UUID | None = None
    case_id: UUID | None = None
    workflow_id: UUID | None = None
    idempotency_key: str | None = None
    collection_id: UUID | None = None
    timestamp: datetime = field(default_factory=utcnow)

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.run_id is None) == (self.ingestion_run_id is None):
            raise ContextError("An execution has exactly one of run_id and ingestion_run_id.")
        if self.timestamp.tzinfo is None:
            raise ContextError("The timestamp of a context carries its offset.")


@dataclass(frozen=True, kw_only=True)
class ToolContext(ScopeContext):
    """What a tool may know and spend while it runs."""

    now: datetime = field(default_factory=utcnow)
    timeouts_ms: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    budget_tokens: int | None = None
    locale: str | None = None
    visibility_override_allowed: bool = False
    metadata: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
