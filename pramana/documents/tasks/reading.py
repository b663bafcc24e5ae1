"""Background work on documents."""

from typing import Any
from uuid import UUID

from pramana.documents.contracts import Continuation, Status
from pramana.documents.selectors import charset_of, file_of, kept_pages
from pramana.documents.services import begin_reading, finish_reading, keep_text, mark
from pramana.documents.services.inspecting import reading_options
from pramana.documents.tasks.paging import Paging
from pramana.jobs.claims import Claim
from pramana.jobs.context import JobContext
from pramana.jobs.contracts import sentence_of
from pramana.jobs.cpu import run_cpu
from pramana.jobs.registry import task
from pramana.jobs.services import enqueue
from pramana.kit.scope import Scope
from pramana.tenancy.services import local_file


def say_why(job: Claim, error: str, document_id: UUID, then: Continuation | None = None) -> None:
    """Reading was given up: the document says so, and can be read again."""
    mark(job.scope, document_id, Status.FAILED, error=sentence_of(error))
    ask_for(job.scope, then)


@task("documents.read", on_failure=say_why)
def read(job: JobContext, document_id: UUID, then: Continuation | None = None) -> None:
    """Read a file page by page into one text with passages; go on where an attempt stopped."""
    file_id, filename = file_of(job.scope, document_id)
    with local_file(job.scope, file_id) as path:
        title = _read_pages(job, document_id, path, filename)
    job.progress("passages")
    outcome = run_cpu(
        "pramana.documents.domain.outcome.conclude",
        kept_pages(job.scope, document_id),
        title,
        filename,
    )
    keep_text(job.scope, document_id, outcome)
    with job.commit():
        finish_reading(job.scope, document_id, outcome)
        ask_for(job.scope, then)


def ask_for(scope: Scope, then: Continuation | None) -> None:
    """Whoever waits for the text goes on; a reading that failed is for them to see."""
    if then:
        payload: dict[str, Any] = dict(then.payload)
        enqueue(scope, then.task, run_id=then.run_id, **payload)


def _read_pages(job: JobContext, document_id: UUID, path: str, filename: str) -> str:
    """Keep each page as it comes, and return the title the file states."""
    job.progress("opening")
    options = reading_options(charset_of(job.scope, document_id))
    info = run_cpu("pramana.documents.reading.info.document_info", path, filename, options=options)
    first = begin_reading(job.scope, document_id, info)
    Paging(job, document_id, path, filename, info.pages or 0, options).read(first)
    return str(info.title)
