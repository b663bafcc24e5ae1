"""Running what was asked for inside a test, without a worker."""

import json
from uuid import UUID

from django.db import connection, transaction

from pramana.jobs.claims import Claim, row_to_start, start_waiting
from pramana.jobs.lanes import drain
from pramana.jobs.perform import crashes_of, perform
from pramana.jobs.tokens import DRAIN, PERFORM
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope

TAKE = (
    "DELETE FROM procrastinate_jobs WHERE id = (SELECT id FROM procrastinate_jobs"
    " WHERE status = 'todo' AND (%s OR scheduled_at IS NULL OR scheduled_at <= now())"
    " AND task_name = ANY(%s) ORDER BY priority DESC, id LIMIT 1) RETURNING task_name, args::text"
)


def drain_jobs(*, with_delayed: bool = True, at_most: int = 1000) -> int:
    """Run everything that waits, and what that asks for in turn; return how many tokens it took.

    Jobs run in this thread, on this connection, exactly as in a worker: an error ends in the
    job's row, and a retry is run too, without its delay, unless `with_delayed` is False.
    """
    taken = 0
    while taken < at_most and (token := _take(with_delayed)):
        name, args = token
        if name == PERFORM:
            perform(UUID(args["tenant_id"]), UUID(args["job_id"]))
        else:
            drain(UUID(args["tenant_id"]), args["lane"])
        taken += 1
    return taken


@transaction.atomic
def claim_job(scope: Scope, job_id: UUID, worker_id: int | None) -> Claim | None:
    """Begin an attempt and leave it there, as a worker does that dies."""
    row = row_to_start(scope, job_id)
    crashes = crashes_of(row, worker_id)
    if row is None or crashes is None:
        return None
    return start_waiting(
        scope, worker_id, at=utcnow(), lane=row.lane, job_id=job_id, crashes=crashes
    )


def _take(with_delayed: bool) -> tuple[str, dict[str, str]] | None:
    with connection.cursor() as cursor:
        cursor.execute(TAKE, [with_delayed, [PERFORM, DRAIN]])
        row = cursor.fetchone()
    return (row[0], json.loads(row[1])) if row else None
