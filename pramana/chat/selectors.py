"""Questions about conversations. Each names its asker; nobody else's are ever returned."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from pramana.chat.answer_report import CITATION
from pramana.chat.contracts.answers import (
    AnswerFeedback,
    ConversationHistoryResponse,
    ConversationSummary,
    HistoryEntry,
    JudgedAnswer,
    RequestState,
    SharedConversation,
    TurnView,
)
from pramana.chat.contracts.questions import Asker
from pramana.chat.errors import ConversationNotFound, TurnNotFound
from pramana.chat.models import ChatSession, Turn
from pramana.kit.listings import NamedItem
from pramana.kit.scope import Scope

EXCHANGES = 5
"""How many earlier exchanges a follow-up is completed with."""


@dataclass(frozen=True)
class EarlierExchanges:
    """What a follow-up is understood by."""

    pairs: tuple[tuple[str, str], ...] = ()
    """Questions and their answers, the oldest first."""
    searched_for: tuple[str, ...] = ()
    """The same questions, complete without the conversation."""
    cited: frozenset[UUID] = frozenset()
    """The documents that the last answer with sources quotes."""


MOST_RECENT = 20
"""How many turns with the same question a conversation without a session is looked for in."""
TITLE = 120
MOST_PINNED = 50
MOST_SHARED = 200
"""Exchanges that a shared page or an export shows."""


def sessions_of(scope: Scope, asker: Asker) -> QuerySet[ChatSession]:
    """The asker's own sessions; for a publishable key, those started with that key."""
    return ChatSession.objects.in_scope(scope).filter(user_id=asker.user_id, key_id=asker.key_id)


def completed_turns(scope: Scope, session_id: UUID) -> QuerySet[Turn]:
    """The session's turns that have an answer."""
    return Turn.objects.in_scope(scope).filter(session_id=session_id, state=RequestState.COMPLETED)


def history(
    scope: Scope, asker: Asker, session_id: UUID, *, limit: int
) -> ConversationHistoryResponse:
    """The newest `limit` exchanges of a session, oldest first."""
    if not sessions_of(scope, asker).filter(pk=session_id).exists():
        raise ConversationNotFound()
    turns = completed_turns(scope, session_id)
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


def earlier_exchanges(scope: Scope, asker: Asker, session_id: UUID) -> EarlierExchanges:
    """The last exchanges of the asker's session."""
    rows = (
        completed_turns(scope, session_id)
        .filter(session__user_id=asker.user_id, session__key_id=asker.key_id)
        .order_by("-id")
        .values_list("query", "response", "metadata", "sources")
    )
    newest = list(rows[:EXCHANGES])
    cited = next((found for *_, sources in newest if (found := _cited_documents(sources))), ())
    oldest_first = newest[::-1]
    return EarlierExchanges(
        pairs=tuple((query, response) for query, response, *_ in oldest_first),
        searched_for=tuple(
            (metadata or {}).get("searched_for") or query for query, _, metadata, _ in oldest_first
        ),
        cited=frozenset(cited),
    )


def _cited_documents(sources: Collection[dict[str, Any]] | None) -> set[UUID]:
    """The documents of those sources that an answer quotes."""
    return {
        UUID(str(each["document_id"]))
        for each in sources or ()
        if each.get("document_id") and each.get("quotes")
    }


def session_after(scope: Scope, asker: Asker, query: str, response: str) -> UUID | None:
    """The asker's session whose latest exchange was this one, for clients that name no session.

    Clients number citations in their own way, so the numbers are not compared.
    """
    rows = (
        Turn.objects.in_scope(scope)
        .filter(state=RequestState.COMPLETED, query=query)
        .filter(session__user_id=asker.user_id, session__key_id=asker.key_id)
        .order_by("-id")
    )
    words = CITATION.sub("", response)
    for row in rows[:MOST_RECENT]:
        if CITATION.sub("", row.response or row.fallback_message or "") == words:
            later = Turn.objects.in_scope(scope).filter(session_id=row.session_id, pk__gt=row.pk)
            return None if later.exists() else row.session_id
    return None


def get_turn(scope: Scope, asker: Asker, request_id: UUID) -> TurnView:
    """The asker's turn with that request id; the latest, if the id was used twice."""
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
        feedback=row.feedback,
    )


def turns_of(
    scope: Scope, asker: Asker, session_id: UUID, *, before: int | None = None, limit: int = 50
) -> list[TurnView]:
    """The newest turns of a session in any state, oldest first; `before` pages back."""
    if not sessions_of(scope, asker).filter(pk=session_id).exists():
        raise ConversationNotFound()
    rows = Turn.objects.in_scope(scope).filter(session_id=session_id)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return [turn_view(row) for row in reversed(rows.order_by("-id")[:limit])]


def recent_sessions(
    scope: Scope, asker: Asker, *, before: tuple[datetime, UUID] | None = None, limit: int = 50
) -> list[ConversationSummary]:
    """The asker's conversations that have an answer and are not pinned, the last active first.

    `before` continues after the last of a list: when it was active, and its id.
    """
    rows = _answered_sessions(scope, asker).filter(pinned_at=None)
    if before is not None:
        moment, last = before
        rows = rows.filter(Q(last_active__lt=moment) | Q(last_active=moment, pk__lt=last))
    return [_summary(row) for row in rows.order_by("-last_active", "-pk")[:limit]]


