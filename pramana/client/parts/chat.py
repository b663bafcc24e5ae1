"""Questions and their answers, whole or sentence by sentence."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from pramana.client.calls import Call, Id, given, nothing, one
from pramana.client.models.chat import ChatAnswer, ChatFrame, History
from pramana.client.operations import Async, Sync, listening, operation
from pramana.client.streams import Listening


class ChatOperations:
    @operation
    def ask(
        self,
        question: str,
        *,
        session_id: Id | None = None,
        selected_text: str | None = None,
        collection_id: Id | None = None,
        filters: dict[str, Any] | None = None,
        memory_group: str | None = None,
        as_of: datetime | None = None,
    ) -> Call[ChatAnswer]:
        """Answer from the documents; from `selected_text` alone where it is given."""
        body = given(
            query=question,
            session_id=session_id,
            selected_text=selected_text,
            collection_id=collection_id,
            filters=filters,
            memory_group=memory_group,
            as_of=as_of,
        )
        return Call("POST", "/chat", one(ChatAnswer), json=body, begins=True)

    @listening
    def stream(
        self,
        question: str,
        *,
        session_id: Id | None = None,
        selected_text: str | None = None,
        collection_id: Id | None = None,
        filters: dict[str, Any] | None = None,
        memory_group: str | None = None,
        as_of: datetime | None = None,
    ) -> Listening[ChatFrame]:
        """The answer as it is made: sentences, then the sources, then `done`."""
        body = given(
            query=question,
            session_id=session_id,
            selected_text=selected_text,
            collection_id=collection_id,
            filters=filters,
            memory_group=memory_group,
            as_of=as_of,
        )
        request_id = uuid4()
        begin: Call[object] = Call(
            "POST",
            "/chat/stream",
            nothing,
            json=body,
            headers={"X-Request-ID": str(request_id)},
            begins=True,
        )
        return _frames(request_id, begin)

    @listening
    def resume(self, request_id: Id, *, after: int = 0) -> Listening[ChatFrame]:
        """The frames of an answer that was asked for earlier, without the first `after`."""
        return _frames(request_id, _rest(request_id, after), after)

    @operation
    def history(self, session_id: Id, *, limit: int = 50) -> Call[History]:
        """The newest exchanges of a conversation, oldest first."""
        return Call("GET", f"/history/{session_id}", one(History), params={"limit": limit})


class Chat(ChatOperations, Sync):
    """Of `Pramana`."""


class AsyncChat(ChatOperations, Async):
    """Of `AsyncPramana`."""


def _frames(request_id: Id, begin: Call[object], after: int = 0) -> Listening[ChatFrame]:
    return Listening(
        begin=begin,
        go_on=lambda _, seen: _rest(request_id, seen),
        read=ChatFrame.model_validate,
        is_last=lambda data: bool(data.get("done")),
        after=after,
    )


def _rest(request_id: Id, after: int) -> Call[object]:
    return Call("GET", f"/chat/stream/{request_id}", nothing, params={"after": after})
