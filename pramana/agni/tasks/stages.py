"""A session's tasks on our own queue."""

from uuid import UUID

from pramana.agni import services
from pramana.agni.services.asking import (
    BEGIN_TASK,
    ENTITIES_TASK,
    METADATA_TASK,
    PERSIST_TASK,
)
from pramana.agni.tasks.work import read_entities, read_metadata
from pramana.jobs.claims import Claim
from pramana.jobs.context import JobContext
from pramana.jobs.contracts import sentence_of
from pramana.jobs.registry import task


def say_why(job: Claim, error: str, session_id: UUID, description: str = "") -> None:
    """The session ends here; it says why, and can be started again."""
    services.fail_session(job.scope, session_id, sentence_of(error))


@task(BEGIN_TASK, on_failure=say_why)
def begin_session(job: JobContext, session_id: UUID) -> None:
    """Go on when the document's reading has ended."""
    with job.commit():
        services.begin_session(job.scope, session_id)


@task(METADATA_TASK, on_failure=say_why)
def extract_metadata_task(job: JobContext, session_id: UUID) -> None:
    """Extract document metadata."""
    session = services.begin_metadata(job.scope, session_id)
    if session is None:
        return
    job.progress("extracting_metadata")
    metadata = read_metadata(job.scope, session)
    with job.commit():
        services.keep_metadata(job.scope, session_id, metadata)


@task(ENTITIES_TASK, on_failure=say_why)
def extract_entities_task(job: JobContext, session_id: UUID) -> None:
    """Extract entities and find the records they may be."""
    session = services.begin_entities(job.scope, session_id)
    if session is None:
        return

    def progress(stage: str, current: int, total: int) -> None:
        job.progress(stage, current, total)
        services.tell_progress(job.scope, session_id, stage, current, total)

    entities = read_entities(job.scope, session, progress)
    with job.commit():
        services.keep_entities(job.scope, session_id, entities)


@task(PERSIST_TASK, on_failure=say_why)
def persist_changes_task(job: JobContext, session_id: UUID, description: str) -> None:
    """Write the approved changes, all or none."""
    with job.commit():
        services.keep_changes(job.scope, session_id, description)
