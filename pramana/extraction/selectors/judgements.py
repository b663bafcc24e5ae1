"""What people decided about values that engines wrote, and what they had taught by then."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from pramana.extraction.contracts.fields import FieldSpec, Json
from pramana.extraction.models import CellChange, Extraction, FieldChange, Lesson
from pramana.extraction.selectors.extractions import field_specs
from pramana.kit.scope import Scope

CHANGED = ("by_hand", "before", "after", "undone_at", "undone_by_id", "created_at")
"""The columns both kinds of change share, in the order of `ValueChange`."""


@dataclass(frozen=True)
class ReviewedExtraction:
    """An extraction that somebody approved or edited."""

    id: UUID
    run_id: UUID | None
    engine: str
    extracted_fields: Json
    confidence_scores: Json
    evidence: Json
    trust: Json
    second_reading: Any
    custom_fields: tuple[FieldSpec, ...]
    approved_by_id: UUID | None
    approved_at: datetime | None


@dataclass(frozen=True)
class ValueChange:
    """A change of a path of an extraction, or of a column of a row."""

    subject_id: UUID
    """The extraction, or the row."""
    place: str
    by_hand: bool
    before: Any
    after: Any
    undone_at: datetime | None
    undone_by_id: UUID | None
    created_at: datetime
    run_id: UUID | None
    table_id: UUID | None = None


def extractions_with_judgements(
    scope: Scope, *, since: datetime | None, limit: int
) -> list[ReviewedExtraction]:
    """Extractions of every person, newest first. Judgements belong to the tenant, even on private
    values.
    """
    by_person = Q(by_hand=True) | Q(undone_by_id__isnull=False)
    changed = FieldChange.objects.in_scope(scope).filter(by_person, extraction_id=OuterRef("pk"))
    rows = Extraction.objects.in_scope(scope)
    rows = rows.filter(Q(approved_by_id__isnull=False) | Exists(changed))
    if since:
        rows = rows.filter(updated_at__gte=since)
    return [_extraction(row) for row in rows.order_by("-created_at", "-id")[:limit]]


def changes_of_extractions(scope: Scope, ids: Collection[UUID]) -> list[ValueChange]:
    """In the order they were made."""
    rows = FieldChange.objects.in_scope(scope).filter(extraction_id__in=ids)
    names = ("extraction_id", "path", *CHANGED, "run_id")
    results = rows.order_by("extraction_id", "number").values_list(*names)
    return [ValueChange(*row) for row in results]


def changes_of_cells(scope: Scope, *, since: datetime | None, limit: int) -> list[ValueChange]:
    """By row and column, in the order they were made."""
    rows = CellChange.objects.in_scope(scope)
    if since:
        rows = rows.filter(created_at__gte=since)
    with_run = rows.annotate(asked=Coalesce("run_id", "row__run_id"))
    results = with_run.order_by("row_id", "column", "created_at", "id").values_list(
        "row_id", "column", *CHANGED, "asked", "table_id"
    )
    return [ValueChange(*row) for row in results[:limit]]


def _extraction(row: Extraction) -> ReviewedExtraction:
    return ReviewedExtraction(
        id=row.id,
        run_id=row.run_id,
        engine=row.engine,
        extracted_fields=row.extracted_fields,
        confidence_scores=row.confidence_scores,
        evidence=row.evidence,
        trust=row.trust,
        second_reading=row.second_reading,
        custom_fields=tuple(field_specs(row)),
        approved_by_id=row.approved_by_id,
        approved_at=row.approved_at,
    )


@dataclass(frozen=True)
class LessonMoment:
    """A lesson without its words: which field, whose document, and when."""

    field: str
    sender: str
    document_id: UUID
    at: datetime


@dataclass(frozen=True)
class ExtractionMoment:
    document_id: UUID
    at: datetime


def lesson_moments(scope: Scope) -> list[LessonMoment]:
    """Every lesson of the tenant that is known to come from a sender."""
    lessons = Lesson.objects.in_scope(scope).exclude(sender="")
    rows = lessons.order_by("created_at").values_list(
        "field", "sender", "document_id", "created_at"
    )
    return [LessonMoment(*row) for row in rows]


def extraction_moments(scope: Scope, ids: Collection[UUID]) -> dict[UUID, ExtractionMoment]:
    """The document of each extraction, and when it was asked for."""
    rows = Extraction.objects.in_scope(scope).filter(pk__in=ids)
    return {
        pk: ExtractionMoment(document_id, at)
        for pk, document_id, at in rows.values_list("pk", "document_id", "created_at")
    }
