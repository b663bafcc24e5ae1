"""What needs a person: unfinished reviews, and approved changes that are not applied yet."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, F, Max
from django.db.models.fields.json import KT

from pramana.agni.contracts import ChangeState, SessionStatus
from pramana.agni.models import ApprovedEntityChange, StoredExtractionSession
from pramana.kit.listings import WaitingItem, WaitingKind, WaitingPage, waiting_page
from pramana.kit.scope import Scope


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
