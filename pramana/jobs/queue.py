"""Asking for work by name, in the caller's own transaction."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from pramana.jobs.events import announce_work
from pramana.jobs.models import Job
from pramana.jobs.registry import find_task
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.postgres.copying import copy_rows


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
    row = _new_row(scope, name, payload, run_id=run_id, key=key)
    if delay:
        row.delayed, row.due_at = True, utcnow() + delay
    job_id = _insert(scope, row)
    announce_work(scope.tenant_id)
    return job_id


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
    rows = [
        _new_row(scope, name, payload, run_id=run_id, key=key, lane=lane)
        for payload, key in zip(payloads, keys or [None] * len(payloads), strict=True)
    ]
    if any(row.key for row in rows):
        ids = [_insert(scope, row) for row in rows]
    else:
        ids = [row.id for row in Job.objects.bulk_create(rows, batch_size=1000)]
    if ids:
        announce_work(scope.tenant_id)
    return ids


def copy_all(
    scope: Scope, lane: str, name: str, payloads: Sequence[Mapping[str, Any]], /
) -> list[UUID]:
    """The same for very many jobs: a piece of them, written by COPY inside a transaction."""
    rows = [
        _new_row(scope, name, payload, run_id=None, key=None, lane=lane) for payload in payloads
    ]
    copy_rows(Job, rows, leave_out=("position", "turn", "due_at"))
    if rows:
        announce_work(scope.tenant_id)
    return [row.id for row in rows]


def _new_row(
    scope: Scope,
    name: str,
    payload: Mapping[str, Any],
    *,
    run_id: UUID | None,
    key: str | None,
    lane: str = "",
) -> Job:
    task = find_task(name)
    task.check(payload)
    return Job(
        tenant_id=scope.tenant_id,
        actor_id=scope.actor_id,
        trace_id=scope.trace_id,
        name=name,
        payload=dict(payload),
        lane=lane,
        key=key,
        run_id=run_id,
        priority=task.priority,
    )


def _insert(scope: Scope, row: Job) -> UUID:
    """Insert the row and return its id, or that of an earlier job with the same key."""
    if row.key is None:
        row.save(force_insert=True)
        return row.id
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as error:
        if "one_job_per_key" not in str(error):
            raise
        same_key = Job.objects.in_scope(scope).filter(name=row.name, key=row.key)
        return same_key.values_list("id", flat=True).get()
    return row.id
