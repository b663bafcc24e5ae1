"""Background work of webhooks: send a delivery, and delete the old log."""

from datetime import timedelta
from uuid import UUID

from pramana.jobs.claims import Claim
from pramana.jobs.contracts import plain_error
from pramana.jobs.registry import JobContext, periodic, task
from pramana.kit.clock import utcnow
from pramana.webhooks.sending import send_signed
from pramana.webhooks.services import (
    DELIVER,
    delete_deliveries_before,
    fail_delivery,
    prepare_request,
    queue_due_deliveries,
    record_attempt,
)

KEEP_LOG = timedelta(days=30)


def mark_undelivered(job: Claim, error: str, delivery_id: UUID, turn: int) -> None:
    """Record why the job was given up. The delivery can be sent again."""
    fail_delivery(job.scope, delivery_id, turn, plain_error(error), at=utcnow())


@task(DELIVER, priority=-1, on_failure=mark_undelivered)
def deliver(job: JobContext, delivery_id: UUID, turn: int) -> None:
    """Send one event and write how it ended, with the next attempt, in one transaction.

    A worker that dies in between sends the event again under the same id, which is how receivers
    know it.
    """
    at = utcnow()
    request = prepare_request(job.scope, delivery_id, turn, at=at)
    if request is None:
        return
    result = send_signed(request)
    with job.commit():
        record_attempt(job.scope, delivery_id, result, at=at)


@periodic("webhooks.queue_due", cron="* * * * *")
def queue_due() -> None:
    """Queue the deliveries that waited for their next attempt."""
    queue_due_deliveries(utcnow())


@periodic("webhooks.prune", cron="29 * * * *")
def prune() -> None:
    """Delete the log of deliveries after thirty days."""
    delete_deliveries_before(utcnow() - KEEP_LOG)
