"""Background work on documents."""

from uuid import UUID

from pramana.documents.contracts import Status
from pramana.documents.selectors import file_of, kept_pages
from pramana.documents.services import (
    begin_reading,
    finish_reading,
    keep_page,
    keep_text,
    mark,
)
from pramana.documents.services.inspecting import reading_options
from pramana.jobs.claims import Claim
from pramana.jobs.context import JobContext
from pramana.jobs.cpu import run_cpu, stream_cpu
from pramana.jobs.registry import task
from pramana.tenancy.services import local_file

PAGE_S = 300.0
"""A page that takes longer to read is given up with the attempt; the next goes on from there."""


def say_why(job: Claim, error: str, document_id: UUID) -> None:
    """Reading was given up: the document says so, and can be read again."""
    mark(job.scope, document_id, Status.FAILED, error=error)


@task("documents.read", on_failure=say_why)
def read(job: JobContext, document_id: UUID) -> None:
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


def _read_pages(job: JobContext, document_id: UUID, path: str, filename: str) -> str:
    """Keep each page as it comes, and return the title the file states."""
    options = reading_options()
    job.progress("opening")
    info = run_cpu("pramana.documents.reading.info.document_info", path, filename, options=options)
    first = begin_reading(job.scope, document_id, info)
    total = info.pages or 0
    job.progress("reading", first, total)
    pages = stream_cpu(
        "pramana.documents.reading.pages.read_pages",
        path,
        filename,
        first_page=first,
        options=options,
        timeout=PAGE_S,
    )
    for page in pages:
        keep_page(job.scope, document_id, page)
        job.progress("reading", page.number + 1, max(total, page.number + 1))
    return str(info.title)
