"""What a run says while it happens. Every stream and every progress bar is read from here."""

import time
from collections.abc import Mapping
from typing import Any, Self
from uuid import UUID

from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django.db.models import Max

from pramana.jobs.contracts import DELTA_EVENT
from pramana.jobs.models import RunEvent
from pramana.kit.scope import Scope

RUN_CHANNEL = "pramana_run"
JOBS_CHANNEL = "pramana_jobs"
FLUSH_AFTER_S = 0.05


@transaction.atomic
def emit(scope: Scope, run_id: UUID, kind: str, payload: Mapping[str, Any] | None = None) -> int:
    """Append an event to the run and return its number.

    The run is locked until the caller's transaction ends, so numbers have no gaps and follow the
    order of commit: whoever has read up to a number has missed nothing. Emit late in long
    transactions, since other writers of the same run wait.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 7))", [str(run_id)])
    last = RunEvent.objects.in_scope(scope).filter(run_id=run_id).aggregate(last=Max("seq"))["last"]
    seq = (last or 0) + 1
    RunEvent(
        tenant_id=scope.tenant_id, run_id=run_id, seq=seq, kind=kind, payload=dict(payload or {})
    ).save(force_insert=True)
    _tell(RUN_CHANNEL, run_id)
    return seq


def announce_jobs(tenant_id: UUID) -> None:
    """Tell whoever watches the tenant's activity that some job changed."""
    _tell(JOBS_CHANNEL, tenant_id)


def _tell(channel: str, subject: UUID) -> None:
    """Notify right after the commit, not in it.

    PostgreSQL lets only one transaction with a notification commit at a time, its wait for the
    disk included: that would make every job wait for every other. A notification lost with its
    process is made up for by listeners, who look by themselves every few seconds.
    """

    def notify() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [channel, str(subject)])

    transaction.on_commit(notify, robust=True)


class Deltas:
    """Text as it is made, gathered into one event per 50 ms so that a stream costs few commits.

    What comes first is told at once; leaving the block tells the rest.

    >>> from uuid import uuid4
    >>> with Deltas(Scope(tenant_id=uuid4()), uuid4()) as deltas:
    ...     deltas.add("")  # nothing said, nothing written
    """

    def __init__(self, scope: Scope, run_id: UUID, *, kind: str = DELTA_EVENT) -> None:
        self._scope, self._run_id, self._kind = scope, run_id, kind
        self._parts: list[str] = []
        self._told_at = 0.0

    def add(self, text: str) -> None:
        if self._is_due(text):
            self.flush()

    async def aadd(self, text: str) -> None:
        """`add` for async code; leaves the event loop only when there is something to write."""
        if self._is_due(text):
            await sync_to_async(self.flush)()

    def flush(self) -> None:
        if self._parts:
            text = "".join(self._parts)
            self._parts.clear()
            self._told_at = time.monotonic()
            emit(self._scope, self._run_id, self._kind, {"text": text})

    def _is_due(self, text: str) -> bool:
        if text:
            self._parts.append(text)
        return bool(self._parts) and time.monotonic() - self._told_at >= FLUSH_AFTER_S

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.flush()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await sync_to_async(self.flush)()
