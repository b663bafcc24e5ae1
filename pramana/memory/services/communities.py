"""Communities: entities join one as messages arrive, or all are rebuilt; then they are summarised.

Only one transaction at a time changes the communities of a group."""

from collections.abc import Collection, Iterable, Sequence
from uuid import UUID, uuid4

from django.db import transaction

from pramana.jobs.queue import push
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.llm.contracts import OFFLINE
from pramana.llm.gateway import gateway
from pramana.llm.ports import Gateway
from pramana.memory.contracts.extraction import CommunitySummary, SummaryRequest
from pramana.memory.contracts.graph import COMMUNITIES, CommunityMembership
from pramana.memory.domain.communities import (
    assign_communities,
    propagate_labels,
    summarize_from_facts,
)
from pramana.memory.models import Community, CommunityDue, CommunityMember, EntityRow, UnindexedItem
from pramana.memory.prompts.tell import summary_prompt
from pramana.memory.selectors.communities import (
    communities_of_entities,
    graph_of,
    groups_with_pending,
    neighbours_of,
    summary_request,
)
from pramana.memory.selectors.groups import check_group_known
from pramana.memory.services.groups import lock_group
from pramana.memory.services.indexing import index_pending, unindexed_items
from pramana.postgres.sql import fetch_rows
from pramana.retrieval import services as retrieval

UPDATE_TASK, BUILD_TASK = "memory.update_communities", "memory.build_communities"
COMMUNITY_LANE = "memory communities"
BATCH = 200
"""Entities whose community is updated in one transaction."""

SUMMARIES_PER_JOB = 20
"""Communities that one job summarises before it requests the next job."""

LEAST_MEMBERS_FOR_MODEL = 3
"""A model summarises communities of at least this size; a pair and its fact need none."""

TAKE_DUE = """
    DELETE FROM memory_communitydue
     WHERE tenant_id = %(tenant)s AND id IN (
           SELECT id FROM memory_communitydue
            WHERE tenant_id = %(tenant)s AND group_id = %(group)s LIMIT %(batch)s)
 RETURNING entity_id
"""


def request_updates(scope: Scope) -> None:
    """Request a job for each group whose communities are not up to date."""
    for group_id in groups_with_pending(scope):
        push(scope, COMMUNITY_LANE, UPDATE_TASK, group_id=group_id)


def request_build(scope: Scope, group_id: str) -> UUID:
    """Request that a group's communities are rebuilt; return the job's id."""
    check_group_known(scope, group_id)
    return push(scope, COMMUNITY_LANE, BUILD_TASK, group_id=group_id)


@transaction.atomic
def join_communities(scope: Scope, group_id: str) -> list[CommunityMembership]:
    """Assign a community to the next batch of entities that messages mentioned.

    An entity without one joins the community that most of its facts lead to, or starts its own.
    All communities of the batch are marked to be summarised again.
    """
    lock_group(scope, group_id)
    arguments = {"tenant": scope.tenant_id, "group": group_id, "batch": BATCH}
    due = [row["entity_id"] for row in fetch_rows(TAKE_DUE, arguments)]
    known = EntityRow.objects.in_scope(scope).filter(pk__in=due, group_id=group_id)
    entities = list(known.order_by("created_at", "pk").values_list("pk", flat=True))
    near = neighbours_of(scope, entities)
    homes = communities_of_entities(
        scope, {*entities, *(other for each in near.values() for other, _ in each)}
    )
    assigned = assign_communities(entities, near, homes, uuid4)
    _create_communities(scope, group_id, sorted(set(assigned.values()) - set(homes.values())))
    links = [CommunityMembership(entity, home) for entity, home in assigned.items()]
    _add_members(scope, group_id, [each for each in links if each.entity_id not in homes])
    changed = Community.objects.in_scope(scope).filter(pk__in=set(assigned.values()))
    changed.update(is_told=False)
    return links


@transaction.atomic
def build_communities(scope: Scope, group_id: str) -> int:
    """Rebuild a group's communities from all its facts; return how many there are.

    A community whose members stay the same keeps its id and its summary.
    """
    lock_group(scope, group_id)
    CommunityDue.objects.in_scope(scope).filter(group_id=group_id).delete()
    built = propagate_labels(graph_of(scope, group_id))
    unchanged = _unchanged_communities(scope, group_id, set(built))
    ours = Community.objects.in_scope(scope).filter(group_id=group_id)
    outdated = ours.exclude(pk__in=unchanged.values())
    delete_communities(scope, list(outdated.values_list("pk", flat=True)))
    homes = {members: uuid4() for members in built if members not in unchanged}
    _create_communities(scope, group_id, list(homes.values()))
    links = (
        CommunityMembership(entity, home) for members, home in homes.items() for entity in members
    )
    _add_members(scope, group_id, links)
    return len(built)


