"""Everything that one message will write, as one value. It is made first and saved at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from pramana.memory.contracts.extraction import EntityMention
from pramana.memory.contracts.graph import (
    ENTITIES,
    EPISODES,
    EXCHANGES,
    FACTS,
    AddEpisodeResult,
    Entity,
    Episode,
    Fact,
)
from pramana.memory.domain.groups import GENERIC
from pramana.memory.domain.identities import Merge
from pramana.memory.domain.resolution import EntityResolution
from pramana.memory.domain.timeline import FactChanges

OVERWRITE_CONFIDENCE = 0.8
"""The confidence needed to overwrite an attribute that is already known."""


def enrich_entity(entity: Entity, mention: EntityMention) -> Entity:
    """The entity with the attributes this message adds. A guess overwrites nothing known."""
    attributes = {
        key: value
        for key, value in mention.attributes.items()
        if key not in entity.attributes or mention.confidence >= OVERWRITE_CONFIDENCE
    }
    type_ = mention.type if entity.type == GENERIC and mention.type else entity.type
    if type_ == entity.type and all(entity.attributes.get(k) == v for k, v in attributes.items()):
        return entity
    return replace(entity, type=type_, attributes={**entity.attributes, **attributes})


@dataclass(frozen=True)
class Plan:
    """An episode and what it changes. `known_facts` are the stored facts that may change."""

    episode: Episode
    is_new: bool
    keeps_content: bool
    engine: str
    resolution: EntityResolution
    changes: FactChanges
    mentions: Mapping[UUID, EntityMention]
    """How the episode mentions each entity."""
    enriched: tuple[Entity, ...]
    """Known entities that the message adds attributes to."""
    known_facts: Mapping[UUID, Fact] = field(default_factory=dict)
    follows: Episode | None = None
    updates_communities: bool = False
    merges: tuple[Merge, ...] = ()
    """Known entities that turn out to be others."""
    distinct: tuple[tuple[UUID, UUID], ...] = ()
    """Entities that the message says are not the same."""
    vectors: Mapping[str, Sequence[float] | None] = field(default_factory=dict)
    """Vectors of texts that were already embedded while reading."""
    skipped: tuple[str, ...] = ()
    """Stages that were skipped because the model failed."""
    is_model_away: bool = False
    """Whether a stage was skipped because no model could be reached, whatever the message says."""
    unread: int = 0
    """Characters at the end of a very long message that were not read for facts."""

    @property
    def new_entities(self) -> list[Entity]:
        ids = self.resolution.new_ids
        return [entity for id_, entity in self.resolution.entities.items() if id_ in ids]

    @property
    def renamed(self) -> list[Entity]:
        """Known entities for which the message gives a fuller name."""
        names = {alias.entity_id: alias.name for alias in self.resolution.aliases}
        return [each for each in self.enriched if names.get(each.id) == each.name]

    @property
    def counts(self) -> dict[str, int]:
        """Numbers for the log, which never contains content."""
        return {
            "entities": len(self.resolution.entities),
            "new_entities": len(self.resolution.new_ids),
            "duplicates": len(self.resolution.aliases),
            "accepted": len(self.changes.accepted),
            "restated": len(self.changes.restated),
            "invalidated": len(self.changes.closings),
            "skipped": len(self.skipped),
            "unread": self.unread,
        }

    def texts(self) -> dict[tuple[str, UUID], str]:
        """The texts to index, by search space and id."""
        texts = {(ENTITIES, each.id): each.name for each in (*self.new_entities, *self.renamed)}
        texts |= {(FACTS, each.id): each.text for each in self.changes.accepted}
        if self.is_new and self.keeps_content:
            texts[EPISODES, self.episode.id] = self.episode.content
            if self.follows:
                texts[EXCHANGES, self.episode.id] = (
                    f"{self.follows.content}\n{self.episode.content}"
                )
        return texts

    def result(self) -> AddEpisodeResult:
        return AddEpisodeResult(
            episode=self.episode,
            mentions=tuple(self.mentions),
            entities=tuple(self.resolution.entities.values()),
            facts=self.changes.accepted,
            restated=self.changes.restated,
            invalidated=self.changes.closings,
            duplicates=self.resolution.aliases,
            engine=self.engine,
            counts=self.counts,
        )


def enrich_entities(
    mentions: Sequence[EntityMention], resolution: EntityResolution
) -> tuple[dict[UUID, Entity], dict[UUID, EntityMention]]:
    """The entities with the attributes the message adds, and the first mention of each."""
    entities, first_mentions = dict(resolution.entities), dict[UUID, EntityMention]()
    for each in mentions:
        id_ = resolution.id_of(each.name)
        if id_ is not None:
            entities[id_] = enrich_entity(entities[id_], each)
            first_mentions.setdefault(id_, each)
    return entities, first_mentions
