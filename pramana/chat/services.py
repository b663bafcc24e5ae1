"""Changes to conversations, one transaction each."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q

from pramana.chat.contracts.answering import ChatResponse
from pramana.chat.contracts.asking import Ask, Asker
from pramana.chat.contracts.states import RequestState
from pramana.chat.domain.words import SOURCE_GONE, say
from pramana.chat.errors import SessionNotFound
from pramana.chat.models import ChatSession, Turn
from pramana.chat.selectors import sessions_of
from pramana.jobs.contracts import DELTA_EVENT, DONE_EVENT, FAILED_EVENT
from pramana.jobs.events import emit
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run, note_steps, start_run
from pramana.tenancy.steps import Step

STATE_EVENT = "state"
RUN_KIND = "chat.answer"
OPEN = """
    INSERT INTO sessions (tenant_id, user_id, key_id, session_id) VALUES (%s, %s, %s, %s)
        ON CONFLICT (session_id) DO UPDATE SET last_active = now()
     WHERE sessions.tenant_id = excluded.tenant_id AND sessions.user_id = excluded.user_id
       AND sessions.key_id IS NOT DISTINCT FROM excluded.key_id
 RETURNING session_id
"""
"""One statement: made, or touched if it is the asker's; no row where it is anyone else's."""


@dataclass(frozen=True)
class Saved:
    """Where a question was saved, and the run its events go to."""

    turn_id: int
    run_id: UUID


@dataclass
class Progress:
    """What has happened to a turn since it was last written down."""

    states: list[RequestState] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.states or self.said or self.calls or self.steps)


@transaction.atomic
def save_question(scope: Scope, ask: Ask) -> Saved:
    """Keep the question before anything is done about it, in a session that is the asker's.

    An unknown session is made under the id that was asked for. Anyone else's, of this tenant or
    another, is `SessionNotFound`; a case that is not the tenant's is `CaseNotFound`.
    """
    asker = ask.asker
    with connection.cursor() as cursor:
        cursor.execute(OPEN, [scope.tenant_id, asker.user_id, asker.key_id, ask.session_id])
        if cursor.fetchone() is None:
            raise SessionNotFound()
    run_id = start_run(scope, RUN_KIND, ask.matter)
    row = Turn(
        tenant_id=scope.tenant_id,
        session_id=ask.session_id,
        query=ask.query,
        request_id=ask.request_id,
        run_id=run_id,
    )
    row.save(force_insert=True)
    emit(scope, run_id, STATE_EVENT, {"state": RequestState.RECEIVED})
    return Saved(row.pk, run_id)


@transaction.atomic
def save_progress(scope: Scope, saved: Saved, progress: Progress) -> None:
    """Write down what has happened since, and tell whoever follows the run.

    Events say that something was said, not what: runs can be followed by the whole tenant,
    conversations by one person.
    """
    row = Turn.objects.in_scope(scope).select_for_update().filter(pk=saved.turn_id).first()
    if row is None:  # its session was erased meanwhile
        return
    row.state = progress.states[-1] if progress.states else row.state
    row.said = [*row.said, *progress.said]
    row.tool_calls = [*row.tool_calls, *progress.calls]
    row.save(update_fields=["state", "said", "tool_calls"])
    note_steps(scope, saved.run_id, progress.steps)
    for state in progress.states:
        emit(scope, saved.run_id, STATE_EVENT, {"state": state})
    if progress.said:
        emit(scope, saved.run_id, DELTA_EVENT, {"sentences": len(row.said)})


@transaction.atomic
def complete_turn(scope: Scope, saved: Saved, response: ChatResponse) -> None:
    """Keep the answer, or what stands in for it."""
    kept = response.model_dump(mode="json")
    metadata = response.metadata
    Turn.objects.in_scope(scope).filter(pk=saved.turn_id).update(
        state=RequestState.COMPLETED,
        response=response.answer or response.fallback_message or "",
        sources=kept["sources"],
        metadata=kept["metadata"],
        fallback_message=response.fallback_message or "",
        engine=metadata.engine or "",
        degraded_reason=metadata.degraded_reason or "",
    )
    emit(scope, saved.run_id, DONE_EVENT, {"state": RequestState.COMPLETED})
    end_run(scope, saved.run_id, RunState.DONE)


@transaction.atomic
def fail_turn(scope: Scope, saved: Saved, error: AppError) -> None:
    """Say why there is no answer. A turn that has ended stays as it ended."""
    open_states = [state for state in RequestState if not state.is_over]
    failed = (
        Turn.objects.in_scope(scope)
        .filter(pk=saved.turn_id, state__in=open_states)
        .update(state=RequestState.FAILED, error=error.message, error_code=error.code.upper())
    )
    if failed:
        told = {"state": RequestState.FAILED, "error_code": error.code.upper()}
        emit(scope, saved.run_id, FAILED_EVENT, told)
        end_run(scope, saved.run_id, RunState.FAILED)


@transaction.atomic
def forget_session(scope: Scope, asker: Asker, session_id: UUID) -> None:
    """Erase a conversation with every exchange in it."""
    deleted, _ = sessions_of(scope, asker).filter(pk=session_id).delete()
    if not deleted:
        raise SessionNotFound()


def forget_documents(scope: Scope, document_ids: Sequence[UUID]) -> None:
    """Take back answers that rest on deleted documents."""
    named = [Q(sources__contains=[{"document_id": str(each)}]) for each in document_ids]
    _take_back(scope, [*named, *(Q(tool_calls__icontains=str(each)) for each in document_ids)])


def forget_episode(scope: Scope, group_id: str, episode_id: UUID | None) -> None:
    """Take back answers that rest on a deleted episode of a memory, or on the whole group."""
    if episode_id is None:
        _take_back(scope, [Q(sources__contains=[{"memory": {"group_id": group_id}}])])
        return
    named = Q(sources__contains=[{"memory": {"episode_id": str(episode_id)}}])
    _take_back(scope, [named, Q(tool_calls__icontains=str(episode_id))])


@transaction.atomic
def _take_back(scope: Scope, resting: Sequence[Q]) -> None:
    """Empty these answers, with their quotes and what was streamed.

    The question is the person's own and stays. Sentences lean on each other, so an answer that
    also had other sources goes whole.
    """
    for row in Turn.objects.in_scope(scope).filter(reduce(or_, resting)).select_for_update():
        row.response = say(SOURCE_GONE, row.query) if row.response else ""
        row.sources, row.said, row.tool_calls = [], [], []
        row.metadata = {key: value for key, value in row.metadata.items() if key != "sentences"}
        row.save(update_fields=["response", "sources", "said", "tool_calls", "metadata"])


def forget_person(user_id: UUID, _name: str) -> None:
    """Erase a person's conversations, in every tenant."""
    ChatSession.objects.unscoped("a person's own conversations").filter(user_id=user_id).delete()


def forget_before(moment: datetime) -> int:
    """Erase conversations in which nothing was asked since then; say how many there were."""
    old = ChatSession.objects.unscoped("old conversations go in every tenant alike")
    gone = old.filter(last_active__lt=moment).delete()[1]
    return gone.get(ChatSession._meta.label, 0)
