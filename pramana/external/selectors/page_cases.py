"""A case with everything that belongs to it: workflows, runs, decisions, documents, costs."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import connection

from pramana.external.contracts.stages import Verdict
from pramana.external.models import Candidate, Decision
from pramana.external.selectors.page_runs import place_of
from pramana.kit.scope import Scope
from pramana.tenancy.errors import CaseNotFound

LIST = """
    SELECT matter.id, matter.name, matter.created_at, work.runs, work.active, work.last,
           (SELECT count(*) FROM tenancy_workflow AS way
             WHERE way.tenant_id = matter.tenant_id AND way.case_id = matter.id),
           (SELECT sum(call.cost) FROM llm_modelcall AS call
              JOIN tenancy_run AS run ON run.tenant_id = call.tenant_id AND run.id = call.run_id
             WHERE call.tenant_id = matter.tenant_id AND run.case_id = matter.id)
      FROM tenancy_case AS matter
     CROSS JOIN LATERAL (
           SELECT count(*) AS runs, count(*) FILTER (WHERE run.state = 'active') AS active,
                  max(run.created_at) AS last
             FROM tenancy_run AS run
            WHERE run.tenant_id = matter.tenant_id AND run.case_id = matter.id) AS work
     WHERE matter.tenant_id = %(tenant)s
       AND (%(case)s::uuid IS NULL OR matter.id = %(case)s)
       AND (%(at)s::timestamptz IS NULL
            OR (matter.created_at, matter.id) < (%(at)s, %(last)s::uuid))
     ORDER BY matter.created_at DESC, matter.id DESC LIMIT %(limit)s
"""
WORKFLOWS = """
    SELECT way.id, way.name, count(run.id)
      FROM tenancy_workflow AS way
      LEFT JOIN tenancy_run AS run ON run.tenant_id = way.tenant_id AND run.workflow_id = way.id
     WHERE way.tenant_id = %s AND way.case_id = %s
     GROUP BY way.id, way.name ORDER BY way.name
"""
COSTS = """
    SELECT call.purpose, call.engine, count(*), sum(call.tokens_in), sum(call.tokens_out),
           sum(call.cost)
      FROM llm_modelcall AS call
      JOIN tenancy_run AS run ON run.tenant_id = call.tenant_id AND run.id = call.run_id
     WHERE call.tenant_id = %s AND run.case_id = %s
     GROUP BY call.purpose, call.engine
     ORDER BY sum(call.cost) DESC NULLS LAST, count(*) DESC, call.purpose
"""


@dataclass(frozen=True)
class CaseLine:
    """A case in a list. `cost` is in US dollars over the calls whose price is known."""

    id: UUID
    name: str
    created_at: datetime
    runs: int
    active: int
    last_run_at: datetime | None
    workflows: int
    cost: Decimal | None

    @property
    def place(self) -> str:
        return f"{self.created_at.isoformat()}~{self.id}"


@dataclass(frozen=True)
class WorkflowLine:
    id: UUID
    name: str
    runs: int


@dataclass(frozen=True)
class CostLine:
    purpose: str
    engine: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None


@dataclass(frozen=True)
class DecisionLine:
    """What was decided about the pages a run of the case offered."""

    research_id: UUID
    text: str
    verdict: Verdict
    let_in: int
    rationale: str
    decided_by_id: UUID | None
    decided_at: datetime


def cases_listed(scope: Scope, *, after: str = "", limit: int = 50) -> list[CaseLine]:
    """Newest first; `after` is the `place` of the case before."""
    at, last = place_of(after)
    return _cases(scope, {"case": None, "at": at, "last": last, "limit": limit})


def get_case(scope: Scope, case_id: UUID) -> CaseLine:
    found = _cases(scope, {"case": case_id, "at": None, "last": None, "limit": 1})
    if not found:
        raise CaseNotFound()
    return found[0]


def workflows_of(scope: Scope, case_id: UUID) -> list[WorkflowLine]:
    with connection.cursor() as cursor:
        cursor.execute(WORKFLOWS, [scope.tenant_id, case_id])
        return [WorkflowLine(*row) for row in cursor.fetchall()]


def costs_of(scope: Scope, case_id: UUID) -> list[CostLine]:
    """What the case's runs used, by purpose and engine, dearest first."""
    with connection.cursor() as cursor:
        cursor.execute(COSTS, [scope.tenant_id, case_id])
        return [CostLine(*row) for row in cursor.fetchall()]


def documents_let_in(scope: Scope, case_id: UUID, *, limit: int = 200) -> list[UUID]:
    """The documents that came in by the case's runs."""
    rows = Candidate.objects.in_scope(scope).filter(research__run__case_id=case_id)
    found = rows.exclude(document_id=None).order_by("-research__created_at", "position")
    ids = found.values_list("document_id", flat=True)[:limit]
    return list(dict.fromkeys(each for each in ids if each))


def decisions_of(scope: Scope, case_id: UUID, *, limit: int = 100) -> list[DecisionLine]:
    """What people decided in the case, newest first."""
    rows = Decision.objects.in_scope(scope).filter(research__run__case_id=case_id)
    return [
        DecisionLine(
            research_id=row.research_id,
            text=row.research.text,
            verdict=Verdict(row.verdict),
            let_in=len(row.candidate_ids) + len(row.added_urls),
            rationale=row.rationale,
            decided_by_id=row.decided_by_id,
            decided_at=row.decided_at,
        )
        for row in rows.select_related("research").order_by("-decided_at")[:limit]
    ]


def _cases(scope: Scope, asked: dict[str, Any]) -> list[CaseLine]:
    with connection.cursor() as cursor:
        cursor.execute(LIST, {"tenant": scope.tenant_id, **asked})
        return [CaseLine(*row) for row in cursor.fetchall()]
