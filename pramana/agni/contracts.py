"""A document under review as values: metadata, entities, conversations, decisions, changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field

from pramana.registry.contracts import SUB_TYPES, RecordType

METADATA_THREAD = "metadata_extraction"
ENTITY_THREAD = "entity_extraction"


class SessionStatus(StrEnum):
    """How far a session has come."""

    PENDING = "pending"
    PROCESSING_METADATA = "processing_metadata"
    METADATA_EXTRACTED = "metadata_extracted"
    PROCESSING_ENTITIES = "processing_entities"
    AWAITING_REVIEW = "awaiting_review"
    PROCESSING_PERSISTENCE = "processing_persistence"
    COMPLETED = "completed"
    FAILED = "failed"

    @property
    def is_over(self) -> bool:
        return self in (SessionStatus.COMPLETED, SessionStatus.FAILED)


class TaskStatus(StrEnum):
    """The state of the background task that works on a session."""

    QUEUED = "queued"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"

    @property
    def is_at_work(self) -> bool:
        return self in (TaskStatus.QUEUED, TaskStatus.RUNNING)


class ChangeType(StrEnum):
    CREATE = "create"
    UPDATE = "update"


class ChangeState(StrEnum):
    """Whether an approved change is still to be applied, was applied, or was refused."""

    PENDING = "pending"
    APPLIED = "applied"
    FAILED = "failed"


class EntityType(StrEnum):
    PERSON = "PERSON"
    ORGANIZATION = "ORGANIZATION"
    LOCATION = "LOCATION"

    @property
    def in_registry(self) -> str:
        """The registry's name of this type."""
        return self.value.lower()


class EntitySubType(StrEnum):
    POLITICAL_PARTY = "political_party"
    GOVERNMENT_BODY = "government_body"
    NGO = "ngo"
    INTERNATIONAL_ORG = "international_org"
    HOSPITAL = "hospital"
    MEDIA = "media"
    FINANCIAL_INSTITUTION = "financial_institution"
    PROVINCE = "province"
    DISTRICT = "district"
    METROPOLITAN_CITY = "metropolitan_city"
    SUB_METROPOLITAN_CITY = "sub_metropolitan_city"
    MUNICIPALITY = "municipality"
    RURAL_MUNICIPALITY = "rural_municipality"
    WARD = "ward"
    CONSTITUENCY = "constituency"

    @property
    def entity_type(self) -> EntityType:
        """The type that this sub-type belongs to."""
        places = SUB_TYPES[RecordType.LOCATION]
        return EntityType.LOCATION if self.value in places else EntityType.ORGANIZATION


class EntityStatus(StrEnum):
    CREATE_NEW = "create_new"
    MATCHED = "matched"
    SKIPPED = "skipped"
    NEEDS_DISAMBIGUATION = "needs_disambiguation"

    @property
    def is_resolved(self) -> bool:
        return self is not EntityStatus.NEEDS_DISAMBIGUATION


@dataclass(frozen=True)
class MatchEntityCandidate:
    """A registry record that an entity may be, with a reason a person can check."""

    nes_id: str
    confidence: float
    reason: str
    name: str = ""
    decisive: bool = False
    """An identifier or another attribute agrees and none differs: enough to propose a match."""


@dataclass(frozen=True)
class TextMention:
    """A stretch of the document's text that names an entity or supports a value; in code points."""

    start: int
    end: int
    quote: str
    page: int | None = None
    alignment: str = "exact"


