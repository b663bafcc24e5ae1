"""What runs asked of engines: what for and what it took, never what was said."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from uuid import UUID

from django.db.models import Case, Count, F, Sum, When

from pramana.kit.scope import Scope
from pramana.llm.ledger import CallFigures
from pramana.llm.models import ModelCall


@dataclass(frozen=True)
class RunSpending:
    """What one run used. `cost` is in US dollars, None where no price is known."""

    calls: int = 0
    tokens: int = 0
    cost: Decimal | None = None


def calls_of_run(scope: Scope, run_id: UUID, *, limit: int = 500) -> list[CallFigures]:
    """A run's calls, oldest first."""
    rows = ModelCall.objects.in_scope(scope).filter(run_id=run_id).order_by("at", "id")
    names = [each.name for each in fields(CallFigures)]
    return [CallFigures(**row) for row in rows.values(*names)[:limit]]


def spent_on_runs(scope: Scope, run_ids: Collection[UUID]) -> dict[UUID, RunSpending]:
    """What each of these runs used; a run that asked nothing is not named."""
    rows = ModelCall.objects.in_scope(scope).filter(run_id__in=run_ids).order_by()
    used = rows.values("run_id").annotate(
        calls=Count("id"), tokens=Sum(F("tokens_in") + F("tokens_out")), total=Sum("cost")
    )
    return {
        run_id: RunSpending(row["calls"], row["tokens"], row["total"])
        for row in used
        if (run_id := row["run_id"])
    }


def prompts_asked(
    scope: Scope, prompts: Sequence[str], run_ids: Collection[UUID]
) -> dict[UUID, tuple[str, int]]:
    """Prompt and version by run; of several prompts, the one named first, as last asked."""
    order = Case(*(When(prompt=name, then=place) for place, name in enumerate(prompts)))
    rows = ModelCall.objects.in_scope(scope).filter(run_id__in=run_ids, prompt__in=prompts)
    first = rows.order_by("run_id", order, "-at").distinct("run_id")
    found = first.values_list("run_id", "prompt", "prompt_version")
    return {run_id: (prompt, version) for run_id, prompt, version in found if run_id}
