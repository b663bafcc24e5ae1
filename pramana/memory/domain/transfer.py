"""A group as JSON lines: one record per line, with both times, evidence and history.

Exports of other memories become such records too. Graphiti exports entity nodes, entity edges and
episodic nodes; mem0 exports sentences, and with its graph also relations between names. A sentence
becomes a message that is read like any other.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal
from uuid import NAMESPACE_URL, UUID, uuid5

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter

from pramana.memory.contracts.graph import CalendarSystem, Grain
from pramana.memory.contracts.messages import IncomingMessage, RoleType, offset_minutes
from pramana.memory.domain.families import canonical_relation

FORMAT = "pramana.memory"
VERSION = 1
LONGEST_TEXT = 2_000_000

Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
Code = Annotated[str, Field(max_length=100)]
Offset = Annotated[int, Field(ge=-24 * 60, le=24 * 60)]


class TransferRecord(BaseModel):
    """A row. Its fields are columns; `id` and the fields that end with `_id` are ids."""

    model_config = ConfigDict(extra="ignore")
    refers_to: ClassVar[dict[str, str]] = {}
    """Which record each reference points at, by column."""


class HeaderRecord(TransferRecord):
    type: Literal["header"] = "header"
    format: Literal["pramana.memory"] = "pramana.memory"
    version: Literal[1] = 1
    group_id: str = Field(max_length=255)
    exported_at: AwareDatetime


class SettingsRecord(TransferRecord):
    type: Literal["settings"] = "settings"
    settings: dict[str, Any]
    families: list[dict[str, Any]] = Field(default_factory=list)


class EntityRecord(TransferRecord):
    type: Literal["entity"] = "entity"
    id: UUID
    name: Annotated[str, Field(min_length=1, max_length=2_000)]
    kind: Code = "Entity"
    summary: Text = ""
    attributes: dict[str, Any] = Field(default_factory=dict)
    by_hand: bool = False
    is_placeholder: bool = False
    is_name_by_hand: bool = False
    created_at: AwareDatetime


class EpisodeRecord(TransferRecord):
    refers_to: ClassVar[dict[str, str]] = {"follows_id": "episode"}
    type: Literal["episode"] = "episode"
    id: UUID
    name: Text = ""
    content: Text = ""
    source: Annotated[str, Field(max_length=16)] = "message"
    source_description: Text = ""
    valid_at: AwareDatetime
    offset_minutes: Offset = 0
    created_at: AwareDatetime
    follows_id: UUID | None = None
    fact_ids: list[UUID] = Field(default_factory=list)
    engine: Code = ""


class MentionRecord(TransferRecord):
    refers_to: ClassVar[dict[str, str]] = {"episode_id": "episode", "entity_id": "entity"}
    type: Literal["mention"] = "mention"
    id: UUID
    episode_id: UUID
    entity_id: UUID
    name: Text
    learnt: dict[str, Any] = Field(default_factory=dict)
    created_at: AwareDatetime


class FactRecord(TransferRecord):
    refers_to: ClassVar[dict[str, str]] = {
        "subject_id": "entity",
        "object_id": "entity",
        "claimant_id": "entity",
    }
    type: Literal["fact"] = "fact"
    id: UUID
    subject_id: UUID
    relation: Annotated[str, Field(min_length=1, max_length=100)]
    family: Code = ""
    object_id: UUID
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    confidence: Annotated[float, Field(ge=0, le=1)] = 0.5
    valid_at: AwareDatetime | None = None
    invalid_at: AwareDatetime | None = None
    created_at: AwareDatetime
    expired_at: AwareDatetime | None = None
    asserted_at: AwareDatetime | None = None
    offset_minutes: Offset = 0
    calendar: CalendarSystem = CalendarSystem.GREGORIAN
    start_grain: Grain = Grain.UNKNOWN
    end_grain: Grain = Grain.UNKNOWN
    claimant_id: UUID | None = None


class SourceRecord(TransferRecord):
    refers_to: ClassVar[dict[str, str]] = {"fact_id": "fact", "episode_id": "episode"}
    type: Literal["source"] = "source"
    id: UUID
    fact_id: UUID
    episode_id: UUID
    quote: Text = ""
    start: Annotated[int, Field(ge=0)] | None = None
    end: Annotated[int, Field(ge=0)] | None = None
    alignment: Annotated[str, Field(max_length=16)] = "none"


class ClosingRecord(TransferRecord):
    refers_to: ClassVar[dict[str, str]] = {"fact_id": "fact"}
    type: Literal["closing"] = "closing"
    id: UUID
    fact_id: UUID
    by_id: UUID | None = None
    episode_id: UUID | None = None
    at: AwareDatetime
    reason: Annotated[str, Field(max_length=30)]
    was_valid_at: AwareDatetime | None = None
    was_invalid_at: AwareDatetime | None = None
    was_expired_at: AwareDatetime | None = None
    created_at: AwareDatetime
    undone_at: AwareDatetime | None = None


class DuplicateRecord(TransferRecord):
    refers_to: ClassVar[dict[str, str]] = {"entity_id": "entity"}
    type: Literal["duplicate"] = "duplicate"
    id: UUID
    entity_id: UUID
    name: Text
    how: Annotated[str, Field(max_length=30)]
    score: float = 1.0
    episode_id: UUID | None = None
    created_at: AwareDatetime
    confirmed_at: AwareDatetime | None = None
    undone_at: AwareDatetime | None = None


class DistinctionRecord(TransferRecord):
    refers_to: ClassVar[dict[str, str]] = {"entity_id": "entity", "other_id": "entity"}
    type: Literal["distinction"] = "distinction"
    id: UUID
    entity_id: UUID
    other_id: UUID
    episode_id: UUID | None = None
    created_at: AwareDatetime


class EditRecord(TransferRecord):
    """An edit by a person. Who did it is not exported: ids of people mean nothing elsewhere."""

    refers_to: ClassVar[dict[str, str]] = {"fact_id": "fact", "entity_id": "entity"}
    type: Literal["edit"] = "edit"
    id: UUID
    kind: Annotated[str, Field(max_length=30)]
    reason: Text = ""
    fact_id: UUID | None = None
    entity_id: UUID | None = None
    before: dict[str, Any] = Field(default_factory=dict)
    after: dict[str, Any] = Field(default_factory=dict)
    moved: dict[str, Any] = Field(default_factory=dict)
    created_at: AwareDatetime
    undone_at: AwareDatetime | None = None


RowRecord = (
    EntityRecord
    | EpisodeRecord
    | MentionRecord
    | FactRecord
    | SourceRecord
    | ClosingRecord
    | DuplicateRecord
    | DistinctionRecord
    | EditRecord
)
AnyRecord = Annotated[HeaderRecord | SettingsRecord | RowRecord, Field(discriminator="type")]
RECORDS: TypeAdapter[HeaderRecord | SettingsRecord | RowRecord] = TypeAdapter(AnyRecord)


EPISODE_SOURCES = ("message", "text", "json")


@dataclass
class ForeignExport:
    records: list[RowRecord] = field(default_factory=list)
    messages: list[IncomingMessage] = field(default_factory=list)


def read_foreign(items: list[dict[str, Any]], group_id: str, now: datetime) -> ForeignExport | None:
    """The export, if every item is one of Graphiti's or of mem0's; otherwise None."""
    if all(_is_graphiti(each) for each in items):
        return ForeignExport(records=list(_graphiti_records(items, now)))
    if all(_is_memory(each) or _is_relation(each) for each in items):
        memories = [_message(each, group_id, now) for each in items if _is_memory(each)]
        relations = [each for each in items if _is_relation(each)]
        return ForeignExport(list(_relation_records(relations, now)), memories)
    return None


def _is_graphiti(item: Mapping[str, Any]) -> bool:
    return "uuid" in item and ("fact" in item or "content" in item or "name" in item)


def _is_memory(item: Mapping[str, Any]) -> bool:
    return isinstance(item.get("memory"), str)


def _is_relation(item: Mapping[str, Any]) -> bool:
    return "relationship" in item and "source" in item


def _graphiti_records(items: list[dict[str, Any]], now: datetime) -> Iterator[RowRecord]:
    edges = [each for each in items if "fact" in each]
    episodes = [each for each in items if "content" in each and "fact" not in each]
    nodes = [each for each in items if "fact" not in each and "content" not in each]
    for node in nodes:
        labels = [each for each in node.get("labels") or [] if each != "Entity"]
        yield EntityRecord(
            id=_id(node["uuid"]),
            name=str(node.get("name") or node["uuid"])[:2_000],
            kind=str(labels[0])[:100] if labels else "Entity",
            summary=str(node.get("summary") or ""),
            attributes=dict(node.get("attributes") or {}),
            created_at=_moment(node.get("created_at")) or now,
        )
    said = {}
    for episode in episodes:
        record = _graphiti_episode(episode, now)
        said[record.id] = record
        yield record
    for edge in edges:
        yield from _graphiti_fact(edge, said, now)


def _graphiti_episode(episode: Mapping[str, Any], now: datetime) -> EpisodeRecord:
    source = str(episode.get("source") or "message").rsplit(".", 1)[-1]
    created = _moment(episode.get("created_at")) or now
    said = _moment(episode.get("valid_at")) or created
    return EpisodeRecord(
        id=_id(episode["uuid"]),
        name=str(episode.get("name") or ""),
        content=str(episode.get("content") or ""),
        source=source if source in EPISODE_SOURCES else "message",
        source_description=str(episode.get("source_description") or ""),
        valid_at=said,
        offset_minutes=offset_minutes(said),
        created_at=created,
        fact_ids=[_id(each) for each in episode.get("entity_edges") or []],
        engine="graphiti",
    )


def _graphiti_fact(
    edge: Mapping[str, Any], said: Mapping[UUID, EpisodeRecord], now: datetime
) -> Iterator[RowRecord]:
    fact_id, relation = _id(edge["uuid"]), canonical_relation(str(edge.get("name") or "RELATES_TO"))
    episodes = [_id(each) for each in edge.get("episodes") or []]
    started, ended = _moment(edge.get("valid_at")), _moment(edge.get("invalid_at"))
    first = [said[each].valid_at for each in episodes if each in said]
    stated = _moment(edge.get("reference_time")) or (min(first) if first else None)
    created = _moment(edge.get("created_at")) or now
    asserted = stated or created
    yield FactRecord(
        id=fact_id,
        subject_id=_id(edge["source_node_uuid"]),
        relation=relation[:100] or "RELATES_TO",
        object_id=_id(edge["target_node_uuid"]),
        text=str(edge["fact"]) or relation,
        valid_at=started or stated,
        invalid_at=ended,
        created_at=created,
        expired_at=_moment(edge.get("expired_at")),
        asserted_at=asserted,
        offset_minutes=offset_minutes(started or ended or asserted),
        start_grain=Grain.DAY if started else Grain.UNKNOWN,
        end_grain=Grain.DAY if ended else Grain.UNKNOWN,
    )
    for episode_id in dict.fromkeys(each for each in episodes if each in said):
        yield SourceRecord(
            id=uuid5(fact_id, str(episode_id)), fact_id=fact_id, episode_id=episode_id
        )


def _message(memory: Mapping[str, Any], group_id: str, now: datetime) -> IncomingMessage:
    speaker = memory.get("user_id") or memory.get("agent_id") or memory.get("actor_id") or ""
    said = _moment(memory.get("updated_at")) or _moment(memory.get("created_at"))
    return IncomingMessage(
        group_id=group_id,
        content=memory["memory"],
        role_type=RoleType.USER,
        valid_at=said or now,
        role=str(speaker)[:200],
        source_description="mem0",
        is_dated=said is not None,
    )


def _relation_records(items: list[dict[str, Any]], now: datetime) -> Iterator[RowRecord]:
    names: dict[str, UUID] = {}
    for item in items:
        ends = (str(item["source"]), str(item.get("target") or item.get("destination") or ""))
        if not all(end.strip() for end in ends):
            continue
        for end in ends:
            if end not in names:
                names[end] = uuid5(NAMESPACE_URL, f"mem0:{end}")
                yield EntityRecord(id=names[end], name=end.replace("_", " "), created_at=now)
        relation = canonical_relation(str(item["relationship"]))[:100] or "RELATES_TO"
        words = " ".join((ends[0], str(item["relationship"]), ends[1])).replace("_", " ")
        yield FactRecord(
            id=uuid5(names[ends[0]], f"{relation} {ends[1]}"),
            subject_id=names[ends[0]],
            relation=relation,
            object_id=names[ends[1]],
            text=words,
            valid_at=now,
            created_at=now,
            asserted_at=now,
        )


def _id(value: object) -> UUID:
    """The uuid, or one that is made from the text if the export uses ids of another kind."""
    try:
        return UUID(str(value))
    except ValueError:
        return uuid5(NAMESPACE_URL, str(value))


def _moment(value: object) -> datetime | None:
    if not value:
        return None
    moment = datetime.fromisoformat(str(value))
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
