"""What the memory explorer shows: fact lists, the graph, entities, duplicates and communities.

Everything is limited to what a browser can show quickly.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet

from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import CalendarSystem, Grain
from pramana.memory.contracts.messages import offset_minutes, with_offset
from pramana.memory.domain.names import keys_of
from pramana.memory.models import Community, CommunityMember, Duplicate, EntityRow, FactRow
from pramana.memory.selectors.graph import temporal_condition
from pramana.memory.selectors.reading_context import entities_with_keys
from pramana.postgres.sql import fetch_rows

FACTS_PER_PAGE = 50
MOST_FACTS = 6000
MOST_ENTITIES = 2000
MOST_FOUND = 12
MOST_DUPLICATES = 100
MOST_COMMUNITIES = 50
MEMBERS_PER_COMMUNITY = 12
COMMUNITY_MEMBERS = """
    SELECT asked.id AS community, member.id, member.name, member.type
      FROM unnest(%(communities)s::uuid[]) AS asked (id)
     CROSS JOIN LATERAL (
        SELECT entity.id, entity.name, entity.type
          FROM memory_communitymember link
          JOIN memory_entity entity ON entity.id = link.entity_id
         WHERE link.tenant_id = %(tenant)s AND link.community_id = asked.id
         ORDER BY entity.created_at, entity.id LIMIT %(members)s
     ) AS member
"""


@dataclass(frozen=True)
class EntityLine:
    """An entity as lists show it."""

    id: UUID
    name: str = field(repr=False)
    type: str


@dataclass(frozen=True)
class FactLine:
    id: UUID
    group_id: str
    subject: EntityLine
    object: EntityLine
    relation: str
    text: str = field(repr=False)
    confidence: float
    valid_at: datetime | None
    invalid_at: datetime | None
    created_at: datetime
    expired_at: datetime | None
    asserted_at: datetime | None = None
    """When it was said, in the sender's offset."""
    start_grain: Grain = Grain.UNKNOWN
    end_grain: Grain = Grain.UNKNOWN
    calendar: CalendarSystem = CalendarSystem.GREGORIAN
    claimant: EntityLine | None = None
    """Whose claim it is; None for a plain fact."""

    @property
    def valid_from(self) -> datetime | None:
        """When it began, in the sender's offset; None if that was not said."""
        return None if self.start_grain is Grain.UNKNOWN else self.local(self.valid_at)

    @property
    def valid_until(self) -> datetime | None:
        """When it ended or will end, in the sender's offset."""
        return self.local(self.invalid_at)

    @property
    def is_refused(self) -> bool:
        """Whether it held at no time."""
        return self.invalid_at is not None and self.invalid_at == self.valid_at

    def local(self, moment: datetime | None) -> datetime | None:
        """A moment in the offset of whoever said the fact."""
        if moment is None or self.asserted_at is None:
            return moment
        return with_offset(moment, offset_minutes(self.asserted_at))

    def holds_at(self, holds: datetime, known: datetime | None) -> bool:
        """Whether this fact meets `temporal_condition`."""
        begun = self.valid_at is None or self.valid_at <= holds
        unknown_end = known is not None and self.expired_at is not None and self.expired_at > known
        lasts = self.invalid_at is None or self.invalid_at > holds or unknown_end
        return begun and lasts and (known is None or self.created_at <= known)

    def other(self, entity_id: UUID) -> EntityLine:
        return self.object if entity_id == self.subject.id else self.subject


def facts_page(
    scope: Scope,
    group_id: str,
    *,
    holds: datetime | None = None,
    known: datetime | None = None,
    ends: Sequence[UUID] = (),
    after: tuple[datetime, UUID] | None = None,
    limit: int = FACTS_PER_PAGE,
) -> list[FactLine]:
    """A group's facts, the most recently learned first; with `ends`, those between two entities."""
    facts = fact_rows(scope).filter(temporal_condition(holds, known), group_id=group_id)
    if len(ends) == 2:
        either, other = ends
        facts = facts.filter(
            Q(subject_id=either, object_id=other) | Q(subject_id=other, object_id=either)
        )
    if after is not None:
        moment, last = after
        facts = facts.filter(Q(created_at__lt=moment) | Q(created_at=moment, pk__lt=last))
    return [fact_line(row) for row in facts.order_by("-created_at", "-pk")[:limit]]


