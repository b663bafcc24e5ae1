"""A person's hand: edits, undoing, approving, locking, sharing."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.extraction.contracts.states import ExtractionStatus
from pramana.extraction.contracts.values import Json
from pramana.extraction.contracts.views import ExtractionView
from pramana.extraction.domain.paths import Path, parse_path, touches
from pramana.extraction.domain.tree import inserted, put, removed
from pramana.extraction.errors.extractions import (
    ChangeNotFound,
    ChangeOvertaken,
    ChangeUndone,
    ExtractionNotFound,
    NotComplete,
)
from pramana.extraction.models import Extraction, FieldChange
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services.authors import PERSON
from pramana.extraction.services.rows import judge_again, keep, locked, open_row, paper_of
from pramana.extraction.services.writing import remove_field, set_field
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.services import audit

BESIDE = {"value": "extracted_fields", "confidence": "confidence_scores", "evidence": "evidence"}


def edit_field(scope: Scope, extraction_id: UUID, path: str, value: Json) -> ExtractionView:
    """Write a value by hand. From now on no run overwrites it unless asked."""
    document_id = get_extraction(scope, extraction_id).document_id
    paper = paper_of(scope, document_id)
    set_field(scope, extraction_id, PERSON, paper, path, value, 1.0)
    return get_extraction(scope, extraction_id)


def drop_field(scope: Scope, extraction_id: UUID, path: str) -> ExtractionView:
    """Remove a field by hand; no run puts it back unless asked."""
    remove_field(scope, extraction_id, PERSON, path)
    return get_extraction(scope, extraction_id)


@transaction.atomic
def undo_change(scope: Scope, extraction_id: UUID, change_id: UUID) -> ExtractionView:
    """Put back what stood there before. The change stays in the history, marked."""
    row = open_row(scope, extraction_id)
    change = _change(scope, row, change_id)
    path = parse_path(change.path)
    _check_newest(scope, row, change, path)
    for part, column in BESIDE.items():
        setattr(row, column, _undone(getattr(row, column), path, change, part))
    keep(scope, row, **{column: getattr(row, column) for column in BESIDE.values()})
    change.undone_at, change.undone_by_id = utcnow(), scope.actor_id
    change.save(update_fields=["undone_at", "undone_by_id"])
    judge_again(scope, row)
    return get_extraction(scope, extraction_id)


def approve(scope: Scope, extraction_id: UUID) -> ExtractionView:
    """A person says that it is right. Only a complete extraction can be."""
    return _marked(scope, extraction_id, "approved", _approval)


def lock(scope: Scope, extraction_id: UUID) -> ExtractionView:
    """Nobody changes it any more, by hand or by run, until it is unlocked."""
    return _marked(scope, extraction_id, "locked", _locking)


def unlock(scope: Scope, extraction_id: UUID) -> ExtractionView:
    return _marked(scope, extraction_id, "unlocked", _unlocking)


@transaction.atomic
def share(scope: Scope, extraction_id: UUID, *, shared: bool) -> ExtractionView:
    """Let the tenant see it, or no longer; only who made it may say so."""
    row = locked(scope, extraction_id)
    if row.user_id != scope.actor_id:
        raise ExtractionNotFound()
    keep(scope, row, shared=shared)
    audit(scope, "extraction.shared", "extraction", row.id, shared=shared)
    return get_extraction(scope, extraction_id)


@transaction.atomic
def _marked(
    scope: Scope,
    extraction_id: UUID,
    word: str,
    mark: Callable[[Scope, Extraction], dict[str, Any]],
) -> ExtractionView:
    row = locked(scope, extraction_id)
    keep(scope, row, **mark(scope, row))
    audit(scope, f"extraction.{word}", "extraction", row.id)
    return get_extraction(scope, extraction_id)


def _approval(scope: Scope, row: Extraction) -> dict[str, Any]:
    if row.status != ExtractionStatus.COMPLETED:
        raise NotComplete()
    return {"approved_by_id": scope.actor_id, "approved_at": utcnow()}


def _locking(scope: Scope, row: Extraction) -> dict[str, Any]:
    return {"locked_by_id": scope.actor_id, "locked_at": row.locked_at or utcnow()}


def _unlocking(scope: Scope, row: Extraction) -> dict[str, Any]:
    return {"locked_by_id": None, "locked_at": None}


def _change(scope: Scope, row: Extraction, change_id: UUID) -> FieldChange:
    found = FieldChange.objects.in_scope(scope).filter(extraction_id=row.id, pk=change_id).first()
    if found is None:
        raise ChangeNotFound()
    return found


def _check_newest(scope: Scope, row: Extraction, change: FieldChange, path: Path) -> None:
    """Only the last change of a path can be undone: an earlier one no longer is what stands."""
    reach = path[:-1] if isinstance(path[-1], int) else path
    later = FieldChange.objects.in_scope(scope).filter(
        extraction_id=row.id, number__gt=change.number, undone_at__isnull=True
    )
    if change.undone_at:
        raise ChangeUndone(change.path)
    others = later.values_list("path", flat=True)
    if any(touches(reach, parse_path(other)) for other in others):
        raise ChangeOvertaken(change.path)


def _undone(tree: Json, path: Path, change: FieldChange, part: str) -> Json:
    if change.before is None:
        return removed(tree, path)
    before = change.before[part]
    return inserted(tree, path, before) if change.after is None else put(tree, path, before)
