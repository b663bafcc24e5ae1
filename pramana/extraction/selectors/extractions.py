"""Extractions and templates: one, a page, a filtered list, and counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Count, Q

from pramana.extraction.contracts.extractions import (
    ExtractionLine,
    ExtractionMode,
    ExtractionStatus,
    ExtractionView,
    TemplateView,
)
from pramana.extraction.contracts.fields import FieldSpec, Json, Signal
from pramana.extraction.domain.field_tree import (
    MISSING,
    format_path,
    leaves,
    parse_path,
    value_at,
)
from pramana.extraction.domain.trust import LOW, count_low_trust
from pramana.extraction.errors import ExtractionNotFound, TemplateNotFound
from pramana.extraction.models import Extraction, FieldChange, Template
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from django.db.models import QuerySet


LARGE_COLUMNS = ("evidence", "second_reading", "confidence_scores")
_APPROVED = Q(approved_at__isnull=False)
MOST_TEMPLATES = 1_000
BY_HAND = "by_hand"
"""Recorded as the tool when a person edits."""


def acting_person(scope: Scope) -> UUID:
    """The person whose extractions these are."""
    if scope.actor_id is None:
        raise ContextError("An extraction belongs to a person.")
    return scope.actor_id


def visible_extractions(scope: Scope) -> "QuerySet[Extraction]":
    """The extractions this person may see: their own and the shared ones."""
    theirs = Q(user_id=acting_person(scope)) | Q(shared=True)
    return Extraction.objects.in_scope(scope).filter(theirs).select_related("document")


def get_extraction(scope: Scope, extraction_id: UUID) -> ExtractionView:
    row = visible_extractions(scope).defer("document__text").filter(pk=extraction_id).first()
    if row is None:
        raise ExtractionNotFound()
    return extraction_view(scope, row)


def extractions_page(
    scope: Scope,
    *,
    document_id: UUID | None = None,
    status: ExtractionStatus | None = None,
    before: datetime | None = None,
    limit: int = 50,
) -> list[ExtractionLine]:
    """Newest first. `before` continues after a page."""
    rows = visible_extractions(scope).defer("document__text", *LARGE_COLUMNS)
    rows = rows.filter(document__trashed_at__isnull=True)
    filters = {"document_id": document_id, "status": status, "created_at__lt": before}
    rows = rows.filter(**{name: value for name, value in filters.items() if value is not None})
    return [ExtractionLine(**extraction_line_values(row)) for row in rows[:limit]]


def newest_of_document(scope: Scope, document_id: UUID) -> UUID | None:
    """The person's last extraction of a document."""
    rows = Extraction.objects.in_scope(scope).filter(
        document_id=document_id, user_id=acting_person(scope)
    )
    return rows.order_by("-created_at", "-id").values_list("pk", flat=True).first()


def hand_edit_paths(scope: Scope, row: Extraction, *, tool: str = "") -> tuple[str, ...]:
    """Paths that a person decided, where that still holds: a value they gave, or a removal.

    With `tool`, only those whose last decision was made with it.
    """
    changes = FieldChange.objects.in_scope(scope).filter(
        extraction_id=row.id, by_hand=True, undone_at__isnull=True
    )
    rows = changes.order_by("number").values_list("path", "tool", "before", "after")
    last = {path: (how, before, after) for path, how, before, after in rows}
    held = (
        _protected_path(row, path, before, after)
        for path, (how, before, after) in last.items()
        if how.startswith(tool)
    )
    return tuple(dict.fromkeys(path for path in held if path))


def paths_written_by_hand(scope: Scope, extraction_id: UUID) -> tuple[str, ...]:
    """Paths whose value somebody wrote by hand, not in words."""
    row = visible_extractions(scope).defer("document__text").get(pk=extraction_id)
    return hand_edit_paths(scope, row, tool=BY_HAND)


def _protected_path(row: Extraction, path_text: str, before: Json, after: Json) -> str:
    """The path that a decision protects; empty if it no longer holds.

    The items after a removed one move up, so a removal from a list protects the whole list.
    """
    path = parse_path(path_text)
    now = value_at(row.extracted_fields, path)
    if after is not None:
        return path_text if now == after["value"] else ""
    rows = value_at(row.extracted_fields, path[:-1]) if isinstance(path[-1], int) else None
    if isinstance(rows, list):
        return "" if before and before["value"] in rows else format_path(path[:-1])
    return path_text if now is MISSING else ""


def second_reading_of(scope: Scope, extraction_id: UUID) -> list[dict[str, Json]]:
    """What other readings found for an extraction: path, value, start and end of each."""
    rows = visible_extractions(scope).filter(pk=extraction_id)
    return list(rows.values_list("second_reading", flat=True).first() or [])


def field_specs(row: Extraction) -> tuple[FieldSpec, ...]:
    return tuple(FieldSpec.model_validate(each) for each in row.custom_fields)


def extraction_view(scope: Scope, row: Extraction) -> ExtractionView:
    return ExtractionView(
        **extraction_line_values(row),
        custom_fields=field_specs(row),
        extracted_fields=_ordered_fields(row),
        confidence_scores=row.confidence_scores,
        evidence=row.evidence,
        trust=row.trust,
        summary=row.summary,
        approved_by_id=row.approved_by_id,
        locked_by_id=row.locked_by_id,
        by_hand=hand_edit_paths(scope, row),
    )