def _unchanged_communities(
    scope: Scope, group_id: str, built: Collection[frozenset[UUID]]
) -> dict[frozenset[UUID], UUID]:
    members: dict[UUID, set[UUID]] = {}
    links = CommunityMember.objects.in_scope(scope).filter(group_id=group_id)
    for community_id, entity_id in links.values_list("community_id", "entity_id"):
        members.setdefault(community_id, set()).add(entity_id)
    stored = {frozenset(each): community_id for community_id, each in members.items()}
    return {each: community_id for each, community_id in stored.items() if each in built}


def _create_communities(scope: Scope, group_id: str, ids: Sequence[UUID]) -> None:
    now = utcnow()
    Community.objects.bulk_create(
        Community(id=id_, tenant_id=scope.tenant_id, group_id=group_id, created_at=now)
        for id_ in ids
    )


def _add_members(scope: Scope, group_id: str, links: Iterable[CommunityMembership]) -> None:
    CommunityMember.objects.bulk_create(
        (
            CommunityMember(
                tenant_id=scope.tenant_id,
                group_id=group_id,
                community_id=each.community_id,
                entity_id=each.entity_id,
            )
            for each in links
        ),
        batch_size=2_000,
    )


def delete_communities(scope: Scope, ids: Collection[UUID]) -> None:
    """Delete communities with their memberships and their index entries."""
    if ids:
        clear_summaries(scope, ids)
        CommunityMember.objects.in_scope(scope).filter(community_id__in=ids).delete()
        Community.objects.in_scope(scope).filter(pk__in=ids).delete()


def clear_summaries(scope: Scope, ids: Collection[UUID]) -> None:
    """Delete the summaries of communities, which may contain words that are being erased."""
    UnindexedItem.objects.in_scope(scope).filter(item_id__in=ids, space=COMMUNITIES).delete()
    retrieval.remove_entries(scope, COMMUNITIES, item_ids=ids)
    communities = Community.objects.in_scope(scope).filter(pk__in=ids)
    communities.update(name="", summary="", engine="", is_told=False)


def update_communities(scope: Scope, group_id: str, *, model: Gateway | None = None) -> None:
    """Assign pending entities and summarise changed communities, in bounded steps.

    What is left over is requested as another job.
    """
    join_communities(scope, group_id)
    summarize_communities(scope, group_id, model=model)
    if _has_more(scope, group_id):
        push(scope, COMMUNITY_LANE, UPDATE_TASK, group_id=group_id)


def _has_more(scope: Scope, group_id: str) -> bool:
    due = CommunityDue.objects.in_scope(scope).filter(group_id=group_id)
    outdated = Community.objects.in_scope(scope).filter(group_id=group_id, is_told=False)
    return due.exists() or outdated.exists()


def summarize_communities(scope: Scope, group_id: str, *, model: Gateway | None = None) -> int:
    """Summarise communities that changed since their last summary; return how many."""
    changed = Community.objects.in_scope(scope).filter(group_id=group_id, is_told=False)
    outdated = list(
        changed.order_by("created_at", "pk").values_list("pk", flat=True)[:SUMMARIES_PER_JOB]
    )
    for community_id in outdated:
        request = summary_request(scope, community_id)
        summary, engine = _summarize(scope, request, model)
        _save_summary(scope, group_id, community_id, request, summary, engine)
    if outdated:
        index_pending(scope)
    return len(outdated)


def _summarize(
    scope: Scope, request: SummaryRequest, model: Gateway | None
) -> tuple[CommunitySummary, str]:
    if len(request.members) < LEAST_MEMBERS_FOR_MODEL or not request.facts:
        return summarize_from_facts(request), OFFLINE
    completion = (model or gateway(scope)).ask(summary_prompt(request), fallback="offline")
    return completion.output, completion.engine


def _save_summary(
    scope: Scope,
    group_id: str,
    community_id: UUID,
    request: SummaryRequest,
    result: CommunitySummary,
    engine: str,
) -> None:
    """Save a summary, unless the community changed meanwhile; then it is summarised again."""
    name, summary = storable(result.name), storable(result.summary)
    text = f"{name}. {summary}"
    entry = unindexed_items(scope, COMMUNITIES, group_id, {community_id: text})
    with transaction.atomic():
        lock_group(scope, group_id)
        if summary_request(scope, community_id) != request:
            return
        community = Community.objects.in_scope(scope).filter(pk=community_id)
        if community.update(name=name, summary=summary, engine=engine[:100], is_told=True):
            UnindexedItem.objects.bulk_create(entry)
