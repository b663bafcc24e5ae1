"""Merging an entity into another: its facts, mentions and names move, and the merge is recorded."""

from uuid import UUID, uuid4

from django.db.models import Q

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.domain.plan import Plan
from pramana.memory.models import Distinction, Duplicate, EntityRow
from pramana.memory.services.deletion import delete_entity
from pramana.postgres.sql import fetch_rows

MOVE_TO_TARGET = """
    WITH subjects AS (
        UPDATE memory_fact SET subject_id = %(target)s
         WHERE tenant_id = %(tenant)s AND subject_id = %(source)s AND object_id <> %(target)s
           AND object_id <> %(source)s
    ), objects AS (
        UPDATE memory_fact SET object_id = %(target)s
         WHERE tenant_id = %(tenant)s AND object_id = %(source)s AND subject_id <> %(target)s
           AND subject_id <> %(source)s
    ), claims AS (
        UPDATE memory_fact SET claimant_id = %(target)s
         WHERE tenant_id = %(tenant)s AND claimant_id = %(source)s
           AND subject_id <> %(source)s AND object_id <> %(source)s
    ), mentions AS (
        UPDATE memory_mention mention SET entity_id = %(target)s
         WHERE tenant_id = %(tenant)s AND entity_id = %(source)s
           AND NOT EXISTS (SELECT 1 FROM memory_mention other
                            WHERE other.tenant_id = %(tenant)s AND other.entity_id = %(target)s
                              AND other.episode_id = mention.episode_id)
    ), keys AS (
        UPDATE memory_entitykey SET entity_id = %(target)s
         WHERE tenant_id = %(tenant)s AND entity_id = %(source)s
    ), duplicates AS (
        UPDATE memory_duplicate SET entity_id = %(target)s
         WHERE tenant_id = %(tenant)s AND entity_id = %(source)s
    ), edits AS (
        UPDATE memory_graph_edit SET entity_id = %(target)s
         WHERE tenant_id = %(tenant)s AND entity_id = %(source)s
    )
    SELECT 1
"""


def merge_entities(scope: Scope, plan: Plan) -> None:
    """Carry out the merges of a plan, and record which entities are not the same.

    It runs in the transaction that saves the plan.
    """
    for merge in plan.merges:
        if are_distinct(scope, merge.source.id, merge.target_id):
            continue
        merge_entity(scope, merge.source.id, merge.target_id, merge.how, plan.episode.id)
    now = utcnow()
    Distinction.objects.bulk_create(
        (
            Distinction(
                tenant_id=scope.tenant_id,
                group_id=plan.episode.group_id,
                entity_id=one,
                other_id=other,
                episode_id=plan.episode.id,
                created_at=now,
            )
            for one, other in plan.distinct
        ),
        ignore_conflicts=True,
    )


def are_distinct(scope: Scope, one: UUID, other: UUID) -> bool:
    """Whether a message or a person said that two entities are not the same."""
    pair = Q(entity_id=one, other_id=other) | Q(entity_id=other, other_id=one)
    return Distinction.objects.in_scope(scope).filter(pair).exists()


def merge_entity(
    scope: Scope, source_id: UUID, target_id: UUID, how: str, episode_id: UUID | None
) -> None:
    """Move everything of one entity to another, and keep its name as a merged one."""
    source = EntityRow.objects.in_scope(scope).filter(pk=source_id).first()
    target = EntityRow.objects.in_scope(scope).filter(pk=target_id).first()
    if source is None or target is None or source.group_id != target.group_id:
        return
    move_everything(scope, source_id, target_id)
    Duplicate.objects.create(
        id=uuid4(),
        tenant_id=scope.tenant_id,
        group_id=source.group_id,
        entity=target,
        name=source.name,
        how=how,
        score=1.0,
        episode_id=episode_id,
        created_at=utcnow(),
    )
    delete_entity(scope, source)


def move_everything(scope: Scope, source_id: UUID, target_id: UUID) -> None:
    """Move the facts, claims, mentions, names and edits of one entity to another.

    Facts between the two stay, and so do mentions in episodes that mention both.
    """
    ends = {"tenant": scope.tenant_id, "source": source_id, "target": target_id}
    fetch_rows(MOVE_TO_TARGET, ends)
