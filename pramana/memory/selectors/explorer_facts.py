"""Facts as a page lists them: between which entities, at which time, as known when."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from pramana.kit.scope import Scope
from pramana.memory.models import FactRow

MOST = 50


@dataclass(frozen=True)
class End:
    """One end of a fact."""

    id: UUID
    name: str = field(repr=False)
    type: str


@dataclass(frozen=True)
class FactLine:
    id: UUID
    group_id: str
    subject: End
    object: End
    relation: str
    text: str = field(repr=False)
    confidence: float
    valid_at: datetime | None
    invalid_at: datetime | None
    created_at: datetime
    expired_at: datetime | None

    def is_told(self, holds: datetime, known: datetime | None) -> bool:
        """The same question as `told`, of a fact that is at hand."""
        begun = self.valid_at is None or self.valid_at <= holds
        unknown_end = known is not None and self.expired_at is not None and self.expired_at > known
        lasts = self.invalid_at is None or self.invalid_at > holds or unknown_end
        return begun and lasts and (known is None or self.created_at <= known)

    def other(self, entity_id: UUID) -> End:
        return self.object if entity_id == self.subject.id else self.subject


def told(holds: datetime | None, known: datetime | None) -> Q:
    """What held at a moment, as it was known at another; None asks for any time, and for now."""
    found = Q(created_at__lte=known) if known else Q()
    if holds is None:
        return found
    lasting = Q(invalid_at=None) | Q(invalid_at__gt=holds)
    if known:
        lasting |= Q(expired_at__gt=known)  # its end was not known yet
    return found & (Q(valid_at=None) | Q(valid_at__lte=holds)) & lasting


def facts_page(
    scope: Scope,
    group_id: str,
    *,
    holds: datetime | None = None,
    known: datetime | None = None,
    ends: Sequence[UUID] = (),
    after: tuple[datetime, UUID] | None = None,
    limit: int = MOST,
) -> list[FactLine]:
    """A group's facts, the newest knowledge first; between two entities where `ends` names them."""
    found = lines(scope).filter(told(holds, known), group_id=group_id)
    if len(ends) == 2:
        either, other = ends
        found = found.filter(
            Q(subject_id=either, object_id=other) | Q(subject_id=other, object_id=either)
        )
    if after is not None:
        moment, last = after
        found = found.filter(Q(created_at__lt=moment) | Q(created_at=moment, pk__lt=last))
    return [fact_line(row) for row in found.order_by("-created_at", "-pk")[:limit]]


def lines_by_id(scope: Scope, ids: Collection[UUID]) -> dict[UUID, FactLine]:
    return {row.pk: fact_line(row) for row in lines(scope).filter(pk__in=ids)}


def timeline_of(
    scope: Scope, entity_id: UUID, *, known: datetime | None = None, limit: int = 300
) -> list[FactLine]:
    """Every fact about an entity by when it began, those of unknown beginning last."""
    about = Q(subject_id=entity_id) | Q(object_id=entity_id)
    found = lines(scope).filter(about, told(None, known)).order_by("valid_at", "created_at")
    return [fact_line(row) for row in found[:limit]]


def lines(scope: Scope) -> QuerySet[FactRow]:
    return FactRow.objects.in_scope(scope).select_related("subject", "object")


def fact_line(row: FactRow) -> FactLine:
    return FactLine(
        id=row.pk,
        group_id=row.group_id,
        subject=End(row.subject_id, row.subject.name, row.subject.type),
        object=End(row.object_id, row.object.name, row.object.type),
        relation=row.relation,
        text=row.text,
        confidence=row.confidence,
        valid_at=row.valid_at,
        invalid_at=row.invalid_at,
        created_at=row.created_at,
        expired_at=row.expired_at,
    )
