"""Messages, episodes and facts, by the names the wire has for them."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel

from pramana.client.models.answer import Answer


class Message(BaseModel):
    """Something that was said."""

    content: str
    role_type: Literal["user", "assistant", "system"] = "user"
    role: str | None = None
    name: str | None = None
    timestamp: AwareDatetime | None = None
    source_description: str | None = None


class Fact(Answer):
    """When it held is `valid_at` to `invalid_at`; when it was known, `created_at` to
    `expired_at`."""

    uuid: UUID
    name: str
    fact: str
    valid_at: datetime | None
    invalid_at: datetime | None
    created_at: datetime
    expired_at: datetime | None
    source_node_uuid: UUID
    target_node_uuid: UUID


class Episode(Answer):
    uuid: UUID
    name: str
    group_id: str
    content: str
    source: str
    source_description: str
    valid_at: datetime
    created_at: datetime
    entity_edges: list[UUID]


class Node(Answer):
    uuid: UUID
    name: str
    group_id: str
    labels: list[str]
    summary: str
    attributes: dict[str, Any]
    created_at: datetime


class MessageJob(Answer):
    id: UUID
    group_id: str
    state: Literal["queued", "done", "failed"]
    attempts: int
    error: str
    created_at: datetime
    finished_at: datetime | None


class Inbox(Answer):
    """What became of a group's messages."""

    jobs: list[MessageJob]
    queued: int
    done: int
    failed: int


class Done(Answer):
    message: str
    success: bool
