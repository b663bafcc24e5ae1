"""Steps are written by whoever runs the graph, with what its nodes write."""

from collections.abc import Iterable
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.tenancy.models import RunStep
from pramana.tenancy.steps import Step


def note_steps(scope: Scope, run_id: UUID, steps: Iterable[Step]) -> None:
    """Append to a run of this tenant, in one statement."""
    RunStep.objects.bulk_create(
        RunStep(
            tenant_id=scope.tenant_id,
            run_id=run_id,
            name=step.name,
            began_at=step.began_at,
            took_ms=step.took_ms,
            outcome=step.outcome[:100],
        )
        for step in steps
    )
