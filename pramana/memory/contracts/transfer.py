"""A group as JSON lines: one record per line, with both times, evidence and history."""

from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter

from pramana.memory.contracts.graph import CalendarSystem, Grain

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
