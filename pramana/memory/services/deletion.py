"""Erasing facts, episodes, entities and whole groups, and repairing what depended on them.

Queued messages and index entries are deleted first: a message or batch in progress is then either
waited for and deleted with the rest, or it finds that its row is gone.
"""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from pramana.jobs.queue import push
from pramana.kit.scope import Scope
from pramana.language.stems import without_case
from pramana.language.tokens import terms
from pramana.memory.contracts.graph import BY_HAND, EXCHANGES, EditKind, group_key
from pramana.memory.domain.names import keys_of
from pramana.memory.errors import EntityNotFound, EpisodeNotFound, FactNotFound
from pramana.memory.models import (
    CommunityDue,
    CommunityMember,
    Delivery,
    Distinction,
    Duplicate,
    EntityKey,
    EntityRow,
    EpisodeRow,
    FactClosing,
    FactRow,
    FactSource,
    GraphEdit,
    InboxMessage,
    MentionRow,
    UnindexedItem,
)
from pramana.memory.selectors.communities import communities_of_entities
from pramana.memory.selectors.groups import check_group_known
from pramana.memory.services.communities import (
    COMMUNITY_LANE,
    UPDATE_TASK,
    clear_summaries,
    delete_communities,
)
from pramana.memory.services.groups import lock_group
from pramana.memory.services.inbox import RETRYABLE
from pramana.postgres.sql import fetch_rows
from pramana.retrieval import services as retrieval

Eraser = Callable[[Scope, str, UUID | None], None]
"""Erases what another capability derived from an episode, or from a whole group if the episode is
None. It runs in the transaction that deletes the episode or group."""

_erasers: list[Eraser] = []

