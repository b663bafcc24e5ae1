"""Extractions and stacks that belong to a case, as far as the person may see them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from pramana.extraction.models import ActivityLine, StackCorrection, StackTable, StackTableRow
from pramana.extraction.selectors.extractions import visible_extractions
from pramana.extraction.selectors.stacks import visible_stacks
from pramana.kit.scope import Scope
from pramana.tenancy.selectors import runs_of_cases


@dataclass(frozen=True)
class CaseExtraction:
    """An extraction of a case, and who approved it."""

    id: UUID
    document_id: UUID
    document_title: str
    approved_by_id: UUID | None
    approved_at: datetime | None


@dataclass(frozen=True)
class CaseStack:
    id: UUID
    name: str


def extractions_of_case(scope: Scope, case_id: UUID, *, limit: int = 200) -> list[CaseExtraction]:
    """Extractions that a run of the case worked on, newest first."""
    runs = runs_of_cases(scope, [case_id]).values("id")
    frames = ActivityLine.objects.in_scope(scope).filter(run_id__in=runs).order_by()
    rows = visible_extractions(scope).filter(
        Q(run__case_id=case_id) | Q(pk__in=frames.values("extraction_id"))
    )
    names = ("id", "document_id", "document__title", "approved_by_id", "approved_at")
    results = rows.order_by("-created_at", "-id").values_list(*names)
    return [CaseExtraction(*row) for row in results[:limit]]


def stacks_of_case(scope: Scope, case_id: UUID, *, limit: int = 50) -> list[CaseStack]:
    rows = visible_stacks(scope).filter(pk__in=_case_tables(scope, case_id).values("stack_id"))
    return [CaseStack(row.id, row.name) for row in rows[:limit]]


def documents_of_case_stacks(
    scope: Scope, case_id: UUID, *, limit: int = 200
) -> list[tuple[UUID, UUID]]:
    """The documents of the case's stacks, each with its stack."""
    tables = _case_tables(scope, case_id).filter(stack__in=visible_stacks(scope).values("pk"))
    rows = StackTableRow.objects.in_scope(scope).filter(table__in=tables.values("pk"))
    results = rows.order_by("table_id", "position").values_list("document_id", "table__stack_id")
    return list(results[:limit])


def _case_tables(scope: Scope, case_id: UUID) -> QuerySet[StackTable]:
    """Tables that a run of the case extracted or corrected."""
    corrected = StackCorrection.objects.in_scope(scope).filter(run__case_id=case_id).order_by()
    tables = StackTable.objects.in_scope(scope).order_by()
    return tables.filter(Q(run__case_id=case_id) | Q(pk__in=corrected.values("table_id")))
