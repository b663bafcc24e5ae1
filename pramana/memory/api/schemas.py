"""Requests and responses. Their names are those of the public graph memory server."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Schema
from pydantic import AfterValidator, Field, StringConstraints

from pramana.kit.clock import utcnow
from pramana.memory.contracts.graph import (
    CalendarSystem,
    CommunityView,
    DuplicateView,
    EntityView,
    EpisodeView,
    FactView,
    Grain,
)
from pramana.memory.contracts.messages import (
    GROUP_ID,
    LONGEST_GROUP_ID,
    IncomingMessage,
    MessageView,
    RoleType,
)
from pramana.memory.domain.groups import FamilySetting, GroupRules, GroupSettings

LONGEST_NAME = 2_000
LONGEST_QUERY = 32_000


def _with_offset(moment: datetime) -> datetime:
    """Refuse a moment without an offset. One that UTC cannot express counts as UTC.

    "Yesterday" at 02:00 in Kathmandu is another day in UTC, so an offset is never guessed.
    """
    if moment.tzinfo is None:
        raise ValueError("Add the offset from UTC, such as +05:45, or Z for UTC.")
    try:
        moment.astimezone(UTC)
    except OverflowError:  # within a day of year 1 or year 9999
        return moment.replace(tzinfo=UTC)
    return moment


Moment = Annotated[datetime, AfterValidator(_with_offset)]
Label = Annotated[str, Field(max_length=LONGEST_NAME)]
ResultLimit = Annotated[int, Field(ge=1, le=100)]


class ConversationMessage(Schema):
    content: str
    uuid: Annotated[str, Field(max_length=100)] | None = None
    name: Label | None = ""
    role_type: Literal["user", "assistant", "system"]
    role: Label | None = None
    timestamp: Moment = Field(default_factory=utcnow)
    source_description: Label | None = ""

    def incoming(self, group_id: str) -> IncomingMessage:
        return IncomingMessage(
            group_id=group_id,
            content=self.content,
            role_type=RoleType(self.role_type),
            valid_at=self.timestamp,
            role=self.role or "",
            name=self.name or "",
            uuid=self.uuid or "",
            source_description=self.source_description or "",
            is_dated="timestamp" in self.model_fields_set,
        )


class AddMessages(Schema):
    group_id: str
    messages: list[ConversationMessage]


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
    """Episodes that state the fact, oldest first; only the newest if there are very many."""
    asserted_at: datetime | None = None
    """When it was said, in the sender's offset."""
    valid_from: datetime | None = None
    """When it began, in the sender's offset; null if that is unknown. `valid_at` is then only the
    latest possible beginning."""
    valid_from_grain: Grain = Grain.UNKNOWN
    valid_until: datetime | None = None
    """When it ended or will end, in the sender's offset."""
    valid_until_grain: Grain = Grain.UNKNOWN
    calendar: CalendarSystem = CalendarSystem.GREGORIAN
    """The calendar in which the message states its dates."""
    asserted_date: str | None = None
    """The sender's day, in that calendar: 2024-05-01, or 2081-01-19 BS."""
    valid_from_date: str | None = None
    """`valid_from` in that calendar, as exact as it was said: 2081-01 BS is a month."""
    valid_until_date: str | None = None
    claimed_by: str | None = None
    """Whose claim it is; null for a plain fact."""
    confidence: float = 0.5
    quote: str = ""
    """The words that state it, from the newest message; empty if words are not stored."""
    reason: str | None = None
    """Why it was closed or retracted; null while it holds, or if it was told with its end."""

    @classmethod
    def of(
        cls, fact: FactView, episodes: Sequence[UUID], *, quote: str = "", reason: str | None = None
    ) -> "FactResult":
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
            asserted_at=fact.asserted_at,
            valid_from=fact.valid_from,
            valid_from_grain=fact.start_grain,
            valid_until=fact.valid_until,
            valid_until_grain=fact.end_grain,
            calendar=fact.calendar,
            asserted_date=fact.asserted_date,
            valid_from_date=fact.valid_from_date,
            valid_until_date=fact.valid_until_date,
            claimed_by=fact.claimed_by or None,
            confidence=fact.confidence,
            quote=quote,
            reason=reason,
        )


class SearchResults(Schema):
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
    said_at: datetime
    """`valid_at` in the sender's offset."""
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
            said_at=episode.said_at,
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


class MessageJobs(Schema):
    jobs: list[MessageView]
    queued: int
    done: int
    partly_read: int
    failed: int


class GroupConfiguration(GroupSettings):
    """A group's settings. `families` extend the defaults, or replace the default of their name."""

    families: list[FamilySetting] = Field(default_factory=list)

    @classmethod
    def of(cls, rules: GroupRules) -> "GroupConfiguration":
        return cls(**rules.settings.model_dump(), families=list(rules.own_families))


class EntityNode(Schema):
    uuid: UUID | None = None
    group_id: Annotated[str, StringConstraints(pattern=GROUP_ID, max_length=LONGEST_GROUP_ID)]
    name: Annotated[str, Field(min_length=1, max_length=300, pattern=r"\S")]
    summary: Label = ""


class MemoryQuery(Schema):
    group_ids: list[Label] | None = None
    query: Annotated[str, Field(max_length=LONGEST_QUERY)]


class SearchQuery(MemoryQuery):
    max_facts: ResultLimit = 10
    as_of: Moment | None = None
    """Facts that held at this moment, instead of those that hold now."""
    known_at: Moment | None = None
    """Facts as known at this moment. Without `as_of`: those that were then believed to hold."""
    include_invalid: bool = False


class NodeQuery(MemoryQuery):
    max_nodes: ResultLimit = 10


class EpisodeQuery(MemoryQuery):
    max_episodes: ResultLimit = 10


class NodeList(Schema):
    nodes: list[EntityResult]


class EpisodeList(Schema):
    episodes: list[EpisodeResult]


class GetMemory(Schema):
    group_id: Label
    max_facts: ResultLimit = 10
    center_node_uuid: UUID | None = None
    messages: list[ConversationMessage]


class CommunityResult(Schema):
    """A community and its members. Name and summary are empty until it is summarised."""

    uuid: UUID
    group_id: str
    name: str
    summary: str
    engine: str
    members: list[UUID]
    created_at: datetime

    @classmethod
    def of(cls, community: CommunityView) -> "CommunityResult":
        return cls(
            uuid=community.id,
            group_id=community.group_id,
            name=community.name,
            summary=community.summary,
            engine=community.engine,
            members=list(community.member_ids),
            created_at=community.created_at,
        )


class CommunityList(Schema):
    communities: list[CommunityResult]


class BuildJob(Schema):
    job_id: UUID


class DuplicateResult(Schema):
    """A name that was merged into the entity `entity_uuid`, and a person's decision on it."""

    uuid: UUID
    group_id: str
    name: str
    entity_uuid: UUID
    entity_name: str
    how: str
    score: float
    created_at: datetime
    confirmed_at: datetime | None
    undone_at: datetime | None

    @classmethod
    def of(cls, link: DuplicateView) -> "DuplicateResult":
        return cls(
            uuid=link.id,
            group_id=link.group_id,
            name=link.name,
            entity_uuid=link.entity_id,
            entity_name=link.entity_name,
            how=link.how,
            score=link.score,
            created_at=link.created_at,
            confirmed_at=link.confirmed_at,
            undone_at=link.undone_at,
        )


class DuplicateList(Schema):
    duplicates: list[DuplicateResult]
