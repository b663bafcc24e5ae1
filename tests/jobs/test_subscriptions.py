import asyncio
import os
import subprocess
import sys
from contextlib import aclosing
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from pramana.jobs import subscriptions
from pramana.jobs.contracts import RunEventView
from pramana.jobs.events import emit
from pramana.jobs.models import RunEvent
from pramana.jobs.queue import enqueue, retry_job
from pramana.jobs.selectors import run_events
from pramana.jobs.subscriptions import _FEEDS, follow, watch_tenant
from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import NotFound
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run, start_run
from pramana.tenancy.testing import make_tenant

PATIENCE_S = 60.0
EMIT = """
import sys, time, django
django.setup()
from uuid import UUID
from pramana.jobs.events import emit
from pramana.kit.scope import Scope
scope, run = Scope(tenant_id=UUID(sys.argv[1])), UUID(sys.argv[2])
for n in range(30):
    emit(scope, run, "said", {"n": n})
    time.sleep(0.01)
emit(scope, run, "done")
"""
say = sync_to_async(emit)
begin = sync_to_async(start_run)


@pytest.fixture
async def theirs(shared_scope: Scope) -> Scope:
    return await sync_to_async(make_tenant)("theirs")


async def followed_events(scope: Scope, run_id, after: int = 0) -> list[RunEventView]:
    """Everything a follower sees until the run ends."""
    async with asyncio.timeout(PATIENCE_S):
        return [event async for event in follow(scope, run_id, after)]


async def test_what_was_said_is_replayed_and_what_comes_is_heard(shared_scope: Scope) -> None:
    run_id = await begin(shared_scope, "test")
    await say(shared_scope, run_id, "said", {"n": 1})
    follower = asyncio.create_task(followed_events(shared_scope, run_id))
    await asyncio.sleep(0.3)
    await say(shared_scope, run_id, "said", {"n": 2})
    await say(shared_scope, run_id, "done")

    events = await follower
    assert [event.seq for event in events] == [1, 2, 3]
    assert [event.kind for event in events] == ["said", "said", "done"]


@pytest.mark.starts
async def test_a_follower_hears_another_process(shared_scope: Scope, database_url: str) -> None:
    run_id = await begin(shared_scope, "test")
    follower = asyncio.create_task(followed_events(shared_scope, run_id))
    process = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", EMIT, str(shared_scope.tenant_id), str(run_id)],
        env={
            **os.environ,
            "DATABASE_URL": database_url,
            "DJANGO_SETTINGS_MODULE": "config.settings",
        },
        check=True,
    )

    assert process.returncode == 0
    assert [event.seq for event in await follower] == list(range(1, 32))


async def test_who_comes_back_goes_on_where_they_were(shared_scope: Scope) -> None:
    run_id = await begin(shared_scope, "test")
    for n in range(5):
        await say(shared_scope, run_id, "said", {"n": n})
    seen = []
    async with aclosing(follow(shared_scope, run_id)) as events:
        async for event in events:
            seen.append(event.seq)
            if event.seq == 2:
                break
    await say(shared_scope, run_id, "done")

    rest = await followed_events(shared_scope, run_id, after=seen[-1])
    assert seen + [event.seq for event in rest] == [1, 2, 3, 4, 5, 6]


async def test_who_has_heard_the_end_is_not_kept_waiting(shared_scope: Scope) -> None:
    run_id = await begin(shared_scope, "test")
    last = await say(shared_scope, run_id, "done")

    assert await followed_events(shared_scope, run_id, after=last) == []


async def test_a_run_that_ended_and_was_forgotten_ends_at_once(shared_scope: Scope) -> None:
    run_id = await begin(shared_scope, "test")
    await sync_to_async(end_run)(shared_scope, run_id, RunState.DONE)

    assert await followed_events(shared_scope, run_id) == []


