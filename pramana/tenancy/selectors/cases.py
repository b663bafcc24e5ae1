"""Cases and workflows, with how many runs each has."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Q

from pramana.kit.listings import NamedItem
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.errors import CaseNotFound
from pramana.tenancy.models import Case, Run, Workflow
from pramana.tenancy.selectors.runs import parse_place


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
