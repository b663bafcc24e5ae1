"""Background work on documents."""

from uuid import UUID

from pramana.documents.contracts import Status
from pramana.documents.selectors import file_of
from pramana.documents.services import mark, store_reading
from pramana.jobs.claims import Claim
from pramana.jobs.context import JobContext
from pramana.jobs.cpu import run_cpu
from pramana.jobs.registry import task
from pramana.tenancy.services import open_file


def say_why(job: Claim, error: str, document_id: UUID) -> None:
    """Reading was given up: the document says so, and can be read again."""
    mark(job.scope, document_id, Status.FAILED, error=error)


@task("documents.read", on_failure=say_why)
def read(job: JobContext, document_id: UUID) -> None:
    """Read a file into a text with passages."""
    mark(job.scope, document_id, Status.READING)
    job.progress("reading", 0, 2)
    with open_file(job.scope, file_of(job.scope, document_id)) as file:
        content = file.read()
    text = run_cpu("pramana.documents.reading.read_text", content)
    job.progress("passages", 1, 2)
    passages = run_cpu("pramana.documents.reading.passages_of", text)
    with job.commit():
        store_reading(job.scope, document_id, text, passages)
