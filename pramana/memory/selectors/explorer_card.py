"""One fact with the words it rests on and what ended it."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models.functions import Coalesce, Greatest, Substr

from pramana.kit.scope import Scope
from pramana.memory.errors import FactNotFound
from pramana.memory.models import FactClosing, FactSource
from pramana.memory.selectors.explorer_facts import FactLine, fact_line, lines, lines_by_id

MOST_SOURCES = 20
BEFORE, AROUND = 400, 1600
"""Characters of an episode that are shown before its evidence, and in all: some are a megabyte."""


@dataclass(frozen=True)
class Evidence:
    """A stretch of the episode that states a fact; `start` and `end` are within `text`."""

    episode_id: UUID
    text: str = field(repr=False)
    quote: str = field(repr=False)
    start: int | None
    end: int | None
    is_cut_before: bool
    valid_at: datetime


@dataclass(frozen=True)
class Ending:
    """Why a fact ceased to hold, and the fact that ended it."""

    reason: str
    at: datetime
    created_at: datetime
    undone_at: datetime | None
    by: FactLine | None


@dataclass(frozen=True)
class FactCard:
    line: FactLine
    evidence: tuple[Evidence, ...]
    endings: tuple[Ending, ...]

    @property
    def can_reopen(self) -> bool:
        return any(each.undone_at is None for each in self.endings)


def fact_card(scope: Scope, group_id: str, fact_id: UUID) -> FactCard:
    """A fact of this group with its evidence and what ended it."""
    row = lines(scope).filter(pk=fact_id, group_id=group_id).first()
    if row is None:
        raise FactNotFound(fact_id)
    return FactCard(fact_line(row), _evidence(scope, fact_id), _endings(scope, fact_id))


def _evidence(scope: Scope, fact_id: UUID) -> tuple[Evidence, ...]:
    first = Greatest(Coalesce("start", 0) - BEFORE, 0)
    found = (
        FactSource.objects.in_scope(scope)
        .filter(fact_id=fact_id)
        .annotate(first=first, cut=Substr("episode__content", first + 1, AROUND))
        .order_by("-episode__valid_at", "pk")
        .values_list(
            *("episode_id", "cut", "quote", "start", "end", "first", "episode__valid_at"),
        )
    )
    return tuple(_shown(*row) for row in found[:MOST_SOURCES])


def _shown(
    episode_id: UUID,
    cut: str,
    quote: str,
    start: int | None,
    end: int | None,
    first: int,
    valid_at: datetime,
) -> Evidence:
    has_place = start is not None and end is not None and bool(cut)
    return Evidence(
        episode_id=episode_id,
        text=cut,
        quote=quote,
        start=start - first if has_place and start is not None else None,
        end=end - first if has_place and end is not None else None,
        is_cut_before=first > 0,
        valid_at=valid_at,
    )


def _endings(scope: Scope, fact_id: UUID) -> tuple[Ending, ...]:
    found = FactClosing.objects.in_scope(scope).filter(fact_id=fact_id).order_by("-created_at")
    closings = list(found[:MOST_SOURCES])
    by = lines_by_id(scope, {each.by_id for each in closings if each.by_id} - {fact_id})
    return tuple(
        Ending(
            each.reason,
            each.at,
            each.created_at,
            each.undone_at,
            by.get(each.by_id) if each.by_id else None,
        )
        for each in closings
    )
