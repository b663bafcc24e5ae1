"""A question that was saved, for tests that try to find it from elsewhere."""

from typing import Any
from uuid import UUID, uuid4

from pramana.chat.contracts.answers import RequestState
from pramana.chat.contracts.questions import Asker, ChatQuestion
from pramana.chat.models import Turn
from pramana.chat.services import TurnProgress, save_progress, save_question, share_session
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.kit.tools import ToolMeta, ToolOutcome, ToolResult
from pramana.tenancy.steps import ToolCallEntry


def make_turn(
    scope: Scope, query: str = "Who signed?", cited_ids: frozenset[UUID] = frozenset()
) -> dict[str, UUID]:
    """The ids by which the scope's person could look it up. It has searched once."""
    assert scope.actor_id
    ask = ChatQuestion(Asker(scope.actor_id), uuid4(), query, uuid4())
    saved = save_question(scope, ask)
    call = ToolCallEntry("search_book_content", envelope({"query": query}), cited_ids=cited_ids)
    save_progress(scope, saved, TurnProgress(tool_calls=[call]))
    return {"session_id": ask.session_id, "request_id": ask.request_id}


def envelope(arguments: dict[str, Any], **data: Any) -> dict[str, Any]:
    result: ToolOutcome = ToolResult(input=arguments, data=data, meta=ToolMeta(took_ms=3))
    return result.model_dump(mode="json")


def make_shared(scope: Scope) -> UUID:
    """The id in the link of an answered conversation."""
    assert scope.actor_id
    asker = Asker(scope.actor_id)
    ask = ChatQuestion(asker, uuid4(), "Who signed?", uuid4())
    saved = save_question(scope, ask)
    turns = Turn.objects.in_scope(scope).filter(pk=saved.turn_id)
    turns.update(state=RequestState.COMPLETED, response="Nobody.")
    return share_session(scope, asker, ask.session_id, at=utcnow())
