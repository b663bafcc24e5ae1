"""An extraction or a correction begins: the record is there before anything runs."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import READABLE, get_document
from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.contracts.states import ExtractionMode
from pramana.extraction.contracts.views import ExtractionView
from pramana.extraction.errors.extractions import (
    DocumentUnknown,
    DocumentUnread,
    ExtractionNotFound,
    NoCustomFields,
    RunUnderWay,
)
from pramana.extraction.models import Extraction
from pramana.extraction.selectors.extractions import get_extraction, newest_of_document, person_of
from pramana.extraction.services.carrying import carry_over
from pramana.extraction.services.rows import keep, open_row
from pramana.jobs.services import enqueue
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.matters import NO_MATTER, Matter
from pramana.tenancy.selectors import get_run, matter_again
from pramana.tenancy.services import audit, start_run

EXTRACT_TASK = "extraction.extract"
CORRECT_TASK = "extraction.correct"
LONGEST_INSTRUCTION = 10_000


@transaction.atomic
def start_extraction(
    scope: Scope,
    document_id: UUID,
    *,
    mode: ExtractionMode = ExtractionMode.AUTO,
    custom_fields: Sequence[FieldSpec] = (),
    overwrite: bool = False,
    matter: Matter = NO_MATTER,
) -> ExtractionView:
    """Make the record and ask for the run. What a person wrote in their last extraction of this
    document is carried over, unless `overwrite`."""
    check_document(scope, document_id)
    if mode is ExtractionMode.CUSTOM and not custom_fields:
        raise NoCustomFields()
    earlier = newest_of_document(scope, document_id)
    row = Extraction(
        tenant_id=scope.tenant_id,
        user_id=person_of(scope),
        document_id=document_id,
        mode=mode,
        custom_fields=_stored(custom_fields) if mode is ExtractionMode.CUSTOM else [],
        run_id=start_run(scope, EXTRACT_TASK, matter),
    )
    row.save(force_insert=True)
    if earlier and not overwrite:
        carry_over(scope, earlier, row)
    enqueue(scope, EXTRACT_TASK, run_id=row.run_id, extraction_id=str(row.id))
    audit(scope, "extraction.started", "extraction", row.id)
    return get_extraction(scope, row.id)


@transaction.atomic
def start_correction(
    scope: Scope,
    extraction_id: UUID,
    instruction: str,
    *,
    overwrite: bool = False,
    matter: Matter = NO_MATTER,
) -> ExtractionView:
    """Ask for a correction in words, in the extraction's own case where none is named.

    One run at a time works on an extraction.
    """
    row = open_row(scope, extraction_id)
    check_idle(scope, row)
    run_id = start_run(scope, CORRECT_TASK, matter_again(scope, matter, row.run_id))
    keep(scope, row, run_id=run_id)
    enqueue(
        scope,
        CORRECT_TASK,
        run_id=run_id,
        extraction_id=str(row.id),
        instruction=instruction,
        overwrite=overwrite,
    )
    audit(scope, "extraction.correction", "extraction", row.id)
    return get_extraction(scope, row.id)


def correct_document(
    scope: Scope,
    document_id: UUID,
    instruction: str,
    *,
    overwrite: bool = False,
    matter: Matter = NO_MATTER,
) -> ExtractionView:
    """The same for the person's last extraction of a document."""
    check_document(scope, document_id)
    extraction_id = newest_of_document(scope, document_id)
    if extraction_id is None:
        raise ExtractionNotFound()
    return start_correction(scope, extraction_id, instruction, overwrite=overwrite, matter=matter)


def check_document(scope: Scope, document_id: UUID) -> None:
    """Raises where the document is not there, or has no text yet."""
    try:
        document = get_document(scope, document_id)
    except DocumentNotFound:
        raise DocumentUnknown() from None
    if document.status not in READABLE:
        raise DocumentUnread()


def check_idle(scope: Scope, row: Extraction) -> None:
    if row.run_id and get_run(scope, row.run_id).state is RunState.ACTIVE:
        raise RunUnderWay()


def _stored(specs: Sequence[FieldSpec]) -> list[object]:
    return [spec.model_dump(mode="json") for spec in specs]
