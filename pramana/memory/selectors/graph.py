"""Facts, entities, episodes and duplicates as others see them, at any moment.

Summaries of entities are made from their facts when they are read, so they are never older.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from pramana.kit.clock import utcnow
from pramana.kit.listings import WaitingItem, WaitingKind, WaitingPage, waiting_page
from pramana.kit.scope import Scope
from pramana.memory.contracts.graph import (
    CalendarSystem,
    DuplicateView,
    EntityView,
    EpisodeView,
    FactView,
    Grain,
)
from pramana.memory.contracts.messages import with_offset
from pramana.memory.errors import DuplicateNotFound, EntityNotFound, FactNotFound
from pramana.memory.models import Duplicate, EntityRow, EpisodeRow, FactRow

MOST_FACTS = 1000


def newest_episodes(scope: Scope, group_id: str, *, last: int) -> list[EpisodeView]:
    """The latest episodes of a group by when they were said, oldest first."""
    episodes = EpisodeRow.objects.in_scope(scope).filter(group_id=group_id)
    newest = episodes.order_by("-valid_at", "-created_at")[:last]
    return [episode_view(row) for row in reversed(newest)]


def get_fact(scope: Scope, fact_id: UUID) -> FactView:
    row = FactRow.objects.in_scope(scope).select_related("claimant").filter(pk=fact_id).first()
    if row is None:
        raise FactNotFound(fact_id)
    return fact_view(row)


def facts_by_id(scope: Scope, fact_ids: Collection[UUID]) -> dict[UUID, FactView]:
    """The facts with these ids that exist."""
    rows = FactRow.objects.in_scope(scope).select_related("claimant").filter(pk__in=fact_ids)
    return {row.pk: fact_view(row) for row in rows}


def get_entity(scope: Scope, entity_id: UUID) -> EntityView:
    row = EntityRow.objects.in_scope(scope).filter(pk=entity_id).first()
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
        family=row.family,
        asserted_at=with_offset(row.asserted_at, row.offset_minutes) if row.asserted_at else None,
        start_grain=Grain(row.start_grain),
        end_grain=Grain(row.end_grain),
        calendar=CalendarSystem(row.calendar),
        claimant_id=row.claimant_id,
        claimed_by=row.claimant.name if row.claimant else "",
    )


def entity_view(row: EntityRow) -> EntityView:
    return EntityView(
        id=row.pk,
        group_id=row.group_id,
        name=row.name,
        type=row.type,
        summary=row.summary,
        attributes=row.attributes,
        created_at=row.created_at,
    )


def episode_view(row: EpisodeRow) -> EpisodeView:
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
        said_at=with_offset(row.valid_at, row.offset_minutes),
    )


def temporal_condition(holds: datetime | None, known: datetime | None) -> Q:
    """Facts that held at the moment `holds`, as we knew them at the moment `known`.

    `holds=None` means at any time, `known=None` means now. A fact with an unknown start counts as
    having begun before.
    """
    was_known = Q() if known is None else Q(created_at__lte=known)
    if holds is None:
        return was_known
    lasting = Q(invalid_at=None) | Q(invalid_at__gt=holds)
    if known is not None:
        lasting |= Q(expired_at__gt=known)  # its end was not known yet
    return was_known & lasting & (Q(valid_at=None) | Q(valid_at__lte=holds))


@dataclass(frozen=True)
class TemporalFilter:
    """Which facts a search may return: those that held at a moment, as known at another.

    With `include_closed`, facts of any time.
    """

    at: datetime
    known_at: datetime | None = None
    include_closed: bool = False

    @property
    def excludes_some(self) -> bool:
        return not self.include_closed or self.known_at is not None

    def condition(self) -> Q:
        return temporal_condition(None if self.include_closed else self.at, self.known_at)


def entities_by_id(scope: Scope, ids: Collection[UUID]) -> dict[UUID, EntityView]:
    rows = EntityRow.objects.in_scope(scope).filter(pk__in=ids)
    return {row.pk: entity_view(row) for row in rows}


def episodes_by_id(scope: Scope, ids: Collection[UUID]) -> dict[UUID, EpisodeView]:
    rows = EpisodeRow.objects.in_scope(scope).filter(pk__in=ids)
    return {row.pk: episode_view(row) for row in rows}


def facts_as_of(
    scope: Scope,
    entity_id: UUID,
    moment: datetime,
    *,
    known_at: datetime | None = None,
    limit: int = MOST_FACTS,
) -> list[FactView]:
    """The facts about an entity that held at a moment, as known at `known_at`, latest first."""
    facts = _facts_about(scope, entity_id).filter(temporal_condition(moment, known_at))
    return [fact_view(row) for row in facts.order_by("-valid_at")[:limit]]


def history_of(scope: Scope, entity_id: UUID, *, limit: int = MOST_FACTS) -> list[FactView]:
    """Every fact about an entity by when it began; those with an unknown start come last."""
    return [fact_view(row) for row in _facts_about(scope, entity_id).order_by("valid_at")[:limit]]


def _facts_about(scope: Scope, entity_id: UUID) -> QuerySet[FactRow]:
    either = Q(subject_id=entity_id) | Q(object_id=entity_id)
    return FactRow.objects.in_scope(scope).select_related("claimant").filter(either)


def duplicates_of(
    scope: Scope, group_id: str, *, undecided: bool = False, offset: int = 0, limit: int = 100
) -> list[DuplicateView]:
    """A group's merged names, newest first. `undecided`: those nobody confirmed or undid."""
    duplicates = (
        Duplicate.objects.in_scope(scope).filter(group_id=group_id).select_related("entity")
    )
    if undecided:
        duplicates = duplicates.filter(confirmed_at=None, undone_at=None)
    page = duplicates.order_by("-created_at", "pk")[offset : offset + limit]
    return [duplicate_view(row) for row in page]


