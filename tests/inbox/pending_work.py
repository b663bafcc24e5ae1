"""One of everything that waits for a person."""

from uuid import UUID

from django.core.files.base import ContentFile

from pramana.agni.contracts import SessionStatus
from pramana.agni.domain.session_json import serialize_session
from pramana.agni.models import ApprovedEntityChange, StoredExtractionSession
from pramana.documents.contracts import Status
from pramana.documents.services import add_file, set_status
from pramana.extraction.contracts.stacks import EMPTY_CELL
from pramana.extraction.models import Extraction, StackTableRow
from pramana.jobs.models import Job
from pramana.kit.listings import WaitingKind
from pramana.kit.scope import Scope
from tests.agni.builders import NOON, make_change, person, session
from tests.external.runs import make_research
from tests.extraction.samples import make_extraction
from tests.extraction.stacks.samples import make_papers, make_table
from tests.memory.samples import make_memory


def make_waiting(scope: Scope) -> dict[WaitingKind, UUID]:
    """Each thing by its kind. Changes wait on the page of the review they come from."""
    return {
        WaitingKind.REVIEW: make_review(scope),
        WaitingKind.REGISTRY_CHANGE: _change(scope),
        WaitingKind.SOURCES: make_research(scope)["research_id"],
        WaitingKind.EXTRACTION: _extraction(scope),
        WaitingKind.STACK: _stack(scope),
        WaitingKind.DUPLICATE: make_memory(scope)["duplicate_id"],
        WaitingKind.READING: make_unread(scope),
        WaitingKind.JOB: _job(scope),
    }


def make_review(scope: Scope, title: str = "Zanzibar release") -> UUID:
    """One entity is decided, one is not, and one was withdrawn before anybody looked."""
    [document] = make_papers(scope, [title])
    entities = (
        person("Sita Rai"),
        person("Hari Rai", decided_by=scope.actor_id, decided_at=NOON),
        person("Nobody", withdrawn=True),
    )
    row = StoredExtractionSession(
        tenant_id=scope.tenant_id,
        document_id=document,
        session_data=serialize_session(session(*entities)),
        status=SessionStatus.AWAITING_REVIEW,
        created_by_id=scope.actor_id,
    )
    row.save(force_insert=True)
    return row.id


def _change(scope: Scope) -> UUID:
    """Of a review that is finished; another's, whose review was deleted, has no page any more."""
    review = make_review(scope)
    sessions = StoredExtractionSession.objects.in_scope(scope).filter(pk=review)
    sessions.update(status=SessionStatus.COMPLETED)
    make_change(scope)
    ApprovedEntityChange.objects.in_scope(scope).update(session_id=review)
    make_change(scope)
    return review


def make_unread(scope: Scope, title: str = "Broken scan") -> UUID:
    document = add_file(scope, f"{title}.txt", ContentFile(title.encode()))
    set_status(scope, document.id, Status.FAILED, error="The file holds no text.")
    Job.objects.in_scope(scope).filter(run_id=document.run_id).update(
        state="failed", error="Unreadable: The file holds no text."
    )
    return document.id


def _extraction(scope: Scope) -> UUID:
    extraction_id = make_extraction(scope)["extraction_id"]
    Extraction.objects.in_scope(scope).filter(pk=extraction_id).update(status="completed")
    return extraction_id


def _stack(scope: Scope) -> UUID:
    """Of three rows one has a doubtful cell and one failed."""
    table, papers = make_table(scope, 3)
    rows = StackTableRow.objects.in_scope(scope).filter(table_id=table.id)
    rows.filter(document_id=papers[0]).update(cells={"vendor": {**EMPTY_CELL, "state": "flagged"}})
    rows.filter(document_id=papers[1]).update(status="failed")
    return table.stack_id


def _job(scope: Scope) -> UUID:
    job = Job(tenant_id=scope.tenant_id, trace_id=scope.trace_id, name="memory.read", state="dead")
    job.error = "The worker process died."
    job.save(force_insert=True)
    return job.id
