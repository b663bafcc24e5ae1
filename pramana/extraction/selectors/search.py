"""Search for extractions and stacks by name, and for cells by content."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import BooleanField, F, Func, JSONField, Q, QuerySet, TextField, Value
from django.db.models.lookups import IContains

from pramana.extraction.models import StackTableRow
from pramana.extraction.selectors.extractions import visible_extractions
from pramana.extraction.selectors.stacks import visible_stacks
from pramana.kit.listings import NamedItem
from pramana.kit.scope import Scope

LOOKED_AT = 2_000
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
    return [_match(row) for row in _visible_rows(scope).filter(document_id=document_id)[:limit]]


def rows_with_name(scope: Scope, names: Collection[str], *, limit: int) -> list[StackRowMatch]:
    """Rows in which a cell equals one of these names, alone or in a list."""
    return [_match(row) for row in _newest_rows(scope).filter(_cell_equals(names))[:limit]]


def rows_containing(scope: Scope, words: str, *, limit: int) -> list[StackRowMatch]:
    """Rows in which a cell contains these words, in any case."""
    return [
        _match(row)
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
    newest = list(_visible_rows(scope).values_list("pk", flat=True)[:LOOKED_AT])
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


def _match(row: StackTableRow) -> StackRowMatch:
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
