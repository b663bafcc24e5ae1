from uuid import UUID

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState, RunView
from pramana.tenancy.errors import RunNotFound
from pramana.tenancy.models import Run


def get_run(scope: Scope, run_id: UUID) -> RunView:
    row = Run.objects.in_scope(scope).filter(pk=run_id).first()
    if row is None:
        raise RunNotFound()
    return RunView(row.id, row.kind, RunState(row.state), row.created_at, row.ended_at)
