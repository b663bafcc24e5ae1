"""Telling others that facts were closed."""

from uuid import UUID

from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import Closing
from pramana.memory.domain.plan import Plan
from pramana.tenancy.contracts import NoticeKind
from pramana.tenancy.notices import publish_notice


def publish_closings(scope: Scope, plan: Plan) -> None:
    """Publish a notice for each known fact that an episode closed, in its transaction."""
    for closing in plan.changes.closings:
        publish_closing(scope, closing, plan.episode.group_id, episode_id=plan.episode.id)


def publish_closing(
    scope: Scope, closing: Closing, group_id: str, *, episode_id: UUID | None = None
) -> None:
    """Publish a closing; one that a person made has no episode."""
    publish_notice(
        scope,
        NoticeKind.FACT_CLOSED,
        fact_id=closing.fact_id,
        closed_by_id=None if closing.by == closing.fact_id else closing.by,
        invalid_at=closing.at.isoformat(),
        episode_id=episode_id,
        group_id=group_id,
    )
