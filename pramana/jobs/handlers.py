"""procrastinate behind our own names: the three kinds of thing it may be asked to run."""

from asyncio import CancelledError
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from procrastinate import App, JobContext, RetryStrategy

from pramana.jobs.endings import hand_back
from pramana.jobs.lanes import drain
from pramana.jobs.perform import RUNNING, ask_again, perform
from pramana.jobs.registry import PERIODIC
from pramana.jobs.threads import Threads
from pramana.jobs.tokens import DRAIN, PERFORM, ask_to_drain
from pramana.kit.scope import Scope

IN_HAND: set[int] = set()
"""The tokens this process is handling now."""
KEEP = RetryStrategy(wait=1)
"""A token whose handling fails is for when the database was away: tasks' own errors end in rows."""


def install(app: App) -> None:
    """Teach procrastinate our tokens and the work of the clock."""
    app.task(name=PERFORM, queue="jobs", pass_context=True, retry=KEEP)(perform_token)
    app.task(name=DRAIN, queue="jobs", pass_context=True, retry=KEEP)(drain_token)
    for name, entry in PERIODIC.items():
        token = app.task(name=name, queue="system", pass_context=True)(
            _by_the_clock(entry.function)
        )
        app.periodic(cron=entry.cron)(token)


async def perform_token(context: JobContext, tenant_id: str, job_id: str) -> None:
    job = UUID(job_id)
    try:
        with _in_hand(context) as threads:
            await threads.run(perform, UUID(tenant_id), job, context.job.worker_id)
    except CancelledError:  # the worker stops and the task has not ended in time
        await _desk(context).run(_hand_back_job, UUID(tenant_id), job)
        raise


async def drain_token(context: JobContext, tenant_id: str, lane: str) -> None:
    tenant = UUID(tenant_id)
    try:
        with _in_hand(context) as threads:
            await threads.run(drain, tenant, lane, context.job.worker_id)
    except CancelledError:
        await _desk(context).run(_hand_back_lane, tenant, lane)
        raise


def _hand_back_job(tenant_id: UUID, job_id: UUID) -> None:
    if claim := RUNNING.get(job_id):
        hand_back(claim)
    else:  # it waited for others to end
        ask_again(Scope(tenant_id=tenant_id), job_id)


def _hand_back_lane(tenant_id: UUID, lane: str) -> None:
    for claim in list(RUNNING.values()):
        if claim.lane == lane and claim.scope.tenant_id == tenant_id:
            hand_back(claim)
    ask_to_drain(tenant_id, lane)


def _by_the_clock(function: Callable[[], None]) -> Callable[..., Any]:
    async def token(context: JobContext, timestamp: int) -> None:
        with _in_hand(context) as threads:
            await threads.run(function)

    return token


@contextmanager
def _in_hand(context: JobContext) -> Iterator[Threads]:
    token_id = context.job.id or 0
    IN_HAND.add(token_id)
    try:
        yield context.additional_context["threads"]
    finally:
        IN_HAND.discard(token_id)


def _desk(context: JobContext) -> Threads:
    found: Threads = context.additional_context["desk"]
    return found
