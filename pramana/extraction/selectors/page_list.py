"""Extractions as a list shows them: by where they stand, by type, by document."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Count, Q

from pramana.extraction.contracts.states import ExtractionStatus
from pramana.extraction.contracts.values import Signal
from pramana.extraction.contracts.views import ExtractionLine
from pramana.extraction.domain.tree import leaves, value_at
from pramana.extraction.domain.trust import LOW
from pramana.extraction.models import Extraction
from pramana.extraction.selectors.extractions import TREES, line, visible
from pramana.kit.scope import Scope


class Standing(StrEnum):
    """What an extraction waits for."""

    AT_WORK = "at_work"
    TO_APPROVE = "to_approve"
    APPROVED = "approved"
    FAILED = "failed"


_APPROVED = Q(approved_at__isnull=False)
_OF: dict[Standing, Q] = {
    Standing.AT_WORK: Q(status=ExtractionStatus.IN_PROGRESS),
    Standing.TO_APPROVE: Q(status=ExtractionStatus.COMPLETED) & ~_APPROVED,
    Standing.APPROVED: Q(status=ExtractionStatus.COMPLETED) & _APPROVED,
    Standing.FAILED: Q(status=ExtractionStatus.FAILED),
}


@dataclass(frozen=True)
class Wanted:
    """Which extractions a list asks for."""

    standing: Standing | None = None
    document_type: str = ""
    document_id: UUID | None = None
    mine: bool = False


def standing_of(found: ExtractionLine) -> Standing:
    if found.status is ExtractionStatus.IN_PROGRESS:
        return Standing.AT_WORK
    if found.status is ExtractionStatus.FAILED:
        return Standing.FAILED
    return Standing.APPROVED if found.approved_at else Standing.TO_APPROVE


def listed(
    scope: Scope, wanted: Wanted, *, before: datetime | None = None, limit: int = 50
) -> list[ExtractionLine]:
    """Newest first; `before` continues where a page ended."""
    rows = visible(scope).defer("document__text", *TREES).filter(_asked(scope, wanted))
    if before:
        rows = rows.filter(created_at__lt=before)
    return [_line(row) for row in rows[:limit]]


def needs_a_look(judged: Mapping[str, Any]) -> bool:
    """Whether a person should look first: too little was checked, or a check did not hold.

    That the words were not found, or not found twice, is in the score already.
    """
    signals = judged["signals"]
    if signals.get(Signal.PERSON):
        return False
    fails = any(signals.get(signal) is False for signal in (Signal.FORMAT, Signal.CONSISTENT))
    return bool(fails or judged["score"] < LOW)


def counts_by_standing(scope: Scope) -> dict[Standing, int]:
    """How many extractions wait for what."""
    asked = {standing.value: Count("pk", filter=which) for standing, which in _OF.items()}
    found = visible(scope).aggregate(**asked)
    return {standing: found[standing.value] for standing in Standing}


def counts_by_type(scope: Scope) -> dict[str, int]:
    """How many there are of each type of document; those without one are left out."""
    rows = visible(scope).exclude(document_type="").order_by("document_type")
    return dict(rows.values_list("document_type").annotate(number=Count("pk")))


def _line(row: Extraction) -> ExtractionLine:
    """As the workspace counts: every value is a field, and a check that fails is a doubt."""
    judged = [value_at(row.trust, path) for path, _ in leaves(row.extracted_fields)]
    doubts = sum(isinstance(each, dict) and needs_a_look(each) for each in judged)
    return ExtractionLine(**{**line(row), "field_count": len(judged), "low_trust": doubts})


def _asked(scope: Scope, wanted: Wanted) -> Q:
    asked = _OF[wanted.standing] if wanted.standing else Q()
    if wanted.document_type:
        asked &= Q(document_type=wanted.document_type)
    if wanted.document_id:
        asked &= Q(document_id=wanted.document_id)
    return asked & Q(user_id=scope.actor_id) if wanted.mine else asked
