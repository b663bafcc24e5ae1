"""Approved changes are written to the registry."""

from uuid import UUID

from pramana.agni.adapters.changes import APPLY_TASK
from pramana.agni.services import apply_change
from pramana.jobs.context import JobContext
from pramana.jobs.registry import task


@task(APPLY_TASK)
def apply_one(job: JobContext, change_id: UUID) -> None:
    with job.commit():
        apply_change(job.scope, change_id)
