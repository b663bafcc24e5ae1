"""What a job is about, so that people see a document's name and not only a task's."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse

from pramana.documents.contracts import DocumentView
from pramana.documents.selectors import documents_page
from pramana.jobs.contracts import JobView
from pramana.kit.scope import Scope

NEAR = 100
"""Documents looked at for a page of jobs: each was taken in with its job, or before it."""


@dataclass(frozen=True)
class Subject:
    """The thing a job works on, and the page that shows the result."""

    title: str
    address: str


Row = tuple[JobView, Subject | None]


def with_subjects(scope: Scope, jobs: Sequence[JobView]) -> list[Row]:
    """Jobs and documents meet by their run."""
    runs = {job.run_id for job in jobs} - {None}
    if not runs:
        return [(job, None) for job in jobs]
    newest = max(job.created_at for job in jobs) + timedelta(seconds=1)
    documents = documents_page(scope, before=newest, limit=NEAR)
    known = {document.run_id: _subject(document) for document in documents}
    return [(job, known.get(job.run_id) if job.run_id else None) for job in jobs]


def _subject(document: DocumentView) -> Subject:
    return Subject(document.title, reverse("web:library-document", args=[document.id]))
