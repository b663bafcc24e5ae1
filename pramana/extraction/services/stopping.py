"""A run is called off by a person; what it saved stays."""

from uuid import UUID

from django.db import transaction

from pramana.extraction.contracts.states import ExtractionStatus
from pramana.extraction.contracts.views import ExtractionView
from pramana.extraction.errors.extractions import NothingToStop
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services.activity import tell
from pramana.extraction.services.rows import keep, locked
from pramana.jobs.selectors import jobs_of_run
from pramana.jobs.services import cancel_job
from pramana.kit.scope import Scope

STOPPED = "The run was stopped by a person. What it saved is kept."


@transaction.atomic
def stop_run(scope: Scope, extraction_id: UUID) -> ExtractionView:
    """End the run under way. Its worker notices before it uses the next tool."""
    row = locked(scope, extraction_id)
    jobs = jobs_of_run(scope, row.run_id) if row.run_id else ()
    active = [job for job in jobs if job.state.is_active]
    if row.run_id is None or not active:
        raise NothingToStop()
    if row.status == ExtractionStatus.IN_PROGRESS:
        keep(scope, row, status=ExtractionStatus.FAILED, error=STOPPED)
    tell(scope, row.id, row.run_id, {"error": STOPPED})
    for job in active:
        cancel_job(scope, job.id, told=STOPPED)
    return get_extraction(scope, extraction_id)