GROUP_TABLES = (
    *("inboxmessage", "unindexed", "group", "duplicate", "distinction", "entitykey"),
    *("graph_edit", "delivery"),
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
    WITH deleted AS (
        DELETE FROM memory_{table} WHERE tenant_id = %(tenant)s AND group_id = %(group)s
    )
    SELECT 1
"""
FORGET_FACTS = """
    WITH updated AS (
        UPDATE memory_episode SET fact_ids = ARRAY(
               SELECT fact FROM unnest(fact_ids) AS fact WHERE fact <> ALL(%(facts)s::uuid[]))
         WHERE tenant_id = %(tenant)s AND group_id = %(group)s AND fact_ids && %(facts)s::uuid[]
    )
    SELECT 1
"""


def register_episode_eraser(eraser: Eraser) -> None:
    """Have `eraser` called whenever an episode or a group is deleted."""
    if eraser not in _erasers:
        _erasers.append(eraser)


def run_erasers(scope: Scope, group_id: str, episode_id: UUID | None = None) -> None:
    for eraser in _erasers:
        eraser(scope, group_id, episode_id)


@transaction.atomic
def delete_group(scope: Scope, group_id: str) -> None:
    """Erase everything in a group, in whatever state it is."""
    check_group_known(scope, group_id)
    lock_group(scope, group_id)
    arguments = {"tenant": scope.tenant_id, "group": group_id}
    for table in GROUP_TABLES:
        fetch_rows(DELETE_OF_GROUP.format(table=table), arguments)
    fetch_rows(DELETE_LINKS, arguments)
    for table in ("fact", "episode", "entity"):
        fetch_rows(DELETE_OF_GROUP.format(table=table), arguments)
    retrieval.remove_entries(scope, collection_id=group_key(scope.tenant_id, group_id))
    run_erasers(scope, group_id)


@transaction.atomic
def delete_fact(scope: Scope, fact_id: UUID) -> None:
    """Erase a fact with its sources. Facts that it closed hold again."""
    row = FactRow.objects.in_scope(scope).select_for_update(of=("self",)).filter(pk=fact_id).first()
    if row is None:
        raise FactNotFound(fact_id)
    lock_group(scope, row.group_id)
    clear_community_summaries(scope, row.group_id, [row.subject_id, row.object_id])
    _delete_facts(scope, row.group_id, [fact_id])


@transaction.atomic
def delete_episode(scope: Scope, episode_id: UUID) -> None:
    """Erase an episode, and the facts and entities that are known from it alone.

    Facts that other episodes also state stay, with those as their sources. Facts that the episode
    closed hold again. If it was read in part, its words leave the inbox.
    """
    episodes = EpisodeRow.objects.in_scope(scope).select_for_update(of=("self",))
    episode = episodes.filter(pk=episode_id).first()
    if episode is None:
        raise EpisodeNotFound(episode_id)
    lock_group(scope, episode.group_id)
    UnindexedItem.objects.in_scope(scope).filter(item_id=episode_id).delete()
    InboxMessage.objects.in_scope(scope).filter(episode_uuid=str(episode_id)).delete()
    Distinction.objects.in_scope(scope).filter(episode_id=episode_id).delete()
    reopen_facts(scope, episode_id=episode_id)
    sources = FactSource.objects.in_scope(scope)
    stated = set(sources.filter(episode_id=episode_id).values_list("fact_id", flat=True))
    sources.filter(episode_id=episode_id).delete()
    shared = set(sources.filter(fact_id__in=stated).values_list("fact_id", flat=True))
    _delete_facts(scope, episode.group_id, stated - shared - _facts_by_hand(scope, stated))
    mentions = MentionRow.objects.in_scope(scope).filter(episode_id=episode_id)
    entity_ids = list(mentions.values_list("entity_id", flat=True))
    mentions.delete()
    clear_community_summaries(scope, episode.group_id, entity_ids)
    _unlink_followers(scope, episode_id)
    episode.delete()
    retrieval.remove_entries(scope, item_ids=[episode_id])
    repair_entities(scope, entity_ids, without=episode_id)
    run_erasers(scope, episode.group_id, episode_id)


@transaction.atomic
def erase_entity(scope: Scope, entity_id: UUID) -> int:
    """Erase an entity and every episode that mentions it; return the number of episodes.

    Other facts known only from those episodes are erased too: a sentence about two people cannot
    be kept without one of them. So are messages that failed or were read in part, and have the name
    in their words: nothing else says whom they mention. The group's idempotency keys go too: they
    hold digests of words.
    """
    entity = EntityRow.objects.in_scope(scope).filter(pk=entity_id).first()
    if entity is None:
        raise EntityNotFound(entity_id)
    lock_group(scope, entity.group_id)
    mentions = MentionRow.objects.in_scope(scope).filter(entity_id=entity_id)
    unread = _unread_messages(
        scope, entity, {entity.name, *mentions.values_list("name", flat=True)}
    )
    named = {each.episode_uuid for each in unread} - {""}
    known = EpisodeRow.objects.in_scope(scope).filter(group_id=entity.group_id)
    episodes = set(mentions.values_list("episode_id", flat=True))
    episodes |= set(
        known.filter(pk__in=filter(None, map(_uuid, named))).values_list("pk", flat=True)
    )
    for episode_id in episodes:
        delete_episode(scope, episode_id)
    InboxMessage.objects.in_scope(scope).filter(pk__in=[each.pk for each in unread]).delete()
    facts = FactRow.objects.in_scope(scope).filter(
        Q(subject=entity_id) | Q(object=entity_id) | Q(claimant=entity_id)
    )
    _delete_facts(scope, entity.group_id, set(facts.values_list("pk", flat=True)))
    Delivery.objects.in_scope(scope).filter(group_id=entity.group_id).delete()
    for remaining in EntityRow.objects.in_scope(scope).filter(pk=entity_id):
        clear_community_summaries(scope, remaining.group_id, [remaining.pk])
        _forget_edits(scope, remaining)
        delete_entity(scope, remaining)
    return len(episodes)


def _unread_messages(scope: Scope, entity: EntityRow, names: Collection[str]) -> list[InboxMessage]:
    """The failed and partly read messages of the group whose sender or words have a name."""
    wanted = [set(terms(name)) for name in names]
    messages = InboxMessage.objects.in_scope(scope).filter(
        group_id=entity.group_id, state__in=[each.value for each in RETRYABLE]
    )
    found = []
    for each in messages.exclude(content="").iterator():
        words = terms(f"{each.role} {each.content}")
        forms = {*words, *map(without_case, words)}
        if any(name and name <= forms for name in wanted):
            found.append(each)
    return found


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None  # as sent; such a message names no episode


def _facts_by_hand(scope: Scope, fact_ids: Collection[UUID]) -> set[UUID]:
    """The facts among these that a person added, so that they need no episode."""
    edits = GraphEdit.objects.in_scope(scope).filter(fact_id__in=fact_ids, undone_at=None)
    added = edits.filter(kind=EditKind.FACT_ADDED.value)
    return set(added.values_list("fact_id", flat=True))


def _delete_facts(scope: Scope, group_id: str, fact_ids: Collection[UUID]) -> None:
    if not fact_ids:
        return
    UnindexedItem.objects.in_scope(scope).filter(item_id__in=fact_ids).delete()
    for fact_id in fact_ids:
        reopen_facts(scope, by_id=fact_id)
    arguments = {"tenant": scope.tenant_id, "group": group_id, "facts": list(fact_ids)}
    fetch_rows(FORGET_FACTS, arguments)
    FactRow.objects.in_scope(scope).filter(pk__in=fact_ids).delete()
    retrieval.remove_entries(scope, item_ids=fact_ids)


def _unlink_followers(scope: Scope, episode_id: UUID) -> None:
    """Stop indexing the following episodes together with the deleted one."""
    followers = EpisodeRow.objects.in_scope(scope).filter(follows_id=episode_id)
    ids = list(followers.values_list("pk", flat=True))
    followers.update(follows_id=None)
    UnindexedItem.objects.in_scope(scope).filter(item_id__in=ids, space=EXCHANGES).delete()
    retrieval.remove_entries(scope, EXCHANGES, item_ids=ids)


def reopen_facts(scope: Scope, **by: UUID) -> int:
    """Undo the closings that a fact (`by_id`) or an episode (`episode_id`) caused.

    A fact that something else has closed since stays closed. Returns how many facts hold again.
    """
    closings = FactClosing.objects.in_scope(scope).filter(undone_at=None, **by)
    reopened = 0
    for closing in closings.order_by("-created_at"):
        fact = FactRow.objects.in_scope(scope).filter(pk=closing.fact_id, invalid_at=closing.at)
        reopened += fact.update(**times_before(closing))
    FactClosing.objects.in_scope(scope).filter(**by).delete()
    return reopened


def times_before(closing: FactClosing) -> dict[str, datetime | None]:
    """The times of a fact before it was closed. A closing may have moved a bounded start."""
    times = {"invalid_at": closing.was_invalid_at, "expired_at": closing.was_expired_at}
    if closing.was_valid_at is not None:
        times["valid_at"] = closing.was_valid_at
    return times


def repair_entities(scope: Scope, entity_ids: Collection[UUID], *, without: UUID) -> None:
    """Rebuild the entities that a deleted episode mentioned; delete those known from it alone."""
    _forget_duplicates(scope, Duplicate.objects.in_scope(scope).filter(episode_id=without))
    for entity in EntityRow.objects.in_scope(scope).filter(pk__in=entity_ids):
        mentions = list(
            MentionRow.objects.in_scope(scope).filter(entity_id=entity.pk).order_by("created_at")
        )
        if mentions or entity.by_hand or _has_facts(scope, entity.pk):
            _forget_merged_names(scope, entity, {each.name for each in mentions})
            rebuild_entity(scope, entity, mentions)
        else:
            _forget_edits(scope, entity)
            delete_entity(scope, entity)


def _forget_duplicates(scope: Scope, links: QuerySet[Duplicate]) -> None:
    """Erase merged names, and the edits that confirmed them."""
    confirmations = GraphEdit.objects.in_scope(scope).filter(
        kind=EditKind.DUPLICATE_CONFIRMED.value,
        moved__duplicate__in=[str(each.pk) for each in links],
    )
    confirmations.delete()
    links.delete()


def _forget_merged_names(scope: Scope, entity: EntityRow, names: Collection[str]) -> None:
    """Erase the names that a person merged into an entity and that no episode mentions any more."""
    links = Duplicate.objects.in_scope(scope).filter(entity_id=entity.pk, how=BY_HAND)
    unknown = links.exclude(name__in=names)
    edits = GraphEdit.objects.in_scope(scope).filter(
        entity_id=entity.pk, kind=EditKind.ENTITIES_MERGED.value, before__by_hand=False
    )
    forgotten = edits.filter(before__name__in=list(unknown.values_list("name", flat=True)))
    unknown.filter(name__in=[each.before["name"] for each in forgotten]).delete()
    forgotten.delete()


def _forget_edits(scope: Scope, entity: EntityRow) -> None:
    """Erase the edits of other entities that name this one: a merge or a split with it."""
    edits = GraphEdit.objects.in_scope(scope).filter(group_id=entity.group_id)
    edits.filter(Q(before__id=str(entity.pk)) | Q(after__id=str(entity.pk))).delete()


def clear_community_summaries(scope: Scope, group_id: str, entity_ids: Collection[UUID]) -> None:
    """Clear the summaries of these entities' communities, and request new ones."""
    homes = set(communities_of_entities(scope, entity_ids).values())
    if homes:
        clear_summaries(scope, homes)
        push(scope, COMMUNITY_LANE, UPDATE_TASK, group_id=group_id)


def _has_facts(scope: Scope, entity_id: UUID) -> bool:
    either = Q(subject_id=entity_id) | Q(object_id=entity_id)
    return FactRow.objects.in_scope(scope).filter(either).exists()


def rebuild_entity(scope: Scope, entity: EntityRow, mentions: Iterable[MentionRow]) -> None:
    """Set an entity's name, keys and attributes from its remaining mentions."""
    remaining = list(mentions)
    names = list(dict.fromkeys(each.name for each in remaining))
    is_kept = entity.by_hand or entity.is_name_by_hand
    if names and not is_kept and entity.name not in names:
        entity.name = names[0]
    entity.attributes = {key: value for each in remaining for key, value in each.learnt.items()}
    entity.save(update_fields=["name", "attributes"])
    keys = {key for name in (entity.name, *names) for key in keys_of(name)}
    EntityKey.objects.in_scope(scope).filter(entity_id=entity.pk).delete()
    EntityKey.objects.bulk_create(
        EntityKey(tenant_id=scope.tenant_id, group_id=entity.group_id, key=key, entity=entity)
        for key in sorted(keys)
    )


def delete_entity(scope: Scope, entity: EntityRow) -> None:
    """Erase an entity with its keys and index entry. Its facts and mentions are already gone."""
    UnindexedItem.objects.in_scope(scope).filter(item_id=entity.pk).delete()
    EntityKey.objects.in_scope(scope).filter(entity_id=entity.pk).delete()
    Duplicate.objects.in_scope(scope).filter(entity_id=entity.pk).delete()
    retrieval.remove_entries(scope, item_ids=[entity.pk])
    _leave_community(scope, entity.pk)
    entity.delete()


def _leave_community(scope: Scope, entity_id: UUID) -> None:
    """Remove an entity from its community, and delete the community if it is then empty."""
    CommunityDue.objects.in_scope(scope).filter(entity_id=entity_id).delete()
    home = communities_of_entities(scope, [entity_id]).get(entity_id)
    links = CommunityMember.objects.in_scope(scope)
    links.filter(entity_id=entity_id).delete()
    if home is not None and not links.filter(community_id=home).exists():
        delete_communities(scope, [home])
