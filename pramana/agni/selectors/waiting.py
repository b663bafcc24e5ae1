"""Reviews that nobody has finished, and approved changes the registry does not have yet."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, F, Max
from django.db.models.fields.json import KT

from pramana.agni.contracts.states import ChangeState, SessionStatus
from pramana.agni.models import ApprovedEntityChange, StoredExtractionSession
from pramana.kit.scope import Scope
from pramana.kit.waiting import Waiting, WaitingKind, WaitingPage, waiting_page


def waiting(scope: Scope, *, limit: int) -> list[WaitingPage]:
    return [_reviews(scope, limit), _changes(scope, limit)]


def _reviews(scope: Scope, limit: int) -> WaitingPage:
    """Of a session only its entities are read: the rest of it can be long."""
    rows = StoredExtractionSession.objects.in_scope(scope).filter(
        status=SessionStatus.AWAITING_REVIEW
    )
    newest = rows.annotate(entities=F("session_data__entities")).order_by("-updated_at", "-id")
    told = newest.values("id", "document__title", "updated_at", "entities")[:limit]
    return waiting_page(WaitingKind.REVIEW, map(_review, told), limit=limit, count=rows.count)


def _review(row: Mapping[str, Any]) -> Waiting:
    """What was withdrawn and never decided asks for nothing."""
    entities = row["entities"] or ()
    asked = [each for each in entities if each.get("decided_by") or not each.get("withdrawn")]
    return Waiting(
        WaitingKind.REVIEW,
        row["id"],
        row["document__title"],
        row["updated_at"],
        open=sum(not each.get("decided_by") for each in asked),
        parts=len(asked),
    )


def _changes(scope: Scope, limit: int) -> WaitingPage:
    """By review, on whose page they are applied together; those of a deleted one have no page."""
    kept = StoredExtractionSession.objects.in_scope(scope).values("pk")
    rows = ApprovedEntityChange.objects.in_scope(scope).filter(session_id__in=kept)
    rows = rows.exclude(state=ChangeState.APPLIED)
    reviews = rows.order_by().values("session_id")
    newest = reviews.annotate(
        left=Count("id"), since=Max("approved_at"), title=Max(KT("source__title")), why=Max("error")
    ).order_by("-since")
    found = (
        Waiting(
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
        WaitingKind.REGISTRY_CHANGE, found, limit=limit, count=reviews.distinct().count
    )
