"""Memory: messages in, facts out, as of any moment."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from pramana.client.calls import Call, Id, given, many, one
from pramana.client.models.memory import Done, Episode, Fact, Inbox, Message, Node
from pramana.client.operations import Async, Sync, operation
from pramana.client.parts.waiting import wait_until, wait_until_async


class MemoryOperations:
    @operation
    def add(
        self, group_id: str, messages: Sequence[Message | str], *, idempotency_key: str = ""
    ) -> Call[Done]:
        """Accept messages, which are read in the background, in order.

        Each call has a key, so that a try after a lost answer adds nothing twice. Give your own
        where your program may call again after it was restarted.
        """
        said = [Message(content=each) if isinstance(each, str) else each for each in messages]
        return Call(
            "POST",
            "/messages",
            one(Done),
            json=given(group_id=group_id, messages=said),
            headers={"Idempotency-Key": idempotency_key or uuid4().hex},
            repeatable=True,
        )

    @operation
    def search(
        self,
        query: str,
        *,
        group_ids: Sequence[str] | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        include_invalid: bool = False,
        max_facts: int = 10,
    ) -> Call[list[Fact]]:
        """Facts that hold now, or held at `as_of`; as they were known at `known_at`."""
        body = given(
            query=query,
            group_ids=group_ids,
            as_of=as_of,
            known_at=known_at,
            include_invalid=include_invalid,
            max_facts=max_facts,
        )
        return Call("POST", "/search", many(Fact, "facts"), json=body, repeatable=True)

    @operation
    def nodes(
        self, query: str, *, group_ids: Sequence[str] | None = None, max_nodes: int = 10
    ) -> Call[list[Node]]:
        """Entities that a query names, or that are known for what it asks."""
        body = given(query=query, group_ids=group_ids, max_nodes=max_nodes)
        return Call("POST", "/search/nodes", many(Node, "nodes"), json=body, repeatable=True)

    @operation
    def episodes(self, group_id: str, *, last: int = 10) -> Call[list[Episode]]:
        """The last episodes of a group, oldest of them first."""
        return Call("GET", f"/episodes/{group_id}", many(Episode), params={"last_n": last})

    @operation
    def inbox(self, group_id: str, *, limit: int = 100) -> Call[Inbox]:
        """What became of a group's messages, newest first."""
        params = {"group_id": group_id, "limit": limit}
        return Call("GET", "/messages/jobs", one(Inbox), params=params)

    @operation
    def delete_fact(self, fact_id: Id) -> Call[Done]:
        return Call("DELETE", f"/entity-edge/{fact_id}", one(Done))

    @operation
    def delete_episode(self, episode_id: Id) -> Call[Done]:
        """Erase an episode, with what was known from it alone."""
        return Call("DELETE", f"/episode/{episode_id}", one(Done))

    @operation
    def delete_group(self, group_id: str) -> Call[Done]:
        """Erase a group with everything in it."""
        return Call("DELETE", f"/group/{group_id}", one(Done))


class Memory(MemoryOperations, Sync):
    def wait(self, group_id: str, *, timeout: float = 300) -> Inbox:
        """The inbox, once every message of the group was read or failed."""
        return wait_until(lambda: self.inbox(group_id), _is_empty, timeout=timeout)


class AsyncMemory(MemoryOperations, Async):
    async def wait(self, group_id: str, *, timeout: float = 300) -> Inbox:
        """The inbox, once every message of the group was read or failed."""
        return await wait_until_async(lambda: self.inbox(group_id), _is_empty, timeout=timeout)


def _is_empty(inbox: Inbox) -> bool:
    return inbox.queued == 0
