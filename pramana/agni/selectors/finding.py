"""Reviews by their documents' titles, and by the records they name."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import F, Q

from pramana.agni.contracts.session import AgniExtractionSession
from pramana.agni.contracts.states import ChangeState, SessionStatus
from pramana.agni.domain.storing import deserialize_session
from pramana.agni.models import ApprovedEntityChange, StoredExtractionSession
from pramana.kit.named import Named
from pramana.kit.scope import Scope

LOOKED_AT = 1_000
"""Reviews that are looked through for a record, the newest of them."""


@dataclass(frozen=True)
class NamingChange:
    """An approved change of a record, and where it was read."""

    session_id: UUID
    state: ChangeState
    source: dict[str, Any]
    approved_at: datetime


@dataclass(frozen=True)
class NamingReview:
    """An entity of a review under way that was taken for a record, and the places that name it."""

    session_id: UUID
    status: SessionStatus
    document_id: UUID
    created_at: datetime
    mentions: tuple[dict[str, Any], ...]


def reviews_named(scope: Scope, words: str, *, limit: int) -> list[Named]:
    rows = StoredExtractionSession.objects.in_scope(scope).filter(document__title__icontains=words)
    newest = rows.order_by("-created_at").values_list(
        "id", "document__title", "status", "created_at"
    )
    return [Named(*row) for row in newest[:limit]]


def newest_review(scope: Scope, document_id: UUID) -> tuple[UUID, AgniExtractionSession] | None:
    """The last review of a document that found something."""
    rows = StoredExtractionSession.objects.in_scope(scope).filter(
        document_id=document_id, session_data__entities__0__isnull=False
    )
    row = rows.order_by("-created_at", "-id").first()
    return (row.id, deserialize_session(row.session_data)) if row else None


def changes_naming(scope: Scope, ids: Sequence[str], *, limit: int) -> list[NamingChange]:
    """Approved changes of a record, by any of its ids, newest first."""
    rows = ApprovedEntityChange.objects.in_scope(scope).filter(nes_entity_id__in=ids)
    return [
        NamingChange(row.session_id, ChangeState(row.state), row.source, row.approved_at)
        for row in rows.order_by("-approved_at")[:limit]
    ]


def reviews_naming(scope: Scope, ids: Sequence[str], *, limit: int) -> list[NamingReview]:
    """Entities of reviews that are not over and were taken for a record, by any of its ids."""
    rows = StoredExtractionSession.objects.in_scope(scope).exclude(status=SessionStatus.COMPLETED)
    newest = rows.order_by("-created_at", "-id").values("pk")[:LOOKED_AT]
    named = [Q(session_data__entities__contains=[{"matched_id": each}]) for each in ids]
    found = (
        StoredExtractionSession.objects.in_scope(scope)
        .filter(reduce(or_, named), pk__in=newest)
        .annotate(entities=F("session_data__entities"))
        .values_list("id", "status", "document_id", "created_at", "entities")
    )
    return [
        NamingReview(id, SessionStatus(status), document, at, tuple(entity.get("mentions", ())))
        for id, status, document, at, entities in found[:limit]
        for entity in entities
        if entity.get("matched_id") in ids
    ][:limit]
