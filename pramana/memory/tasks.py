"""Memory's background work: reading messages, indexing, and updating communities."""

import logging
import time
from uuid import UUID

from pramana.jobs.claims import Claim
from pramana.jobs.registry import JobContext, periodic, task
from pramana.kit.scope import Scope
from pramana.memory.errors import MessageDeleted
from pramana.memory.selectors.communities import tenants_with_pending
from pramana.memory.selectors.groups import message_to_read
from pramana.memory.services.closings import publish_closings
from pramana.memory.services.communities import (
    BUILD_TASK,
    UPDATE_TASK,
    build_communities,
    request_updates,
    update_communities,
)
from pramana.memory.services.episodes import read_message
from pramana.memory.services.inbox import (
    READ_TASK,
    record_failure,
    reread_partly_read,
    tenants_to_reread,
)
from pramana.memory.services.indexing import index_pending, is_index_due, tenants_to_index
from pramana.memory.services.merging import merge_entities
from pramana.memory.services.saving import plan_rows, save_rows

logger = logging.getLogger(__name__)


def record_read_failure(job: Claim, error: str, message_id: UUID) -> None:
    record_failure(job.scope, message_id, error)


@task(READ_TASK, attempts=1, on_failure=record_read_failure)
def read_inbox_message(job: JobContext, message_id: UUID) -> None:
    """Read one message and save its facts in the transaction that completes the job."""
    began = time.monotonic()
    queued = message_to_read(job.scope, message_id)
    if queued is None:
        return  # it was deleted before its turn came
    logger.info("message %s picked up, %s remain in the queue", message_id, queued.remaining)
    try:
        plan = read_message(job.scope, queued.message, rules=queued.rules())
        rows = plan_rows(job.scope, plan)
        with job.commit():
            save_rows(
                job.scope,
                rows,
                message_id=message_id,
                skipped=plan.skipped,
                episode_id=plan.episode.id,
                is_model_away=plan.is_model_away,
            )
            merge_entities(job.scope, plan)
            publish_closings(job.scope, plan)
    except MessageDeleted:
        logger.info("message %s was deleted while it was read", message_id)
    else:
        took = round((time.monotonic() - began) * 1000)
        counts = " ".join(f"{name}={number}" for name, number in plan.counts.items())
        logger.info("episode %s done in %s ms: %s", plan.episode.id, took, counts)
    finally:
        if is_index_due(queued.remaining):
            index_pending(job.scope)
            request_updates(job.scope)


@periodic("memory.index_all", cron="* * * * *")
def index_all_tenants() -> None:
    """Index items that a crash left in the index queue."""
    for tenant_id in tenants_to_index():
        index_pending(Scope(tenant_id=tenant_id))


@periodic("memory.reread", cron="*/10 * * * *")
def reread_skipped() -> None:
    """Read messages again whose stages were skipped because the model failed."""
    for tenant_id in tenants_to_reread():
        reread_partly_read(Scope(tenant_id=tenant_id))


@task(UPDATE_TASK)
def run_update(job: JobContext, group_id: str) -> None:
    update_communities(job.scope, group_id)


@task(BUILD_TASK)
def run_build(job: JobContext, group_id: str) -> None:
    build_communities(job.scope, group_id)
    update_communities(job.scope, group_id)


@periodic("memory.ask_for_communities", cron="*/5 * * * *")
def request_pending_updates() -> None:
    """Request community updates that a crash left undone."""
    for tenant_id in tenants_with_pending():
        request_updates(Scope(tenant_id=tenant_id))
