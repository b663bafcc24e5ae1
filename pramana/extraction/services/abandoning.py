"""A run whose job was called off elsewhere ends, so that the extraction says what is true."""

from uuid import UUID

from django.db import transaction

from pramana.extraction.contracts.states import ExtractionStatus
from pramana.extraction.models import Extraction
from pramana.extraction.services.ending import fail_run
from pramana.jobs.selectors import jobs_of_run
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run

CALLED_OFF = "The run's job was called off. What it saved is kept."
WHY = "the clock looks after runs nobody works on"


def end_abandoned_runs() -> None:
    """Look at every extraction with a run under way, in all tenants."""
    rows = Extraction.objects.unscoped(WHY).filter(run__state=RunState.ACTIVE)
    for tenant_id, extraction_id in rows.values_list("tenant_id", "pk"):
        end_abandoned_run(Scope(tenant_id=tenant_id), extraction_id)


@transaction.atomic
def end_abandoned_run(scope: Scope, extraction_id: UUID) -> None:
    """End the run if none of its jobs waits or works. A complete record stays complete."""
    rows = Extraction.objects.in_scope(scope).filter(pk=extraction_id, run__state=RunState.ACTIVE)
    row = rows.select_for_update(of=("self",)).first()
    if row is None or row.run_id is None:
        return
    if any(job.state.is_active for job in jobs_of_run(scope, row.run_id)):
        return
    extracting = row.status == ExtractionStatus.IN_PROGRESS
    fail_run(scope, extraction_id, row.run_id, CALLED_OFF, extracting=extracting)
    end_run(scope, row.run_id, RunState.FAILED)
