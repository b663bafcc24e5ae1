"""What the graph's nodes may use: objects, which no checkpoint keeps."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pramana.external.contracts.selection import Rank
from pramana.external.domain.ranking import rank
from pramana.external.ports import IngestionTrigger, Nobody, Told, WebSearchWorker
from pramana.kit.errors import ContextError
from pramana.kit.scope import ScopeContext

OBJECTS = ("runtime_worker", "runtime_trigger")


@dataclass(frozen=True)
class ExternalDeps:
    """A graph runs in a scope with a tenant and exactly one run."""

    context: ScopeContext
    runtime_worker: WebSearchWorker | None = None
    runtime_trigger: IngestionTrigger | None = None
    rank: Rank = rank
    told: Told = field(default_factory=Nobody)

    def __post_init__(self) -> None:
        if not isinstance(self.context, ScopeContext):
            raise ContextError("A graph runs in a scope with a tenant and a run.")


def parted(context: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A context as the document has it, parted into values, which are kept, and objects.

    >>> parted({"tenant_id": "t", "top_n": 3, "runtime_worker": None})
    ({'tenant_id': 't', 'top_n': 3}, {'runtime_worker': None})
    """
    values = {name: value for name, value in context.items() if name not in OBJECTS}
    return values, {name: context[name] for name in OBJECTS if name in context}


def ids_of(context: ScopeContext) -> dict[str, str]:
    """The ids of an execution as the graph's context carries them."""
    ids = {
        "tenant_id": context.tenant_id,
        "trace_id": context.trace_id,
        "case_id": context.case_id,
        "workflow_id": context.workflow_id,
        "run_id": context.run_id,
        "ingestion_run_id": context.ingestion_run_id,
    }
    return {name: str(value) for name, value in ids.items() if value is not None}
