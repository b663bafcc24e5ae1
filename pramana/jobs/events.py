"""The events of runs, from which every stream and progress bar is read, and notifications."""

import json
import threading
from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.utils import timezone

from pramana.kit.scope import Scope
from pramana.tenancy.locking import LockedKind

RUN_CHANNEL = "pramana_run"
JOBS_CHANNEL = "pramana_jobs"
WORK_CHANNEL = "pramana_work"


EMIT = """
    SELECT pg_advisory_xact_lock(hashtextextended(%(run)s::text, %(kind_of_lock)s));
    INSERT INTO jobs_runevent (id, tenant_id, run_id, seq, kind, payload, at)
    SELECT %(id)s, %(tenant)s, %(run)s, coalesce(max(seq), 0) + 1, %(kind)s,
           %(payload)s::jsonb, %(at)s
      FROM jobs_runevent WHERE tenant_id = %(tenant)s AND run_id = %(run)s
    RETURNING seq
"""
"""Two statements in one round trip: the second one sees what was committed while it waited."""


@transaction.atomic(savepoint=False)
def emit(scope: Scope, run_id: UUID, kind: str, payload: Mapping[str, Any] | None = None) -> int:
    """Append an event to the run and return its number.

    The run is locked until the caller's transaction ends, so numbers have no gaps and follow the
    order of commit: whoever has read up to a number has missed nothing. Emit late in long
    transactions, since other writers of the same run wait.
    """
    values: dict[str, Any] = {
        "id": uuid4(),
        "tenant": scope.tenant_id,
        "run": run_id,
        "kind_of_lock": LockedKind.RUN_EVENTS,
        "kind": kind,
        "payload": json.dumps(dict(payload or {}), cls=DjangoJSONEncoder),
        "at": timezone.now(),
    }
    with connection.cursor() as cursor:
        cursor.execute(EMIT, values)
        cursor.nextset()
        [(seq,)] = cursor.fetchall()
    _notify_after_commit(RUN_CHANNEL, str(run_id))
    return int(seq)


class JobChanges:
    """The tenants whose jobs changed and whose watchers have not been notified yet.

    A worker collects them and notifies a few times a second, because a notification for each job
    would cost as much as the job. Every other process notifies at once.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tenants: set[UUID] = set()
        self.collecting = False

    def add(self, tenant_id: UUID) -> None:
        with self._lock:
            self._tenants.add(tenant_id)
        if not self.collecting:
            self.flush()

    def flush(self) -> None:
        with self._lock:
            tenants, self._tenants = self._tenants, set()
        for tenant_id in tenants:
            _notify(JOBS_CHANNEL, str(tenant_id))


CHANGES = JobChanges()


def announce_jobs(tenant_id: UUID) -> None:
    """Notify whoever watches the tenant's activity that some job changed."""
    transaction.on_commit(partial(CHANGES.add, tenant_id), robust=True)


def announce_work(tenant_id: UUID) -> None:
    """Wake a worker, because a job of the tenant was queued, and notify who watches the tenant."""
    transaction.on_commit(partial(_wake_worker, str(tenant_id)), robust=True)


def _wake_worker(tenant_id: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_notify(%s, ''), pg_notify(%s, %s)", [WORK_CHANNEL, JOBS_CHANNEL, tenant_id]
        )


def _notify_after_commit(channel: str, subject: str) -> None:
    """Notify right after the commit, not in it.

    PostgreSQL lets only one transaction with a notification commit at a time, its wait for the
    disk included: that would make every job wait for every other. A notification lost with its
    process does no harm, because listeners also look by themselves every few seconds.
    """
    transaction.on_commit(partial(_notify, channel, subject), robust=True)


def _notify(channel: str, subject: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [channel, subject])
