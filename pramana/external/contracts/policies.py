"""A tenant's rules about sources, as pages and APIs see them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pramana.retrieval.scoring.contracts import Effect

MOST_POLICIES = 500
"""Of one tenant: each is held against each candidate."""


@dataclass(frozen=True)
class PolicyView:
    id: UUID
    pattern: str
    """A host, which stands for its subdomains too, or a pattern with `*`."""
    effect: Effect
    points: int
    """What a boost adds to a score, of 100."""
    note: str
    created_by_id: UUID | None
    created_at: datetime
