"""Rules about sources: set, and taken back. Runs that were scored before keep their scores."""

from uuid import UUID

from django.db import IntegrityError, transaction

from pramana.external.contracts.policies import MOST_POLICIES, PolicyView
from pramana.external.errors import PolicyExists, PolicyNotFound, TooManyPolicies
from pramana.external.models import SourcePolicy
from pramana.external.selectors.policies import policy_view
from pramana.kit.scope import Scope
from pramana.retrieval.scoring.contracts import Effect
from pramana.retrieval.scoring.domain.sources import spelt_source
from pramana.tenancy.services import audit


@transaction.atomic
def add_policy(
    scope: Scope, pattern: str, effect: Effect, *, points: int = 10, note: str = ""
) -> PolicyView:
    """Favour or reject a source from now on."""
    spelt = spelt_source(pattern)
    if SourcePolicy.objects.in_scope(scope).count() >= MOST_POLICIES:
        raise TooManyPolicies()
    row = SourcePolicy(
        tenant_id=scope.tenant_id,
        pattern=spelt,
        effect=effect,
        points=points if effect is Effect.BOOST else 0,
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
    gone, _ = SourcePolicy.objects.in_scope(scope).filter(pk=policy_id).delete()
    if not gone:
        raise PolicyNotFound()
    audit(scope, "source_policy.removed", "source_policy", policy_id)
