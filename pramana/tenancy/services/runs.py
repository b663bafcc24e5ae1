"""Runs: one execution each, under a case and a workflow where there is one."""

from uuid import UUID

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.models import Run


def start_run(
    scope: Scope, kind: str, *, case_id: UUID | None = None, workflow_id: UUID | None = None
) -> UUID:
    """Open a run in the caller's transaction; its id is where the events of this work go."""
    run = Run(
        tenant_id=scope.tenant_id,
        kind=kind,
        case_id=case_id,
        workflow_id=workflow_id,
        started_by_id=scope.actor_id,
    )
    run.save(force_insert=True)
    return run.id


def end_run(scope: Scope, run_id: UUID, state: RunState) -> None:
    """Close a run. A run that has ended stays as it ended."""
    Run.objects.in_scope(scope).filter(pk=run_id, state=RunState.ACTIVE).update(
        state=state, ended_at=utcnow()
    )