def fact_lines_by_id(scope: Scope, ids: Collection[UUID]) -> dict[UUID, FactLine]:
    return {row.pk: fact_line(row) for row in fact_rows(scope).filter(pk__in=ids)}


def timeline_of(
    scope: Scope, entity_id: UUID, *, known: datetime | None = None, limit: int = 300
) -> list[FactLine]:
    """Every fact about an entity by when it began; those with an unknown start come last."""
    about = Q(subject_id=entity_id) | Q(object_id=entity_id)
    facts = (
        fact_rows(scope)
        .filter(about, temporal_condition(None, known))
        .order_by("valid_at", "created_at")
    )
    return [fact_line(row) for row in facts[:limit]]


def fact_rows(scope: Scope) -> QuerySet[FactRow]:
    return FactRow.objects.in_scope(scope).select_related("subject", "object", "claimant")


def _entity_line(row: EntityRow) -> EntityLine:
    return EntityLine(row.pk, row.name, row.type)


def fact_line(row: FactRow) -> FactLine:
    said_at = with_offset(row.asserted_at, row.offset_minutes) if row.asserted_at else None
    return FactLine(
        id=row.pk,
        group_id=row.group_id,
        subject=_entity_line(row.subject),
        object=_entity_line(row.object),
        relation=row.relation,
        text=row.text,
        confidence=row.confidence,
        valid_at=row.valid_at,
        invalid_at=row.invalid_at,
        created_at=row.created_at,
        expired_at=row.expired_at,
        asserted_at=said_at,
        start_grain=Grain(row.start_grain),
        end_grain=Grain(row.end_grain),
        calendar=CalendarSystem(row.calendar),
        claimant=_entity_line(row.claimant) if row.claimant else None,
    )


Arrow = tuple[UUID, UUID, UUID, str, datetime | None, datetime | None, datetime, datetime | None]
"""Fact, subject, object, relation; start and end in the world, start and end of our knowledge."""


@dataclass(frozen=True)
class GraphDrawing:
    """Entities and the facts between them. `is_whole` is False if something was left out."""

    entities: tuple[EntityLine, ...]
    facts: tuple[Arrow, ...]
    is_whole: bool


@dataclass(frozen=True)
class DuplicateLine:
    """A name that was merged into an entity."""

    id: UUID
    name: str = field(repr=False)
    entity: EntityLine
    how: str
    score: float
    created_at: datetime
    is_confirmed: bool


def graph_drawing(
    scope: Scope,
    group_id: str,
    *,
    holds: datetime | None = None,
    known: datetime | None = None,
    around: UUID | None = None,
) -> GraphDrawing:
    """The newest facts of a group, or those around an entity, with the entities they connect."""
    rows = FactRow.objects.in_scope(scope).filter(
        temporal_condition(holds, known), group_id=group_id
    )
    rows = rows.exclude(subject_id=F("object_id"))  # between two entities that were merged
    if around is not None:
        rows = rows.filter(Q(subject_id=around) | Q(object_id=around))
    arrows = _arrows(rows.order_by("-created_at", "-pk"))
    ids = list(dict.fromkeys(end for arrow in arrows for end in (arrow[1], arrow[2])))
    ours = EntityRow.objects.in_scope(scope).filter(group_id=group_id)
    ends = {each.id: each for each in _entity_lines(ours.filter(pk__in=ids[:MOST_ENTITIES]))}
    facts = [arrow for arrow in arrows if arrow[1] in ends and arrow[2] in ends][:MOST_FACTS]
    room = 0 if around is not None else MOST_ENTITIES - len(ends)
    alone = _entity_lines(ours.exclude(pk__in=list(ends)).order_by("-created_at")[: room + 1])
    is_whole = around is None and len(alone) <= room and len(facts) == len(arrows)
    order = sorted([*ends.values(), *alone[:room]], key=lambda each: each.id)
    return GraphDrawing(tuple(order), tuple(facts), is_whole)


def _arrows(facts: QuerySet[FactRow]) -> list[Arrow]:
    columns = ("pk", "subject_id", "object_id", "relation")
    times = ("valid_at", "invalid_at", "created_at", "expired_at")
    return list(facts.values_list(*columns, *times)[: MOST_FACTS + 1])


def _entity_lines(entities: QuerySet[EntityRow]) -> list[EntityLine]:
    return [EntityLine(*row) for row in entities.values_list("pk", "name", "type")]


