"""Asking for work by name, in the caller's own transaction."""

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from pramana.jobs.events import announce_jobs
from pramana.jobs.handlers import install
from pramana.jobs.models import Job
from pramana.jobs.registry import find_task
from pramana.jobs.tokens import ask_to_drain, ask_to_perform
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope

__all__ = ["enqueue", "install", "push", "push_all"]


@transaction.atomic
def enqueue(
    scope: Scope,
    name: str,
    /,
    *,
    run_id: UUID | None = None,
    delay: timedelta | None = None,
    key: str | None = None,
    **payload: Any,
) -> UUID:
    """Ask for a task by name, with ids as payload; return the job's id.

    The job is part of the caller's transaction: a rolled-back change asks for nothing, and a
    committed one cannot lose its work. Asking again with the same `key` gives the same job, for as
    long as it is kept.
    """
    task = find_task(name)
    task.check(payload)
    row = _new_row(scope, name, payload, run_id=run_id, key=key)
    at = utcnow() + delay if delay else None

    def insert() -> None:
        row.queue_id = ask_to_perform(scope.tenant_id, row.id, at=at, priority=task.priority)
        row.save(force_insert=True)

    if not _once(key, insert):
        return _asked_before(scope, row)
    announce_jobs(scope.tenant_id)
    return row.id


def push(
    scope: Scope,
    lane: str,
    name: str,
    /,
    *,
    run_id: UUID | None = None,
    key: str | None = None,
    **payload: Any,
) -> UUID:
    """Ask for a task that must wait its turn: jobs of one lane run one at a time, oldest first.

    The order is that of asking. Of two transactions that ask at the same time, the one that
    commits later may have asked earlier; its job is then done next, never skipped.
    """
    return push_all(scope, lane, name, [payload], run_id=run_id, keys=[key])[0]


@transaction.atomic
def push_all(
    scope: Scope,
    lane: str,
    name: str,
    payloads: Iterable[Mapping[str, Any]],
    /,
    *,
    run_id: UUID | None = None,
    keys: Iterable[str | None] | None = None,
) -> list[UUID]:
    """Ask for many jobs of one lane at once, in the order given."""
    payloads = list(payloads)
    task = find_task(name)
    ids = []
    for payload, key in zip(payloads, keys or [None] * len(payloads), strict=True):
        task.check(payload)
        row = _new_row(scope, name, payload, run_id=run_id, key=key, lane=lane)
        new = _once(key, partial(row.save, force_insert=True))
        ids.append(row.id if new else _asked_before(scope, row))
    if ids:
        ask_to_drain(scope.tenant_id, lane, priority=task.priority)
        announce_jobs(scope.tenant_id)
    return ids


def _new_row(
    scope: Scope,
    name: str,
    payload: Mapping[str, Any],
    *,
    run_id: UUID | None,
    key: str | None,
    lane: str = "",
) -> Job:
    return Job(
        tenant_id=scope.tenant_id,
        actor_id=scope.actor_id,
        trace_id=scope.trace_id,
        name=name,
        payload=dict(payload),
        lane=lane,
        key=key,
        run_id=run_id,
    )


def _once(key: str | None, insert: Callable[[], None]) -> bool:
    """Insert; False, and nothing inserted, when a job with this key is there already."""
    if key is None:
        insert()
        return True
    try:
        with transaction.atomic():
            insert()
    except IntegrityError as error:
        if "one_job_per_key" in str(error):
            return False
        raise
    return True


def _asked_before(scope: Scope, row: Job) -> UUID:
    return Job.objects.in_scope(scope).values_list("id", flat=True).get(name=row.name, key=row.key)
