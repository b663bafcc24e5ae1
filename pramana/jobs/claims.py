"""Claiming jobs, and the fence that lets only the newest attempt write.

A claim raises the row's attempt number under the row's lock. Nothing is written for an attempt
whose number is no longer the row's, so a job rescued while it still ran has its effect once.
"""

import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError

from pramana.jobs.contracts import JobState
from pramana.jobs.database import execute_prepared
from pramana.jobs.errors import Superseded
from pramana.jobs.events import announce_jobs
from pramana.jobs.models import Job
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope, ScopeContext
from pramana.tenancy.locking import lock_row

LINES = 30
"""How many lines one claim looks at. A line is a lane, or all of a tenant's jobs without a lane."""
CANDIDATES = 8
"""How many jobs of a line without order are looked at; other workers may hold the first of them."""
FIRST_TENANT = UUID(int=0)

READY = "{job}.state = 'queued' AND NOT {job}.delayed AND {job}.crashes = 0"
NOTHING_RUNS_IN_LANE = """
    NOT EXISTS (
        SELECT 1 FROM jobs_job running
         WHERE running.tenant_id = {job}.tenant_id AND running.lane = {job}.lane
           AND running.lane <> '' AND running.state = 'running')
"""
HEAD_OF_LANE = """
    SELECT * FROM jobs_job
     WHERE tenant_id = {tenant} AND lane = {lane} AND lane <> '' AND state IN ('queued', 'running')
     ORDER BY position LIMIT 1
"""
LANE_IS_FREE = f"""
    ({{job}}.lane = '' OR {NOTHING_RUNS_IN_LANE} AND {{job}}.position = (SELECT position FROM
        ({HEAD_OF_LANE.format(tenant="{job}.tenant_id", lane="{job}.lane")}) head))
"""  # noqa: S608 - made of constants
START = """
WITH RECURSIVE {candidates}, chosen AS (
    SELECT job.* FROM candidate CROSS JOIN LATERAL (
        SELECT id, run_id FROM jobs_job
         WHERE id = candidate.id AND state || '' = 'queued' AND NOT delayed
           FOR UPDATE SKIP LOCKED) job
     LIMIT 1
)
UPDATE jobs_job
   SET state = 'running', attempt = attempt + 1, worker_id = %(worker)s,
       started_at = %(at)s, finished_at = NULL, stage = '', current = 0, total = 0
  FROM chosen LEFT JOIN tenancy_run run ON run.id = chosen.run_id
 WHERE jobs_job.id = chosen.id AND set_config('synchronous_commit', 'off', true) IS NOT NULL
RETURNING jobs_job.id, jobs_job.tenant_id, actor_id, trace_id, name, payload::text, attempt,
       jobs_job.run_id, lane, key, run.case_id, run.workflow_id, {lines} AS lines
"""
"""Locks and starts the first candidate that nobody else has locked. The state is compared as an
expression, so that the row is looked up by its id and never through the index of ready jobs."""
CLAIM_NEXT = START.format(
    lines="(SELECT count(*) FROM lines)",
    candidates=f"""
line AS (
    (SELECT tenant_id, lane FROM jobs_job job
      WHERE {READY.format(job="job")} AND (tenant_id, lane) > (%(tenant)s::uuid, %(lane)s::text)
      ORDER BY tenant_id, lane LIMIT 1)
  UNION ALL
    SELECT following.* FROM line CROSS JOIN LATERAL (
        SELECT tenant_id, lane FROM jobs_job job
         WHERE {READY.format(job="job")} AND (tenant_id, lane) > (line.tenant_id, line.lane)
         ORDER BY tenant_id, lane LIMIT 1) following
), lines AS (
    SELECT * FROM line LIMIT {LINES}
), busy AS (
    SELECT tenant_id, count(*) AS jobs FROM jobs_job WHERE state = 'running' GROUP BY tenant_id
), candidate AS (
    SELECT job.id
      FROM lines
     CROSS JOIN LATERAL (
        (SELECT id, tenant_id, priority, turn FROM jobs_job unordered
          WHERE {READY.format(job="unordered")} AND lines.lane = ''
            AND tenant_id = lines.tenant_id AND lane = ''
          ORDER BY priority DESC, turn LIMIT {CANDIDATES})
      UNION ALL
        (SELECT id, tenant_id, priority, turn
           FROM ({HEAD_OF_LANE.format(tenant="lines.tenant_id", lane="lines.lane")}) head
          WHERE {READY.format(job="head")} AND {NOTHING_RUNS_IN_LANE.format(job="lines")})
     ) job LEFT JOIN busy ON busy.tenant_id = job.tenant_id
     WHERE busy.tenant_id IS NULL OR NOT %(guest)s
     ORDER BY job.priority DESC,
              coalesce(busy.jobs, 0) + row_number() OVER (
                  PARTITION BY job.tenant_id ORDER BY job.priority DESC, job.turn),
              job.turn
)""",  # noqa: S608 - made of constants
)
"""Starts the next job. Higher priority goes first; among equals the tenant with the fewest running
jobs; then who has waited longest. For guests, only tenants count that have none running. The lines
are found by skipping through an index, so the cost does not grow with the number of queued jobs."""
CLAIM_IN_LANE = START.format(
    lines="0",
    candidates=f"""
candidate AS (
    SELECT id FROM ({HEAD_OF_LANE.format(tenant="%(tenant)s", lane="%(lane)s")}) head
     WHERE {READY.format(job="head")} AND {NOTHING_RUNS_IN_LANE.format(job="head")}
)""",  # noqa: S608 - made of constants
)
CLAIM_ONE = START.format(
    lines="0",
    candidates=f"""
candidate AS (
    SELECT id FROM jobs_job job
     WHERE id = %(id)s AND tenant_id = %(tenant)s AND {LANE_IS_FREE.format(job="job")}
)""",  # noqa: S608 - made of constants
)
GIVE_WAY = """
    UPDATE jobs_job SET turn = nextval('jobs_job_position')
     WHERE id = (SELECT id FROM jobs_job
                  WHERE tenant_id = %(tenant)s AND lane = %(lane)s AND lane <> ''
                    AND state IN ('queued', 'running')
                  ORDER BY position LIMIT 1) AND state = 'queued'
"""
LOCK = """
    SELECT 1 FROM jobs_job
     WHERE id = %(id)s AND tenant_id = %(tenant)s AND attempt = %(attempt)s AND state = 'running'
       FOR UPDATE
"""
FINISH = """
    UPDATE jobs_job SET state = 'done', error = '', outage_since = NULL, finished_at = %(at)s
     WHERE id = %(id)s AND tenant_id = %(tenant)s AND attempt = %(attempt)s AND state = 'running'
"""


