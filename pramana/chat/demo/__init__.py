"""The chat's scene in the demonstration: a conversation about the papers, waiting to be read on."""

import asyncio
from uuid import uuid4

from pramana.chat.contracts.answering import ChatResponse
from pramana.chat.contracts.asking import Ask, Asker
from pramana.chat.turns import begin
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope

QUESTIONS = (
    "Why was the tender for the Kalika footbridge cancelled?",
    "Who chaired the evaluation committee?",
    "पुरानो झोलुङ्गे पुल कसका लागि खुला रहनेछ?",
)


def scene(scope: Scope) -> list[ChatResponse]:
    """Ask about the demonstration's papers, once they are read, in one conversation."""
    if scope.actor_id is None:
        raise ContextError("A conversation belongs to a person; nobody is named here.")
    return asyncio.run(_conversation(scope, Asker(scope.actor_id)))


async def _conversation(scope: Scope, asker: Asker) -> list[ChatResponse]:
    session_id = uuid4()
    answers = []
    for place, question in enumerate(QUESTIONS):
        ask = Ask(asker, uuid4(), question, session_id, is_new=place == 0)
        answers.append(await (await begin(scope, ask)).outcome())
    return answers
