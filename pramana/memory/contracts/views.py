"""The graph as others see it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class FactView:
    """A fact with its two times: when it held, and when we knew it."""

    id: UUID
    group_id: str
    subject_id: UUID
    object_id: UUID
    relation: str
    text: str = field(repr=False)
    valid_at: datetime | None
    invalid_at: datetime | None
    created_at: datetime
    expired_at: datetime | None
    confidence: float = 0.5


@dataclass(frozen=True)
class DuplicateView:
    """A name that was taken for an entity of another name, why, and what a person said to it."""

    id: UUID
    group_id: str
    name: str
    entity_id: UUID
    entity_name: str
    how: str
    score: float
    created_at: datetime
    confirmed_at: datetime | None
    undone_at: datetime | None


@dataclass(frozen=True)
class EpisodeView:
    id: UUID
    group_id: str
    name: str
    content: str = field(repr=False)
    source: str
    source_description: str
    valid_at: datetime
    created_at: datetime
    fact_ids: tuple[UUID, ...]
    engine: str


@dataclass(frozen=True)
class EntityView:
    id: UUID
    group_id: str
    name: str
    type: str
    summary: str
    attributes: Mapping[str, Any]
    created_at: datetime
