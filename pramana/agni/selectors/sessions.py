"""Review sessions: one, a page of them, or those of a document, a record, a case or a title;
a reviewer's numbers, and what needs a person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from itertools import pairwise
from operator import or_
from statistics import median
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Max, Q, QuerySet
from django.db.models.fields.json import KT

from pramana.agni.contracts import (
    AgniExtractionSession,
    ChangeState,
    ExtractedEntity,
    ReviewSession,
    SessionStatus,
    TaskStatus,
)
from pramana.agni.domain.session_json import deserialize_entity, deserialize_session
from pramana.agni.errors import ReviewSessionNotFound
from pramana.agni.models import ApprovedEntityChange, StoredExtractionSession
from pramana.kit.listings import NamedItem, WaitingItem, WaitingKind, WaitingPage, waiting_page
from pramana.kit.scope import Scope

NO_PROGRESS: dict[str, Any] = {"current": 0, "total": 0, "stage": "pending"}


def get_session(scope: Scope, session_id: UUID) -> ReviewSession:
    """One session. Raises ReviewSessionNotFound."""
    row = (
        StoredExtractionSession.objects.in_scope(scope)
        .select_related("document")
        .defer("document__text")
        .filter(pk=session_id)
        .first()
    )
    if row is None:
        raise ReviewSessionNotFound()
    return review_session(row)


def sessions_of_kept_documents(scope: Scope) -> QuerySet[StoredExtractionSession]:
    """The sessions without those of documents in the trash."""
    rows = StoredExtractionSession.objects.in_scope(scope)
    return rows.filter(document__trashed_at__isnull=True)


def sessions_page(
    scope: Scope,
    *,
    status: SessionStatus | None = None,
    created_by: UUID | None = None,
    before: datetime | None = None,
    limit: int = 50,
) -> list[ReviewSession]:
    """The tenant's sessions, newest first; `before` continues where a page ended."""
    rows = sessions_of_kept_documents(scope).select_related("document")
    if status:
        rows = rows.filter(status=status)
    if created_by:
        rows = rows.filter(created_by_id=created_by)
    if before:
        rows = rows.filter(created_at__lt=before)
    return [review_session(row) for row in rows.defer("document__text")[:limit]]


def next_review(scope: Scope, after: UUID | None = None) -> NamedItem | None:
    """The review that has waited longest for a person, other than `after`."""
    rows = StoredExtractionSession.objects.in_scope(scope).filter(
        status=SessionStatus.AWAITING_REVIEW
    )
    rows = rows.exclude(pk=after) if after else rows
    row = (
        rows.order_by("created_at", "id")
        .values_list("id", "document__title", "status", "created_at")
        .first()
    )
    return NamedItem(*row) if row else None


def session_counts(scope: Scope) -> dict[SessionStatus, int]:
    """How many sessions have each status."""
    rows = sessions_of_kept_documents(scope).order_by().values_list("status")
    return {SessionStatus(status): count for status, count in rows.annotate(count=Count("id"))}


def review_session(row: StoredExtractionSession) -> ReviewSession:
    return ReviewSession(
        id=row.id,
        document_id=row.document_id,
        document_title=row.document.title,
        filename=row.document.filename,
        status=SessionStatus(row.status),
        task_status=TaskStatus(row.task_status),
        error_message=row.error_message,
        progress={**NO_PROGRESS, **row.progress_info},
        run_id=row.run_id,
        restarted_from=row.restarted_from_id,
        created_by=row.created_by_id,
        created_at=row.created_at,
        updated_at=row.updated_at,
        session=deserialize_session(row.session_data),
    )


MAX_SEARCHED = 1_000
"""How many of the newest reviews are searched for a record."""


@dataclass(frozen=True)
class RecordReview:
    """An entity of an unfinished review that is matched to a record, and where it is mentioned."""

    session_id: UUID
    status: SessionStatus
    document_id: UUID
    created_at: datetime
    mentions: tuple[dict[str, Any], ...]


def reviews_by_title(scope: Scope, words: str, *, limit: int) -> list[NamedItem]:
    """Reviews whose document title contains the words, newest first."""
    rows = sessions_of_kept_documents(scope).filter(document__title__icontains=words)
    newest = rows.order_by("-created_at").values_list(
        "id", "document__title", "status", "created_at"
    )
    return [NamedItem(*row) for row in newest[:limit]]


def newest_review(scope: Scope, document_id: UUID) -> tuple[UUID, AgniExtractionSession] | None:
    """The newest review of a document that has entities."""
    rows = StoredExtractionSession.objects.in_scope(scope).filter(
        document_id=document_id, session_data__entities__0__isnull=False
    )
    row = rows.order_by("-created_at", "-id").first()
    return (row.id, deserialize_session(row.session_data)) if row else None


def reviews_of_record(scope: Scope, ids: Sequence[str], *, limit: int) -> list[RecordReview]:
    """Entities of unfinished reviews that are matched to a record, by any of its ids."""
    rows = StoredExtractionSession.objects.in_scope(scope).exclude(status=SessionStatus.COMPLETED)
    newest = rows.order_by("-created_at", "-id").values("pk")[:MAX_SEARCHED]
    matches = [Q(session_data__entities__contains=[{"matched_id": each}]) for each in ids]
    reviews = (
        StoredExtractionSession.objects.in_scope(scope)
        .filter(reduce(or_, matches), pk__in=newest)
        .annotate(entities=F("session_data__entities"))
        .values_list("id", "status", "document_id", "created_at", "entities")
    )
    return [
        RecordReview(id, SessionStatus(status), document, at, tuple(entity.get("mentions", ())))
        for id, status, document, at, entities in reviews[:limit]
        for entity in entities
        if entity.get("matched_id") in ids
    ][:limit]


SESSIONS_AT_ONCE = 100
"""Sessions held in memory at a time: each may have hundreds of entities."""


@dataclass(frozen=True)
class EntityWithDecision:
    session_id: UUID
    run_id: UUID | None
    place: int
    entity: ExtractedEntity


def entities_with_decisions(
    scope: Scope, *, since: datetime | None, limit: int
) -> list[EntityWithDecision]:
    """Entities of the newest `limit` sessions that a person decided, without withdrawn ones."""
    rows = StoredExtractionSession.objects.in_scope(scope).order_by("-created_at", "-id")
    newest = rows.annotate(entities=F("session_data__entities"))[:limit]
    entities = [
        EntityWithDecision(session_id, run_id, place, deserialize_entity(data))
        for session_id, run_id, stored in newest.values_list("id", "run_id", "entities").iterator(
            chunk_size=SESSIONS_AT_ONCE
        )
        for place, data in enumerate(stored or ())
        if data.get("decided_by") and data.get("decided_at")
    ]
    return [
        each
        for each in entities
        if not each.entity.withdrawn
        and (since is None or (each.entity.decided_at and each.entity.decided_at >= since))
    ]


@dataclass(frozen=True)
class CaseReview:
    id: UUID
    document_id: UUID


def reviews_of_case(scope: Scope, case_id: UUID, *, limit: int = 200) -> list[CaseReview]:
    """The reviews of a case, newest first."""
    rows = StoredExtractionSession.objects.in_scope(scope).filter(run__case_id=case_id)
    return [CaseReview(*row) for row in rows.values_list("id", "document_id")[:limit]]


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
