"""What goes in and what comes out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from pramana.language.names import PartScore
from pramana.registry.contracts.kinds import EntityType
from pramana.registry.contracts.names import NameText


@dataclass(frozen=True)
class Named:
    """A record with the names it is to be found by."""

    record_id: UUID
    entity_type: EntityType
    names: Sequence[NameText]


@dataclass(frozen=True)
class Known:
    """A record that might be the one, from wherever it was found."""

    record_id: UUID
    entity_type: EntityType
    names: Sequence[str]
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class NameCandidate:
    """A record that might be the one, how sure that is, and why.

    `agreeing` and `differing` name what beside the name was compared; a match that nobody looked
    at needs something in the first and nothing in the second.
    """

    record_id: UUID
    entity_type: EntityType
    name: str
    score: float
    reasons: tuple[str, ...]
    parts: tuple[PartScore, ...]
    agreeing: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()
