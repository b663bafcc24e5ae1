"""A session as the extractor and the reviewers see it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from pramana.agni.contracts.entities import EntityType, ExtractedEntity, Mention
from pramana.agni.contracts.states import ChangeType

METADATA_THREAD = "metadata_extraction"
ENTITY_THREAD = "entity_extraction"


def thread_of(index: int) -> str:
    """The thread about one entity.

    >>> thread_of(3)
    'entity:3'
    """
    return f"entity:{index}"


class Author(StrEnum):
    USER = "user"
    AI = "ai"


@dataclass(frozen=True)
class Message:
    author: Author
    text: str = field(repr=False)
    timestamp: datetime
    id: str = ""


@dataclass(frozen=True)
class Conversation:
    """What reviewers and the extractor said to each other, oldest first."""

    thread: tuple[Message, ...] = ()

    def with_message(self, message: Message) -> "Conversation":
        return Conversation((*self.thread, message))


@dataclass(frozen=True)
class FieldTrust:
    """How sure a metadata field is, and the words it rests on; none where it was inferred."""

    confidence: float
    evidence: Mention | None = None


@dataclass(frozen=True)
class DocumentMetadata:
    title: str | None = None
    summary: str | None = None
    author: str | None = None
    publication_date: date | None = None
    document_type: str | None = None
    source: str | None = None
    date_text: str | None = None
    """The date as the document writes it, in whichever calendar."""
    trust: Mapping[str, FieldTrust] = field(default_factory=dict)
    engine: str = ""


@dataclass(frozen=True)
class AgniExtractionSession:
    document: Path | None = None
    """The document's id, as the last part of a path."""
    metadata: DocumentMetadata | None = None
    conversations: Mapping[str, Conversation] = field(default_factory=dict)
    entities: tuple[ExtractedEntity, ...] = ()
    guidance: str | None = None

    def thread(self, key: str) -> Conversation:
        return self.conversations.get(key, Conversation())


@dataclass(frozen=True)
class EntityChange:
    """What an approved entity means for the registry."""

    id: str
    change_type: ChangeType
    entity_type: EntityType
    entity_sub_type: str
    nes_entity_id: str
    entity_data: Mapping[str, Any]
