"""Exports of other memories, as records of ours: Graphiti's graph, and mem0's memories.

Graphiti exports entity nodes, entity edges and episodic nodes; mem0 exports sentences, and with its
graph also relations between names. A sentence becomes a message that is read like any other.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from pramana.memory.contracts.graph import Grain
from pramana.memory.contracts.messages import IncomingMessage, RoleType
from pramana.memory.contracts.transfer import (
    EntityRecord,
    EpisodeRecord,
    FactRecord,
    RowRecord,
    SourceRecord,
)
from pramana.memory.domain.families import canonical_relation

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
    return EpisodeRecord(
        id=_id(episode["uuid"]),
        name=str(episode.get("name") or ""),
        content=str(episode.get("content") or ""),
        source=source if source in EPISODE_SOURCES else "message",
        source_description=str(episode.get("source_description") or ""),
        valid_at=_moment(episode.get("valid_at")) or created,
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
        asserted_at=stated or created,
        start_grain=Grain.DAY if started else Grain.UNKNOWN,
        end_grain=Grain.DAY if ended else Grain.UNKNOWN,
    )
    for episode_id in dict.fromkeys(each for each in episodes if each in said):
        yield SourceRecord(
            id=uuid5(fact_id, str(episode_id)), fact_id=fact_id, episode_id=episode_id
        )


def _message(memory: Mapping[str, Any], group_id: str, now: datetime) -> IncomingMessage:
    speaker = memory.get("user_id") or memory.get("agent_id") or memory.get("actor_id") or ""
    said = _moment(memory.get("updated_at")) or _moment(memory.get("created_at")) or now
    return IncomingMessage(
        group_id=group_id,
        content=memory["memory"],
        role_type=RoleType.USER,
        valid_at=said,
        role=str(speaker)[:200],
        source_description="mem0",
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
