"""Changes to conversations, one transaction each."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from operator import or_
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from pramana.chat.contracts.answers import AnswerFeedback, ChatResponse, RequestState
from pramana.chat.contracts.questions import Asker, ChatQuestion
from pramana.chat.domain.messages import SOURCE_GONE, localise
from pramana.chat.errors import ConversationNotFound, TurnNotFound
from pramana.chat.models import ChatSession, Turn
from pramana.chat.selectors import completed_turns, sessions_of
from pramana.jobs.contracts import DELTA_EVENT, DONE_EVENT, FAILED_EVENT
from pramana.jobs.events import emit
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.kit.texts import storable, with_visible_overrides
from pramana.tenancy.contracts import RunState
from pramana.tenancy.selectors import subjects_citing
from pramana.tenancy.services import (
    audit,
    delete_tool_calls,
    end_run,
    record_steps,
    record_tool_calls,
    start_run,
)
from pramana.tenancy.steps import Step, ToolCallEntry

STATE_EVENT = "state"
RUN_KIND = "chat.answer"
LONGEST_TITLE = 200
OPEN = """
    INSERT INTO sessions (tenant_id, user_id, key_id, session_id) VALUES (%s, %s, %s, %s)
        ON CONFLICT (session_id) DO UPDATE SET last_active = now()
     WHERE sessions.tenant_id = excluded.tenant_id AND sessions.user_id = excluded.user_id
       AND sessions.key_id IS NOT DISTINCT FROM excluded.key_id
 RETURNING session_id
