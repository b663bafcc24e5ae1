"""The corrections that a person can make to a session. Entities are named by their index."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from pramana.agni.contracts import EntitySubType, EntityType


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