@dataclass(frozen=True)
class ExtractedEntity:
    """One person, organisation or place. Its index in the session's list never changes."""

    entity_type: EntityType
    entity_sub_type: EntitySubType | None = None
    names: tuple[Mapping[str, Any], ...] = ()
    entity_data: Mapping[str, Any] = field(default_factory=dict)
    evidence: Mapping[str, TextMention] = field(default_factory=dict)
    """The words of the document that state each value of `entity_data`."""
    confidence: float = 0.0
    candidates: tuple[MatchEntityCandidate, ...] = ()
    matched_id: str | None = None
    needs_creation: bool = False
    proposed_changes: Mapping[str, Any] = field(default_factory=dict)
    is_skipped: bool = False
    skip_reason: str = ""
    mentions: tuple[TextMention, ...] = ()
    withdrawn: bool = False
    """The extractor no longer finds it. It stays in the list so that other indexes stay valid."""
    unverified: bool = False
    """The registry could not be asked whether it knows `matched_id`."""
    unasked: bool = False
    """The registry did not answer when records were looked for; it is asked again."""
    engine: str = ""
    change_id: str = ""
    """The id its change will have; allocated when a person asks to persist the session."""
    decided_by: UUID | None = None
    decided_at: datetime | None = None
    corrected: tuple[str, ...] = ()
    """What a person set: `names`, `type`, `mentions`, `added`, `removed`, `merged`, `data.<key>`.
    A second reading leaves it alone."""
    as_read: "ExtractedEntity | None" = None
    """The reading that the first correction changed; what taking corrections back restores."""
    before_decision: "ExtractedEntity | None" = None
    """What a person decided about; what taking the decision back restores."""
    merged_into: int | None = None
    """The index of the entity that a person said it is."""
    split_from: int | None = None
    """The index of the entity that it was a part of until a person said otherwise."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """What a person chose for single lines of its change, by their keys."""

    @property
    def status(self) -> EntityStatus:
        """What persisting will do with it. With nothing set, a new record is proposed."""
        if self.needs_creation:
            return EntityStatus.CREATE_NEW
        if self.matched_id:
            return EntityStatus.MATCHED
        if self.is_skipped or self.withdrawn:
            return EntityStatus.SKIPPED
        if self.candidates or self.unasked:
            return EntityStatus.NEEDS_DISAMBIGUATION
        return EntityStatus.CREATE_NEW

    @property
    def is_decided(self) -> bool:
        """Whether a person decided; a proposal of ours is not a decision."""
        return self.decided_by is not None

    @property
    def name(self) -> str:
        """Its first name, or nothing."""
        return str(self.names[0]["text"]) if self.names else ""


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
    """Messages between reviewers and the extractor, oldest first."""

    thread: tuple[Message, ...] = ()

    @property
    def user_texts(self) -> tuple[str, ...]:
        """What the reviewers wrote."""
        return tuple(message.text for message in self.thread if message.author is Author.USER)


def entity_thread(index: int) -> str:
    """The key of the conversation about one entity.

    >>> entity_thread(3)
    'entity:3'
    """
    return f"entity:{index}"


@dataclass(frozen=True)
class FieldTrust:
    """How sure a metadata field is, and the words that support it; None where it was inferred."""

    confidence: float
    evidence: TextMention | None = None


@dataclass(frozen=True)
class DocumentMetadata:
    title: str | None = None
    summary: str | None = None
    author: str | None = None
    publication_date: date | None = None
    document_type: str | None = None
    source: str | None = None
    date_text: str | None = None
    """The date as the document writes it, in its own calendar."""
    trust: Mapping[str, FieldTrust] = field(default_factory=dict)
    engine: str = ""
    corrected: tuple[str, ...] = ()
    """The fields that a person set. A second reading leaves them alone."""
    as_read: "DocumentMetadata | None" = None
    """The reading that the first correction changed."""


@dataclass(frozen=True)
class AgniExtractionSession:
    document: Path | None = None
    """A path whose last part is the document's id."""
    metadata: DocumentMetadata | None = None
    conversations: Mapping[str, Conversation] = field(default_factory=dict)
    entities: tuple[ExtractedEntity, ...] = ()
    guidance: str | None = None
    from_library: bool = False
    """The document was there before the review, and stays when the review is deleted."""

    @property
    def document_date(self) -> date | None:
        return self.metadata.publication_date if self.metadata else None

    def thread(self, key: str) -> Conversation:
        return self.conversations.get(key, Conversation())

    def with_message(self, key: str, message: Message) -> "AgniExtractionSession":
        thread = Conversation((*self.thread(key).thread, message))
        return replace(self, conversations={**self.conversations, key: thread})

    def with_entity(self, index: int, entity: ExtractedEntity) -> "AgniExtractionSession":
        entities = (*self.entities[:index], entity, *self.entities[index + 1 :])
        return replace(self, entities=entities)


@dataclass(frozen=True)
class EntityChange:
    """The registry change that an approved entity leads to."""

    id: str
    change_type: ChangeType
    entity_type: EntityType
    entity_sub_type: str
    nes_entity_id: str
    entity_data: Mapping[str, Any]


class DecisionAction(StrEnum):
    MATCH = "match"
    CREATE = "create"
    SKIP = "skip"


class EditedName(BaseModel):
    text: str = Field(min_length=1, max_length=500)
    language: str = Field(default="", max_length=8)


class EntityDecision(BaseModel):
    """A person's decision on one entity, as the request states it."""

    action: str = ""
    nes_id: str | None = Field(default=None, max_length=300)
    confirmed: bool = False
    reason: str = Field(default="", max_length=2000)
    names: list[EditedName] | None = Field(default=None, min_length=1, max_length=50)
    """Names for the new record, if the person edited them."""
    entity_data: dict[str, Any] | None = None
    seen: datetime | None = None
    """The `updated_at` that the person saw. A later decision by someone else is a conflict."""


def source_address(document_id: UUID | str) -> str:
    return f"/app/documents/{document_id}"


@dataclass(frozen=True)
class ReviewSession:
    """A session as other capabilities and pages see it."""

    id: UUID
    document_id: UUID
    document_title: str
    filename: str
    status: SessionStatus
    task_status: TaskStatus
    error_message: str
    progress: Mapping[str, Any]
    run_id: UUID | None
    restarted_from: UUID | None
    created_by: UUID | None
    created_at: datetime
    updated_at: datetime
    session: AgniExtractionSession

    @property
    def document_url(self) -> str:
        """The address of the file itself."""
        return f"/api/documents/{self.document_id}/file"

    @property
    def source(self) -> str:
        """The document's address, as records name it among their sources."""
        return source_address(self.document_id)


@dataclass(frozen=True)
class ApprovedChange:
    """An approved change as other capabilities and pages see it."""

    id: UUID
    change_type: ChangeType
    entity_type: str
    entity_sub_type: str
    nes_entity_id: str
    entity_data: Mapping[str, Any]
    description: str
    state: ChangeState
    error: str
    session_id: UUID
    approved_by: UUID | None
    approved_at: datetime
