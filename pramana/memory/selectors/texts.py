"""The words behind what search finds."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.memory.contracts.spaces import COMMUNITIES, ENTITIES, EPISODES, EXCHANGES, FACTS
from pramana.memory.models import Community, Entity, Episode, FactRow
from pramana.retrieval.ports import Texts


def fact_texts(scope: Scope, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    found = FactRow.objects.in_scope(scope).filter(pk__in=ids)
    return dict(found.values_list("pk", "text"))


def entity_texts(scope: Scope, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    found = Entity.objects.in_scope(scope).filter(pk__in=ids)
    return dict(found.values_list("pk", "name"))


def episode_texts(scope: Scope, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    found = Episode.objects.in_scope(scope).filter(pk__in=ids).exclude(content="")
    return dict(found.values_list("pk", "content"))


def exchange_texts(scope: Scope, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """Each episode with the one before it; one whose forerunner is gone stands alone."""
    later = Episode.objects.in_scope(scope).filter(pk__in=ids).exclude(content="")
    pairs = later.values_list("pk", "follows_id", "content")
    earlier = episode_texts(scope, [follows for _, follows, _ in pairs if follows])
    return {
        pk: f"{earlier[follows]}\n{text}" if follows and follows in earlier else text
        for pk, follows, text in pairs
    }


def community_texts(scope: Scope, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    found = Community.objects.in_scope(scope).filter(pk__in=ids, is_told=True)
    named = found.values_list("pk", "name", "summary")
    return {pk: f"{name}. {summary}" for pk, name, summary in named}


TEXTS: Mapping[str, Texts] = {
    FACTS: fact_texts,
    ENTITIES: entity_texts,
    EPISODES: episode_texts,
    EXCHANGES: exchange_texts,
    COMMUNITIES: community_texts,
}
