"""What needs attention: extractions to approve, and stacks with cells to review."""

from typing import Any

from django.db import connection

from pramana.extraction.selectors.extractions import (
    ExtractionFilter,
    ExtractionStage,
    counts_by_stage,
    filtered_extractions,
)
from pramana.kit.listings import WaitingItem, WaitingKind, WaitingPage, waiting_page
from pramana.kit.scope import Scope

LOOKED_AT = 50
"""How many of the newest stacks are examined."""

STACKS = """
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
    return [_extractions(scope, limit), _stacks(scope, limit)]


def _extractions(scope: Scope, limit: int) -> WaitingPage:
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


def _stacks(scope: Scope, limit: int) -> WaitingPage:
    """A row counts once, whether it failed or has flagged or stale cells."""
    parameters: dict[str, Any] = {"tenant": scope.tenant_id, "actor": scope.actor_id}
    with connection.cursor() as cursor:
        cursor.execute(STACKS, {**parameters, "looked": LOOKED_AT})
        rows = cursor.fetchall()
    items = (WaitingItem(WaitingKind.STACK, *row) for row in rows[:limit])
    return waiting_page(WaitingKind.STACK, items, limit=limit, count=lambda: len(rows))
