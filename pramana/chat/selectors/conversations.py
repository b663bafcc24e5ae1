"""Questions about conversations. Each is asked for an asker: nobody else's are ever found."""

from datetime import datetime
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from pramana.chat.contracts.answering import ConversationHistoryResponse, HistoryEntry
from pramana.chat.contracts.asking import Asker
from pramana.chat.contracts.history import SessionView, TurnView
from pramana.chat.contracts.states import RequestState
from pramana.chat.errors import SessionNotFound, TurnNotFound
from pramana.chat.models import ChatSession, Turn
from pramana.kit.scope import Scope

EXCHANGES = 5
"""How much of a conversation a follow-up is read with."""

TITLE = 120


def sessions_of(scope: Scope, asker: Asker) -> QuerySet[ChatSession]:
    """The asker's own sessions; of a publishable key, those begun with that key."""
    return ChatSession.objects.in_scope(scope).filter(user_id=asker.user_id, key_id=asker.key_id)


def answered(scope: Scope, session_id: UUID) -> QuerySet[Turn]:
    """The session's turns that have their answer."""
    return Turn.objects.in_scope(scope).filter(session_id=session_id, state=RequestState.COMPLETED)


def history(
    scope: Scope, asker: Asker, session_id: UUID, *, limit: int
) -> ConversationHistoryResponse:
    """The newest `limit` exchanges of a session, oldest first."""
    if not sessions_of(scope, asker).filter(pk=session_id).exists():
        raise SessionNotFound()
    turns = answered(scope, session_id)
    newest = turns.order_by("-id")[:limit]
    return ConversationHistoryResponse(
        session_id=session_id,
        entries=[_entry(row) for row in reversed(newest)],
        total_entries=turns.count(),
    )


def _entry(row: Turn) -> HistoryEntry:
    return HistoryEntry.model_validate(
        {
            "timestamp": row.timestamp,
            "query": row.query,
            "response": row.response,
            "sources": row.sources,
            "metadata": row.metadata or None,
        }
    )


def earlier_exchanges(scope: Scope, asker: Asker, session_id: UUID) -> tuple[tuple[str, str], ...]:
    """The last question-and-answer pairs of the asker's session, oldest first."""
    rows = (
        answered(scope, session_id)
        .filter(session__user_id=asker.user_id, session__key_id=asker.key_id)
        .order_by("-id")
        .values_list("query", "response")
    )
    return tuple(reversed(rows[:EXCHANGES]))


def get_turn(scope: Scope, asker: Asker, request_id: UUID) -> TurnView:
    """The asker's turn of that request; the latest, should the id have been used twice."""
    row = (
        Turn.objects.in_scope(scope)
        .filter(request_id=request_id, session__user_id=asker.user_id, session__key_id=asker.key_id)
        .order_by("-id")
        .first()
    )
    if row is None:
        raise TurnNotFound()
    return turn_view(row)


def turn_view(row: Turn) -> TurnView:
    return TurnView(
        id=row.pk,
        session_id=row.session_id,
        request_id=row.request_id,
        run_id=row.run_id,
        asked_at=row.timestamp,
        state=RequestState(row.state),
        query=row.query,
        response=row.response,
        said=tuple(row.said),
        sources=tuple(row.sources),
        metadata=row.metadata,
        fallback_message=row.fallback_message,
        error=row.error,
        error_code=row.error_code,
    )


def turns_of(
    scope: Scope, asker: Asker, session_id: UUID, *, before: int | None = None, limit: int = 50
) -> list[TurnView]:
    """The newest exchanges of a session in whatever state, oldest first; `before` goes back."""
    if not sessions_of(scope, asker).filter(pk=session_id).exists():
        raise SessionNotFound()
    rows = Turn.objects.in_scope(scope).filter(session_id=session_id)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return [turn_view(row) for row in reversed(rows.order_by("-id")[:limit])]


def recent_sessions(
    scope: Scope, asker: Asker, *, before: tuple[datetime, UUID] | None = None, limit: int = 50
) -> list[SessionView]:
    """The asker's conversations that hold an answer, the one last active first.

    `before` continues after the last of a list: when it was active, and its id.
    """
    answers = Turn.objects.in_scope(scope).filter(state=RequestState.COMPLETED)
    first = answers.filter(session=OuterRef("pk")).order_by("id")
    rows = sessions_of(scope, asker)
    if before is not None:
        moment, last = before
        rows = rows.filter(Q(last_active__lt=moment) | Q(last_active=moment, pk__lt=last))
    rows = rows.annotate(
        count=Count("turns", filter=Q(turns__state=RequestState.COMPLETED)),
        question=Subquery(first.values("query")[:1]),
    )
    newest = rows.filter(count__gt=0).order_by("-last_active", "-pk")[:limit]
    return [
        SessionView(row.pk, row.question[:TITLE], row.count, row.created_at, row.last_active)
        for row in newest
    ]
