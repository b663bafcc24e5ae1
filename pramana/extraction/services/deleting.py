"""Erasing extractions without residue: their calls, changes, stories and runs go with them."""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import transaction

from pramana.extraction.errors.extractions import ExtractionNotFound
from pramana.extraction.models import Extraction, ToolCall
from pramana.extraction.selectors.extractions import person_of
from pramana.extraction.services.starting import CORRECT_TASK, EXTRACT_TASK
from pramana.jobs.selectors import runs_given
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit, forget_runs


@transaction.atomic
def delete_extraction(scope: Scope, extraction_id: UUID) -> None:
    """Remove an extraction; only who made it may, shared or not. A run on it is ended."""
    rows = Extraction.objects.in_scope(scope).filter(pk=extraction_id, user_id=person_of(scope))
    if not rows.exists():
        raise ExtractionNotFound()
    _erase(scope, [extraction_id])
    audit(scope, "extraction.deleted", "extraction", extraction_id)


def erase_of_documents(scope: Scope, document_ids: Sequence[UUID]) -> None:
    """What was read out of documents goes with them, in their transaction."""
    rows = Extraction.objects.in_scope(scope).filter(document_id__in=document_ids)
    _erase(scope, list(rows.values_list("pk", flat=True)))


def _erase(scope: Scope, extraction_ids: Collection[UUID]) -> None:
    for name in (EXTRACT_TASK, CORRECT_TASK):
        forget_runs(scope, runs_given(scope, name, "extraction_id", extraction_ids))
    ToolCall.objects.in_scope(scope).filter(subject_id__in=extraction_ids).delete()
    Extraction.objects.in_scope(scope).filter(pk__in=extraction_ids).delete()
