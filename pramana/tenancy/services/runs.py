"""Runs: one execution each, under a case and a workflow where there is one."""

from collections.abc import Collection
from uuid import UUID

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.errors import CaseNotFound
from pramana.tenancy.models import Case, Run, Workflow


def start_run(
    scope: Scope, kind: str, *, case_id: UUID | None = None, workflow_id: UUID | None = None
) -> UUID:
    """Open a run in the caller's transaction; its id is where the events of this work go."""
    if case_id and not Case.objects.in_scope(scope).filter(pk=case_id).exists():
        raise CaseNotFound()
    if workflow_id and not _in_case(scope, workflow_id, case_id):
        raise CaseNotFound()
    run = Run(
        tenant_id=scope.tenant_id,
        kind=kind,
        case_id=case_id,
        workflow_id=workflow_id,
        started_by_id=scope.actor_id,
    )
    run.save(force_insert=True)
    return run.id


def _in_case(scope: Scope, workflow_id: UUID, case_id: UUID | None) -> bool:
    """A run belongs to exactly one workflow, and that workflow to its case."""
    workflows = Workflow.objects.in_scope(scope).filter(pk=workflow_id)
    return case_id is not None and workflows.filter(case_id=case_id).exists()


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
