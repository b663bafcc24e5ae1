"""The changes that a reviewer's words can mean. Entities are named by their index."""

from dataclasses import dataclass
from datetime import date

from pramana.agni.contracts import EntityType


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


@dataclass(frozen=True)
class RemoveEntity:
    entity: int


@dataclass(frozen=True)
class JoinEntities:
    """The entities are one thing; the first of them stays."""

    entities: tuple[int, ...]


@dataclass(frozen=True)
class PartEntity:
    """A name of an entity is another thing of its own."""

    entity: int
    name: str


@dataclass(frozen=True)
class AddEntity:
    name: str
    entity_type: EntityType
    position: str = ""
    only_if_named: bool = False
    """It was said what the name is, not that it is missing: the document must name it."""


Wish = (
    SetMetadata
    | SetCircumstance
    | RenameEntity
    | RetypeEntity
    | RemoveEntity
    | JoinEntities
    | PartEntity
    | AddEntity
)
