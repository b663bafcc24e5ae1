"""The corrections that a person can make to a session, and the requests that state them.

Entities are named by their index.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, Field

from pramana.agni.contracts import (
    AgniExtractionSession,
    EditedName,
    EntitySubType,
    EntityType,
)
from pramana.agni.domain.grounding import first_date
from pramana.agni.domain.names import entity_name
from pramana.agni.errors import InvalidEntity
from pramana.agni.prompts.metadata import DOCUMENT_TYPES
from pramana.kit.errors import InvalidRequest


@dataclass(frozen=True)
class SetMetadata:
    field: str
    value: str | date | None
    """None: the document does not state it."""
    written: str = ""
    """A date in the words of the reviewer."""


@dataclass(frozen=True)
class SetCircumstance:
    entity: int
    key: str
    value: str | None


@dataclass(frozen=True)
class RenameEntity:
    entity: int
    old: str
    """The name that is replaced; empty for the first one."""
    new: str


@dataclass(frozen=True)
class RetypeEntity:
    entity: int
    entity_type: EntityType
    sub_type: EntitySubType | None = None


@dataclass(frozen=True)
class EditEntity:
    """All names and circumstances at once, as a form sends them. None leaves them alone."""

    entity: int
    names: tuple[Mapping[str, Any], ...] | None = None
    entity_data: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class RemoveEntity:
    entity: int


@dataclass(frozen=True)
class MergeEntities:
    """The entities are one thing; the first of them stays."""

    entities: tuple[int, ...]


@dataclass(frozen=True)
class SplitEntity:
    """A name of an entity, or the mentions that begin at `starts`, are another thing."""

    entity: int
    name: str = ""
    starts: tuple[int, ...] = ()


@dataclass(frozen=True)
class AddEntity:
    name: str
    entity_type: EntityType
    position: str = ""
    only_if_named: bool = False
    """It was said what the name is, not that it is missing: the document must name it."""
    at: tuple[int, int] | None = None
    """The words that a person selected in the document."""


@dataclass(frozen=True)
class RestoreEntity:
    """Take back every correction of an entity."""

    entity: int


@dataclass(frozen=True)
class RestoreMetadata:
    """Take back the correction of a metadata field."""

    field: str


EntityCorrection = (
    SetCircumstance
    | RenameEntity
    | RetypeEntity
    | EditEntity
    | RemoveEntity
    | SplitEntity
    | RestoreEntity
)
"""A correction of one entity that a session has."""

SessionCorrection = SetMetadata | RestoreMetadata | MergeEntities | AddEntity | EntityCorrection


METADATA_FIELDS = ("title", "summary", "author", "publication_date", "document_type", "source")


class SessionCorrectionAction(StrEnum):
    SET_METADATA = "set_metadata"
    RESTORE_METADATA = "restore_metadata"
    ADD = "add"
    EDIT = "edit"
    RETYPE = "retype"
    MERGE = "merge"
    SPLIT = "split"
    REMOVE = "remove"
    RESTORE = "restore"


class SessionCorrectionRequest(BaseModel):
    """One correction. Which fields it needs depends on the action."""

    action: SessionCorrectionAction
    entity: int | None = Field(default=None, ge=0, le=1_000_000)
    """The entity to edit, retype, split, remove or restore."""
    entities: list[int] = Field(default_factory=list, max_length=50)
    """The entities to merge."""
    field: str = Field(default="", max_length=40)
    """The metadata field to set or restore."""
    value: str | None = Field(default=None, max_length=5_000)
    """Its value; empty if the document does not state it."""
    names: list[EditedName] | None = Field(default=None, min_length=1, max_length=50)
    entity_data: dict[str, Any] | None = Field(default=None, max_length=100)
    entity_type: EntityType | None = None
    entity_sub_type: EntitySubType | None = None
    name: str = Field(default="", max_length=500)
    """The name to add, or the one that is another thing."""
    start: int | None = Field(default=None, ge=0, le=1_000_000_000)
    end: int | None = Field(default=None, ge=0, le=1_000_000_000)
    """The words to add, in code points of the document's text."""
    starts: list[int] = Field(default_factory=list, max_length=200)
    """Where the mentions begin that are another thing."""


def requested_correction(
    request: SessionCorrectionRequest, session: AgniExtractionSession
) -> SessionCorrection:
    """Raises InvalidRequest and InvalidEntity for one that cannot be made."""
    match request.action:
        case SessionCorrectionAction.SET_METADATA:
            return _set_metadata(request)
        case SessionCorrectionAction.RESTORE_METADATA:
            return RestoreMetadata(_field(request))
        case SessionCorrectionAction.ADD:
            return _add(request)
        case SessionCorrectionAction.MERGE:
            return _merge(request, session)
        case _:
            return _change(request, _place(request.entity, session))


def _change(request: SessionCorrectionRequest, place: int) -> SessionCorrection:
    match request.action:
        case SessionCorrectionAction.EDIT:
            names = request.names and tuple(
                entity_name(each.text, each.language) for each in request.names
            )
            return EditEntity(place, names or None, request.entity_data)
        case SessionCorrectionAction.RETYPE if request.entity_type:
            return RetypeEntity(place, request.entity_type, request.entity_sub_type)
        case SessionCorrectionAction.RETYPE:
            raise InvalidRequest("entity_type required to retype an entity")
        case SessionCorrectionAction.SPLIT if request.name.strip() or request.starts:
            return SplitEntity(place, request.name, tuple(request.starts))
        case SessionCorrectionAction.SPLIT:
            raise InvalidRequest("name or starts required to split an entity")
        case SessionCorrectionAction.REMOVE:
            return RemoveEntity(place)
        case _:
            return RestoreEntity(place)


def _field(request: SessionCorrectionRequest) -> str:
    if request.field not in METADATA_FIELDS:
        raise InvalidRequest(f"field must be one of {', '.join(METADATA_FIELDS)}")
    return request.field


def _set_metadata(request: SessionCorrectionRequest) -> SetMetadata:
    field, text = _field(request), " ".join((request.value or "").split())
    value: str | date | None = text or None
    if text and field == "document_type" and text not in DOCUMENT_TYPES:
        raise InvalidRequest(f"document_type must be one of {', '.join(DOCUMENT_TYPES)}")
    if text and field == "publication_date":
        value = first_date(text)
        if value is None:
            raise InvalidRequest(f"“{text}” is not a date.")
    is_own_calendar = isinstance(value, date) and text != value.isoformat()
    return SetMetadata(field, value, text if is_own_calendar else "")


def _add(request: SessionCorrectionRequest) -> AddEntity:
    kind = request.entity_type or EntityType.PERSON
    if request.start is not None and request.end is not None:
        return AddEntity("", kind, at=(request.start, request.end))
    name = " ".join(request.name.split())
    if not name:
        raise InvalidRequest("name, or start and end, required to add an entity")
    return AddEntity(name, kind)


def _merge(request: SessionCorrectionRequest, session: AgniExtractionSession) -> MergeEntities:
    places = tuple(dict.fromkeys(_place(each, session) for each in request.entities))
    if len(places) < 2:
        raise InvalidRequest("two entities required to merge them")
    if any(session.entities[place].merged_into is not None for place in places):
        raise InvalidRequest("One of them was already merged into another.")
    return MergeEntities(places)


def _place(place: int | None, session: AgniExtractionSession) -> int:
    if place is None or not 0 <= place < len(session.entities):
        raise InvalidEntity()
    return place