def find_entities(scope: Scope, group_id: str, words: str) -> list[EntityLine]:
    """Entities whose name contains the words or sounds like them, in either script.

    Those whose name begins with the words come first.
    """
    text = words.strip()
    if not text:
        return []
    by_key = entities_with_keys(scope, group_id, keys_of(text))
    similar = [EntityLine(each.id, each.name, each.type) for row in by_key.values() for each in row]
    containing = EntityRow.objects.in_scope(scope).filter(group_id=group_id, name__icontains=text)
    matches = [*_entity_lines(containing.order_by("name")[:MOST_FOUND]), *similar]
    unique, start = {each.id: each for each in matches}.values(), text.casefold()
    return sorted(unique, key=lambda each: not each.name.casefold().startswith(start))[:MOST_FOUND]


def newest_names(scope: Scope, group_id: str, *, limit: int = 200) -> list[str]:
    """The names of a group's newest entities, for fields that suggest them."""
    ours = EntityRow.objects.in_scope(scope).filter(group_id=group_id)
    names = ours.order_by("-created_at", "pk").values_list("name", flat=True)[:limit]
    return list(dict.fromkeys(names))


def entities_page(scope: Scope, group_id: str, *, limit: int = 60) -> list[tuple[EntityLine, int]]:
    """The newest entities of a group, each with the number of its facts."""
    ours = EntityRow.objects.in_scope(scope).filter(group_id=group_id)
    ends = _entity_lines(ours.order_by("-created_at", "pk")[:limit])
    counts: dict[UUID, int] = {}
    facts = FactRow.objects.in_scope(scope).filter(group_id=group_id)
    for side in ("subject_id", "object_id"):
        matching = facts.filter(**{f"{side}__in": [each.id for each in ends]})
        for entity_id, number in matching.values_list(side).annotate(number=Count("pk")):
            counts[entity_id] = counts.get(entity_id, 0) + number
    return [(each, counts.get(each.id, 0)) for each in ends]


def duplicate_lines(
    scope: Scope, group_id: str, *, entity_id: UUID | None = None
) -> list[DuplicateLine]:
    """Names that were merged into an entity, unless the merge was undone; newest first."""
    duplicates = Duplicate.objects.in_scope(scope).filter(group_id=group_id, undone_at=None)
    if entity_id is not None:
        duplicates = duplicates.filter(entity_id=entity_id)
    newest = duplicates.select_related("entity").order_by("-created_at", "pk")[:MOST_DUPLICATES]
    return [_duplicate_line(row) for row in newest]


def _duplicate_line(row: Duplicate) -> DuplicateLine:
    return DuplicateLine(
        id=row.pk,
        name=row.name,
        entity=_entity_line(row.entity),
        how=row.how,
        score=row.score,
        created_at=row.created_at,
        is_confirmed=row.confirmed_at is not None,
    )


@dataclass(frozen=True)
class CommunityLine:
    """A community with its first members; `more` counts the others."""

    id: UUID
    name: str = field(repr=False)
    summary: str = field(repr=False)
    engine: str
    size: int
    members: tuple[EntityLine, ...]

    @property
    def more(self) -> int:
        return self.size - len(self.members)


def community_lines(
    scope: Scope, group_id: str, *, limit: int = MOST_COMMUNITIES
) -> list[CommunityLine]:
    """The largest communities of a group. Those with a single member are left out."""
    links = CommunityMember.objects.in_scope(scope).filter(group_id=group_id).order_by()
    counted = links.values_list("community_id").annotate(size=Count("pk")).filter(size__gt=1)
    sizes = dict(counted.order_by("-size", "community_id")[:limit])
    communities = Community.objects.in_scope(scope).in_bulk(list(sizes))
    members: dict[UUID, list[EntityLine]] = {each: [] for each in sizes}
    arguments = {
        "tenant": scope.tenant_id,
        "communities": list(sizes),
        "members": MEMBERS_PER_COMMUNITY,
    }
    for row in fetch_rows(COMMUNITY_MEMBERS, arguments):
        members[row["community"]].append(EntityLine(row["id"], row["name"], row["type"]))
    return [
        CommunityLine(each, one.name, one.summary, one.engine, size, tuple(members[each]))
        for each, size in sizes.items()
        if (one := communities.get(each))
    ]
