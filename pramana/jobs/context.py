"""What a task may know and do while it runs."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.jobs.claims import Claim, finish_attempt, lock_attempt
from pramana.jobs.connection import quick_transaction
from pramana.jobs.contracts import PROGRESS_EVENT, JobState
from pramana.jobs.errors import Superseded
from pramana.jobs.events import announce_jobs, emit
from pramana.jobs.models import Job
from pramana.kit.scope import Scope

PROGRESS_EVERY_S = 0.3


class JobContext:
    """One attempt at a job: whose it is, how far it is, and the transaction that ends it."""

    def __init__(self, claim: Claim) -> None:
        self._claim = claim
        self._stage = ""
        self._written_at = 0.0
        self.committed = False

    @property
    def id(self) -> UUID:
        return self._claim.id

    @property
    def scope(self) -> Scope:
        """Who asked, for whom. A `ScopeContext` when the job belongs to a run."""
        return self._claim.scope

    @property
    def attempt(self) -> int:
        return self._claim.attempt

    @property
    def run_id(self) -> UUID | None:
        return self._claim.run_id

    @contextmanager
    def commit(self) -> Iterator[None]:
        """The transaction in which the job has its effect and is done, both or neither.

        Slow work (a model, a parser) goes before it, so that the row is locked for moments only.
        Raises `Superseded`, and writes nothing, when another attempt took over or the job was
        cancelled.
        """
        with transaction.atomic():
            lock_attempt(self._claim)
            yield
            finish_attempt(self._claim)
        self.committed = True

    def finish(self) -> None:
        """Mark the job done, for a task that returned without a `commit` of its own."""
        if not self.committed:
            finish_attempt(self._claim)
            self.committed = True

    def progress(self, stage: str, current: int = 0, total: int = 0) -> None:
        """Report how far the work is; cheap enough for every page of a long document.

        Written at once when the stage changes or the count is full, else at most every 0.3 s.
        Raises `Superseded` when the attempt no longer counts, so that the task stops early.
        """
        now = time.monotonic()
        new_stage, full = stage != self._stage, bool(total) and current >= total
        if new_stage or full or now - self._written_at >= PROGRESS_EVERY_S:
            self._stage, self._written_at = stage, now
            self._write({"stage": stage[:100], "current": current, "total": total})

    def _write(self, progress: dict[str, Any]) -> None:
        mine = Job.objects.in_scope(self.scope).filter(
            pk=self.id, attempt=self.attempt, state=JobState.RUNNING
        )
        with quick_transaction():
            if not mine.update(**progress):
                raise Superseded(self.id, self.attempt)
            announce_jobs(self.scope.tenant_id)
            if self.run_id:
                emit(self.scope, self.run_id, PROGRESS_EVENT, {"job_id": str(self.id), **progress})