def _ordered_fields(row: Extraction) -> dict[str, Json]:
    """Requested fields come in the requested order, because the database keeps no order."""
    requested = [spec["name"] for spec in row.custom_fields]
    ordered = {
        name: row.extracted_fields[name] for name in requested if name in row.extracted_fields
    }
    return {**ordered, **row.extracted_fields}


def extraction_line_values(row: Extraction) -> dict[str, Any]:
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
        "low_trust": count_low_trust(row.extracted_fields, row.trust),
    }


class ExtractionStage(StrEnum):
    """Where an extraction is on the way to approval."""

    AT_WORK = "at_work"
    TO_APPROVE = "to_approve"
    APPROVED = "approved"
    FAILED = "failed"


_STAGE_FILTERS: dict[ExtractionStage, Q] = {
    ExtractionStage.AT_WORK: Q(status=ExtractionStatus.IN_PROGRESS),
    ExtractionStage.TO_APPROVE: Q(status=ExtractionStatus.COMPLETED) & ~_APPROVED,
    ExtractionStage.APPROVED: Q(status=ExtractionStatus.COMPLETED) & _APPROVED,
    ExtractionStage.FAILED: Q(status=ExtractionStatus.FAILED),
}


@dataclass(frozen=True)
class ExtractionFilter:
    """Which extractions a list shows."""

    stage: ExtractionStage | None = None
    document_type: str = ""
    document_id: UUID | None = None
    mine: bool = False


def extraction_stage(line: ExtractionLine) -> ExtractionStage:
    if line.status is ExtractionStatus.IN_PROGRESS:
        return ExtractionStage.AT_WORK
    if line.status is ExtractionStatus.FAILED:
        return ExtractionStage.FAILED
    return ExtractionStage.APPROVED if line.approved_at else ExtractionStage.TO_APPROVE


def filtered_extractions(
    scope: Scope, criteria: ExtractionFilter, *, before: datetime | None = None, limit: int = 50
) -> list[ExtractionLine]:
    """Newest first. `before` continues after a page."""
    rows = (
        visible_extractions(scope)
        .defer("document__text", *LARGE_COLUMNS)
        .filter(_filter_query(scope, criteria))
    )
    if before:
        rows = rows.filter(created_at__lt=before)
    return [_line_with_doubts(row) for row in rows[:limit]]


def needs_review(trust: Mapping[str, Any]) -> bool:
    """Whether a person should review the value: its trust is low, or a check failed.

    A missing quote or a differing second reading already lowers the trust score.
    """
    signals = trust["signals"]
    if signals.get(Signal.PERSON):
        return False
    fails = any(signals.get(signal) is False for signal in (Signal.FORMAT, Signal.CONSISTENT))
    return bool(fails or trust["score"] < LOW)


def counts_by_stage(scope: Scope) -> dict[ExtractionStage, int]:
    """How many extractions are in each stage."""
    counts = {stage.value: Count("pk", filter=which) for stage, which in _STAGE_FILTERS.items()}
    results = visible_extractions(scope).aggregate(**counts)
    return {stage: results[stage.value] for stage in ExtractionStage}


def counts_by_type(scope: Scope) -> dict[str, int]:
    """How many extractions each document type has. Those without a type are left out."""
    rows = visible_extractions(scope).exclude(document_type="").order_by("document_type")
    return dict(rows.values_list("document_type").annotate(number=Count("pk")))


def _line_with_doubts(row: Extraction) -> ExtractionLine:
    """Count as the workspace does: every value is a field, and every failed check is a doubt."""
    entries = [value_at(row.trust, path) for path, _ in leaves(row.extracted_fields)]
    doubts = sum(isinstance(each, dict) and needs_review(each) for each in entries)
    return ExtractionLine(
        **{**extraction_line_values(row), "field_count": len(entries), "low_trust": doubts}
    )


def _filter_query(scope: Scope, criteria: ExtractionFilter) -> Q:
    query = _STAGE_FILTERS[criteria.stage] if criteria.stage else Q()
    if criteria.document_type:
        query &= Q(document_type=criteria.document_type)
    if criteria.document_id:
        query &= Q(document_id=criteria.document_id)
    return query & Q(user_id=scope.actor_id) if criteria.mine else query


def all_templates(scope: Scope, *, document_type: str = "") -> list[TemplateView]:
    """The tenant's templates, by name."""
    rows = Template.objects.in_scope(scope)
    if document_type:
        rows = rows.filter(document_type=document_type)
    return [template_view(row) for row in rows[:MOST_TEMPLATES]]


def get_template(scope: Scope, template_id: UUID) -> TemplateView:
    row = Template.objects.in_scope(scope).filter(pk=template_id).first()
    if row is None:
        raise TemplateNotFound()
    return template_view(row)


def template_view(row: Template) -> TemplateView:
    return TemplateView(
        id=row.id,
        name=row.name,
        document_type=row.document_type,
        description=row.description,
        fields=tuple(FieldSpec.model_validate(each) for each in row.fields),
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
