"""Streams over a real server: first bytes before the end, no connection held, a clean end."""

import asyncio
import json
import signal
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from pramana.api.routes.jobs import for_a_while
from tests.api.server import PATIENCE_S, Web, running_web

RUN = """
import django; django.setup()
from pramana.jobs.events import emit
from pramana.tenancy.selectors import owner_scope
from pramana.tenancy.services import start_run
scope = owner_scope("served")
run = start_run(scope, "test")
for number in range({count}):
    emit(scope, run, "progress", {{"stage": "reading", "current": number}})
print(run)
"""
MORE = """
import django; django.setup()
from uuid import UUID
from pramana.jobs.events import emit
from pramana.tenancy.selectors import owner_scope
emit(owner_scope("served"), UUID("{run}"), "{kind}", {{}})
"""


def make_run(web: Web, count: int = 3) -> str:
    return web.python(RUN.format(count=count))


def say(web: Web, run: str, kind: str) -> None:
    web.python(MORE.format(run=run, kind=kind))


def frames(lines: Iterator[str]) -> Iterator[dict[str, object]]:
    for line in lines:
        if line.startswith("data: "):
            yield json.loads(line[6:])


def test_events_arrive_while_the_run_goes_on_and_end_with_it(web: Web) -> None:
    run = make_run(web, count=2)
    with web.client() as client, client.stream("GET", f"/api/runs/{run}/events") as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/event-stream"
        assert answer.headers["x-request-id"]
        found = frames(answer.iter_lines())
        first = [next(found)["seq"], next(found)["seq"]]
        say(web, run, "progress")
        third = next(found)["seq"]
        say(web, run, "done")
        rest = [frame["kind"] for frame in found]

    assert (first, third, rest) == ([1, 2], 3, ["done"])


def test_a_client_that_comes_back_goes_on_after_its_last_event(web: Web) -> None:
    run = make_run(web, count=4)
    say(web, run, "done")

    with web.client() as client:
        by_header = client.get(f"/api/runs/{run}/events", headers={"Last-Event-ID": "3"})
        by_query = client.get(f"/api/runs/{run}/events?after=4")

    assert "id: 4\n" in by_header.text
    assert "id: 3\n" not in by_header.text
    assert [frame["seq"] for frame in frames(iter(by_query.text.splitlines()))] == [5]


def test_an_unknown_run_is_404_and_not_a_stream(web: Web) -> None:
    with web.client() as client:
        answer = client.get(f"/api/runs/{uuid4()}/events")

    assert answer.status_code == 404
    assert answer.json()["error_code"] == "NOT_FOUND"


async def test_a_look_without_an_end_ends_with_the_next_change_after_its_time() -> None:
    async def changes() -> AsyncIterator[None]:
        for _ in range(3):
            yield

    assert len([change async for change in for_a_while(changes(), 60)]) == 3
    assert [change async for change in for_a_while(changes(), 0)] == []


def test_activity_tells_the_state_of_jobs_at_once(web: Web) -> None:
    with web.client() as client, client.stream("GET", "/api/jobs/stream") as answer:
        first = next(frames(answer.iter_lines()))

    assert set(first["counts"]) >= {"queued", "running", "done", "failed", "dead", "cancelled"}
    assert len(first["jobs"]) == first["counts"]["queued"] + first["counts"]["running"]


async def test_fifty_streams_on_a_pool_of_eight_are_held_together_and_others_still_served(
    web: Web,
) -> None:
    """A stream that kept its connection would starve everyone after the eighth."""
    run = await asyncio.to_thread(make_run, web, 1)
    headers = {"Authorization": f"Bearer {web.key}"}
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(
        base_url=web.url, headers=headers, timeout=PATIENCE_S, limits=limits
    ) as client:
        firsts: asyncio.Queue[dict[str, object]] = asyncio.Queue()
        readers = [asyncio.create_task(read(client, run, firsts)) for _ in range(50)]
        opened = [await asyncio.wait_for(firsts.get(), PATIENCE_S) for _ in range(50)]
        beside = await client.get("/api/me")
        await asyncio.to_thread(say, web, run, "done")
        ends = await asyncio.wait_for(asyncio.gather(*readers), PATIENCE_S)

    assert len(opened) == 50
    assert beside.status_code == 200
    assert ends == ["done"] * 50


async def read(
    client: httpx.AsyncClient, run: str, firsts: asyncio.Queue[dict[str, object]]
) -> object:
    """Follow to the end; tell of the first event as soon as it is there."""
    last: dict[str, object] = {}
    async with client.stream("GET", f"/api/runs/{run}/events") as answer:
        async for frame in events(answer):
            if not last:
                await firsts.put(frame)
            last = frame
    return last.get("kind")


async def events(answer: httpx.Response) -> AsyncIterator[dict[str, object]]:
    async for line in answer.aiter_lines():
        if line.startswith("data: "):
            yield json.loads(line[6:])


@pytest.mark.starts
def test_a_stopping_server_ends_its_streams_with_an_error_frame(
    worker_id: str, tmp_path: Path
) -> None:
    with running_web(f"stop_{worker_id}", tmp_path) as web:
        run = make_run(web, count=1)
        got: list[dict[str, object]] = []
        first = threading.Event()

        def listen() -> None:
            with web.client() as client, client.stream("GET", f"/api/runs/{run}/events") as answer:
                for frame in frames(answer.iter_lines()):
                    got.append(frame)
                    first.set()

        listener = threading.Thread(target=listen)
        listener.start()
        assert first.wait(PATIENCE_S)
        web.process.send_signal(signal.SIGTERM)
        web.process.wait(PATIENCE_S)
        listener.join(PATIENCE_S)

    assert got[-1]["error_code"] == "SERVICE_UNAVAILABLE"
    assert "Traceback" not in web.log.read_text()


REVOKE = """
import django; django.setup()
from pramana.tenancy.selectors import keys_of, owner_scope
from pramana.tenancy.services import create_key, revoke_key
from pramana.tenancy.contracts import Role
scope = owner_scope("served")
{code}
"""
CREATE = 'print(create_key(scope, "short lived", role=Role.VIEWER).secret)'
TAKE_AWAY = 'revoke_key(scope, next(key.id for key in keys_of(scope) if key.name == "short lived"))'


def test_a_revoked_key_ends_its_streams_within_five_seconds(web: Web) -> None:
    key = web.python(REVOKE.format(code=CREATE))
    headers = {"Authorization": f"Bearer {key}"}
    with (
        web.client() as client,
        client.stream("GET", "/api/jobs/stream") as other,
        httpx.stream("GET", f"{web.url}/api/jobs/stream", headers=headers, timeout=20) as answer,
    ):
        lines = answer.iter_lines()
        next(lines)
        web.python(REVOKE.format(code=TAKE_AWAY))
        began = time.monotonic()
        rest = list(lines)
        took = time.monotonic() - began
        assert other.status_code == 200 and not other.is_closed

    assert took < 5
    assert '"error_code": "UNAUTHORIZED"' in "".join(rest)
