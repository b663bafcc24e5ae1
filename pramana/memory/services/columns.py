"""The rows of a plan, table by table, with vectors for what is new.

Made before the transaction that writes them: an encoder that fails leaves nothing behind, and one
that is slow holds nothing up.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.llm.embeddings.choice import configured_encoder
from pramana.llm.embeddings.port import Encoder
from pramana.memory.contracts.graph import Closing, Fact
from pramana.memory.contracts.messages import offset_minutes
from pramana.memory.domain.naming import keys_of
from pramana.memory.domain.plan import Plan
from pramana.memory.postgres import records
from pramana.postgres.vectors import dense
from pramana.retrieval.contracts import Vector


def written(scope: Scope, plan: Plan) -> dict[str, str]:
    """What a plan writes, as the statement that saves it takes it."""
    columns = _Columns(scope, plan)
    return {name: records(list(values)) for name, values in columns.all().items()}


class _Columns:
    """The rows of a plan, table by table."""

    def __init__(self, scope: Scope, plan: Plan) -> None:
        self.scope, self.plan, self.now = scope, plan, utcnow()
        self.group_id = plan.episode.group_id

    def all(self) -> dict[str, Iterable[Mapping[str, Any]]]:
        return {
            "episodes": [self._episode()],
            "entities": (self._row(**each) for each in self._entities()),
            "enriched": self._enriched(),
            "keys": (self._row(**each) for each in self._keys()),
            "facts": (self._row(**each) for each in self._facts()),
            "ends": self._ends(),
            "closings": (self._row(**each) for each in self._closings()),
            "sources": (self._row(**each) for each in self._sources()),
            "mentions": (self._row(**each) for each in self._mentions()),
            "duplicates": (self._row(**each) for each in self._duplicates()),
            "unindexed": (self._row(**each) for each in self._unindexed()),
            "due": (self._row(**each) for each in self._due()),
        }

    def _row(self, **columns: Any) -> dict[str, Any]:
        return {"id": uuid4(), "tenant_id": self.scope.tenant_id, **columns}

    def _episode(self) -> dict[str, Any]:
        episode, follows = self.plan.episode, self.plan.follows
        return self._row(
            id=episode.id,
            group_id=self.group_id,
            name=episode.name,
            content=episode.content if self.plan.keeps_content else "",
            source=episode.source,
            source_description=episode.source_description,
            valid_at=episode.valid_at,
            offset_minutes=offset_minutes(episode.valid_at),
            created_at=episode.created_at,
            follows_id=follows.id if follows else None,
            fact_ids=list(self.plan.relations.fact_ids),
            engine=self.plan.engine[:100],
        )

    def _entities(self) -> Iterable[dict[str, Any]]:
        for entity in self.plan.new_entities:
            yield {
                "id": entity.id,
                "group_id": self.group_id,
                "name": entity.name,
                "type": entity.type[:100],
                "summary": "",
                "attributes": dict(entity.attributes),
                "by_hand": False,
                "created_at": self.now,
            }

    def _enriched(self) -> list[dict[str, Any]]:
        return [
            {"id": each.id, "type": each.type, "attributes": dict(each.attributes)}
            for each in self.plan.enriched
        ]

    def _keys(self) -> Iterable[dict[str, Any]]:
        named = [(entity.name, entity.id) for entity in self.plan.new_entities]
        named += [(alias.name, alias.entity_id) for alias in self.plan.resolution.aliases]
        for name, entity_id in named:
            for key in keys_of(name):
                yield {"group_id": self.group_id, "key": key, "entity_id": entity_id}

    def _facts(self) -> Iterable[dict[str, Any]]:
        for fact in self.plan.relations.accepted:
            yield {
                "id": fact.id,
                "group_id": self.group_id,
                "subject_id": fact.subject_id,
                "relation": fact.relation,
                "family": fact.family,
                "object_id": fact.object_id,
                "text": fact.text,
                "confidence": self.plan.relations.evidence[fact.id].confidence,
                "valid_at": fact.valid.start,
                "invalid_at": fact.valid.end,
                "created_at": fact.created_at,
                "expired_at": fact.expired_at,
            }

    def _ends(self) -> list[dict[str, Any]]:
        """Each known fact once: of two that end it, the earlier end counts."""
        ends: dict[UUID, Any] = {}
        for closing in self.plan.relations.closings:
            if closing.fact_id in self.plan.known:
                ends[closing.fact_id] = min(closing.at, ends.get(closing.fact_id, closing.at))
        return [{"id": fact_id, "at": at} for fact_id, at in ends.items()]

    def _closings(self) -> Iterable[dict[str, Any]]:
        """What this episode ended, and what arrives ended by a fact that was there before it."""
        for closing in self.plan.relations.closings:
            before = self.plan.known.get(closing.fact_id)
            yield self._closing(closing, before, episode_id=self.plan.episode.id)
        for closing, told in self.plan.relations.arrivals:
            yield self._closing(closing, told, episode_id=None)

    def _closing(
        self, closing: Closing, before: Fact | None, *, episode_id: UUID | None
    ) -> dict[str, Any]:
        return {
            "fact_id": closing.fact_id,
            "by_id": None if closing.by == closing.fact_id else closing.by,
            "episode_id": episode_id,
            "at": closing.at,
            "reason": closing.reason,
            "was_invalid_at": before.valid.end if before else None,
            "was_expired_at": before.expired_at if before else None,
            "created_at": self.now,
        }

    def _sources(self) -> Iterable[dict[str, Any]]:
        for fact_id, drafted in self.plan.relations.evidence.items():
            span = drafted.span
            yield {
                "fact_id": fact_id,
                "episode_id": self.plan.episode.id,
                "quote": drafted.quote if self.plan.keeps_content else "",
                "start": span.start if span else None,
                "end": span.end if span else None,
                "alignment": span.alignment.value if span else "none",
            }

    def _mentions(self) -> Iterable[dict[str, Any]]:
        for entity_id, found in self.plan.mentioned.items():
            yield {
                "episode_id": self.plan.episode.id,
                "entity_id": entity_id,
                "name": found.name,
                "learnt": found.attributes,
                "created_at": self.now,
            }

    def _duplicates(self) -> Iterable[dict[str, Any]]:
        for alias in self.plan.resolution.aliases:
            yield {
                "group_id": self.group_id,
                "entity_id": alias.entity_id,
                "name": alias.name,
                "how": alias.how,
                "score": alias.score,
                "episode_id": self.plan.episode.id,
                "created_at": self.now,
            }

    def _due(self) -> Iterable[dict[str, Any]]:
        """Entities whose community is to be looked at."""
        if self.plan.updates_communities:
            for entity_id in self.plan.mentioned:
                yield {"group_id": self.group_id, "entity_id": entity_id}

    def _unindexed(self) -> Iterable[dict[str, Any]]:
        texts = self.plan.texts()
        encoder = configured_encoder()
        vectors = self._vectors(encoder, list(texts.values())) if encoder else {}
        for (space, item_id), text in texts.items():
            vector = vectors.get(text)
            yield {
                "space": space,
                "item_id": item_id,
                "group_id": self.group_id,
                "model": encoder.id if encoder else "",
                "vector": None if vector is None else dense(vector),
                "created_at": self.now,
            }

    def _vectors(self, encoder: Encoder, texts: Sequence[str]) -> Mapping[str, Vector | None]:
        """Each text's vector; those that were made on the way are not made again."""
        missing = [text for text in dict.fromkeys(texts) if text not in self.plan.vectors]
        made = encoder.embed_passages(missing).vectors if missing else ()
        return {**self.plan.vectors, **dict(zip(missing, made, strict=True))}
