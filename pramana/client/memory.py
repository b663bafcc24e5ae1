"""Memory: messages, episodes, entities and facts, named as in the API."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID, uuid4

from pydantic import AwareDatetime, BaseModel

from pramana.client.calls import ApiCall, ApiModel, Id, Polling, many, one, present_values
from pramana.client.operations import C, Part, operation, wait_operation


class MemoryMessage(BaseModel):
    """A message of a conversation."""

    content: str
    role_type: Literal["user", "assistant", "system"] = "user"
    role: str | None = None
    name: str | None = None
    timestamp: AwareDatetime | None = None
    source_description: str | None = None


class FactInfo(ApiModel):
    """A fact. It held from `valid_at` to `invalid_at`, and was known from `created_at` to
    `expired_at`.

    `asserted_at`, `valid_from` and `valid_until` are in the sender's offset; each is also given as
    a date in the sender's calendar, as exact as it was said: 2081-01 BS is a month. With
    `claimed_by` it is only what that person says. `quote` is the words that state it, and `reason`
    is why it was closed.
    """

    uuid: UUID
    name: str
    fact: str
    valid_at: datetime | None
    invalid_at: datetime | None
    created_at: datetime
    expired_at: datetime | None
    source_node_uuid: UUID
    target_node_uuid: UUID
    asserted_at: datetime | None = None
    valid_from: datetime | None = None
    valid_from_grain: Literal["day", "month", "year", "unknown"] = "unknown"
    valid_until: datetime | None = None
    valid_until_grain: Literal["day", "month", "year", "unknown"] = "unknown"
    calendar: Literal["ad", "bs"] = "ad"
    asserted_date: str | None = None
    valid_from_date: str | None = None
    valid_until_date: str | None = None
    claimed_by: str | None = None
    confidence: float = 0.5
    quote: str = ""
    reason: str | None = None


class EpisodeInfo(ApiModel):
    uuid: UUID
    name: str
    group_id: str
    content: str
    source: str
    source_description: str
    valid_at: datetime
    said_at: datetime | None = None
    created_at: datetime
    entity_edges: list[UUID]


class Node(ApiModel):
    uuid: UUID
    name: str
    group_id: str
    labels: list[str]
    summary: str
    attributes: dict[str, Any]
    created_at: datetime


class MessageJob(ApiModel):
    id: UUID
    group_id: str
    state: Literal["queued", "done", "partly_read", "failed"]
    attempts: int
    error: str
    created_at: datetime
    finished_at: datetime | None


class Inbox(ApiModel):
    """The states of a group's messages."""

    jobs: list[MessageJob]
    queued: int
    done: int
    partly_read: int = 0
    failed: int


class Acknowledgement(ApiModel):
    message: str
    success: bool


class Memory(Part[C]):
    @operation
    def add(
        self, group_id: str, messages: Sequence[MemoryMessage | str], *, idempotency_key: str = ""
    ) -> ApiCall[Acknowledgement]:
        """Add messages, which are read in the background, in order.

        Each call has a key, so that a try after a lost answer adds nothing twice. Give your own
        where your program may call again after it was restarted.
        """
        said = [MemoryMessage(content=each) if isinstance(each, str) else each for each in messages]
        return ApiCall(
            "POST",
            "/messages",
            one(Acknowledgement),
            json=present_values(group_id=group_id, messages=said),
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
    ) -> ApiCall[list[FactInfo]]:
        """Facts that hold now or at `as_of`, as they were known now or at `known_at`."""
        body = present_values(
            query=query,
            group_ids=group_ids,
            as_of=as_of,
            known_at=known_at,
            include_invalid=include_invalid,
            max_facts=max_facts,
        )
        return ApiCall("POST", "/search", many(FactInfo, "facts"), json=body, repeatable=True)

    @operation
    def nodes(
        self, query: str, *, group_ids: Sequence[str] | None = None, max_nodes: int = 10
    ) -> ApiCall[list[Node]]:
        """Entities that a query names or that match it."""
        body = present_values(query=query, group_ids=group_ids, max_nodes=max_nodes)
        return ApiCall("POST", "/search/nodes", many(Node, "nodes"), json=body, repeatable=True)

    @operation
    def episodes(self, group_id: str, *, last: int = 10) -> ApiCall[list[EpisodeInfo]]:
        """The last episodes of a group, oldest first."""
        return ApiCall("GET", f"/episodes/{group_id}", many(EpisodeInfo), params={"last_n": last})

    @operation
    def inbox(self, group_id: str, *, limit: int = 100) -> ApiCall[Inbox]:
        """The states of a group's messages, newest first."""
        params = {"group_id": group_id, "limit": limit}
        return ApiCall("GET", "/messages/jobs", one(Inbox), params=params)

    @operation
    def delete_fact(self, fact_id: Id) -> ApiCall[Acknowledgement]:
        return ApiCall("DELETE", f"/entity-edge/{fact_id}", one(Acknowledgement))

    @operation
    def delete_episode(self, episode_id: Id) -> ApiCall[Acknowledgement]:
        """Erase an episode, and what was known only from it."""
        return ApiCall("DELETE", f"/episode/{episode_id}", one(Acknowledgement))

    @operation
    def delete_group(self, group_id: str) -> ApiCall[Acknowledgement]:
        """Erase a group with everything in it."""
        return ApiCall("DELETE", f"/group/{group_id}", one(Acknowledgement))

    @wait_operation
    def wait(self, group_id: str, *, timeout: float = 300) -> Polling[Inbox]:
        """Wait until every message of the group was read or has failed, and return the inbox."""
        return Polling(Memory.inbox.build(self, group_id), lambda inbox: inbox.queued == 0, timeout)
