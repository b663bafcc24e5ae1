"""A person's own conversations, by their words and by what they rest on."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from pramana.chat.contracts.states import RequestState
from pramana.chat.models import Turn
from pramana.kit.named import Named
from pramana.kit.scope import Scope


@dataclass(frozen=True)
class CitingTurn:
    """An exchange whose answer rests on a document, with its sources as they were told."""

    session_id: UUID
    request_id: UUID
    query: str
    response: str
    sources: list[dict[str, Any]]
    at: datetime


def conversations_named(scope: Scope, words: str, *, limit: int) -> list[Named]:
    """By their questions, newest first."""
    rows = _own(scope).filter(query__icontains=words).order_by("-id")
    return [Named(row.session_id, row.query, "", row.timestamp) for row in rows[:limit]]


def turns_citing(scope: Scope, document_id: UUID, *, limit: int) -> list[CitingTurn]:
    """Newest first."""
    return _told(_own(scope).filter(sources__contains=[{"document_id": str(document_id)}]), limit)


def turns_naming(scope: Scope, names: Collection[str], *, limit: int) -> list[CitingTurn]:
    """Exchanges whose question or answer holds one of these names, newest first."""
    said = [Q(query__icontains=name) | Q(response__icontains=name) for name in names if name]
    return _told(_own(scope).filter(reduce(or_, said)), limit) if said else []


def _told(rows: QuerySet[Turn], limit: int) -> list[CitingTurn]:
    return [
        CitingTurn(
            row.session_id, row.request_id, row.query, row.response, row.sources, row.timestamp
        )
        for row in rows.order_by("-id")[:limit]
    ]


def _own(scope: Scope) -> QuerySet[Turn]:
    """What visitors of an embedded chat asked is not the person's; nobody has none."""
    rows = Turn.objects.in_scope(scope).filter(state=RequestState.COMPLETED)
    if scope.actor_id is None:
        return rows.none()
    return rows.filter(session__user_id=scope.actor_id, session__key_id=None)
