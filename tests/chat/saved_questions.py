"""A question that was saved, for tests that try to find it from elsewhere."""

from uuid import UUID, uuid4

from pramana.chat.contracts.questions import Asker, ChatQuestion
from pramana.chat.services import save_question
from pramana.kit.scope import Scope


def make_turn(scope: Scope) -> dict[str, UUID]:
    """The ids by which the scope's person could look it up."""
    assert scope.actor_id
    ask = ChatQuestion(Asker(scope.actor_id), uuid4(), "Who signed?", uuid4())
    save_question(scope, ask)
    return {"session_id": ask.session_id, "request_id": ask.request_id}
