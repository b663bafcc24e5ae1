"""Runs of every kind, as pages list them: what ran, in which matter, and what it cost.

A page about runs looks over the tables of several capabilities at once. It reads them in one query
that names the tenant first and at every join; nobody writes here.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import connection

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.errors import RunNotFound

LIST = """
    SELECT run.id, run.kind, run.state, run.created_at, run.ended_at, person.username,
           run.case_id, matter.name, way.name, spent.calls, spent.tokens, spent.cost
      FROM tenancy_run AS run
      LEFT JOIN tenancy_case AS matter
        ON matter.tenant_id = run.tenant_id AND matter.id = run.case_id
      LEFT JOIN tenancy_workflow AS way
        ON way.tenant_id = run.tenant_id AND way.id = run.workflow_id
      LEFT JOIN tenancy_user AS person ON person.id = run.started_by_id
     CROSS JOIN LATERAL (
           SELECT count(*) AS calls, coalesce(sum(tokens_in + tokens_out), 0)::bigint AS tokens,
                  sum(cost) AS cost
             FROM llm_modelcall AS call
            WHERE call.tenant_id = run.tenant_id AND call.run_id = run.id) AS spent
     WHERE run.tenant_id = %(tenant)s
       AND (%(run)s::uuid IS NULL OR run.id = %(run)s)
       AND (%(kind)s = '' OR run.kind = %(kind)s)
       AND (%(state)s = '' OR run.state = %(state)s)
       AND (%(case)s::uuid IS NULL OR run.case_id = %(case)s)
       AND (%(at)s::timestamptz IS NULL OR (run.created_at, run.id) < (%(at)s, %(last)s::uuid))
     ORDER BY run.created_at DESC, run.id DESC LIMIT %(limit)s
"""
KINDS = "SELECT kind, count(*) FROM tenancy_run WHERE tenant_id = %s GROUP BY kind ORDER BY kind"


@dataclass(frozen=True)
class RunLine:
    """A run in a list. `cost` is in US dollars, None where no price is known."""

    id: UUID
    kind: str
    state: RunState
    created_at: datetime
    ended_at: datetime | None
    started_by: str | None
    case_id: UUID | None
    case_name: str | None
    workflow: str | None
    model_calls: int
    tokens: int
    cost: Decimal | None

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
    at, last = place_of(after)
    asked = {"kind": wanted.kind, "state": wanted.state, "case": wanted.case_id, "run": None}
    return _lines(scope, {**asked, "at": at, "last": last, "limit": limit})


def get_run_line(scope: Scope, run_id: UUID) -> RunLine:
    asked = {"kind": "", "state": "", "case": None, "run": run_id}
    found = _lines(scope, {**asked, "at": None, "last": None, "limit": 1})
    if not found:
        raise RunNotFound()
    return found[0]


def run_kinds(scope: Scope) -> dict[str, int]:
    """The kinds of run there are, each with how many."""
    with connection.cursor() as cursor:
        cursor.execute(KINDS, [scope.tenant_id])
        return dict(cursor.fetchall())


def _lines(scope: Scope, asked: dict[str, Any]) -> list[RunLine]:
    with connection.cursor() as cursor:
        cursor.execute(LIST, {"tenant": scope.tenant_id, **asked})
        return [_line(*row) for row in cursor.fetchall()]


def _line(run_id: UUID, kind: str, state: str, *rest: Any) -> RunLine:
    return RunLine(run_id, kind, RunState(state), *rest)


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
