"""Documents under review. Every operation here needs the role admin."""

from datetime import datetime
from typing import Any, Literal

from pramana.client.calls import Call, Id, given, many, nothing, one
from pramana.client.models.agni import (
    Change,
    Opened,
    Persisted,
    Posted,
    Resolved,
    Session,
    SessionLine,
    Summary,
)
from pramana.client.operations import Async, Sync, operation, paging
from pramana.client.pages import MOST, Pages, from_last
from pramana.client.parts.files import FileLike, file_of
from pramana.client.parts.waiting import wait_until, wait_until_async

Lines = list[SessionLine]
Changes = list[Change]
PATH = "/api/agni/sessions/"
AT_REST = ("awaiting_review", "completed", "failed")


class AgniOperations:
    @operation
    def open(self, document: FileLike, *, guidance: str = "") -> Call[Opened]:
        """Upload a document; its metadata and entities are extracted in the background."""
        return Call(
            "POST",
            PATH,
            one(Opened),
            files={"document": file_of(document)},
            data={"guidance": guidance},
            begins=True,
        )

    @operation
    def get(self, session_id: Id) -> Call[Session]:
        return Call("GET", f"{PATH}{session_id}/", one(Session))

    @operation
    def list(
        self,
        *,
        status: str | None = None,
        mine: bool = False,
        before: datetime | None = None,
        limit: int = 50,
    ) -> Call[Lines]:
        """Newest first. Continue with `before` = the last `created_at`."""
        params = given(status=status, mine=mine, before=before, limit=limit)
        return Call("GET", PATH, many(SessionLine, "sessions"), params=params)

    @paging
    def every(self, *, status: str | None = None, mine: bool = False) -> Pages[Lines, SessionLine]:
        """All of them, newest first."""
        params = given(status=status, mine=mine, limit=MOST)
        first = Call("GET", PATH, many(SessionLine, "sessions"), params=params)
        return Pages(first, lambda page: page, from_last)

    @operation
    def resolve(
        self,
        session_id: Id,
        index: int,
        action: Literal["match", "create", "skip"],
        *,
        nes_id: str | None = None,
        reason: str | None = None,
        confirmed: bool | None = None,
        entity_data: dict[str, Any] | None = None,
        seen: datetime | None = None,
    ) -> Call[Resolved]:
        """Decide on an entity. With `seen`, someone else's later decision is a `Conflict`."""
        body = given(
            action=action,
            nes_id=nes_id,
            reason=reason,
            confirmed=confirmed,
            entity_data=entity_data,
            seen=seen,
        )
        return Call("POST", f"{PATH}{session_id}/entities/{index}/", one(Resolved), json=body)

    @operation
    def say(
        self, session_id: Id, message: str, *, thread: str = "entity_extraction"
    ) -> Call[Posted]:
        """Tell the extractor what is wrong; `entity:3` is the thread about one entity."""
        path = f"{PATH}{session_id}/conversations/{thread}/"
        return Call("POST", path, one(Posted), json={"message": message})

    @operation
    def summary(self, session_id: Id) -> Call[Summary]:
        """Exactly what persisting would write now."""
        return Call("GET", f"{PATH}{session_id}/summary/", one(Summary))

    @operation
    def persist(
        self, session_id: Id, *, description: str = "", confirm: bool = False
    ) -> Call[Persisted]:
        """Approve what was decided; with `confirm`, also what was only proposed."""
        body = {"description": description, "confirm": confirm}
        return Call("POST", f"{PATH}{session_id}/persist/", one(Persisted), json=body)

    @operation
    def delete(self, session_id: Id) -> Call[None]:
        return Call("DELETE", f"{PATH}{session_id}/", nothing)

    @operation
    def changes(self, *, state: str | None = None, limit: int = 50) -> Call[Changes]:
        """Approved changes, newest first."""
        params = given(state=state, limit=limit)
        return Call("GET", "/api/agni/changes/", many(Change, "changes"), params=params)

    @operation
    def apply(self, change_id: Id) -> Call[Change]:
        """Write a change to the registry; a second time does nothing."""
        return Call("POST", f"/api/agni/changes/{change_id}/apply/", one(Change), repeatable=True)


class Agni(AgniOperations, Sync):
    def wait(self, session_id: Id, *, timeout: float = 600) -> Session:
        """The session, once it waits for review or is over."""
        return wait_until(lambda: self.get(session_id), _rests, timeout=timeout)


class AsyncAgni(AgniOperations, Async):
    async def wait(self, session_id: Id, *, timeout: float = 600) -> Session:
        """The session, once it waits for review or is over."""
        return await wait_until_async(lambda: self.get(session_id), _rests, timeout=timeout)


def _rests(session: Session) -> bool:
    return session.status in AT_REST and session.task_status not in ("queued", "running")
