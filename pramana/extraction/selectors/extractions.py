from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Q

from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.contracts.states import ExtractionMode, ExtractionStatus
from pramana.extraction.contracts.values import Json
from pramana.extraction.contracts.views import ExtractionLine, ExtractionView
from pramana.extraction.domain.assessing import count_low
from pramana.extraction.domain.paths import parse_path
from pramana.extraction.domain.tree import MISSING, value_at
from pramana.extraction.errors.extractions import ExtractionNotFound
from pramana.extraction.models import Extraction, FieldChange
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from django.db.models import QuerySet

TREES = ("evidence", "second_reading", "confidence_scores")


def person_of(scope: Scope) -> UUID:
    """Whose extractions these are."""
    if scope.actor_id is None:
        raise ContextError("An extraction belongs to a person.")
    return scope.actor_id


def visible(scope: Scope) -> "QuerySet[Extraction]":
    """The extractions this person may see: their own, and what was shared in the tenant."""
    theirs = Q(user_id=person_of(scope)) | Q(shared=True)
    return Extraction.objects.in_scope(scope).filter(theirs).select_related("document")


def get_extraction(scope: Scope, extraction_id: UUID) -> ExtractionView:
    row = visible(scope).defer("document__text").filter(pk=extraction_id).first()
    if row is None:
        raise ExtractionNotFound()
    return view(scope, row)


def extractions_page(
    scope: Scope,
    *,
    document_id: UUID | None = None,
    status: ExtractionStatus | None = None,
    before: datetime | None = None,
    limit: int = 50,
) -> list[ExtractionLine]:
    """Newest first; `before` continues where a page ended."""
    rows = visible(scope).defer("document__text", *TREES)
    wanted = {"document_id": document_id, "status": status, "created_at__lt": before}
    rows = rows.filter(**{name: value for name, value in wanted.items() if value is not None})
    return [ExtractionLine(**line(row)) for row in rows[:limit]]


def newest_of_document(scope: Scope, document_id: UUID) -> UUID | None:
    """The person's last extraction of a document."""
    rows = Extraction.objects.in_scope(scope).filter(
        document_id=document_id, user_id=person_of(scope)
    )
    return rows.order_by("-created_at", "-id").values_list("pk", flat=True).first()


def hand_paths(scope: Scope, row: Extraction) -> tuple[str, ...]:
    """The paths where what a person did still stands: a value they wrote, or a gap they made."""
    changes = FieldChange.objects.in_scope(scope).filter(
        extraction_id=row.id, by_hand=True, undone_at__isnull=True
    )
    last = dict(changes.order_by("number").values_list("path", "after"))
    return tuple(path for path, after in last.items() if _stands(row, path, after))


def _stands(row: Extraction, path: str, after: Json) -> bool:
    now = value_at(row.extracted_fields, parse_path(path))
    return now is MISSING if after is None else bool(now == after["value"])


def specs_of(row: Extraction) -> tuple[FieldSpec, ...]:
    return tuple(FieldSpec.model_validate(each) for each in row.custom_fields)


def view(scope: Scope, row: Extraction) -> ExtractionView:
    return ExtractionView(
        **line(row),
        custom_fields=specs_of(row),
        extracted_fields=_in_order(row),
        confidence_scores=row.confidence_scores,
        evidence=row.evidence,
        trust=row.trust,
        summary=row.summary,
        approved_by_id=row.approved_by_id,
        locked_by_id=row.locked_by_id,
        by_hand=hand_paths(scope, row),
    )


def _in_order(row: Extraction) -> dict[str, Json]:
    """Fields that were asked for come in the order of asking; the database keeps none."""
    asked = [spec["name"] for spec in row.custom_fields]
    found = {name: row.extracted_fields[name] for name in asked if name in row.extracted_fields}
    return {**found, **row.extracted_fields}


def line(row: Extraction) -> dict[str, Any]:
    same: Sequence[str] = (
        *("id", "document_id", "document_type", "error", "engine", "user_id", "shared", "run_id"),
        *("approved_at", "locked_at", "created_at", "updated_at"),
    )
    return {
        **{name: getattr(row, name) for name in same},
        "document_title": row.document.title,
        "mode": ExtractionMode(row.mode),
        "status": ExtractionStatus(row.status),
        "field_count": len(row.extracted_fields),
        "low_trust": count_low(row.extracted_fields, row.trust),
    }
