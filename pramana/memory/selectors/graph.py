"""Facts, entities and episodes as others see them."""

from uuid import UUID

from pramana.kit.errors import NotFound
from pramana.kit.scope import Scope
from pramana.memory.contracts.views import EntityView, EpisodeView, FactView
from pramana.memory.errors import EntityNotFound, FactNotFound
from pramana.memory.models import Entity, Episode, FactRow, Group, InboxMessage


def check_group_known(scope: Scope, group_id: str) -> None:
    """Raise unless something of this group is here."""
    for table in (Episode, InboxMessage, Entity, Group):
        if table.objects.in_scope(scope).filter(group_id=group_id).exists():
            return
    raise NotFound("There is nothing of this group.")


def newest_episodes(scope: Scope, group_id: str, *, last: int) -> list[EpisodeView]:
    """The last episodes of a group by when they were said, oldest of them first."""
    found = Episode.objects.in_scope(scope).filter(group_id=group_id)
    newest = found.order_by("-valid_at", "-created_at")[:last]
    return [episode_view(row) for row in reversed(newest)]


def get_fact(scope: Scope, fact_id: UUID) -> FactView:
    row = FactRow.objects.in_scope(scope).filter(pk=fact_id).first()
    if row is None:
        raise FactNotFound(fact_id)
    return fact_view(row)


def get_entity(scope: Scope, entity_id: UUID) -> EntityView:
    row = Entity.objects.in_scope(scope).filter(pk=entity_id).first()
    if row is None:
        raise EntityNotFound(entity_id)
    return entity_view(row)


def fact_view(row: FactRow) -> FactView:
    return FactView(
        id=row.pk,
        group_id=row.group_id,
        subject_id=row.subject_id,
        object_id=row.object_id,
        relation=row.relation,
        text=row.text,
        valid_at=row.valid_at,
        invalid_at=row.invalid_at,
        created_at=row.created_at,
        expired_at=row.expired_at,
        confidence=row.confidence,
    )


def entity_view(row: Entity) -> EntityView:
    return EntityView(
        id=row.pk,
        group_id=row.group_id,
        name=row.name,
        type=row.type,
        summary=row.summary,
        attributes=row.attributes,
        created_at=row.created_at,
    )


def episode_view(row: Episode) -> EpisodeView:
    return EpisodeView(
        id=row.pk,
        group_id=row.group_id,
        name=row.name,
        content=row.content,
        source=row.source,
        source_description=row.source_description,
        valid_at=row.valid_at,
        created_at=row.created_at,
        fact_ids=tuple(row.fact_ids),
        engine=row.engine,
    )
