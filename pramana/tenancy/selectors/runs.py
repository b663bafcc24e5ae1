"""Runs of every kind: their state, case, workflow and steps."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery

from pramana.kit.scope import Scope, ScopeContext
from pramana.tenancy.contracts import NO_MATTER, Matter, RunState, RunView
from pramana.tenancy.errors import RunNotFound
from pramana.tenancy.models import Run, RunStep, User
from pramana.tenancy.steps import Step


def get_run(scope: Scope, run_id: UUID) -> RunView:
    row = _run(scope, run_id)
    return RunView(row.id, row.kind, RunState(row.state), row.created_at, row.ended_at)


def run_scope(scope: Scope, run_id: UUID) -> ScopeContext:
    """The scope inside a run of this tenant, with its case and workflow."""
    run = _run(scope, run_id)
    return ScopeContext(
        tenant_id=scope.tenant_id,
        actor_id=scope.actor_id,
        trace_id=scope.trace_id,
        run_id=run.id,
        case_id=run.case_id,
        workflow_id=run.workflow_id,
    )


def matter_or_previous(scope: Scope, matter: Matter, run_id: UUID | None) -> Matter:
    """The matter the caller names or, if none is named, that of the previous run."""
    if matter.is_named or run_id is None:
        return matter
    rows = Run.objects.in_scope(scope).select_related("workflow").filter(pk=run_id)
    row = rows.first()
    if row is None:
        return NO_MATTER
    return Matter(row.case_id, row.workflow.name if row.workflow else "")


def runs_of_cases(scope: Scope, case_ids: Collection[UUID]) -> QuerySet[Run]:
    """The runs of these cases, as a subquery for the queries of other capabilities."""
    return Run.objects.in_scope(scope).filter(case_id__in=case_ids).order_by()


def _run(scope: Scope, run_id: UUID) -> Run:
    row = Run.objects.in_scope(scope).filter(pk=run_id).first()
    if row is None:
        raise RunNotFound()
    return row


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
        """The cursor after which a list continues."""
        return f"{self.created_at.isoformat()}~{self.id}"


@dataclass(frozen=True)
class RunFilter:
    """Which runs to list. An empty field does not filter."""

    kind: str = ""
    state: str = ""
    case_id: UUID | None = None


def list_runs(
    scope: Scope, chosen: RunFilter, *, after: str = "", limit: int = 50
) -> list[RunLine]:
    """Newest first. `after` is the `place` of the last run of the page before."""
    fields = {"kind": chosen.kind, "state": chosen.state, "case_id": chosen.case_id}
    rows = _lines(scope).filter(**{name: value for name, value in fields.items() if value})
    at, last = parse_place(after)
    if at:
        rows = rows.filter(created_at__lte=at).exclude(created_at=at, pk__gte=last)
    return [_line(row) for row in rows.order_by("-created_at", "-id")[:limit]]


def get_run_line(scope: Scope, run_id: UUID) -> RunLine:
    row = _lines(scope).filter(pk=run_id).first()
    if row is None:
        raise RunNotFound()
    return _line(row)


def run_kinds(scope: Scope) -> dict[str, int]:
    """The number of runs of each kind."""
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


def parse_place(after: str) -> tuple[datetime | None, UUID | None]:
    """The moment and id in a `place`; an invalid one starts the list from the beginning.

    >>> parse_place("nowhere")
    (None, None)
    """
    moment, _, name = after.rpartition("~")
    try:
        at, last = datetime.fromisoformat(moment), UUID(name)
    except ValueError:
        return None, None
    return (at, last) if at.tzinfo else (None, None)


def steps_of(scope: Scope, run_id: UUID, *, limit: int = 500) -> list[Step]:
    """The nodes a run executed, oldest first."""
    rows = RunStep.objects.in_scope(scope).filter(run_id=run_id)[:limit]
    return [Step(row.name, row.began_at, row.took_ms, row.outcome) for row in rows]
