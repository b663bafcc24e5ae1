"""A reviewer's numbers, and what needs a person: unfinished reviews, changes not applied yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Max
from django.db.models.fields.json import KT

from pramana.agni.contracts import ChangeState, ExtractedEntity, SessionStatus
from pramana.agni.domain.session_json import deserialize_session
from pramana.agni.models import ApprovedEntityChange, StoredExtractionSession
from pramana.kit.listings import WaitingItem, WaitingKind, WaitingPage, waiting_page
from pramana.kit.scope import Scope

LONGEST_PAUSE = timedelta(minutes=5)
"""A longer pause between two decisions is not time spent on the document."""
FIRST_LOOK = timedelta(seconds=20)
"""What is counted for the time before the first decision."""
MAX_REVIEWS = 200


@dataclass(frozen=True)
class ReviewerNumbers:
    documents: int = 0
    seconds_per_document: int = 0
    decisions: int = 0
    changed: int = 0
    """Decisions that differ from what was proposed, and corrected entities."""

    @property
    def minutes_per_document(self) -> float:
        return round(self.seconds_per_document / 60, 1)

    @property
    def changed_percent(self) -> int:
        return round(100 * self.changed / self.decisions) if self.decisions else 0


def reviewer_numbers(scope: Scope, user_id: UUID, *, since: datetime) -> ReviewerNumbers:
    """What one person decided in the reviews that were finished since a day."""
    rows = StoredExtractionSession.objects.in_scope(scope).filter(
        status=SessionStatus.COMPLETED, updated_at__gte=since
    )
    sessions = rows.order_by("-updated_at").values_list("session_data", flat=True)[:MAX_REVIEWS]
    own = [
        [entity for entity in deserialize_session(data).entities if entity.decided_by == user_id]
        for data in sessions
    ]
    reviews = [entities for entities in own if entities]
    times = [active_seconds(entities) for entities in reviews]
    decided = [entity for entities in reviews for entity in entities if not entity.withdrawn]
    return ReviewerNumbers(
        documents=len(reviews),
        seconds_per_document=round(median(times)) if times else 0,
        decisions=len(decided),
        changed=sum(map(is_changed, decided)),
    )


def active_seconds(entities: Sequence[ExtractedEntity]) -> float:
    """The time between the decisions on a document, without long pauses."""
    moments = sorted(entity.decided_at for entity in entities if entity.decided_at)
    pauses = (later - earlier for earlier, later in pairwise(moments))
    spent = sum((pause for pause in pauses if pause <= LONGEST_PAUSE), FIRST_LOOK)
    return spent.total_seconds()


def is_changed(entity: ExtractedEntity) -> bool:
    """Whether the person decided otherwise than proposed, or corrected the reading."""
    before = entity.before_decision
    if entity.corrected or before is None:
        return bool(entity.corrected)
    if not before.status.is_resolved:
        best = before.candidates[0].nes_id if before.candidates else None
        return entity.matched_id != best
    same = (entity.status, entity.matched_id) == (before.status, before.matched_id)
    return not same or entity.names != before.names or entity.entity_data != before.entity_data


def pending_work(scope: Scope, *, limit: int) -> list[WaitingPage]:
    return [_reviews(scope, limit), _changes(scope, limit)]


def _reviews(scope: Scope, limit: int) -> WaitingPage:
    """Only the entities are loaded: the rest of a session can be long."""
    rows = StoredExtractionSession.objects.in_scope(scope).filter(
        status=SessionStatus.AWAITING_REVIEW
    )
    newest = rows.annotate(entities=F("session_data__entities")).order_by("-updated_at", "-id")
    rows_read = newest.values("id", "document__title", "updated_at", "entities")[:limit]
    return waiting_page(WaitingKind.REVIEW, map(_review, rows_read), limit=limit, count=rows.count)


def _review(row: Mapping[str, Any]) -> WaitingItem:
    """A withdrawn entity that nobody decided needs no attention."""
    entities = row["entities"] or ()
    relevant = [each for each in entities if each.get("decided_by") or not each.get("withdrawn")]
    return WaitingItem(
        WaitingKind.REVIEW,
        row["id"],
        row["document__title"],
        row["updated_at"],
        open=sum(not each.get("decided_by") for each in relevant),
        parts=len(relevant),
    )


def _changes(scope: Scope, limit: int) -> WaitingPage:
    """Grouped by review, whose page applies them. Those of a deleted review have no page."""
    sessions = StoredExtractionSession.objects.in_scope(scope).values("pk")
    rows = ApprovedEntityChange.objects.in_scope(scope).filter(session_id__in=sessions)
    rows = rows.exclude(state=ChangeState.APPLIED)
    reviews = rows.order_by().values("session_id")
    newest = reviews.annotate(
        left=Count("id"), since=Max("approved_at"), title=Max(KT("source__title")), why=Max("error")
    ).order_by("-since")
    items = (
        WaitingItem(
            WaitingKind.REGISTRY_CHANGE,
            row["session_id"],
            row["title"] or "",
            row["since"],
            open=row["left"],
            parts=row["left"],
            detail=row["why"],
        )
        for row in newest[:limit]
    )
    return waiting_page(
        WaitingKind.REGISTRY_CHANGE, items, limit=limit, count=reviews.distinct().count
    )
