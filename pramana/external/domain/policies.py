"""Which of a tenant's rules an address falls under."""

from collections.abc import Iterable

from pramana.external.contracts.policies import PolicyView
from pramana.retrieval.scoring.contracts import Effect
from pramana.retrieval.scoring.domain.sources import is_from


def applied(policies: Iterable[PolicyView], url: str) -> PolicyView | None:
    """As scoring applies them: a rejection before any boost, then the strongest; None for none."""
    fitting = [each for each in policies if is_from(url, each.pattern)]
    order = sorted(fitting, key=lambda each: (each.effect is not Effect.REJECT, -each.points))
    return order[0] if order else None
