"""Starting, correcting, approving, locking, sharing, stopping and deleting an extraction."""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import transaction

from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import READABLE, get_document
from pramana.extraction.contracts.extractions import (
    ExtractionMode,
    ExtractionStatus,
    ExtractionView,
)
from pramana.extraction.contracts.fields import FieldSpec, FieldType, Json
from pramana.extraction.domain.field_tree import format_path
from pramana.extraction.errors import (
    DocumentUnknown,
    DocumentUnread,
    ExtractionNotFound,
    NoCustomFields,
    NotComplete,
    NothingToStop,
    RunUnderWay,
)
from pramana.extraction.models import Extraction
from pramana.extraction.selectors.extractions import (
    acting_person,
    get_extraction,
    get_template,
    newest_of_document,
)
from pramana.extraction.services.extraction_fields import set_field
from pramana.extraction.services.extraction_records import (
    PERSON,
    carry_over_decisions,
    evidence_source,
    lock_open_row,
    lock_visible,
    update_row,
)
from pramana.extraction.services.extraction_runs import record_frame
from pramana.extraction.services.lessons import erase_lessons_of_documents, teach_record
from pramana.jobs.queue import cancel_job, enqueue
from pramana.jobs.selectors import jobs_of_run, runs_with_argument
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import NO_MATTER, Matter, NoticeKind, RunState
from pramana.tenancy.selectors import get_run, matter_or_previous
from pramana.tenancy.services import audit, delete_runs, delete_tool_calls, start_run
from pramana.tenancy.services.notices import publish_notice

EXTRACT_TASK = "extraction.extract"
CORRECT_TASK = "extraction.correct"
LONGEST_INSTRUCTION = 10_000
STOPPED_MESSAGE = "The run was stopped by a person. What it saved is kept."


@transaction.atomic
def start_extraction(
    scope: Scope,
    document_id: UUID,
    *,
    mode: ExtractionMode = ExtractionMode.AUTO,
    custom_fields: Sequence[FieldSpec] = (),
    template_id: UUID | None = None,
    overwrite: bool = False,
    matter: Matter = NO_MATTER,
) -> ExtractionView:
    """Create the record and queue its run. A template sets the fields, and the mode to custom.

    What a person decided in their earlier extractions of this document is carried over, unless
    `overwrite` is set.
    """
    if template_id:
        mode, custom_fields = ExtractionMode.CUSTOM, get_template(scope, template_id).fields
    check_document(scope, document_id)
    if mode is ExtractionMode.CUSTOM and not custom_fields:
        raise NoCustomFields()
    row = Extraction(
        tenant_id=scope.tenant_id,
        user_id=acting_person(scope),
        document_id=document_id,
        mode=mode,
        custom_fields=_stored_specs(custom_fields) if mode is ExtractionMode.CUSTOM else [],
        overwrite=overwrite,
        run_id=start_run(scope, EXTRACT_TASK, matter),
    )
    row.save(force_insert=True)
    if not overwrite:
        carry_over_decisions(scope, row)
    enqueue(scope, EXTRACT_TASK, run_id=row.run_id, extraction_id=str(row.id))
    audit(scope, "extraction.started", "extraction", row.id)
    return get_extraction(scope, row.id)


@transaction.atomic
def keep_selection(
    scope: Scope, document_id: UUID, name: str, value: Json, place: tuple[int, int]
) -> ExtractionView:
    """Store words that a person selected in a document as the value of a field, as they decided.

    The field joins their last extraction of the document. Without one, or where it is locked, one
    begins that no agent runs.
    """
    check_document(scope, document_id)
    source = evidence_source(scope, document_id)
    if not 0 <= place[0] < place[1] <= len(source.text):
        raise InvalidRequest("Select the words in the document first.")
    row = _open_row_of_document(scope, document_id) or _begin_by_hand(scope, document_id)
    known = {spec["name"] for spec in row.custom_fields}
    if row.mode == ExtractionMode.CUSTOM and name not in known:
        spec = FieldSpec(name=name, type=_type_of(value))
        update_row(scope, row, custom_fields=[*row.custom_fields, *_stored_specs([spec])])
    set_field(scope, row.id, PERSON, source, format_path((name,)), value, 1.0, place=place)
    return get_extraction(scope, row.id)


def _open_row_of_document(scope: Scope, document_id: UUID) -> Extraction | None:
    newest = newest_of_document(scope, document_id)
    row = lock_visible(scope, newest) if newest else None
    return row if row and row.locked_at is None else None


def _begin_by_hand(scope: Scope, document_id: UUID) -> Extraction:
    row = Extraction(
        tenant_id=scope.tenant_id,
        user_id=acting_person(scope),
        document_id=document_id,
        mode=ExtractionMode.AUTO,
        status=ExtractionStatus.COMPLETED,
    )
    row.save(force_insert=True)
    audit(scope, "extraction.started", "extraction", row.id)
    return row


def _type_of(value: Json) -> FieldType:
    return FieldType.NUMBER if isinstance(value, int | float) else FieldType.STRING


@transaction.atomic
def start_correction(
    scope: Scope,
    extraction_id: UUID,
    instruction: str,
    *,
    overwrite: bool = False,
    confirm: bool = False,
    decides: bool = True,
    matter: Matter = NO_MATTER,
) -> ExtractionView:
    """Queue a correction in words. It belongs to the extraction's case if none is given.

    Only one run at a time works on an extraction. With `confirm`, doubtful changes are made too.
    The words of a program are proposals (`decides` is false): they change what an engine read, and
    no decision of a person.
    """
    row = lock_open_row(scope, extraction_id)
    check_idle(scope, row)
    run_id = start_run(scope, CORRECT_TASK, matter_or_previous(scope, matter, row.run_id))
    update_row(scope, row, run_id=run_id)
    enqueue(
        scope,
        CORRECT_TASK,
        run_id=run_id,
        extraction_id=str(row.id),
        instruction=instruction,
        overwrite=overwrite,
        confirm=confirm,
        decides=decides,
    )
    audit(scope, "extraction.correction", "extraction", row.id)
    return get_extraction(scope, row.id)


