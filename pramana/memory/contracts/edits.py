"""Edits of the graph by a person: what was changed, who did it, why, and whether it was undone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from pramana.memory.contracts.graph import Grain

BY_HAND = "by hand"
"""How a name was merged: a person decided it."""


class EditKind(StrEnum):
    FACT_ADDED = "fact_added"
    FACT_CORRECTED = "fact_corrected"
    FACT_CONFIRMED = "fact_confirmed"
    FACT_REFUSED = "fact_refused"
    FACT_REOPENED = "fact_reopened"
    ENTITY_RENAMED = "entity_renamed"
    ENTITIES_MERGED = "entities_merged"
    ENTITY_SPLIT = "entity_split"


class Weakness(StrEnum):
    """Why a fact deserves a second look."""

    LOW_CONFIDENCE = "low_confidence"
    CLAIM = "claim"
    """Somebody says so, and nobody has confirmed it."""
    UNNAMED = "unnamed"
    """It is about somebody known by a description alone."""
    NO_QUOTE = "no_quote"
    """No message contains the words that it rests on."""


@dataclass(frozen=True)
class GraphEditView:
    id: UUID
    group_id: str
    kind: EditKind
    actor_id: UUID | None
    """The person; None for an API key without a person."""
    reason: str = field(repr=False)
    created_at: datetime
    undone_at: datetime | None
    undone_by_id: UUID | None
    fact_id: UUID | None
    entity_id: UUID | None
    before: Mapping[str, Any] = field(repr=False)
    after: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class FactEnd:
    """An end of a fact that is added by hand: a known entity, or a name to find or to add."""

    id: UUID | None = None
    name: str = field(default="", repr=False)


@dataclass(frozen=True)
class NewFact:
    """A fact that a person states."""

    subject: FactEnd
    relation: str
    object: FactEnd
    text: str = field(default="", repr=False)
    valid_from: datetime | None = None
    start_grain: Grain = Grain.DAY
    valid_until: datetime | None = None
    end_grain: Grain = Grain.DAY


@dataclass(frozen=True)
class FactCorrection:
    """What a person changes about a fact. What is None stays as it is.

    `valid_from` and `valid_until` may be removed: the beginning is then unknown, and the fact has
    not ended.
    """

    text: str | None = field(default=None, repr=False)
    relation: str | None = None
    subject_id: UUID | None = None
    object_id: UUID | None = None
    valid_from: datetime | None = None
    start_grain: Grain | None = None
    removes_start: bool = False
    valid_until: datetime | None = None
    end_grain: Grain | None = None
    removes_end: bool = False
