"""Source policies: a tenant's rules that favour or reject a source.

They apply to later runs; runs that were already scored keep their scores.
"""

from collections.abc import Iterable
from uuid import UUID

from django.db import IntegrityError, transaction

from pramana.external.contracts import MOST_POLICIES, PolicyView
from pramana.external.errors import PolicyExists, PolicyNotFound, TooManyPolicies
from pramana.external.models import SourcePolicy
from pramana.kit.scope import Scope
from pramana.retrieval.scoring import contracts as scoring
from pramana.retrieval.scoring.contracts import PolicyEffect
from pramana.retrieval.scoring.domain.source_rules import is_from_source, normalise_source
from pramana.tenancy.services import audit


def policy_for(policies: Iterable[PolicyView], url: str) -> PolicyView | None:
    """The policy that scoring applies to a URL: a rejection before the strongest boost."""
    matching = [each for each in policies if is_from_source(url, each.pattern)]
    order = sorted(
        matching, key=lambda each: (each.effect is not PolicyEffect.REJECT, -each.points)
    )
    return order[0] if order else None


def policies_of(scope: Scope) -> list[PolicyView]:
    """The tenant's policies, ordered by pattern."""
    return [policy_view(row) for row in SourcePolicy.objects.in_scope(scope)]


def scoring_policies(scope: Scope) -> tuple[scoring.PolicyRule, ...]:
    """The tenant's policies in the form that scoring takes."""
    return tuple(
        scoring.PolicyRule(each.pattern, each.effect, each.points) for each in policies_of(scope)
    )


def policy_view(row: SourcePolicy) -> PolicyView:
    return PolicyView(
        id=row.id,
        pattern=row.pattern,
        effect=PolicyEffect(row.effect),
        points=row.points,
        note=row.note,
        created_by_id=row.created_by_id,
        created_at=row.created_at,
    )


@transaction.atomic
def add_policy(
    scope: Scope, pattern: str, effect: PolicyEffect, *, points: int = 10, note: str = ""
) -> PolicyView:
    """Favour or reject a source in later runs."""
    spelt = normalise_source(pattern)
    if SourcePolicy.objects.in_scope(scope).count() >= MOST_POLICIES:
        raise TooManyPolicies()
    row = SourcePolicy(
        tenant_id=scope.tenant_id,
        pattern=spelt,
        effect=effect,
        points=points if effect is PolicyEffect.BOOST else 0,
        note=note,
        created_by_id=scope.actor_id,
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        raise PolicyExists(spelt) from None
    audit(scope, "source_policy.added", "source_policy", row.id, effect=effect.value)
    return policy_view(row)


@transaction.atomic
def remove_policy(scope: Scope, policy_id: UUID) -> None:
    deleted, _ = SourcePolicy.objects.in_scope(scope).filter(pk=policy_id).delete()
    if not deleted:
        raise PolicyNotFound()
    audit(scope, "source_policy.removed", "source_policy", policy_id)