"""
"""Create the session, or touch it if it is the asker's; returns no row if it is anyone else's."""


@dataclass(frozen=True)
class SavedTurn:
    """The row of a saved question, and the run its events go to."""

    turn_id: int
    run_id: UUID


@dataclass
class TurnProgress:
    """What has happened to a turn since it was last saved."""

    states: list[RequestState] = field(default_factory=list)
    deltas: list[str] = field(default_factory=list)
    tool_calls: list[ToolCallEntry] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.states or self.deltas or self.tool_calls or self.steps)


@transaction.atomic
def save_question(scope: Scope, question: ChatQuestion) -> SavedTurn:
    """Save the question in the asker's session before it is answered.

    An unknown session is created under the given id. Raises `ConversationNotFound` when the session
    is anyone else's, and `CaseNotFound` when the case is not the tenant's.
    """
    asker = question.asker
    with connection.cursor() as cursor:
        cursor.execute(OPEN, [scope.tenant_id, asker.user_id, asker.key_id, question.session_id])
        if cursor.fetchone() is None:
            raise ConversationNotFound()
    run_id = start_run(scope, RUN_KIND, question.matter)
    row = Turn(
        tenant_id=scope.tenant_id,
        session_id=question.session_id,
        query=question.query,
        request_id=question.request_id,
        run_id=run_id,
    )
    row.save(force_insert=True)
    emit(scope, run_id, STATE_EVENT, {"state": RequestState.RECEIVED})
    return SavedTurn(row.pk, run_id)


@transaction.atomic
def save_progress(scope: Scope, saved: SavedTurn, progress: TurnProgress) -> None:
    """Save the progress of a turn and send the events of its run.

    Events say that text was added, not which: the whole tenant can follow runs, but a conversation
    belongs to one person.
    """
    row = Turn.objects.in_scope(scope).select_for_update().filter(pk=saved.turn_id).first()
    if row is None:  # its session was erased meanwhile
        return
    row.state = progress.states[-1] if progress.states else row.state
    row.said = [*row.said, *progress.deltas]
    row.save(update_fields=["state", "said"])
    record_steps(scope, saved.run_id, progress.steps)
    if progress.tool_calls:
        record_tool_calls(scope, saved.run_id, saved.run_id, progress.tool_calls)
    for state in progress.states:
        emit(scope, saved.run_id, STATE_EVENT, {"state": state})
    if progress.deltas:
        emit(scope, saved.run_id, DELTA_EVENT, {"sentences": len(row.said)})


@transaction.atomic
def complete_turn(scope: Scope, saved: SavedTurn, response: ChatResponse) -> None:
    """Save the answer, or the message in its place."""
    dumped = response.model_dump(mode="json")
    metadata = response.metadata
    Turn.objects.in_scope(scope).filter(pk=saved.turn_id).update(
        state=RequestState.COMPLETED,
        response=response.answer or response.fallback_message or "",
        sources=dumped["sources"],
        metadata=dumped["metadata"],
        fallback_message=response.fallback_message or "",
        engine=metadata.engine or "",
        degraded_reason=metadata.degraded_reason or "",
    )
    emit(scope, saved.run_id, DONE_EVENT, {"state": RequestState.COMPLETED})
    end_run(scope, saved.run_id, RunState.DONE)


@transaction.atomic
def fail_turn(scope: Scope, saved: SavedTurn, error: AppError) -> None:
    """Save why there is no answer. A turn that has already ended is not changed."""
    open_states = [state for state in RequestState if not state.is_over]
    failed = (
        Turn.objects.in_scope(scope)
        .filter(pk=saved.turn_id, state__in=open_states)
        .update(state=RequestState.FAILED, error=error.message, error_code=error.code.upper())
    )
    if failed:
        event = {"state": RequestState.FAILED, "error_code": error.code.upper()}
        emit(scope, saved.run_id, FAILED_EVENT, event)
        end_run(scope, saved.run_id, RunState.FAILED)


@transaction.atomic
def rename_session(scope: Scope, asker: Asker, session_id: UUID, title: str) -> None:
    """Name a conversation; an empty title shows its first question again."""
    clean = with_visible_overrides(" ".join(storable(title).split()))[:LONGEST_TITLE]
    if not sessions_of(scope, asker).filter(pk=session_id).update(title=clean):
        raise ConversationNotFound()


@transaction.atomic
def pin_session(scope: Scope, asker: Asker, session_id: UUID, at: datetime | None) -> None:
    """Keep a conversation above the others; without a moment it goes back among them."""
    if not sessions_of(scope, asker).filter(pk=session_id).update(pinned_at=at):
        raise ConversationNotFound()


@transaction.atomic
def share_session(scope: Scope, asker: Asker, session_id: UUID, *, at: datetime) -> UUID:
    """Show the answers until now to the tenant, and return the id in the link.

    Sharing again keeps the link and adds what was asked since. Only a person's own conversation
    can be shared, not one of a visitor.
    """
    row = sessions_of(scope, asker).select_for_update().filter(pk=session_id, key_id=None).first()
    if row is None or not completed_turns(scope, session_id).exists():
        raise ConversationNotFound()
    row.share_id, row.shared_at = row.share_id or uuid4(), at
    row.save(update_fields=["share_id", "shared_at"])
    audit(scope, "conversation.shared", "conversation", session_id)
    return row.share_id


@transaction.atomic
def unshare_session(scope: Scope, asker: Asker, session_id: UUID) -> None:
    """Make a conversation private again. Its link leads nowhere from now on, and never again."""
    rows = sessions_of(scope, asker).filter(pk=session_id)
    if not rows.exists():
        raise ConversationNotFound()
    if rows.exclude(share_id=None).update(share_id=None, shared_at=None):
        audit(scope, "conversation.unshared", "conversation", session_id)


@transaction.atomic
def judge_answer(
    scope: Scope,
    asker: Asker,
    request_id: UUID,
    feedback: AnswerFeedback | None,
    *,
    at: datetime,
) -> None:
    """Save what the asker says about an answer; None takes it back."""
    judged = Turn.objects.in_scope(scope).filter(
        request_id=request_id,
        state=RequestState.COMPLETED,
        session__in=sessions_of(scope, asker),
    )
    values = {"feedback": feedback or "", "feedback_at": at if feedback else None}
    if not judged.update(**values):
        raise TurnNotFound()


@transaction.atomic
def forget_session(scope: Scope, asker: Asker, session_id: UUID) -> None:
    """Erase a conversation with all its turns."""
    if not _erase_sessions(sessions_of(scope, asker).filter(pk=session_id)):
        raise ConversationNotFound()


def forget_documents(scope: Scope, document_ids: Sequence[UUID]) -> None:
    """Remove answers that rest on deleted documents."""
    cited = [Q(sources__contains=[{"document_id": str(each)}]) for each in document_ids]
    _retract_answers(scope, [*cited, Q(run_id__in=subjects_citing(scope, document_ids))])


def forget_episode(scope: Scope, group_id: str, episode_id: UUID | None) -> None:
    """Remove answers that rest on a deleted episode of a memory, or on its whole group."""
    if episode_id is None:
        _retract_answers(scope, [Q(sources__contains=[{"memory": {"group_id": group_id}}])])
        return
    cited = Q(sources__contains=[{"memory": {"episode_id": str(episode_id)}}])
    _retract_answers(scope, [cited, Q(run_id__in=subjects_citing(scope, [episode_id]))])


@transaction.atomic
def _retract_answers(scope: Scope, conditions: Sequence[Q]) -> None:
    """Empty the matching answers, with their quotes and streamed text.

    The question is the person's own and stays. The sentences of an answer depend on each other, so
    an answer with other sources as well is removed as a whole.
    """
    rows = list(Turn.objects.in_scope(scope).filter(reduce(or_, conditions)).select_for_update())
    delete_tool_calls(scope, [row.run_id for row in rows])
    for row in rows:
        row.response = localise(SOURCE_GONE, row.query) if row.response else ""
        row.sources, row.said = [], []
        row.metadata = {key: value for key, value in row.metadata.items() if key != "sentences"}
        row.save(update_fields=["response", "sources", "said", "metadata"])


def forget_person(user_id: UUID, _name: str) -> None:
    """Erase a person's conversations, in every tenant."""
    sessions = ChatSession.objects.unscoped("a person's own conversations")
    _erase_sessions(sessions.filter(user_id=user_id))


def forget_before(scope: Scope, moment: datetime) -> int:
    """Erase conversations in which nothing was asked since then; return how many."""
    return _erase_sessions(ChatSession.objects.in_scope(scope).filter(last_active__lt=moment))


@transaction.atomic
def _erase_sessions(sessions: QuerySet[ChatSession]) -> int:
    """Erase conversations with their turns and tool calls; return how many.

    The turns are locked first, so that one that is still being answered records nothing more.
    """
    ids = list(sessions.order_by("pk").select_for_update().values_list("pk", flat=True))
    turns = Turn.objects.unscoped("the turns of these sessions").filter(session_id__in=ids)
    runs: dict[UUID, list[UUID]] = defaultdict(list)
    for tenant_id, run_id in turns.select_for_update().values_list("tenant_id", "run_id"):
        runs[tenant_id].append(run_id)
    for tenant_id, run_ids in runs.items():
        delete_tool_calls(Scope(tenant_id=tenant_id), run_ids)
    ChatSession.objects.unscoped("the same sessions").filter(pk__in=ids).delete()
    return len(ids)
