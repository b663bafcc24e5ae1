"""Chat's part of the demonstration: a conversation about its documents."""

import asyncio
from collections.abc import Sequence
from uuid import UUID, uuid4

from django.db.models import Count, Q

from pramana.chat.contracts.answers import ChatResponse
from pramana.chat.contracts.questions import Asker, ChatQuestion
from pramana.chat.models import ChatSession, Turn
from pramana.chat.turns import start_turn
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope
from pramana.tenancy.services import delete_runs

QUESTIONS = (
    "Why was the tender for the Kalika footbridge cancelled?",
    "Who chaired the evaluation committee?",
    "पुरानो झोलुङ्गे पुल कसका लागि खुला रहनेछ?",
)


def hold_conversation(scope: Scope) -> list[ChatResponse]:
    """Ask about the demonstration's documents, once they are read, in one conversation."""
    if scope.actor_id is None:
        raise ContextError("A conversation belongs to a person; nobody is named here.")
    return asyncio.run(_conversation(scope, Asker(scope.actor_id)))


async def _conversation(scope: Scope, asker: Asker) -> list[ChatResponse]:
    session_id = uuid4()
    answers = []
    for place, query in enumerate(QUESTIONS):
        question = ChatQuestion(asker, uuid4(), query, session_id, is_new=place == 0)
        turn = await start_turn(scope, question)
        answers.append(await turn.outcome())
    return answers


def conversation_progress(scope: Scope, session_id: UUID | None) -> tuple[bool, bool]:
    """Whether the conversation is this person's, and whether they asked something themselves."""
    if scope.actor_id is None:
        return False, False
    ours = Turn.objects.in_scope(scope).filter(
        session__user_id=scope.actor_id, session__key_id__isnull=True
    )
    staged = Q(session_id=session_id)
    counts = ours.aggregate(
        mine=Count("pk", filter=staged), own=Count("pk", filter=~(staged & Q(query__in=QUESTIONS)))
    )
    return bool(counts["mine"]), bool(counts["own"])


def remove_conversations(scope: Scope, session_ids: Sequence[UUID]) -> int:
    """Erase the demonstration's conversations with their runs; people's own conversations stay."""
    turns = Turn.objects.in_scope(scope).filter(session_id__in=session_ids)
    delete_runs(scope, list(turns.values_list("run_id", flat=True)))
    gone = ChatSession.objects.in_scope(scope).filter(pk__in=session_ids).delete()[1]
    return gone.get(ChatSession._meta.label, 0)
