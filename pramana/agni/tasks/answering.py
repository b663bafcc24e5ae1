"""Messages of reviewers are answered by the extractor."""

from uuid import UUID

from pramana.agni import services
from pramana.agni.selectors import get_session
from pramana.agni.services.asking import ANSWER_TASK
from pramana.agni.tasks.work import answer
from pramana.jobs.claims import Claim
from pramana.jobs.context import JobContext
from pramana.jobs.contracts import sentence_of
from pramana.jobs.registry import task


def say_so(job: Claim, error: str, session_id: UUID, thread: str) -> None:
    """The thread says what went wrong; the session is not touched."""
    services.answer_failed(job.scope, session_id, thread, sentence_of(error))


@task(ANSWER_TASK, on_failure=say_so)
def answer_message(job: JobContext, session_id: UUID, thread: str) -> None:
    """Read again with the thread in view, and answer in it. People's decisions stay."""
    session = get_session(job.scope, session_id).session
    keep = answer(job.scope, session_id, session, thread, job.progress)
    with job.commit():
        keep()
