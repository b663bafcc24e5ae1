from collections.abc import Collection
from uuid import UUID

from django.db.models import QuerySet

from pramana.kit.scope import Scope, ScopeContext
from pramana.tenancy.contracts import RunState, RunView
from pramana.tenancy.errors import RunNotFound
from pramana.tenancy.matters import NO_MATTER, Matter
from pramana.tenancy.models import Run


def get_run(scope: Scope, run_id: UUID) -> RunView:
    row = _run(scope, run_id)
    return RunView(row.id, row.kind, RunState(row.state), row.created_at, row.ended_at)


def within_run(scope: Scope, run_id: UUID) -> ScopeContext:
    """The scope inside a run of this tenant, with the case and the workflow it serves."""
    run = _run(scope, run_id)
    return ScopeContext(
        tenant_id=scope.tenant_id,
        actor_id=scope.actor_id,
        trace_id=scope.trace_id,
        run_id=run.id,
        case_id=run.case_id,
        workflow_id=run.workflow_id,
    )


def matter_again(scope: Scope, matter: Matter, run_id: UUID | None) -> Matter:
    """What the caller names; where nothing is named, what the work's earlier run was for."""
    if matter.is_named or run_id is None:
        return matter
    rows = Run.objects.in_scope(scope).select_related("workflow").filter(pk=run_id)
    row = rows.first()
    if row is None:
        return NO_MATTER
    return Matter(row.case_id, row.workflow.name if row.workflow else "")


def runs_of_cases(scope: Scope, case_ids: Collection[UUID]) -> QuerySet[Run]:
    """As a query, for those above to narrow theirs by: it is never evaluated by itself."""
    return Run.objects.in_scope(scope).filter(case_id__in=case_ids).order_by()


def _run(scope: Scope, run_id: UUID) -> Run:
    row = Run.objects.in_scope(scope).filter(pk=run_id).first()
    if row is None:
        raise RunNotFound()
    return row
