"""Shapes on the wire. Names are those of the public server, whatever we call things inside."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Schema
from pydantic import AfterValidator, Field

from pramana.kit.clock import utcnow
from pramana.memory.contracts.messages import Incoming, RoleType
from pramana.memory.contracts.views import EntityView, EpisodeView, FactView

LONGEST_NAME = 2_000


def _with_offset(moment: datetime) -> datetime:
    """A moment without an offset is in UTC, and so is one that has no other name there."""
    if moment.tzinfo is None:
        return moment.replace(tzinfo=UTC)
    try:
        moment.astimezone(UTC)
    except OverflowError:  # within a day of the first or the last year there is
        return moment.replace(tzinfo=UTC)
    return moment


Moment = Annotated[datetime, AfterValidator(_with_offset)]
Label = Annotated[str, Field(max_length=LONGEST_NAME)]


class Message(Schema):
    content: str
    uuid: Annotated[str, Field(max_length=100)] | None = None
    name: Label | None = ""
    role_type: Literal["user", "assistant", "system"]
    role: Label | None = None
    timestamp: Moment = Field(default_factory=utcnow)
    source_description: Label | None = ""

    def incoming(self, group_id: str) -> Incoming:
        return Incoming(
            group_id=group_id,
            content=self.content,
            role_type=RoleType(self.role_type),
            valid_at=self.timestamp,
            role=self.role or "",
            name=self.name or "",
            uuid=self.uuid or "",
            source_description=self.source_description or "",
        )


class AddMessages(Schema):
    group_id: str
    messages: list[Message]


class Result(Schema):
    message: str
    success: bool


class FactResult(Schema):
    uuid: UUID
    name: str
    fact: str
    valid_at: datetime | None
    invalid_at: datetime | None
    created_at: datetime
    expired_at: datetime | None
    source_node_uuid: UUID
    target_node_uuid: UUID
    episodes: list[UUID]
    """Those that state it, oldest first; of very many the newest."""

    @classmethod
    def of(cls, fact: FactView, episodes: Sequence[UUID]) -> "FactResult":
        return cls(
            uuid=fact.id,
            name=fact.relation,
            fact=fact.text,
            valid_at=fact.valid_at,
            invalid_at=fact.invalid_at,
            created_at=fact.created_at,
            expired_at=fact.expired_at,
            source_node_uuid=fact.subject_id,
            target_node_uuid=fact.object_id,
            episodes=list(episodes),
        )


class Facts(Schema):
    facts: list[FactResult]


class EpisodeResult(Schema):
    uuid: UUID
    name: str
    group_id: str
    labels: list[str]
    created_at: datetime
    source: str
    source_description: str
    content: str
    valid_at: datetime
    entity_edges: list[UUID]

    @classmethod
    def of(cls, episode: EpisodeView) -> "EpisodeResult":
        return cls(
            uuid=episode.id,
            name=episode.name,
            group_id=episode.group_id,
            labels=[],
            created_at=episode.created_at,
            source=episode.source,
            source_description=episode.source_description,
            content=episode.content,
            valid_at=episode.valid_at,
            entity_edges=list(episode.fact_ids),
        )


class EntityResult(Schema):
    uuid: UUID
    name: str
    group_id: str
    labels: list[str]
    created_at: datetime
    summary: str
    attributes: dict[str, Any]

    @classmethod
    def of(cls, entity: EntityView) -> "EntityResult":
        return cls(
            uuid=entity.id,
            name=entity.name,
            group_id=entity.group_id,
            labels=[entity.type],
            created_at=entity.created_at,
            summary=entity.summary,
            attributes=dict(entity.attributes),
        )
