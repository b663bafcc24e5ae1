"""Background work of followed sources: one sync, and starting those whose time has come."""

from contextlib import closing
from uuid import UUID

from pramana.jobs.claims import Claim
from pramana.jobs.contracts import plain_error
from pramana.jobs.registry import JobContext, periodic, task
from pramana.kit.clock import utcnow
from pramana.sources.errors import CredentialsRefused, FollowedSourceNotFound
from pramana.sources.selectors import get_followed_source
from pramana.sources.services import SYNC, start_due_syncs, stored_connector
from pramana.sources.sync import (
    SourceSync,
    begin_sync,
    fail_sync,
    finish_sync,
    stop_source,
)


def mark_unsynced(job: Claim, error: str, source_id: UUID) -> None:
    """Record why the sync was given up."""
    fail_sync(job.scope, source_id, plain_error(error))


@task(SYNC, on_failure=mark_unsynced)
def sync(job: JobContext, source_id: UUID) -> None:
    """Read a source. What an earlier attempt stored is not stored again."""
    try:
        source = get_followed_source(job.scope, source_id)
    except FollowedSourceNotFound:
        return
    deletes_all = begin_sync(job.scope, source_id)
    try:
        with closing(stored_connector(job.scope, source_id)) as connector:
            job.progress("listing")
            run = SourceSync(job.scope, source, connector)
            items = run.plan()
            for number, item in enumerate(items, start=1):
                job.progress("fetching", number, len(items))
                run.handle(item)
    except CredentialsRefused:
        stop_source(job.scope, source_id)
        raise
    to_confirm = run.carry_over_deletions(deletes_all=deletes_all)
    with job.commit():
        finish_sync(job.scope, source_id, run.counts, to_confirm=to_confirm)


@periodic("sources.start_due", cron="* * * * *")
def start_due() -> None:
    """Queue the sources whose time has come."""
    start_due_syncs(utcnow())