def correct_document(
    scope: Scope,
    document_id: UUID,
    instruction: str,
    *,
    overwrite: bool = False,
    confirm: bool = False,
    matter: Matter = NO_MATTER,
) -> ExtractionView:
    """Queue a correction of the person's last extraction of a document."""
    check_document(scope, document_id)
    extraction_id = newest_of_document(scope, document_id)
    if extraction_id is None:
        raise ExtractionNotFound()
    return start_correction(
        scope, extraction_id, instruction, overwrite=overwrite, confirm=confirm, matter=matter
    )


def check_document(scope: Scope, document_id: UUID) -> None:
    """Raise an error if the document does not exist or has no text yet."""
    try:
        document = get_document(scope, document_id)
    except DocumentNotFound:
        raise DocumentUnknown() from None
    if document.status not in READABLE:
        raise DocumentUnread()


def check_idle(scope: Scope, row: Extraction) -> None:
    if row.run_id and get_run(scope, row.run_id).state is RunState.ACTIVE:
        raise RunUnderWay()


def _stored_specs(specs: Sequence[FieldSpec]) -> list[object]:
    return [spec.model_dump(mode="json") for spec in specs]


@transaction.atomic
def approve_extraction(scope: Scope, extraction_id: UUID) -> ExtractionView:
    """Record that a person found the extraction correct. Only a complete one can be approved."""
    row = lock_visible(scope, extraction_id)
    if row.status != ExtractionStatus.COMPLETED:
        raise NotComplete()
    update_row(scope, row, approved_by_id=scope.actor_id, approved_at=utcnow())
    source = evidence_source(scope, row.document_id)
    teach_record(scope, row.document_id, source, row.extracted_fields, row.evidence)
    audit(scope, "extraction.approved", "extraction", row.id)
    publish_notice(
        scope,
        NoticeKind.EXTRACTION_APPROVED,
        extraction_id=row.id,
        document_id=row.document_id,
        approved_by_id=scope.actor_id,
    )
    return get_extraction(scope, extraction_id)


@transaction.atomic
def lock_extraction(scope: Scope, extraction_id: UUID) -> ExtractionView:
    """Prevent every change, by hand or by run, until the extraction is unlocked."""
    row = lock_visible(scope, extraction_id)
    locked_at = row.locked_at or utcnow()
    update_row(scope, row, locked_by_id=scope.actor_id, locked_at=locked_at)
    audit(scope, "extraction.locked", "extraction", row.id)
    return get_extraction(scope, extraction_id)


@transaction.atomic
def unlock_extraction(scope: Scope, extraction_id: UUID) -> ExtractionView:
    """Allow changes again."""
    row = lock_visible(scope, extraction_id)
    update_row(scope, row, locked_by_id=None, locked_at=None)
    audit(scope, "extraction.unlocked", "extraction", row.id)
    return get_extraction(scope, extraction_id)


@transaction.atomic
def share_extraction(scope: Scope, extraction_id: UUID, *, shared: bool) -> ExtractionView:
    """Share an extraction with the tenant, or stop sharing it. Only its owner may."""
    row = lock_visible(scope, extraction_id)
    if row.user_id != scope.actor_id:
        raise ExtractionNotFound()
    update_row(scope, row, shared=shared)
    audit(scope, "extraction.shared", "extraction", row.id, shared=shared)
    return get_extraction(scope, extraction_id)


@transaction.atomic
def stop_run(scope: Scope, extraction_id: UUID) -> ExtractionView:
    """End the running run. Its worker notices before it uses the next tool."""
    row = lock_visible(scope, extraction_id)
    jobs = jobs_of_run(scope, row.run_id) if row.run_id else ()
    active = [job for job in jobs if job.state.is_active]
    if row.run_id is None or not active:
        raise NothingToStop()
    if row.status == ExtractionStatus.IN_PROGRESS:
        update_row(scope, row, status=ExtractionStatus.FAILED, error=STOPPED_MESSAGE)
    record_frame(scope, row.id, row.run_id, {"error": STOPPED_MESSAGE})
    for job in active:
        cancel_job(scope, job.id, reason=STOPPED_MESSAGE)
    return get_extraction(scope, extraction_id)


@transaction.atomic
def delete_extraction(scope: Scope, extraction_id: UUID) -> None:
    """Delete an extraction and end its run. Only its owner may, whether it is shared or not."""
    rows = Extraction.objects.in_scope(scope).filter(pk=extraction_id, user_id=acting_person(scope))
    if not rows.exists():
        raise ExtractionNotFound()
    _erase(scope, [extraction_id])
    audit(scope, "extraction.deleted", "extraction", extraction_id)


def erase_extractions_of_documents(scope: Scope, document_ids: Sequence[UUID]) -> None:
    """Delete the extractions of deleted documents, within the same transaction."""
    erase_lessons_of_documents(scope, document_ids)
    rows = Extraction.objects.in_scope(scope).filter(document_id__in=document_ids)
    _erase(scope, list(rows.values_list("pk", flat=True)))


def _erase(scope: Scope, extraction_ids: Collection[UUID]) -> None:
    for name in (EXTRACT_TASK, CORRECT_TASK):
        delete_runs(scope, runs_with_argument(scope, name, "extraction_id", extraction_ids))
    delete_tool_calls(scope, extraction_ids)
    Extraction.objects.in_scope(scope).filter(pk__in=extraction_ids).delete()
