"""Extractions and stacks as lists: what needs attention, what a case holds, what words match.

For evaluations also: what people decided about values that engines wrote, and had taught by then.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import (
    BooleanField,
    Exists,
    F,
    Func,
    JSONField,
    OuterRef,
    Q,
    QuerySet,
    TextField,
    Value,
)
from django.db.models.functions import Coalesce
from django.db.models.lookups import IContains

from pramana.extraction.contracts.fields import FieldSpec, Json
from pramana.extraction.models import (
    ActivityLine,
    CellChange,
    Extraction,
    FieldChange,
    Lesson,
    StackCorrection,
    StackTable,
    StackTableRow,
)
from pramana.extraction.selectors.extractions import (
    ExtractionFilter,
    ExtractionStage,
    counts_by_stage,
    field_specs,
    filtered_extractions,
    visible_extractions,
)
from pramana.extraction.selectors.stacks import visible_stacks
from pramana.kit.listings import NamedItem, WaitingItem, WaitingKind, WaitingPage, waiting_page
from pramana.kit.scope import Scope
from pramana.tenancy.selectors import runs_of_cases

STACKS_EXAMINED = 50
"""How many of the newest stacks are examined."""

PENDING_STACKS = """
    WITH shown AS (
        SELECT id, name FROM stacks
         WHERE tenant_id = %(tenant)s AND (user_id = %(actor)s OR shared)
         ORDER BY created_at DESC, id DESC LIMIT %(looked)s
    )
    SELECT shown.id, shown.name, max(stacked.updated_at) AS since,
           count(*) FILTER (WHERE stacked.wants) AS wanted, count(*) AS parts
      FROM shown
      JOIN stack_tables AS held ON held.stack_id = shown.id AND held.tenant_id = %(tenant)s
      JOIN (SELECT table_id, updated_at, status = 'failed' OR jsonb_path_exists(
                     cells, '$.* ? (@.state == "flagged" || @.state == "stale")') AS wants
              FROM stack_table_rows WHERE tenant_id = %(tenant)s) AS stacked
        ON stacked.table_id = held.id
     GROUP BY shown.id, shown.name
    HAVING bool_or(stacked.wants)
     ORDER BY since DESC
"""


def pending_pages(scope: Scope, *, limit: int) -> list[WaitingPage]:
    return [_pending_extractions(scope, limit), _pending_stacks(scope, limit)]


def _pending_extractions(scope: Scope, limit: int) -> WaitingPage:
    items = (
        WaitingItem(
            WaitingKind.EXTRACTION,
            each.id,
            each.document_title,
            each.updated_at,
            open=each.low_trust,
            parts=each.field_count,
        )
        for each in filtered_extractions(
            scope, ExtractionFilter(stage=ExtractionStage.TO_APPROVE), limit=limit
        )
    )
    return waiting_page(
        WaitingKind.EXTRACTION,
        items,
        limit=limit,
        count=lambda: counts_by_stage(scope)[ExtractionStage.TO_APPROVE],
    )


def _pending_stacks(scope: Scope, limit: int) -> WaitingPage:
    """A row counts once, whether it failed or has flagged or stale cells."""
    parameters: dict[str, Any] = {"tenant": scope.tenant_id, "actor": scope.actor_id}
    with connection.cursor() as cursor:
        cursor.execute(PENDING_STACKS, {**parameters, "looked": STACKS_EXAMINED})
        rows = cursor.fetchall()
    items = (WaitingItem(WaitingKind.STACK, *row) for row in rows[:limit])
    return waiting_page(WaitingKind.STACK, items, limit=limit, count=lambda: len(rows))


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


ROWS_SEARCHED = 2_000
"""How many of the newest rows are searched."""


@dataclass(frozen=True)
class StackRowMatch:
    """A document's row in a stack the person may see."""

    stack_id: UUID
    stack_name: str
    table_id: UUID
    document_id: UUID
    document_title: str
    cells: dict[str, Any]
    updated_at: datetime


def extractions_matching(scope: Scope, words: str, *, limit: int) -> list[NamedItem]:
    """By document title or type, newest first."""
    if scope.actor_id is None:
        return []
    matches_words = Q(document__title__icontains=words) | Q(document_type__icontains=words)
    kept = visible_extractions(scope).filter(document__trashed_at__isnull=True)
    newest = kept.filter(matches_words).order_by("-created_at")
    names = ("id", "document__title", "document_type", "created_at")
    return [NamedItem(*row) for row in newest.values_list(*names)[:limit]]


def stacks_matching(scope: Scope, words: str, *, limit: int) -> list[NamedItem]:
    newest = visible_stacks(scope).filter(name__icontains=words).order_by("-created_at")
    return [NamedItem(row.id, row.name, "", row.created_at) for row in newest[:limit]]


def rows_of_document(scope: Scope, document_id: UUID, *, limit: int) -> list[StackRowMatch]:
    """A document's rows, the most recently read first."""
    return [_row_match(row) for row in _visible_rows(scope).filter(document_id=document_id)[:limit]]


def rows_with_name(scope: Scope, names: Collection[str], *, limit: int) -> list[StackRowMatch]:
    """Rows in which a cell equals one of these names, alone or in a list."""
    return [_row_match(row) for row in _newest_rows(scope).filter(_cell_equals(names))[:limit]]


def rows_containing(scope: Scope, words: str, *, limit: int) -> list[StackRowMatch]:
    """Rows in which a cell contains these words, in any case."""
    return [
        _row_match(row)
        for row in _newest_rows(scope).filter(json_contains("cells", "$.*.value", words))[:limit]
    ]


def json_contains(column: str, path: str, words: str) -> Q:
    """Whether the value at a path of a JSON column contains these words."""
    values = Func(
        F(column),
        Func(Value(path), template="%(expressions)s::jsonpath"),
        template="jsonb_path_query_array(%(expressions)s)::text",
        output_field=TextField(),
    )
    escaped = json.dumps(words, ensure_ascii=False)[1:-1]
    return Q(IContains(values, escaped))


def _newest_rows(scope: Scope) -> QuerySet[StackTableRow]:
    newest = list(_visible_rows(scope).values_list("pk", flat=True)[:ROWS_SEARCHED])
    return _visible_rows(scope).filter(pk__in=newest)


def _visible_rows(scope: Scope) -> QuerySet[StackTableRow]:
    rows = StackTableRow.objects.in_scope(scope).select_related("table__stack", "document")
    seen = rows.filter(
        table__stack__in=visible_stacks(scope).values("pk"), document__trashed_at__isnull=True
    )
    return seen.defer("document__text").order_by("-updated_at")


def _cell_equals(names: Collection[str]) -> Func:
    variables = Value({"names": sorted(names)}, output_field=JSONField())
    path = Func(Value("$.*.value ? (@ == $names[*])"), template="%(expressions)s::jsonpath")
    template = "jsonb_path_exists(%(expressions)s)"
    return Func(F("cells"), path, variables, template=template, output_field=BooleanField())


def _row_match(row: StackTableRow) -> StackRowMatch:
    stack = row.table.stack
    return StackRowMatch(
        stack_id=stack.id,
        stack_name=stack.name,
        table_id=row.table_id,
        document_id=row.document_id,
        document_title=row.document.title,
        cells=row.cells,
        updated_at=row.updated_at,
    )


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
