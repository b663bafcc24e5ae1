"""A reviewer's numbers: documents finished, time on each, and how much of the reading changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median
from uuid import UUID

from pramana.agni.contracts import ExtractedEntity, SessionStatus
from pramana.agni.domain.session_json import deserialize_session
from pramana.agni.models import StoredExtractionSession
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
