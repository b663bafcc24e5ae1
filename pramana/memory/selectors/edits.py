"""What people changed in a group, and which of its facts deserve a second look."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.memory.contracts.edits import EditKind, GraphEditView, Weakness
from pramana.memory.models import FactRow, FactSource, GraphEdit
from pramana.memory.selectors.explorer import FactLine, fact_line, fact_rows
from pramana.memory.selectors.graph import temporal_condition

WEAK = 0.55
"""Confidence below which a fact says little."""
JUDGEMENTS = (EditKind.FACT_ADDED, EditKind.FACT_CORRECTED, EditKind.FACT_CONFIRMED)
"""Edits by which a person vouches for a fact."""


def edit_view(row: GraphEdit) -> GraphEditView:
    return GraphEditView(
        id=row.pk,
        group_id=row.group_id,
        kind=EditKind(row.kind),
        actor_id=row.actor_id,
        reason=row.reason,
        created_at=row.created_at,
        undone_at=row.undone_at,
        undone_by_id=row.undone_by_id,
        fact_id=row.fact_id,
        entity_id=row.entity_id,
        before=row.before,
        after=row.after,
    )


def edits_of(
    scope: Scope,
    group_id: str,
    *,
    fact_id: UUID | None = None,
    entity_id: UUID | None = None,
    offset: int = 0,
    limit: int = 100,
) -> list[GraphEditView]:
    """What people changed in a group, newest first; optionally one fact's or one entity's edits."""
    rows = GraphEdit.objects.in_scope(scope).filter(group_id=group_id)
    if fact_id is not None:
        rows = rows.filter(fact_id=fact_id)
    if entity_id is not None:
        rows = rows.filter(entity_id=entity_id)
    page = rows.order_by("-created_at", "pk")[offset : offset + limit]
    return [edit_view(row) for row in page]


@dataclass(frozen=True)
class AuditedFact:
    """A fact with the reasons for which it deserves a second look."""

    line: FactLine
    weaknesses: tuple[Weakness, ...]


def audited_facts(
    scope: Scope, group_id: str, *, weak_only: bool, offset: int = 0, limit: int = 100
) -> list[AuditedFact]:
    """Facts that hold and that nobody has judged yet, newest first; `weak_only`: the weak ones."""
    rows = _unjudged(scope, group_id)
    if weak_only:
        rows = rows.filter(
            Q(confidence__lt=WEAK)
            | Q(claimant__isnull=False)
            | Q(subject__is_placeholder=True)
            | Q(object__is_placeholder=True)
            | Q(has_quote=False)
        )
    page = list(rows.order_by("-created_at", "-pk")[offset : offset + limit])
    sources = FactSource.objects.in_scope(scope).filter(fact__in=page, start__isnull=False)
    quoted = set(sources.values_list("fact_id", flat=True))
    return [AuditedFact(fact_line(row), _weaknesses(row, row.pk in quoted)) for row in page]


def _unjudged(scope: Scope, group_id: str) -> QuerySet[FactRow]:
    quotes = FactSource.objects.in_scope(scope).filter(fact_id=OuterRef("pk"), start__isnull=False)
    judgements = GraphEdit.objects.in_scope(scope).filter(
        fact_id=OuterRef("pk"), undone_at=None, kind__in=[each.value for each in JUDGEMENTS]
    )
    return (
        fact_rows(scope)
        .filter(temporal_condition(utcnow(), None), group_id=group_id)
        .annotate(has_quote=Exists(quotes))
        .exclude(Exists(judgements))
    )


def _weaknesses(row: FactRow, has_quote: bool) -> tuple[Weakness, ...]:
    signs: Sequence[tuple[bool, Weakness]] = (
        (row.claimant_id is not None, Weakness.CLAIM),
        (row.confidence < WEAK, Weakness.LOW_CONFIDENCE),
        (row.subject.is_placeholder or row.object.is_placeholder, Weakness.UNNAMED),
        (not has_quote, Weakness.NO_QUOTE),
    )
    return tuple(weakness for is_present, weakness in signs if is_present)