async def test_a_failed_run_that_is_tried_again_is_followed_to_its_new_end(
    shared_scope: Scope,
) -> None:
    run_id = await begin(shared_scope, "test")
    job_id = await sync_to_async(enqueue)(shared_scope, "test.fail", run_id=run_id)
    await sync_to_async(drain_jobs)()
    await sync_to_async(retry_job)(shared_scope, job_id)
    follower = asyncio.create_task(followed_events(shared_scope, run_id))
    await asyncio.sleep(0.2)
    await sync_to_async(drain_jobs)()

    assert [event.kind for event in await follower] == ["failed", "retried", "failed"]


async def test_another_tenants_run_is_not_there(shared_scope: Scope, theirs: Scope) -> None:
    run_id = await begin(shared_scope, "test")

    with pytest.raises(NotFound):
        await followed_events(theirs, run_id)
    with pytest.raises(NotFound):
        await followed_events(shared_scope, uuid4())


async def test_a_long_story_is_replayed_whole(shared_scope: Scope) -> None:
    def tell() -> object:
        run_id, tenant_id = start_run(shared_scope, "test"), shared_scope.tenant_id
        RunEvent.objects.bulk_create(
            RunEvent(tenant_id=tenant_id, run_id=run_id, seq=seq, kind="said")
            for seq in range(1, 1101)
        )
        emit(shared_scope, run_id, "done")
        return run_id

    run_id = await sync_to_async(tell)()

    assert [event.seq for event in await followed_events(shared_scope, run_id)] == list(
        range(1, 1102)
    )


async def test_two_hundred_followers_share_one_listener(shared_scope: Scope) -> None:
    runs = [await begin(shared_scope, "test") for _ in range(200)]
    followers = [asyncio.create_task(followed_events(shared_scope, run_id)) for run_id in runs]
    await asyncio.sleep(1.0)
    assert await sync_to_async(listening)() == 1

    def finish() -> None:
        for run_id in runs:
            emit(shared_scope, run_id, "said")
            emit(shared_scope, run_id, "done")

    await sync_to_async(finish)()
    for events in await asyncio.gather(*followers):
        assert [event.seq for event in events] == [1, 2]
    assert len(_FEEDS) == 0


def listening() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pramana events'"
            " AND datname = current_database()"
        )
        return cursor.fetchone()[0]


def cut_listeners() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'pramana events' AND datname = current_database()"
        )


async def test_nothing_is_missed_when_the_listener_is_cut_off(shared_scope: Scope) -> None:
    run_id = await begin(shared_scope, "test")
    follower = asyncio.create_task(followed_events(shared_scope, run_id))
    await asyncio.sleep(0.3)
    await sync_to_async(cut_listeners)()
    await say(shared_scope, run_id, "said")
    await asyncio.sleep(0.2)
    await say(shared_scope, run_id, "done")

    assert [event.seq for event in await follower] == [1, 2]


async def test_where_nobody_can_listen_followers_poll(
    shared_scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "RUN_CHANNEL", "not a channel;")
    run_id = await begin(shared_scope, "test")
    follower = asyncio.create_task(followed_events(shared_scope, run_id))
    await asyncio.sleep(0.3)
    await say(shared_scope, run_id, "done")

    assert [event.kind for event in await follower] == ["done"]


async def test_watchers_of_a_tenant_wake_for_its_jobs_only(
    shared_scope: Scope, theirs: Scope
) -> None:
    async with aclosing(watch_tenant(shared_scope)) as wakes, asyncio.timeout(PATIENCE_S):
        await anext(wakes)
        await anext(wakes)  # once more when the listener is there
        waiting = asyncio.create_task(anext(wakes))
        await sync_to_async(enqueue)(theirs, "test.nothing")
        await asyncio.sleep(1.0)
        assert not waiting.done()
        await sync_to_async(enqueue)(shared_scope, "test.nothing")
        await waiting


async def test_events_arrive_in_the_order_in_which_they_are_stored(shared_scope: Scope) -> None:
    run_id = await begin(shared_scope, "test")
    follower = asyncio.create_task(followed_events(shared_scope, run_id))
    for n in range(50):
        await say(shared_scope, run_id, "said", {"n": n})
    await say(shared_scope, run_id, "done")

    assert await follower == await sync_to_async(run_events)(shared_scope, run_id)
