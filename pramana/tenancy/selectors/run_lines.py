"""Runs of every kind as lists show them: what ran, by whom, and in which matter."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.errors import RunNotFound
from pramana.tenancy.models import Run, User


@dataclass(frozen=True)
class RunLine:
    id: UUID
    kind: str
    state: RunState
    created_at: datetime
    ended_at: datetime | None
    started_by: str | None
    case_id: UUID | None
    case_name: str | None
    workflow: str | None

    @property
    def place(self) -> str:
        """Where a list goes on after this run."""
        return f"{self.created_at.isoformat()}~{self.id}"


@dataclass(frozen=True)
class WantedRuns:
    """Which runs are asked for; what is empty asks for all."""

    kind: str = ""
    state: str = ""
    case_id: UUID | None = None


def runs_listed(
    scope: Scope, wanted: WantedRuns, *, after: str = "", limit: int = 50
) -> list[RunLine]:
    """Newest first; `after` is the `place` of the run before."""
    asked = {"kind": wanted.kind, "state": wanted.state, "case_id": wanted.case_id}
    rows = _lines(scope).filter(**{name: value for name, value in asked.items() if value})
    at, last = place_of(after)
    if at:
        rows = rows.filter(created_at__lte=at).exclude(created_at=at, pk__gte=last)
    return [_line(row) for row in rows.order_by("-created_at", "-id")[:limit]]


def get_run_line(scope: Scope, run_id: UUID) -> RunLine:
    row = _lines(scope).filter(pk=run_id).first()
    if row is None:
        raise RunNotFound()
    return _line(row)


def run_kinds(scope: Scope) -> dict[str, int]:
    """The kinds of run there are, each with how many."""
    rows = Run.objects.in_scope(scope).values_list("kind").annotate(count=Count("id"))
    return dict(rows.order_by("kind"))


def _lines(scope: Scope) -> QuerySet[Run]:
    person = User.objects.filter(pk=OuterRef("started_by_id")).values("username")
    rows = Run.objects.in_scope(scope).select_related("case", "workflow")
    return rows.annotate(started_by=Subquery(person))


def _line(row: Run) -> RunLine:
    return RunLine(
        id=row.id,
        kind=row.kind,
        state=RunState(row.state),
        created_at=row.created_at,
        ended_at=row.ended_at,
        started_by=getattr(row, "started_by", None),
        case_id=row.case_id,
        case_name=row.case.name if row.case else None,
        workflow=row.workflow.name if row.workflow else None,
    )


def place_of(after: str) -> tuple[datetime | None, UUID | None]:
    """Where a list ended; what is no place begins at the beginning.

    >>> place_of("nowhere")
    (None, None)
    """
    moment, _, name = after.rpartition("~")
    try:
        at, last = datetime.fromisoformat(moment), UUID(name)
    except ValueError:
        return None, None
    return (at, last) if at.tzinfo else (None, None)
