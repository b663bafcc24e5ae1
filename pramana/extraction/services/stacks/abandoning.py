"""What a table waits for although its job was called off elsewhere: it ends, and says so.

Jobs are called off one by one, on the page of activity or over HTTP, by people who see a job and
not the table it works for. The table notices, so that nobody watches a run in which nothing runs.
"""

from uuid import UUID

from django.db import transaction

from pramana.extraction.contracts.stack_cells import RowStatus, TableStatus
from pramana.extraction.contracts.states import ExtractionStatus
from pramana.extraction.models import StackCorrection, StackTable, StackTableRow
from pramana.extraction.services.stacks.correcting import end_correction
from pramana.extraction.services.stacks.extracting import fail_run
from pramana.extraction.services.stacks.rows import fail_row
from pramana.extraction.services.stacks.runs import locked_table
from pramana.jobs.errors import JobNotFound
from pramana.jobs.selectors import get_job
from pramana.kit.scope import Scope

CALLED_OFF = "Its job was called off. Ask again to go on."
WHY = "the clock looks after what nobody works on"


def end_abandoned_tables() -> None:
    """Look at every table that is being read, and at every correction of one, in all tenants."""
    tables = StackTable.objects.unscoped(WHY).filter(status=TableStatus.IN_PROGRESS)
    for tenant_id, owner_id, table_id in tables.values_list("tenant_id", "stack__user_id", "pk"):
        settle_abandoned(Scope(tenant_id=tenant_id, actor_id=owner_id), table_id)
    corrections = StackCorrection.objects.unscoped(WHY)
    asked = corrections.filter(status=ExtractionStatus.IN_PROGRESS)
    for tenant_id, correction_id in asked.values_list("tenant_id", "pk"):
        end_abandoned_correction(Scope(tenant_id=tenant_id), correction_id)


@transaction.atomic
def settle_abandoned(scope: Scope, table_id: UUID) -> None:
    """Count the rows whose jobs were called off as failed, and hand out those that still wait.

    The rows are locked before their jobs are looked at: one that is handed to another job at this
    moment is seen with its new one.
    """
    table = locked_table(scope, table_id)
    if table is None or table.run_id is None or table.status != TableStatus.IN_PROGRESS:
        return
    if is_abandoned(scope, table.job_id):
        return fail_run(scope, table_id, table.run_id, CALLED_OFF)
    rows = StackTableRow.objects.in_scope(scope).select_for_update(of=("self",))
    running = rows.filter(table_id=table_id, run_id=table.run_id, status=RowStatus.RUNNING)
    for row_id, job_id in list(running.values_list("pk", "job_id")):
        if is_abandoned(scope, job_id):
            fail_row(scope, table_id, row_id, table.run_id, CALLED_OFF)


@transaction.atomic
def end_abandoned_correction(scope: Scope, correction_id: UUID) -> None:
    rows = StackCorrection.objects.in_scope(scope).filter(pk=correction_id)
    row = rows.select_for_update(of=("self",)).first()
    if row and is_abandoned(scope, row.job_id):
        end_correction(scope, correction_id, error=CALLED_OFF)


def is_abandoned(scope: Scope, job_id: UUID | None) -> bool:
    """Whether a job was asked for and is over, though what it was to do is not."""
    if job_id is None:
        return False
    try:
        return not get_job(scope, job_id).state.is_active
    except JobNotFound:
        return True
