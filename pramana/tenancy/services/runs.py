"""Runs: one execution each, under a case and a workflow where there is one."""

from collections.abc import Collection
from uuid import UUID

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.errors import CaseNotFound
from pramana.tenancy.matters import NO_MATTER, Matter
from pramana.tenancy.models import Case, Run
from pramana.tenancy.services.cases import ensure_workflow


def start_run(scope: Scope, kind: str, matter: Matter = NO_MATTER) -> UUID:
    """Open a run in the caller's transaction; its id is where the events of this work go."""
    run = Run(
        tenant_id=scope.tenant_id,
        kind=kind,
        case_id=_known(scope, matter),
        workflow_id=_workflow(scope, matter),
        started_by_id=scope.actor_id,
    )
    run.save(force_insert=True)
    return run.id


def _known(scope: Scope, matter: Matter) -> UUID | None:
    case_id = matter.case_id
    if case_id and not Case.objects.in_scope(scope).filter(pk=case_id).exists():
        raise CaseNotFound()
    return case_id


def _workflow(scope: Scope, matter: Matter) -> UUID | None:
    if not matter.workflow:
        return None
    if matter.case_id is None:
        raise CaseNotFound()
    return ensure_workflow(scope, matter.case_id, matter.workflow)


def reopen_run(scope: Scope, run_id: UUID) -> None:
    """A failed run goes on: a person asked for its work to be tried again."""
    Run.objects.in_scope(scope).filter(pk=run_id, state=RunState.FAILED).update(
        state=RunState.ACTIVE, ended_at=None
    )


def forget_runs(scope: Scope, run_ids: Collection[UUID]) -> None:
    """Erase runs with their jobs and events, where what they worked on is erased too."""
    Run.objects.in_scope(scope).filter(pk__in=run_ids).delete()


def end_run(scope: Scope, run_id: UUID, state: RunState) -> None:
    """Close a run. A run that has ended stays as it ended."""
    Run.objects.in_scope(scope).filter(pk=run_id, state=RunState.ACTIVE).update(
        state=state, ended_at=utcnow()
    )