def get_duplicate(scope: Scope, duplicate_id: UUID) -> DuplicateView:
    duplicates = Duplicate.objects.in_scope(scope).select_related("entity")
    row = duplicates.filter(pk=duplicate_id).first()
    if row is None:
        raise DuplicateNotFound(duplicate_id)
    return duplicate_view(row)


def reviewed_duplicates(
    scope: Scope, *, since: datetime | None = None, limit: int
) -> list[DuplicateView]:
    """Merged names that a person confirmed or undid, in every group, newest first."""
    reviewed = Coalesce("undone_at", "confirmed_at")
    duplicates = Duplicate.objects.in_scope(scope).annotate(reviewed_at=reviewed)
    duplicates = duplicates.filter(reviewed_at__isnull=False)
    if since:
        duplicates = duplicates.filter(reviewed_at__gte=since)
    rows = duplicates.select_related("entity").order_by("-created_at")
    return [duplicate_view(row) for row in rows[:limit]]


def duplicate_view(row: Duplicate) -> DuplicateView:
    return DuplicateView(
        id=row.pk,
        group_id=row.group_id,
        name=row.name,
        entity_id=row.entity_id,
        entity_name=row.entity.name,
        how=row.how,
        score=row.score,
        created_at=row.created_at,
        confirmed_at=row.confirmed_at,
        undone_at=row.undone_at,
    )


def pending_duplicates(scope: Scope, *, limit: int) -> list[WaitingPage]:
    """Merged names that nobody has confirmed or undone yet."""
    rows = Duplicate.objects.in_scope(scope).filter(confirmed_at=None, undone_at=None)
    newest = rows.select_related("entity").order_by("-created_at", "pk")[:limit]
    items = (
        WaitingItem(
            WaitingKind.DUPLICATE,
            row.pk,
            row.name,
            row.created_at,
            place=row.group_id,
            detail=row.entity.name,
        )
        for row in newest
    )
    return [waiting_page(WaitingKind.DUPLICATE, items, limit=limit, count=rows.count)]


MOST_SENTENCES, LONGEST_SUMMARY = 4, 400
ATTRIBUTES: Mapping[str, str] = {
    "HAS_POSITION": "position",
    "WORKS_AT": "works_at",
    "LIVES_IN": "lives_in",
    "MARRIED_TO": "married_to",
    "HAS_PHONE": "phone",
    "HAS_EMAIL": "email",
    "BORN_ON": "born_on",
    "BORN_IN": "born_in",
    "HAS_AGE": "age",
    "COMES_FROM": "comes_from",
    "STUDIES_AT": "studies_at",
    "DIED": "died_on",
}
"""The families that an attribute shows, most important first."""
_ORDER = {family: place for place, family in enumerate(ATTRIBUTES)}


def summarize_entity(entity_id: UUID, facts: Sequence[FactView]) -> str:
    """The most important plain facts about the entity as sentences; empty if there are none."""
    about = [each for each in facts if each.subject_id == entity_id] or list(facts)
    ranked = sorted(about, key=lambda each: _ORDER.get(each.family, len(_ORDER)))
    sentences = list(dict.fromkeys(each.text.strip() for each in ranked))[:MOST_SENTENCES]
    summary = " ".join(each if each[-1:] in ".।!?" else f"{each}." for each in sentences if each)
    return summary[:LONGEST_SUMMARY]


def fact_attributes(
    entity_id: UUID, facts: Sequence[FactView], names: Mapping[UUID, str]
) -> dict[str, Any]:
    """The attributes that follow from the facts that hold, by name."""
    found: dict[str, Any] = {}
    for fact in facts:
        name = ATTRIBUTES.get(fact.family)
        if name and fact.subject_id == entity_id and fact.object_id in names:
            found.setdefault(name, names[fact.object_id])
    return {name: found[name] for name in ATTRIBUTES.values() if name in found}


MOST_SUMMARY_FACTS = 300
"""Facts that are read for the entities of one answer, newest first."""


def with_summaries(
    scope: Scope,
    entities: Sequence[EntityView],
    *,
    holds: datetime | None = None,
    known: datetime | None = None,
) -> list[EntityView]:
    """The entities, with a summary where none was written, and with attributes from their facts.

    They are made from the facts that held at the moment `holds`, or hold now, as known at `known`.
    """
    ids = [each.id for each in entities]
    ends = Q(subject_id__in=ids) | Q(object_id__in=ids)
    rows = (
        FactRow.objects.in_scope(scope)
        .filter(ends, temporal_condition(holds or utcnow(), known), claimant=None)
        .select_related("object", "claimant")
        .order_by(F("asserted_at").desc(nulls_last=True), "-created_at")[:MOST_SUMMARY_FACTS]
    )
    names = {row.object_id: row.object.name for row in rows}
    facts = [fact_view(row) for row in rows]
    return [
        replace(
            entity,
            summary=entity.summary or summarize_entity(entity.id, about),
            attributes={**fact_attributes(entity.id, about, names), **entity.attributes},
        )
        for entity in entities
        for about in [[f for f in facts if entity.id in (f.subject_id, f.object_id)]]
    ]
