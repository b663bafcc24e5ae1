"""Tool calls are kept as they happen, in a transaction of their own."""

from uuid import UUID

from django.db import transaction
from django.db.models import Max

from pramana.extraction.models import ToolCall
from pramana.kit.scope import Scope
from pramana.kit.tools import ToolError, ToolOutcome


@transaction.atomic
def keep_call(
    scope: Scope, subject_id: UUID, run_id: UUID | None, tool: str, outcome: ToolOutcome
) -> int:
    """Write one call after those that are there; return its place in the order."""
    rows = ToolCall.objects.in_scope(scope).filter(subject_id=subject_id)
    order = (rows.aggregate(last=Max("order"))["last"] or 0) + 1
    told = outcome.model_dump(mode="json")
    ToolCall(
        tenant_id=scope.tenant_id,
        subject_id=subject_id,
        run_id=run_id,
        order=order,
        tool=tool,
        input=told["input"],
        outcome=told,
        is_error=isinstance(outcome, ToolError),
        took_ms=outcome.meta.took_ms,
    ).save(force_insert=True)
    return order
