"""Cases and workflows with their runs, and runs of every kind: state, case, steps, tool calls."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery

from pramana.kit.listings import NamedItem
from pramana.kit.scope import Scope, ScopeContext
from pramana.tenancy.contracts import NO_MATTER, Matter, RunState, RunView
from pramana.tenancy.errors import CaseNotFound, RunNotFound
from pramana.tenancy.models import Case, Run, RunStep, ToolCall, User, Workflow
from pramana.tenancy.steps import OK, RecordedCall, Step


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


def calls_of_run(scope: Scope, run_id: UUID, *, limit: int | None = None) -> list[RecordedCall]:
    """The tool calls of a run, oldest first."""
    rows = ToolCall.objects.in_scope(scope).filter(run_id=run_id)
    return [_recorded_call(row) for row in rows[:limit]]


def calls_for_subject(
    scope: Scope, subject_id: UUID, *, after: int = 0, limit: int | None = None
) -> list[RecordedCall]:
    """The tool calls that were made for a subject, in order, after a position."""
    rows = ToolCall.objects.in_scope(scope).filter(subject_id=subject_id, position__gt=after)
    return [_recorded_call(row) for row in rows.order_by("position")[:limit]]


def has_tool_calls(scope: Scope, run_id: UUID) -> bool:
    return ToolCall.objects.in_scope(scope).filter(run_id=run_id).exists()


def find_call(
    scope: Scope, run_id: UUID, tool: str, arguments: Mapping[str, Any]
) -> RecordedCall | None:
    """The first call of a run that succeeded with the same input, so that it is not repeated."""
    rows = ToolCall.objects.in_scope(scope).filter(run_id=run_id, tool=tool, status=OK)
    row = rows.filter(input=dict(arguments)).first()
    return _recorded_call(row) if row else None


def subjects_citing(scope: Scope, ids: Collection[UUID]) -> list[UUID]:
    """The subjects of the tool calls that cite one of these."""
    rows = ToolCall.objects.in_scope(scope).filter(cited_ids__overlap=list(ids))
    return list(rows.order_by().values_list("subject_id", flat=True).distinct())


def _recorded_call(row: ToolCall) -> RecordedCall:
    return RecordedCall(
        subject_id=row.subject_id,
        run_id=row.run_id,
        position=row.position,
        invocation_id=row.invocation_id,
        tool=row.tool,
        envelope={"status": row.status, "input": row.input, **row.outcome},
        at=row.at,
    )


@dataclass(frozen=True)
class CaseName:
    """A case by its name, for choosing one."""

    id: UUID
    name: str


@dataclass(frozen=True)
class CaseLine(CaseName):
    """A case in a list, with the number of its runs and workflows."""

    created_at: datetime
    runs: int
    active: int
    last_run_at: datetime | None
    workflows: int

    @property
    def place(self) -> str:
        return f"{self.created_at.isoformat()}~{self.id}"


@dataclass(frozen=True)
class WorkflowLine:
    id: UUID
    name: str
    runs: int


def case_names(scope: Scope, *, limit: int = 200) -> list[CaseName]:
    """The newest cases first."""
    rows = Case.objects.in_scope(scope).order_by("-created_at", "-id")
    return [CaseName(row.id, row.name) for row in rows[:limit]]


def search_cases(scope: Scope, words: str, *, limit: int) -> list[NamedItem]:
    """Cases whose names contain the words, newest first."""
    rows = Case.objects.in_scope(scope).filter(name__icontains=words)
    newest = rows.order_by("-created_at", "-id")[:limit]
    return [NamedItem(row.id, row.name, "", row.created_at) for row in newest]


def find_case(scope: Scope, case_id: UUID) -> CaseName | None:
    """The case, or None if it does not exist in this tenant."""
    row = Case.objects.in_scope(scope).filter(pk=case_id).first()
    return CaseName(row.id, row.name) if row else None


def list_cases(scope: Scope, *, after: str = "", limit: int = 50) -> list[CaseLine]:
    """Newest first. `after` is the `place` of the last case of the page before."""
    rows = Case.objects.in_scope(scope)
    at, last = parse_place(after)
    if at:
        rows = rows.filter(created_at__lte=at).exclude(created_at=at, pk__gte=last)
    return _case_lines(scope, list(rows.order_by("-created_at", "-id")[:limit]))


def get_case(scope: Scope, case_id: UUID) -> CaseLine:
    lines = _case_lines(scope, list(Case.objects.in_scope(scope).filter(pk=case_id)))
    if not lines:
        raise CaseNotFound()
    return lines[0]


def workflows_of(scope: Scope, case_id: UUID) -> list[WorkflowLine]:
    rows = Workflow.objects.in_scope(scope).filter(case_id=case_id).order_by("name")
    counted = rows.annotate(count=Count("runs"))
    return [WorkflowLine(row.id, row.name, row.count) for row in counted]


def _case_lines(scope: Scope, cases: list[Case]) -> list[CaseLine]:
    """Counts for all cases, in two statements."""
    ids = [case.id for case in cases]
    runs, workflows = _run_counts(scope, ids), _workflow_counts(scope, ids)
    none: dict[str, Any] = {"runs": 0, "active": 0, "last_run_at": None}
    return [
        CaseLine(
            id=case.id,
            name=case.name,
            created_at=case.created_at,
            workflows=workflows.get(case.id, 0),
            **runs.get(case.id, none),
        )
        for case in cases
    ]


def _run_counts(scope: Scope, case_ids: list[UUID]) -> dict[UUID | None, dict[str, Any]]:
    rows = Run.objects.in_scope(scope).filter(case_id__in=case_ids).order_by()
    counted = rows.values("case_id").annotate(
        runs=Count("id"),
        active=Count("id", filter=Q(state=RunState.ACTIVE)),
        last_run_at=Max("created_at"),
    )
    return {
        row["case_id"]: {
            "runs": row["runs"], "active": row["active"], "last_run_at": row["last_run_at"],
        }
        for row in counted
    }  # fmt: skip


def _workflow_counts(scope: Scope, case_ids: list[UUID]) -> dict[UUID, int]:
    rows = Workflow.objects.in_scope(scope).filter(case_id__in=case_ids).order_by()
    return dict(rows.values_list("case_id").annotate(count=Count("id")))