def pinned_sessions(scope: Scope, asker: Asker) -> list[ConversationSummary]:
    """The asker's pinned conversations, the last pinned first."""
    rows = _answered_sessions(scope, asker).exclude(pinned_at=None).order_by("-pinned_at", "-pk")
    return [_summary(row) for row in rows[:MOST_PINNED]]


def get_conversation(scope: Scope, asker: Asker, session_id: UUID) -> ConversationSummary:
    """One of the asker's conversations that have an answer."""
    row = _answered_sessions(scope, asker).filter(pk=session_id).first()
    if row is None:
        raise ConversationNotFound()
    return _summary(row)


def _answered_sessions(scope: Scope, asker: Asker) -> QuerySet[ChatSession]:
    answers = Turn.objects.in_scope(scope).filter(state=RequestState.COMPLETED)
    first = answers.filter(session=OuterRef("pk")).order_by("id")
    counted = sessions_of(scope, asker).annotate(
        count=Count("turns", filter=Q(turns__state=RequestState.COMPLETED)),
        question=Subquery(first.values("query")[:1]),
    )
    return counted.filter(count__gt=0)


def _summary(row: Any) -> ConversationSummary:
    return ConversationSummary(
        id=row.pk,
        first_question=row.question[:TITLE],
        turns=row.count,
        created_at=row.created_at,
        last_active=row.last_active,
        title=row.title,
        is_pinned=row.pinned_at is not None,
        share_id=row.share_id,
        shared_at=row.shared_at,
    )


def shared_conversation(scope: Scope, share_id: UUID) -> SharedConversation:
    """What the link of a shared conversation shows: the answers there were when it was shared."""
    row = ChatSession.objects.in_scope(scope).filter(share_id=share_id).first()
    if row is None or row.shared_at is None:
        raise ConversationNotFound()
    turns = completed_turns(scope, row.pk).filter(timestamp__lte=row.shared_at)
    shown = tuple(turn_view(turn) for turn in turns.order_by("id")[:MOST_SHARED])
    if not shown:
        raise ConversationNotFound()
    name = row.title or shown[0].query[:TITLE]
    return SharedConversation(name, row.user_id, row.shared_at, shown)


def answers_with_feedback(
    scope: Scope, *, since: datetime | None = None, limit: int
) -> list[JudgedAnswer]:
    """Answers that their askers judged, in the whole tenant, the newest first."""
    rows = Turn.objects.in_scope(scope).exclude(feedback_at=None)
    if since is not None:
        rows = rows.filter(feedback_at__gte=since)
    fields = ("request_id", "session_id", "run_id", "engine", "feedback", "feedback_at")
    return [
        JudgedAnswer(request_id, session_id, run_id, engine, AnswerFeedback(feedback), at)
        for request_id, session_id, run_id, engine, feedback, at in rows.order_by(
            "-feedback_at"
        ).values_list(*fields)[:limit]
    ]


@dataclass(frozen=True)
class CitingTurn:
    """A turn whose answer cites a document or names an entity, with its sources as saved."""

    session_id: UUID
    request_id: UUID
    query: str
    response: str
    sources: list[dict[str, Any]]
    at: datetime


def conversations_matching(scope: Scope, words: str, *, limit: int) -> list[NamedItem]:
    """The person's conversations whose questions contain these words, newest first."""
    rows = _own_turns(scope).filter(query__icontains=words).order_by("-id")
    return [NamedItem(row.session_id, row.query, "", row.timestamp) for row in rows[:limit]]


def turns_citing(scope: Scope, document_id: UUID, *, limit: int) -> list[CitingTurn]:
    """The person's turns whose answers cite a document, newest first."""
    return _citing_turns(
        _own_turns(scope).filter(sources__contains=[{"document_id": str(document_id)}]), limit
    )


def turns_of_runs(scope: Scope, run_ids: Collection[UUID], *, limit: int) -> list[CitingTurn]:
    """The person's turns that were answered in these runs, newest first."""
    return _citing_turns(_own_turns(scope).filter(run_id__in=run_ids), limit)


def turns_naming(scope: Scope, names: Collection[str], *, limit: int) -> list[CitingTurn]:
    """The person's turns that contain one of these names, newest first."""
    matches = [Q(query__icontains=name) | Q(response__icontains=name) for name in names if name]
    return _citing_turns(_own_turns(scope).filter(reduce(or_, matches)), limit) if matches else []


def _citing_turns(rows: QuerySet[Turn], limit: int) -> list[CitingTurn]:
    return [
        CitingTurn(
            row.session_id, row.request_id, row.query, row.response, row.sources, row.timestamp
        )
        for row in rows.order_by("-id")[:limit]
    ]


def _own_turns(scope: Scope) -> QuerySet[Turn]:
    """The person's own completed turns, without those of visitors to an embedded chat."""
    rows = Turn.objects.in_scope(scope).filter(state=RequestState.COMPLETED)
    if scope.actor_id is None:
        return rows.none()
    return rows.filter(session__user_id=scope.actor_id, session__key_id=None)


def visible_subjects(scope: Scope, subjects: Collection[UUID]) -> set[UUID]:
    """Those of these subjects of tool calls that are runs of the person's own turns."""
    if scope.actor_id is None:
        return set()
    rows = Turn.objects.in_scope(scope).filter(
        run_id__in=subjects, session__user_id=scope.actor_id, session__key_id=None
    )
    return set(rows.values_list("run_id", flat=True))
