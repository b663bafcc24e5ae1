"""The graph as values: episodes, entities, and facts that know when they held."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class Interval:
    """When something held: from `start` until before `end`. None is unknown, or still."""

    start: datetime | None = None
    end: datetime | None = None

    def overlaps(self, other: "Interval") -> bool:
        """Whether both held at some moment; an unknown beginning overlaps nothing."""
        if self.start is None or other.start is None:
            return False
        mine, theirs = self.end, other.end
        return (mine is None or other.start < mine) and (theirs is None or self.start < theirs)


class UniqueSide(StrEnum):
    """Which end of a relation has only one partner at a time."""

    SUBJECT = "subject"
    """A person has one employer."""
    OBJECT = "object"
    """An office has one holder."""
    NONE = "none"
    """Friends add up."""


@dataclass(frozen=True)
class Family:
    """Relations that mean the same, and which side of them is unique."""

    name: str
    aliases: frozenset[str] = frozenset()
    unique_side: UniqueSide = UniqueSide.NONE
    description: str = ""


@dataclass(frozen=True)
class Episode:
    id: UUID
    group_id: str
    content: str = field(repr=False)
    valid_at: datetime
    created_at: datetime
    name: str = ""
    source: str = "message"
    source_description: str = ""


@dataclass(frozen=True)
class Entity:
    id: UUID
    group_id: str
    name: str
    type: str = "Entity"
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Fact:
    """`valid`: when it held in the world. `created_at` and `expired_at`: when we knew it."""

    id: UUID
    group_id: str
    subject_id: UUID
    relation: str
    object_id: UUID
    text: str = field(repr=False)
    created_at: datetime
    family: str = ""
    valid: Interval = Interval()
    expired_at: datetime | None = None
    episode_ids: tuple[UUID, ...] = ()

    def side(self, side: UniqueSide) -> UUID:
        return self.object_id if side is UniqueSide.OBJECT else self.subject_id

    def other_side(self, side: UniqueSide) -> UUID:
        return self.subject_id if side is UniqueSide.OBJECT else self.object_id


@dataclass(frozen=True)
class Closing:
    """A fact that ceases to hold at a moment, and why. It can be undone."""

    fact_id: UUID
    at: datetime
    by: UUID
    reason: str
