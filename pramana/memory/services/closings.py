"""Closings of facts: telling others of them, and those that a person causes or undoes.

Each keeps the times before it, so that it can be undone.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import Closing, Fact, Interval
from pramana.memory.domain.plan import Plan
from pramana.memory.domain.timeline import Placement
from pramana.memory.models import FactClosing, FactRow
from pramana.memory.services.deletion import times_before
from pramana.tenancy.contracts import NoticeKind
from pramana.tenancy.services.notices import publish_notice


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


def close_facts(scope: Scope, placement: Placement, known: Mapping[UUID, Fact]) -> list[UUID]:
    """Close the facts that a placed fact ends; return the ids of the closings."""
    now, ids = utcnow(), []
    for closing in placement.closings:
        before = known[closing.fact_id]
        valid = before.valid.ending(closing.at, closing.grain)
        FactRow.objects.in_scope(scope).filter(pk=closing.fact_id).update(
            valid_at=valid.start,
            invalid_at=valid.end,
            start_grain=valid.start_grain,
            end_grain=valid.end_grain,
            expired_at=now if closing.at <= now else None,
        )
        ids.append(record_closing(scope, closing, before.valid, before.expired_at))
        publish_closing(scope, closing, before.group_id)
    return ids


def record_closing(
    scope: Scope, closing: Closing, was: Interval, was_expired_at: datetime | None
) -> UUID:
    row = FactClosing.objects.create(
        tenant_id=scope.tenant_id,
        fact_id=closing.fact_id,
        by_id=None if closing.by == closing.fact_id else closing.by,
        at=closing.at,
        reason=closing.reason,
        was_valid_at=was.start,
        was_invalid_at=was.end,
        was_expired_at=was_expired_at,
        created_at=utcnow(),
    )
    return row.pk


def reopen_closed_facts(scope: Scope, fact_id: UUID) -> list[UUID]:
    """Undo the closings that a fact caused; return their ids."""
    closings = FactClosing.objects.in_scope(scope).filter(by_id=fact_id, undone_at=None)
    return [each.pk for each in closings.order_by("-created_at") if undo_closing(scope, each)]


def undo_closing(scope: Scope, closing: FactClosing) -> bool:
    """Undo a closing, unless something else has closed the fact since."""
    fact = FactRow.objects.in_scope(scope).filter(pk=closing.fact_id, invalid_at=closing.at)
    is_reopened = fact.update(**times_before(closing)) > 0
    if is_reopened:
        closing.undone_at = utcnow()
        closing.save(update_fields=["undone_at"])
    return is_reopened


def close_again(scope: Scope, closing_ids: Iterable[str]) -> None:
    """Redo closings that were undone, unless their fact has ended otherwise since."""
    for closing in FactClosing.objects.in_scope(scope).filter(pk__in=list(closing_ids)):
        fact = FactRow.objects.in_scope(scope).filter(
            pk=closing.fact_id, invalid_at=closing.was_invalid_at
        )
        if fact.update(invalid_at=closing.at, expired_at=utcnow()):
            closing.undone_at = None
            closing.save(update_fields=["undone_at"])
