from uuid import UUID

from pramana.kit.scope import Scope
from pramana.tenancy.models import RunStep
from pramana.tenancy.steps import Step


def steps_of(scope: Scope, run_id: UUID, *, limit: int = 500) -> list[Step]:
    """The nodes a run passed, oldest first."""
    rows = RunStep.objects.in_scope(scope).filter(run_id=run_id)[:limit]
    return [Step(row.name, row.began_at, row.took_ms, row.outcome) for row in rows]
