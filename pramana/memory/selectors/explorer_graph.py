"""A group's graph as it is drawn: what is newest, within bounds a browser stays quick with."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from pramana.kit.scope import Scope
from pramana.memory.domain.naming import keys_of
from pramana.memory.models import Duplicate, Entity, FactRow
from pramana.memory.selectors.explorer_facts import End, told
from pramana.memory.selectors.reading import known_entities

MOST_FACTS = 6000
MOST_ENTITIES = 2000
MOST_FOUND = 12
MOST_DUPLICATES = 100

Arrow = tuple[UUID, UUID, UUID, str, datetime | None, datetime | None, datetime, datetime | None]
"""Fact, subject, object, relation; from and until when it held, from and until when we knew it."""


@dataclass(frozen=True)
class Drawing:
    """Entities and the facts between them. `is_whole`: nothing of the group was left out."""

    entities: tuple[End, ...]
    facts: tuple[Arrow, ...]
    is_whole: bool


@dataclass(frozen=True)
class DuplicateLine:
    """A name that was taken for an entity's."""

    id: UUID
    name: str = field(repr=False)
    entity: End
    how: str
    score: float
    created_at: datetime
    is_confirmed: bool


def drawing_of(
    scope: Scope,
    group_id: str,
    *,
    holds: datetime | None = None,
    known: datetime | None = None,
    around: UUID | None = None,
) -> Drawing:
    """The newest facts of a group, or those around an entity, and the entities they join."""
    found = FactRow.objects.in_scope(scope).filter(told(holds, known), group_id=group_id)
    if around is not None:
        found = found.filter(Q(subject_id=around) | Q(object_id=around))
    arrows = _arrows(found.order_by("-created_at", "-pk"))
    ids = list(dict.fromkeys(end for arrow in arrows for end in (arrow[1], arrow[2])))
    ours = Entity.objects.in_scope(scope).filter(group_id=group_id)
    ends = {each.id: each for each in _ends(ours.filter(pk__in=ids[:MOST_ENTITIES]))}
    facts = [arrow for arrow in arrows if arrow[1] in ends and arrow[2] in ends][:MOST_FACTS]
    room = 0 if around is not None else MOST_ENTITIES - len(ends)
    alone = _ends(ours.exclude(pk__in=list(ends)).order_by("-created_at")[: room + 1])
    is_whole = around is None and len(alone) <= room and len(facts) == len(arrows)
    order = sorted([*ends.values(), *alone[:room]], key=lambda each: each.id)
    return Drawing(tuple(order), tuple(facts), is_whole)


def _arrows(found: QuerySet[FactRow]) -> list[Arrow]:
    columns = ("pk", "subject_id", "object_id", "relation")
    times = ("valid_at", "invalid_at", "created_at", "expired_at")
    return list(found.values_list(*columns, *times)[: MOST_FACTS + 1])


def _ends(found: QuerySet[Entity]) -> list[End]:
    return [End(*row) for row in found.values_list("pk", "name", "type")]


def find_entities(scope: Scope, group_id: str, words: str) -> list[End]:
    """Entities by their names, in either script: those that sound so first, then those that hold
    the words."""
    asked = words.strip()
    if not asked:
        return []
    met = known_entities(scope, group_id, keys_of(asked))
    near = [End(each.id, each.name, each.type) for found in met.values() for each in found]
    holding = Entity.objects.in_scope(scope).filter(group_id=group_id, name__icontains=asked)
    found = [*_ends(holding.order_by("name")[:MOST_FOUND]), *near]
    begins = asked.casefold()
    unique = {each.id: each for each in found}.values()
    return sorted(unique, key=lambda each: not each.name.casefold().startswith(begins))[:MOST_FOUND]


def entities_page(scope: Scope, group_id: str, *, limit: int = 60) -> list[tuple[End, int]]:
    """The newest entities of a group, each with how many facts begin or end there."""
    ours = Entity.objects.in_scope(scope).filter(group_id=group_id)
    ends = _ends(ours.order_by("-created_at", "pk")[:limit])
    counts: dict[UUID, int] = {}
    facts = FactRow.objects.in_scope(scope).filter(group_id=group_id)
    for side in ("subject_id", "object_id"):
        chosen = facts.filter(**{f"{side}__in": [each.id for each in ends]})
        for entity_id, number in chosen.values_list(side).annotate(number=Count("pk")):
            counts[entity_id] = counts.get(entity_id, 0) + number
    return [(each, counts.get(each.id, 0)) for each in ends]


def duplicates_of(
    scope: Scope, group_id: str, *, entity_id: UUID | None = None
) -> list[DuplicateLine]:
    """Names that were taken for another and not parted since, the newest first."""
    found = Duplicate.objects.in_scope(scope).filter(group_id=group_id, undone_at=None)
    if entity_id is not None:
        found = found.filter(entity_id=entity_id)
    newest = found.select_related("entity").order_by("-created_at", "pk")[:MOST_DUPLICATES]
    return [_duplicate(row) for row in newest]


def _duplicate(row: Duplicate) -> DuplicateLine:
    return DuplicateLine(
        id=row.pk,
        name=row.name,
        entity=End(row.entity_id, row.entity.name, row.entity.type),
        how=row.how,
        score=row.score,
        created_at=row.created_at,
        is_confirmed=row.confirmed_at is not None,
    )
