"""Erasing facts, episodes and whole groups, without residue.

What waits to be read or indexed goes first: a message or a batch that is under way is then either
waited for, and goes with the rest, or finds that it is gone.
"""

from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from pramana.kit.scope import Scope
from pramana.memory.contracts.spaces import EXCHANGES, group_key
from pramana.memory.erasure import erase_elsewhere
from pramana.memory.errors import EntityNotFound, EpisodeNotFound, FactNotFound
from pramana.memory.models import Entity, Episode, FactRow, FactSource, Mention, Unindexed
from pramana.memory.postgres import rows
from pramana.memory.selectors.graph import check_group_known
from pramana.memory.services.holding import hold_group
from pramana.memory.services.mending import (
    delete_entity,
    mend_communities,
    mend_entities,
    reopen,
)
from pramana.retrieval import services as retrieval

GROUP_TABLES = (
    *("inboxmessage", "unindexed", "group", "duplicate", "entitykey"),
    *("communitydue", "communitymember", "community"),
)
DELETE_LINKS = """
    WITH facts AS (
        SELECT id FROM memory_fact WHERE tenant_id = %(tenant)s AND group_id = %(group)s
    ), episodes AS (
        SELECT id FROM memory_episode WHERE tenant_id = %(tenant)s AND group_id = %(group)s
    ), sources AS (
        DELETE FROM memory_fact_source
         WHERE tenant_id = %(tenant)s AND fact_id IN (SELECT id FROM facts)
    ), closings AS (
        DELETE FROM memory_fact_closing
         WHERE tenant_id = %(tenant)s AND fact_id IN (SELECT id FROM facts)
    ), mentions AS (
        DELETE FROM memory_mention
         WHERE tenant_id = %(tenant)s AND episode_id IN (SELECT id FROM episodes)
    )
    SELECT 1
"""
DELETE_OF_GROUP = """
    WITH gone AS (
        DELETE FROM memory_{table} WHERE tenant_id = %(tenant)s AND group_id = %(group)s
    )
    SELECT 1
"""
FORGET_FACTS = """
    WITH mended AS (
        UPDATE memory_episode SET fact_ids = ARRAY(
               SELECT fact FROM unnest(fact_ids) AS fact WHERE fact <> ALL(%(facts)s::uuid[]))
         WHERE tenant_id = %(tenant)s AND group_id = %(group)s AND fact_ids && %(facts)s::uuid[]
    )
    SELECT 1
"""


@transaction.atomic
def delete_group(scope: Scope, group_id: str) -> None:
    """Erase everything of a group, whatever state it is in."""
    check_group_known(scope, group_id)
    hold_group(scope, group_id)
    given = {"tenant": scope.tenant_id, "group": group_id}
    for table in GROUP_TABLES:
        rows(DELETE_OF_GROUP.format(table=table), given)
    rows(DELETE_LINKS, given)
    for table in ("fact", "episode", "entity"):
        rows(DELETE_OF_GROUP.format(table=table), given)
    retrieval.remove(scope, collection_id=group_key(scope.tenant_id, group_id))
    erase_elsewhere(scope, group_id)


@transaction.atomic
def delete_fact(scope: Scope, fact_id: UUID) -> None:
    """Erase a fact with its sources. What it had ended holds again."""
    row = FactRow.objects.in_scope(scope).select_for_update(of=("self",)).filter(pk=fact_id).first()
    if row is None:
        raise FactNotFound(fact_id)
    hold_group(scope, row.group_id)
    mend_communities(scope, row.group_id, [row.subject_id, row.object_id])
    _delete_facts(scope, row.group_id, [fact_id])


@transaction.atomic
def delete_episode(scope: Scope, episode_id: UUID) -> None:
    """Erase an episode, with the facts and entities that were known from it alone.

    What other episodes state too stays, with them as its sources; what the episode had ended
    holds again.
    """
    found = Episode.objects.in_scope(scope).select_for_update(of=("self",))
    episode = found.filter(pk=episode_id).first()
    if episode is None:
        raise EpisodeNotFound(episode_id)
    hold_group(scope, episode.group_id)
    Unindexed.objects.in_scope(scope).filter(item_id=episode_id).delete()
    reopen(scope, episode_id=episode_id)
    sources = FactSource.objects.in_scope(scope)
    stated = set(sources.filter(episode_id=episode_id).values_list("fact_id", flat=True))
    sources.filter(episode_id=episode_id).delete()
    shared = set(sources.filter(fact_id__in=stated).values_list("fact_id", flat=True))
    _delete_facts(scope, episode.group_id, stated - shared)
    mentions = Mention.objects.in_scope(scope).filter(episode_id=episode_id)
    entity_ids = list(mentions.values_list("entity_id", flat=True))
    mentions.delete()
    mend_communities(scope, episode.group_id, entity_ids)
    _part_from_followers(scope, episode_id)
    episode.delete()
    retrieval.remove(scope, item_ids=[episode_id])
    mend_entities(scope, entity_ids, without=episode_id)
    erase_elsewhere(scope, episode.group_id, episode_id)


@transaction.atomic
def erase_entity(scope: Scope, entity_id: UUID) -> int:
    """Erase a person or thing with every episode that mentions it; return how many those were.

    What else those episodes alone had told goes with them: a sentence about two people cannot
    be kept without one of them.
    """
    entity = Entity.objects.in_scope(scope).filter(pk=entity_id).first()
    if entity is None:
        raise EntityNotFound(entity_id)
    hold_group(scope, entity.group_id)
    mentioned = Mention.objects.in_scope(scope).filter(entity_id=entity_id)
    episodes = list(mentioned.values_list("episode_id", flat=True))
    for episode_id in episodes:
        delete_episode(scope, episode_id)
    facts = FactRow.objects.in_scope(scope).filter(Q(subject=entity_id) | Q(object=entity_id))
    _delete_facts(scope, entity.group_id, set(facts.values_list("pk", flat=True)))
    for left in Entity.objects.in_scope(scope).filter(pk=entity_id):
        mend_communities(scope, left.group_id, [left.pk])
        delete_entity(scope, left)
    return len(episodes)


def _delete_facts(scope: Scope, group_id: str, fact_ids: Collection[UUID]) -> None:
    if not fact_ids:
        return
    Unindexed.objects.in_scope(scope).filter(item_id__in=fact_ids).delete()
    for fact_id in fact_ids:
        reopen(scope, by_id=fact_id)
    given = {"tenant": scope.tenant_id, "group": group_id, "facts": list(fact_ids)}
    rows(FORGET_FACTS, given)
    FactRow.objects.in_scope(scope).filter(pk__in=fact_ids).delete()
    retrieval.remove(scope, item_ids=fact_ids)


def _part_from_followers(scope: Scope, episode_id: UUID) -> None:
    """Episodes are found together with the one before them; not with one that is gone."""
    followers = Episode.objects.in_scope(scope).filter(follows_id=episode_id)
    ids = list(followers.values_list("pk", flat=True))
    followers.update(follows_id=None)
    Unindexed.objects.in_scope(scope).filter(item_id__in=ids, space=EXCHANGES).delete()
    retrieval.remove(scope, EXCHANGES, item_ids=ids)
