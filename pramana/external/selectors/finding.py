"""Research by its words, and what people decided about the pages it offered."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pramana.external.contracts.stages import BY_PERSON
from pramana.external.models import Candidate, ResearchRun
from pramana.kit.named import Named
from pramana.kit.scope import Scope


@dataclass(frozen=True)
class JudgedPage:
    """A page that was offered to a person, and whether it was let in."""

    id: UUID
    research_id: UUID
    run_id: UUID
    score: float
    source: str
    let_in: bool
    decided_at: datetime


def research_named(scope: Scope, words: str, *, limit: int) -> list[Named]:
    rows = ResearchRun.objects.in_scope(scope).filter(text__icontains=words)
    newest = rows.order_by("-created_at").values_list("id", "text", "stage", "created_at")
    return [Named(*row) for row in newest[:limit]]


def judged_pages(scope: Scope, *, since: datetime | None, limit: int) -> list[JudgedPage]:
    """Offered pages of runs that a person decided, the newest decision first."""
    rows = Candidate.objects.in_scope(scope).exclude(source=BY_PERSON)
    rows = rows.filter(research__decision__decided_by_id__isnull=False)
    if since:
        rows = rows.filter(research__decision__decided_at__gte=since)
    newest = rows.order_by("-research__decision__decided_at", "position")
    return [_judged(row) for row in newest.select_related("research__decision")[:limit]]


def _judged(row: Candidate) -> JudgedPage:
    decision = row.research.decision
    return JudgedPage(
        id=row.id,
        research_id=row.research_id,
        run_id=row.research.run_id,
        score=row.score,
        source=row.source,
        let_in=str(row.id) in decision.candidate_ids,
        decided_at=decision.decided_at,
    )
