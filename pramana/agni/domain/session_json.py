"""Sessions as JSON and back. A field that an older session lacks gets its default."""

from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from pramana.agni.contracts import (
    AgniExtractionSession,
    Author,
    Conversation,
    DocumentMetadata,
    EntitySubType,
    EntityType,
    ExtractedEntity,
    FieldTrust,
    MatchEntityCandidate,
    Message,
    TextMention,
)

Json = dict[str, Any]

PLAIN_FIELDS = ("title", "summary", "author", "document_type", "source", "date_text", "engine")
ENTITY_FIELDS = (
    "confidence",
    "matched_id",
    "needs_creation",
    "is_skipped",
    "skip_reason",
    "withdrawn",
    "unverified",
    "unasked",
    "engine",
    "change_id",
    "merged_into",
    "split_from",
)


def serialize_session(session: AgniExtractionSession) -> Json:
    return {
        "document": str(session.document) if session.document else None,
        "guidance": session.guidance,
        "from_library": session.from_library,
        "metadata": _serialize_metadata(session.metadata) if session.metadata else None,
        "conversations": {
            key: [_serialize_message(message) for message in conversation.thread]
            for key, conversation in session.conversations.items()
        },
        "entities": [serialize_entity(entity) for entity in session.entities],
    }


def deserialize_session(data: Mapping[str, Any]) -> AgniExtractionSession:
    metadata = data.get("metadata")
    return AgniExtractionSession(
        document=Path(data["document"]) if data.get("document") else None,
        guidance=data.get("guidance"),
        from_library=data.get("from_library", False),
        metadata=_deserialize_metadata(metadata) if metadata else None,
        conversations={
            key: Conversation(tuple(_deserialize_message(message) for message in thread))
            for key, thread in data.get("conversations", {}).items()
        },
        entities=tuple(deserialize_entity(entity) for entity in data.get("entities", [])),
    )


def serialize_entity(entity: ExtractedEntity) -> Json:
    return {
        "entity_type": entity.entity_type.value,
        "entity_sub_type": entity.entity_sub_type.value if entity.entity_sub_type else None,
        "names": [dict(name) for name in entity.names],
        "entity_data": dict(entity.entity_data),
        "evidence": {key: vars(words) for key, words in entity.evidence.items()},
        "candidates": [vars(candidate) for candidate in entity.candidates],
        "proposed_changes": dict(entity.proposed_changes),
        "mentions": [vars(mention) for mention in entity.mentions],
        "decided_by": str(entity.decided_by) if entity.decided_by else None,
        "decided_at": entity.decided_at.isoformat() if entity.decided_at else None,
        "corrected": list(entity.corrected),
        "choices": dict(entity.choices),
        "as_read": serialize_entity(entity.as_read) if entity.as_read else None,
        "before_decision": (
            serialize_entity(entity.before_decision) if entity.before_decision else None
        ),
        **{name: getattr(entity, name) for name in ENTITY_FIELDS},
    }


def deserialize_entity(data: Mapping[str, Any]) -> ExtractedEntity:
    decided_by, decided_at = data.get("decided_by"), data.get("decided_at")
    sub_type = data.get("entity_sub_type")
    return ExtractedEntity(
        entity_type=EntityType(data["entity_type"]),
        entity_sub_type=EntitySubType(sub_type) if sub_type else None,
        names=tuple(data.get("names", ())),
        entity_data=data.get("entity_data", {}),
        evidence={key: TextMention(**words) for key, words in data.get("evidence", {}).items()},
        candidates=tuple(MatchEntityCandidate(**each) for each in data.get("candidates", ())),
        proposed_changes=data.get("proposed_changes", {}),
        mentions=tuple(TextMention(**each) for each in data.get("mentions", ())),
        decided_by=UUID(decided_by) if decided_by else None,
        decided_at=datetime.fromisoformat(decided_at) if decided_at else None,
        corrected=tuple(data.get("corrected", ())),
        choices=data.get("choices", {}),
        as_read=_deserialize_earlier(data.get("as_read")),
        before_decision=_deserialize_earlier(data.get("before_decision")),
        **{name: data[name] for name in ENTITY_FIELDS if name in data},
    )


def _deserialize_earlier(data: Mapping[str, Any] | None) -> ExtractedEntity | None:
    return deserialize_entity(data) if data else None


def _serialize_metadata(metadata: DocumentMetadata) -> Json:
    published = metadata.publication_date
    return {
        **{name: getattr(metadata, name) for name in PLAIN_FIELDS},
        "publication_date": published.isoformat() if published else None,
        "trust": {
            name: {
                "confidence": trust.confidence,
                "evidence": vars(trust.evidence) if trust.evidence else None,
            }
            for name, trust in metadata.trust.items()
        },
        "corrected": list(metadata.corrected),
        "as_read": _serialize_metadata(metadata.as_read) if metadata.as_read else None,
    }


def _deserialize_metadata(data: Mapping[str, Any]) -> DocumentMetadata:
    published = data.get("publication_date")
    return DocumentMetadata(
        **{name: data[name] for name in PLAIN_FIELDS if name in data},
        publication_date=date.fromisoformat(published[:10]) if published else None,
        trust={name: _deserialize_trust(trust) for name, trust in data.get("trust", {}).items()},
        corrected=tuple(data.get("corrected", ())),
        as_read=_deserialize_metadata(data["as_read"]) if data.get("as_read") else None,
    )


def _deserialize_trust(data: Mapping[str, Any]) -> FieldTrust:
    evidence = data.get("evidence")
    return FieldTrust(data["confidence"], TextMention(**evidence) if evidence else None)


def _serialize_message(message: Message) -> Json:
    return {
        "author": message.author.value,
        "text": message.text,
        "timestamp": message.timestamp.isoformat(),
        "id": message.id,
    }


def _deserialize_message(data: Mapping[str, Any]) -> Message:
    return Message(
        author=Author(data["author"]),
        text=data["text"],
        timestamp=datetime.fromisoformat(data["timestamp"]),
        id=data.get("id", ""),
    )