@dataclass(frozen=True)
class Claim:
    """One attempt at one job, as the code that runs it sees it."""

    id: UUID
    scope: Scope
    name: str
    payload: dict[str, Any]
    attempt: int
    run_id: UUID | None
    lane: str


class Claimer:
    """Claims jobs for one worker thread.

    Where there are more lines than one claim looks at, the next claim goes on behind the last
    one served, so every line has its turn. A claimer `for_guests` takes only jobs of tenants that
    have none running.
    """

    def __init__(self, worker_id: int | None, *, for_guests: bool = False) -> None:
        self._worker_id, self._for_guests = worker_id, for_guests
        self._after: tuple[UUID, str] = (FIRST_TENANT, "")

    def claim_next(self) -> Claim | None:
        """Claim the job that is to run next, if any is ready."""
        start = (FIRST_TENANT, "")
        tenant_id, lane = self._after
        claim, lines = self._start(CLAIM_NEXT, tenant=tenant_id, lane=lane, guest=self._for_guests)
        if claim is None and self._after != start:
            self._after = start
            return self.claim_next()
        all_seen = self._after == start and lines < LINES
        self._after = (claim.scope.tenant_id, claim.lane) if claim and not all_seen else start
        return claim

    def claim_in_lane(self, scope: Scope, lane: str) -> Claim | None:
        """Claim the lane's oldest job, if it is ready and none of the lane runs."""
        return self._start(CLAIM_IN_LANE, tenant=scope.tenant_id, lane=lane)[0]

    def claim_one(self, scope: Scope, job_id: UUID) -> Claim | None:
        """Claim this queued job, however many crashes it has seen, if its lane is free."""
        return self._start(CLAIM_ONE, tenant=scope.tenant_id, id=job_id)[0]

    def give_way(self, scope: Scope, lane: str) -> None:
        """Let everything that waits now go before the lane's next job."""
        execute_prepared(GIVE_WAY, {"tenant": scope.tenant_id, "lane": lane})

    def _start(self, statement: str, **parameters: Any) -> tuple[Claim | None, int]:
        parameters |= {"worker": self._worker_id, "at": utcnow()}
        try:
            row = execute_prepared(statement, parameters).fetchone()
        except IntegrityError:  # another worker claimed a job of the same lane at this moment
            return None, 0
        if row is None:
            return None, 0
        announce_jobs(row[1])
        return _claim_of_columns(row), row[-1]


