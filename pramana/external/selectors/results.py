"""What a run's search gave, as the graph had it."""

from typing import Any
from uuid import UUID

from pramana.external.models import ResearchRun
from pramana.kit.scope import Scope


def results_of(scope: Scope, research_id: UUID) -> list[dict[str, Any]] | None:
    """None until selection has seen them."""
    rows = ResearchRun.objects.in_scope(scope).filter(pk=research_id)
    return rows.values_list("results", flat=True).first()
