"""Questions about a tenant's rules on sources."""

from pramana.external.contracts.policies import PolicyView
from pramana.external.models import SourcePolicy
from pramana.kit.scope import Scope
from pramana.retrieval.scoring import contracts as scoring
from pramana.retrieval.scoring.contracts import Effect


def policies_of(scope: Scope) -> list[PolicyView]:
    """By pattern."""
    return [policy_view(row) for row in SourcePolicy.objects.in_scope(scope)]


def rules_of(scope: Scope) -> tuple[scoring.SourcePolicy, ...]:
    """The same, as scoring reads them."""
    return tuple(
        scoring.SourcePolicy(each.pattern, each.effect, each.points) for each in policies_of(scope)
    )


def policy_view(row: SourcePolicy) -> PolicyView:
    return PolicyView(
        id=row.id,
        pattern=row.pattern,
        effect=Effect(row.effect),
        points=row.points,
        note=row.note,
        created_by_id=row.created_by_id,
        created_at=row.created_at,
    )