def lock_attempt(claim: Claim) -> None:
    """Lock the claim's row inside a transaction. Raises `Superseded` when it no longer counts."""
    if not execute_prepared(LOCK, _attempt(claim)).rowcount:
        raise Superseded(claim.id, claim.attempt)


def finish_attempt(claim: Claim) -> None:
    """Mark the job done. Raises `Superseded` when the claim no longer counts."""
    if not execute_prepared(FINISH, {**_attempt(claim), "at": utcnow()}).rowcount:
        raise Superseded(claim.id, claim.attempt)
    announce_jobs(claim.scope.tenant_id)


def lock_claimed_row(claim: Claim) -> Job:
    """The claim's row, locked, if the claim still counts. Inside a transaction."""
    rows = Job.objects.in_scope(claim.scope).filter(
        pk=claim.id, attempt=claim.attempt, state=JobState.RUNNING
    )
    return lock_row(rows, Superseded(claim.id, claim.attempt))


def claim_of(row: Job) -> Claim:
    return Claim(row.id, scope_of(row), row.name, row.payload, row.attempt, row.run_id, row.lane)


def scope_of(row: Job) -> Scope:
    """A job acts for whoever asked for it, within the same trace, run and case."""
    run = row.run
    return _scope(
        row.tenant_id, row.actor_id, row.trace_id, row.run_id, row.key,
        case_id=run.case_id if run else None,
        workflow_id=run.workflow_id if run else None,
    )  # fmt: skip


def _claim_of_columns(row: tuple[Any, ...]) -> Claim:
    job_id, tenant_id, actor_id, trace_id, name, payload, attempt, run_id, lane, key = row[:10]
    scope = _scope(tenant_id, actor_id, trace_id, run_id, key, case_id=row[10], workflow_id=row[11])
    return Claim(job_id, scope, name, json.loads(payload), attempt, run_id, lane)


def _scope(
    tenant_id: UUID,
    actor_id: UUID | None,
    trace_id: UUID,
    run_id: UUID | None,
    key: str | None,
    *,
    case_id: UUID | None,
    workflow_id: UUID | None,
) -> Scope:
    if run_id is None:
        return Scope(tenant_id=tenant_id, actor_id=actor_id, trace_id=trace_id)
    return ScopeContext(
        tenant_id=tenant_id,
        actor_id=actor_id,
        trace_id=trace_id,
        run_id=run_id,
        case_id=case_id,
        workflow_id=workflow_id,
        idempotency_key=key,
    )


def _attempt(claim: Claim) -> dict[str, Any]:
    return {"id": claim.id, "tenant": claim.scope.tenant_id, "attempt": claim.attempt}
