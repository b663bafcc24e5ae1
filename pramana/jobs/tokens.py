"""What lies in procrastinate's queue: not the work, but word that there is some.

A token is inserted on the caller's Django connection, so it commits or rolls back with the change
that asked for it. Losing or repeating one is harmless, because our own rows decide what is done.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from hashlib import blake2b
from uuid import UUID

from django.db import connection
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job as Token
from procrastinate.manager import JobManager

from pramana.kit.scope import Scope

PERFORM = "jobs.perform"
DRAIN = "jobs.drain"
WAKE_UP = "procrastinate_any_queue_v1"


def ask_to_perform(
    tenant_id: UUID, job_id: UUID, *, at: datetime | None = None, priority: int = 0
) -> int:
    args = {"tenant_id": str(tenant_id), "job_id": str(job_id)}
    return _insert(PERFORM, "jobs", args, at, priority)


def ask_to_drain(
    tenant_id: UUID, lane: str, *, at: datetime | None = None, priority: int = 0
) -> int:
    args = {"tenant_id": str(tenant_id), "lane": lane}
    return _insert(DRAIN, lane_queue(tenant_id, lane), args, at, priority)


def forget_tokens(scope: Scope) -> None:
    """Remove every token of a tenant that goes; one under way finds no rows and does nothing."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM procrastinate_jobs WHERE args->>'tenant_id' = %s", [str(scope.tenant_id)]
        )


def lane_queue(tenant_id: UUID, lane: str) -> str:
    """A short name of its own for each lane, so that its tokens are found by index."""
    return "lane-" + blake2b(f"{tenant_id}/{lane}".encode(), digest_size=8).hexdigest()


def take_drain_tokens(tenant_id: UUID, lane: str) -> None:
    """Remove the lane's waiting tokens: whoever drains now sees all they stand for.

    Each token committed together with its job, so what a token we can see asks for we can see too.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM procrastinate_jobs WHERE id IN (SELECT id FROM procrastinate_jobs"
            " WHERE queue_name = %s AND status = 'todo' FOR UPDATE SKIP LOCKED)",
            [lane_queue(tenant_id, lane)],
        )


def wake_workers() -> None:
    """Tell every worker to look again; procrastinate itself only tells of inserted tokens."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_notify(%s, %s)", [WAKE_UP, '{"type": "job_inserted", "job_id": 0}']
        )


def _insert(
    name: str, queue: str, args: Mapping[str, str], at: datetime | None, priority: int
) -> int:
    waiting = Token(
        queue=queue,
        task_name=name,
        task_kwargs=dict(args),
        scheduled_at=at,
        priority=priority,
        lock=None,
        queueing_lock=None,
    )
    with connection.wrap_database_errors, _unwrapped():
        token = _manager().defer_job(waiting)
    if token.id is None:
        raise RuntimeError("procrastinate gave no id for what it inserted.")
    return token.id


@contextmanager
def _unwrapped() -> Iterator[None]:
    """What the database said, and not procrastinate's word for it: one that is away is told as such
    wherever it is asked."""
    try:
        yield
    except ConnectorException as wrapped:
        raise wrapped.__cause__ or wrapped from None


@cache
def _manager() -> JobManager:
    return JobManager(DjangoConnector())
