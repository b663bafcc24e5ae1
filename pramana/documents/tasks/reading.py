"""Background work on documents."""

from collections.abc import Iterator
from uuid import UUID

from pramana.documents.contracts import Status
from pramana.documents.reading.contracts import PageText, broken_page
from pramana.documents.reading.errors import Unreadable
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
from pramana.jobs.errors import CpuCrashed, CpuOutOfMemory, CpuTimeout
from pramana.jobs.registry import task
from pramana.tenancy.services import local_file

PAGE_S = 300.0
"""A page that takes longer to read is given up; the others are still read."""

MOST_BROKEN = 20
"""Pages that may take their process down before the file as a whole is given up."""

BROKEN = (CpuCrashed, CpuTimeout, CpuOutOfMemory)


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
    job.progress("opening")
    info = run_cpu(
        "pramana.documents.reading.info.document_info", path, filename, options=reading_options()
    )
    number: int | None = begin_reading(job.scope, document_id, info)
    for _ in range(MOST_BROKEN):
        if number is None:
            break
        number = _read_on(job, document_id, path, filename, number, info.pages or 0)
    if number is not None:
        raise Unreadable(f"{MOST_BROKEN} pages of this file cannot be read. It may be damaged.")
    return str(info.title)


def _read_on(
    job: JobContext, document_id: UUID, path: str, filename: str, number: int, total: int
) -> int | None:
    """Read from a page on; one that takes its process down is noted, and the next returned."""
    job.progress("reading", number, total)
    try:
        for page in _pages(path, filename, number):
            keep_page(job.scope, document_id, page)
            number = page.number + 1
            job.progress("reading", number, max(total, number))
    except BROKEN as problem:
        if number >= total:
            raise
        keep_page(job.scope, document_id, broken_page(number, problem.message))
        return number + 1
    return None


def _pages(path: str, filename: str, first: int) -> Iterator[PageText]:
    return stream_cpu(
        "pramana.documents.reading.pages.read_pages",
        path,
        filename,
        first_page=first,
        options=reading_options(),
        timeout=PAGE_S,
    )
