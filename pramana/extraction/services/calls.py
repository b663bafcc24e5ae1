"""Tool calls are kept as they happen, each with the envelope of what came of it."""

from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Max

from pramana.extraction.models import ToolCall
from pramana.kit.scope import Scope
from pramana.kit.texts import storable_json
from pramana.kit.tools import ToolError, ToolOutcome


@transaction.atomic
def keep_call(
    scope: Scope, subject_id: UUID, run_id: UUID | None, tool: str, outcome: ToolOutcome
) -> None:
    """Write one call after those that are there, whatever characters a model made up."""
    rows = ToolCall.objects.in_scope(scope).filter(subject_id=subject_id)
    order = (rows.aggregate(last=Max("order"))["last"] or 0) + 1
    told, call_id = storable_json(outcome.model_dump(mode="json")), uuid4()
    told["meta"] |= {"trace_id": str(scope.trace_id), "invocation_id": str(call_id)}
    ToolCall(
        id=call_id,
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
