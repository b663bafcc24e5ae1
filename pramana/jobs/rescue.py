"""Finding work whose worker is gone, and work nobody will be told of. Safe to run often."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from pramana.jobs.claims import claim_of
from pramana.jobs.contracts import JobState
from pramana.jobs.endings import hand_back
from pramana.jobs.liveness import live_workers
from pramana.jobs.models import Job
from pramana.jobs.perform import ask_again
from pramana.jobs.tokens import (
    DRAIN,
    PERFORM,
    ask_to_drain,
    lane_queue,
    wake_workers,
)
from pramana.kit.scope import Scope

REVIVE = """
    UPDATE procrastinate_jobs
       SET status = 'todo', worker_id = NULL, scheduled_at = NULL, abort_requested = false
     WHERE status = 'doing' AND id = ANY(%s)
"""
FORGET = "DELETE FROM procrastinate_jobs WHERE status = 'doing' AND id = ANY(%s)"
PRUNE_WORKERS = """
    DELETE FROM procrastinate_workers
     WHERE last_heartbeat < now() - interval '1 hour' AND id <> ALL(%s)
"""
UNTOLD = """
    SELECT tenant_id, id FROM jobs_job
     WHERE state IN ('queued', 'running') AND lane = '' AND NOT EXISTS (
           SELECT 1 FROM procrastinate_jobs token
            WHERE token.id = queue_id AND token.status IN ('todo', 'doing'))
"""
LANES = """
    SELECT DISTINCT tenant_id, lane FROM jobs_job
     WHERE state IN ('queued', 'running') AND lane <> ''
"""
TOLD_QUEUES = """
    SELECT queue_name FROM procrastinate_jobs
     WHERE queue_name = ANY(%s) AND status IN ('todo', 'doing')
"""


@transaction.atomic
def rescue_stalled(lost: Collection[int] = ()) -> int:
    """Make the tokens of workers that are gone wait again; return how many.

    Work of the clock is dropped instead: its next tick asks again. One process at a time does
    this; the others need not wait for it.
    """
    with connection.cursor() as cursor:
        if not _alone(cursor):
            return 0
        stalled = _stalled(cursor, lost)
        ours = [token for token, name in stalled if name in (PERFORM, DRAIN)]
        cursor.execute(REVIVE, [ours])
        cursor.execute(FORGET, [[token for token, _ in stalled if token not in ours]])
    if ours:
        wake_workers()
    return len(ours)


def prune_workers() -> None:
    """Forget the registrations of workers that are long gone."""
    with connection.cursor() as cursor:
        cursor.execute(PRUNE_WORKERS, [list(live_workers())])


def tell_untold() -> int:
    """Ask again for jobs that wait although no token tells of them; return how many.

    A job and its token commit together, so this finds something only after someone emptied the
    queue's tables by hand, or restored a part of the database.
    """
    with connection.cursor() as cursor:
        cursor.execute(UNTOLD)
        jobs = cursor.fetchall()
    for tenant_id, job_id in jobs:
        ask_again(Scope(tenant_id=tenant_id), job_id)
    lanes = _untold_lanes()
    for tenant_id, lane in lanes:
        ask_to_drain(tenant_id, lane)
    return len(jobs) + len(lanes)


def tokens_held_by(worker_id: int) -> frozenset[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM procrastinate_jobs WHERE status = 'doing' AND worker_id = %s",
            [worker_id],
        )
        return frozenset(row[0] for row in cursor.fetchall())


def jobs_held_by(worker_id: int) -> dict[UUID, Job]:
    rows = Job.objects.unscoped("a worker looks for what it forgot to end").filter(
        state=JobState.RUNNING, worker_id=worker_id
    )
    return {row.id: row for row in rows}


def hand_back_row(row: Job) -> None:
    hand_back(claim_of(row))


def _stalled(cursor: CursorWrapper, lost: Collection[int]) -> list[tuple[int, str]]:
    """Tokens in the hands of nobody alive.

    The tokens are read before the locks: a worker takes its lock before its first token, so one
    that holds a token now and no lock a moment later is gone.
    """
    cursor.execute("SELECT id, task_name, worker_id FROM procrastinate_jobs WHERE status = 'doing'")
    doing = cursor.fetchall()
    live = live_workers()
    return [(token, name) for token, name, worker in doing if worker not in live or token in lost]


def _untold_lanes() -> list[tuple[UUID, str]]:
    with connection.cursor() as cursor:
        cursor.execute(LANES)
        lanes = {lane_queue(*lane): (lane[0], lane[1]) for lane in cursor.fetchall()}
        cursor.execute(TOLD_QUEUES, [list(lanes)])
        told = {row[0] for row in cursor.fetchall()}
    return [lane for queue, lane in lanes.items() if queue not in told]


def _alone(cursor: CursorWrapper) -> bool:
    cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended('pramana/rescue', 11))")
    return bool(cursor.fetchone()[0])
