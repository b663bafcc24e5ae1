"""Reading accepted messages, one at a time, oldest first."""

import logging
import time
from uuid import UUID

from pramana.jobs.claims import Claim
from pramana.jobs.context import JobContext
from pramana.jobs.registry import task
from pramana.memory.errors import MessageGone
from pramana.memory.selectors.reading import message_to_read, rules_from
from pramana.memory.services.columns import written
from pramana.memory.services.communities import ask_for_updates
from pramana.memory.services.episodes import read_message
from pramana.memory.services.indexing import index_waiting, is_due
from pramana.memory.services.receiving import TASK, note_failure
from pramana.memory.services.saving import save

logger = logging.getLogger(__name__)


def say_why(job: Claim, error: str, message_id: UUID) -> None:
    note_failure(job.scope, message_id, error)


@task(TASK, attempts=1, on_failure=say_why)
def read(job: JobContext, message_id: UUID) -> None:
    """Read one message and save what it says, in the transaction in which its job is done."""
    began = time.monotonic()
    found = message_to_read(job.scope, message_id)
    if found is None:
        return  # it was deleted before its turn came
    incoming, row = found
    logger.info("message %s picked up, %s remain in the queue", message_id, row["remaining"])
    try:
        plan = read_message(job.scope, incoming, rules=rules_from(row))
        rows = written(job.scope, plan)
        with job.commit():
            save(job.scope, rows, message_id=message_id)
    except MessageGone:
        logger.info("message %s was deleted while it was read", message_id)
    else:
        took = round((time.monotonic() - began) * 1000)
        said = " ".join(f"{name}={number}" for name, number in plan.counts.items())
        logger.info("episode %s done in %s ms: %s", plan.episode.id, took, said)
    finally:
        if is_due(row["remaining"]):
            index_waiting(job.scope)
            ask_for_updates(job.scope)
