"""What reading one message came to."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from pramana.memory.contracts.communities import CommunityView, Membership
from pramana.memory.contracts.graph import Closing, Entity, Episode, Fact


@dataclass(frozen=True)
class DuplicateOf:
    """A name that was taken for an entity of another name."""

    name: str
    entity_id: UUID
    how: str


@dataclass(frozen=True)
class EpisodeResult:
    """The episode with everything that was learnt from it."""

    episode: Episode
    mentions: tuple[UUID, ...]
    """Entities that the episode is linked to."""
    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]
    """Those the message added."""
    restated: tuple[UUID, ...]
    invalidated: tuple[Closing, ...]
    duplicates: tuple[DuplicateOf, ...]
    engine: str
    counts: Mapping[str, int]
    communities: tuple[CommunityView, ...] = ()
    """Those of the episode's entities, where communities were asked for."""
    memberships: tuple[Membership, ...] = ()
