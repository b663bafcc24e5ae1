"""Everything one message will write, as a value: made without a database, saved at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from pramana.memory.contracts.extraction import EntityFound
from pramana.memory.contracts.graph import Entity, Episode, Fact
from pramana.memory.contracts.results import DuplicateOf, EpisodeResult
from pramana.memory.contracts.spaces import ENTITIES, EPISODES, EXCHANGES, FACTS
from pramana.memory.domain.attributes import enrich
from pramana.memory.domain.relations import Relations
from pramana.memory.domain.resolution import Resolution


@dataclass(frozen=True)
class Plan:
    """An episode and what it changes. `facts` are the known ones that the changes are about."""

    episode: Episode
    is_new: bool
    keeps_content: bool
    engine: str
    resolution: Resolution
    relations: Relations
    mentioned: Mapping[UUID, EntityFound]
    """How the episode mentions each entity."""
    enriched: tuple[Entity, ...]
    """Known entities of which something new was learnt."""
    known: Mapping[UUID, Fact] = field(default_factory=dict)
    follows: Episode | None = None
    updates_communities: bool = False
    vectors: Mapping[str, Sequence[float] | None] = field(default_factory=dict)
    """Of texts that were embedded on the way."""
    skipped: tuple[str, ...] = ()
    """Stages that failed and were left out."""
    unread: int = 0
    """Characters at the end of a very long message in which no facts were looked for."""

    @property
    def new_entities(self) -> list[Entity]:
        ids = self.resolution.new_ids
        return [entity for id_, entity in self.resolution.entities.items() if id_ in ids]

    @property
    def counts(self) -> dict[str, int]:
        """What may be logged: numbers, never words."""
        return {
            "entities": len(self.resolution.entities),
            "new_entities": len(self.resolution.new_ids),
            "duplicates": len(self.resolution.aliases),
            "accepted": len(self.relations.accepted),
            "restated": len(self.relations.restated),
            "invalidated": len(self.relations.closings),
            "skipped": len(self.skipped),
            "unread": self.unread,
        }

    def texts(self) -> dict[tuple[str, UUID], str]:
        """What search is to find, by its space and id: whatever is new and has words."""
        found = {(ENTITIES, each.id): each.name for each in self.new_entities}
        found |= {(FACTS, each.id): each.text for each in self.relations.accepted}
        if self.is_new and self.keeps_content:
            found[EPISODES, self.episode.id] = self.episode.content
            if self.follows:
                found[EXCHANGES, self.episode.id] = exchange(self.follows, self.episode)
        return found

    def result(self) -> EpisodeResult:
        aliases = self.resolution.aliases
        return EpisodeResult(
            episode=self.episode,
            mentions=tuple(self.mentioned),
            entities=tuple(self.resolution.entities.values()),
            facts=self.relations.accepted,
            restated=self.relations.restated,
            invalidated=self.relations.closings,
            duplicates=tuple(DuplicateOf(a.name, a.entity_id, a.how) for a in aliases),
            engine=self.engine,
            counts=self.counts,
        )


def exchange(earlier: Episode, later: Episode) -> str:
    """Two turns that follow each other, as one text."""
    return f"{earlier.content}\n{later.content}"


def hydrate(
    found: Sequence[EntityFound], resolution: Resolution
) -> tuple[dict[UUID, Entity], dict[UUID, EntityFound]]:
    """Entities with what the message says of them, and how it mentions each."""
    entities, mentioned = dict(resolution.entities), dict[UUID, EntityFound]()
    for each in found:
        id_ = resolution.id_of(each.name)
        if id_ is not None:
            entities[id_] = enrich(entities[id_], each)
            mentioned.setdefault(id_, each)
    return entities, mentioned
