"""Schedules: research that is repeated, and offers only what is new."""

from dataclasses import asdict, replace
from datetime import datetime, timedelta, tzinfo
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import Count

from pramana.documents.selectors import get_collection
from pramana.external.contracts import (
    Budget,
    ResearchRequest,
    ResearchView,
    ScheduleView,
    SelectionRules,
)
from pramana.external.domain.queries import clean_query
from pramana.external.errors import NothingAsked, ScheduleNotFound, TooManySchedules
from pramana.external.models import Candidate, ResearchSchedule
from pramana.external.services.runs import start_research
from pramana.kit.clock import utcnow
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.locking import lock_row
from pramana.tenancy.selectors import find_member
from pramana.tenancy.services import audit


def next_start(weekday: int | None, hour: int, after: datetime, zone: tzinfo) -> datetime:
    """The first moment after `after` that is this hour, on this weekday, in this time zone.

    >>> from zoneinfo import ZoneInfo
    >>> kathmandu = ZoneInfo("Asia/Kathmandu")
    >>> sunday = datetime(2026, 11, 15, 12, tzinfo=kathmandu)
    >>> next_start(0, 8, sunday, kathmandu).isoformat()
    '2026-11-16T08:00:00+05:45'
    >>> next_start(None, 12, sunday, kathmandu).isoformat()
    '2026-11-16T12:00:00+05:45'
    """
    local = after.astimezone(zone)
    day = local.date()
    for ahead in range(8):
        candidate = datetime.combine(day + timedelta(days=ahead), local.min.time(), zone)
        candidate = candidate.replace(hour=hour)
        if candidate > after and (weekday is None or candidate.weekday() == weekday):
            return candidate
    raise ValueError("a weekday is a number from 0 to 6")


MOST_SCHEDULES = 50
USUAL_HOUR = 6
MOST_KNOWN = 5000
"""How many pages of earlier runs are remembered, the newest first."""


@transaction.atomic
def create_schedule(
    scope: Scope, request: ResearchRequest, *, weekday: int | None, hour: int = USUAL_HOUR
) -> ScheduleView:
    """Repeat this research. Nobody reads its plan, so runs of a schedule have none."""
    if not clean_query(request.text):
        raise NothingAsked()
    if request.collection_id:
        get_collection(scope, request.collection_id)
    if ResearchSchedule.objects.in_scope(scope).count() >= MOST_SCHEDULES:
        raise TooManySchedules(MOST_SCHEDULES)
    row = ResearchSchedule(
        tenant_id=scope.tenant_id,
        text=request.text.strip(),
        request=_stored(replace(request, plan_first=False)),
        weekday=weekday,
        hour=hour,
        next_at=next_start(weekday, hour, utcnow(), _zone()),
        created_by_id=scope.actor_id,
    )
    row.save(force_insert=True)
    audit(scope, "schedule.created", "schedule", row.id)
    return _view(row, 0)


@transaction.atomic
def delete_schedule(scope: Scope, schedule_id: UUID) -> None:
    """Stop repeating. The runs that it started stay."""
    rows = ResearchSchedule.objects.in_scope(scope).filter(pk=schedule_id)
    lock_row(rows, ScheduleNotFound()).delete()
    audit(scope, "schedule.deleted", "schedule", schedule_id)


def schedules_of(scope: Scope) -> list[ScheduleView]:
    rows = ResearchSchedule.objects.in_scope(scope).annotate(count=Count("runs"))
    return [_view(row, row.count) for row in rows]


def start_due_research(now: datetime) -> int:
    """Start the runs whose time has come, in every tenant; return how many."""
    every = ResearchSchedule.objects.unscoped("schedules of every tenant have their times")
    due = every.filter(is_paused=False, next_at__lte=now).values_list("tenant_id", "pk")
    return sum(_start_if_due(Scope(tenant_id=tenant), row, now) for tenant, row in list(due))


@transaction.atomic
def _start_if_due(scope: Scope, schedule_id: UUID, now: datetime) -> bool:
    """Start one run and set the next time. One that was missed is made up for once.

    A schedule acts as the person who made it; if they may no longer do research, it is paused.
    """
    rows = ResearchSchedule.objects.in_scope(scope).filter(pk=schedule_id, next_at__lte=now)
    row = rows.select_for_update(skip_locked=True).first()
    if row is None:
        return False
    member = find_member(scope, row.created_by_id) if row.created_by_id else None
    row.next_at = next_start(row.weekday, row.hour, now, _zone())
    row.is_paused = member is None or not member.role.includes(Role.REVIEWER)
    row.save(update_fields=["next_at", "is_paused"])
    if row.is_paused:
        audit(scope, "schedule.paused", "schedule", row.id)
        return False
    theirs = replace(scope, actor_id=row.created_by_id)
    try:
        with transaction.atomic():
            start_research(theirs, _request(row.request), schedule_id=row.id)
    except AppError:  # its collection or case was deleted
        row.is_paused = True
        row.save(update_fields=["is_paused"])
        audit(scope, "schedule.paused", "schedule", row.id)
        return False
    return True


def urls_known_to_schedule(scope: Scope, research: ResearchView) -> list[str]:
    """What earlier runs of the same schedule offered."""
    rows = Candidate.objects.in_scope(scope).filter(
        research__schedule__runs=research.id, research__schedule__isnull=False
    )
    earlier = rows.exclude(research=research.id).order_by("-research__created_at")
    return list(dict.fromkeys(earlier.values_list("url", flat=True)[:MOST_KNOWN]))


def _zone() -> ZoneInfo:
    return ZoneInfo(settings.PRAMANA.time_zone)


def _stored(request: ResearchRequest) -> dict[str, Any]:
    ids = {
        name: str(value) if value else None
        for name, value in (("collection_id", request.collection_id), ("case_id", request.case_id))
    }
    return {
        **{name: value for name, value in asdict(request).items() if name not in ids},
        **ids,
        "rules": request.rules.model_dump(mode="json"),
        "budget": request.budget.model_dump(mode="json"),
    }


def _request(stored: dict[str, Any]) -> ResearchRequest:
    ids = {n: UUID(stored[n]) if stored[n] else None for n in ("collection_id", "case_id")}
    rules, budget = SelectionRules(**stored["rules"]), Budget(**stored["budget"])
    return ResearchRequest(**{**stored, **ids, "rules": rules, "budget": budget})


def _view(row: ResearchSchedule, runs: int) -> ScheduleView:
    return ScheduleView(
        id=row.id,
        text=row.text,
        weekday=row.weekday,
        hour=row.hour,
        next_at=row.next_at,
        is_paused=row.is_paused,
        runs=runs,
        created_by_id=row.created_by_id,
    )
