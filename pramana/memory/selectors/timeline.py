"""What held when, and what we knew when."""

from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from pramana.kit.scope import Scope
from pramana.memory.contracts.views import FactView
from pramana.memory.models import FactRow
from pramana.memory.selectors.graph import fact_view

MOST = 1000


def facts_as_of(
    scope: Scope,
    entity_id: UUID,
    moment: datetime,
    *,
    known_at: datetime | None = None,
    limit: int = MOST,
) -> list[FactView]:
    """The facts about an entity that held at a moment, latest first; as we knew it at `known_at`.

    What began at an unknown time is taken to have begun before.
    """
    found = _about(scope, entity_id).filter(Q(valid_at=None) | Q(valid_at__lte=moment))
    lasting = Q(invalid_at=None) | Q(invalid_at__gt=moment)
    if known_at is not None:
        found = found.filter(created_at__lte=known_at)
        lasting |= Q(expired_at__gt=known_at)  # its end was not known yet
    return [fact_view(row) for row in found.filter(lasting).order_by("-valid_at")[:limit]]


def history_of(scope: Scope, entity_id: UUID, *, limit: int = MOST) -> list[FactView]:
    """Every fact about an entity, by when it began; those of unknown beginning last."""
    return [fact_view(row) for row in _about(scope, entity_id).order_by("valid_at")[:limit]]


def _about(scope: Scope, entity_id: UUID) -> QuerySet[FactRow]:
    either = Q(subject_id=entity_id) | Q(object_id=entity_id)
    return FactRow.objects.in_scope(scope).filter(either)
