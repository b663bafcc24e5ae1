"""Telling others that facts were closed."""

from pramana.kit.scope import Scope
from pramana.memory.domain.plan import Plan
from pramana.tenancy.contracts import NoticeKind
from pramana.tenancy.notices import publish_notice


def publish_closings(scope: Scope, plan: Plan) -> None:
    """Publish a notice for each known fact that an episode closed, in its transaction."""
    for closing in plan.changes.closings:
        publish_notice(
            scope,
            NoticeKind.FACT_CLOSED,
            fact_id=closing.fact_id,
            closed_by_id=closing.by,
            invalid_at=closing.at.isoformat(),
            episode_id=plan.episode.id,
            group_id=plan.episode.group_id,
        )
