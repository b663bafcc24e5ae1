"""Lists that come in pages are read as one; work is begun for the case that is named."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from pramana.client import AsyncPramana, Pramana
from tests.client.conftest import QUICK, Said, Script

Scripted = Callable[..., Script]


def job(number: int) -> dict[str, Any]:
    return {
        "id": str(uuid4()), "name": f"job {number}", "state": "done", "attempt": 1, "error": "",
        "progress": None, "run_id": None, "created_at": datetime.now(UTC).isoformat(),
        "started_at": None, "finished_at": None,
    }  # fmt: skip


def page(*numbers: int, further: int | None) -> Said:
    return Said(body={"jobs": [job(number) for number in numbers], "next_before": further})


def test_pages_are_turned_until_the_last(scripted: Scripted) -> None:
    script = scripted(page(4, 3, further=3), page(2, further=2), page(further=None))
    with Pramana(script.url, "key", patience=QUICK) as client:
        names = [each.name for each in client.jobs.every(state="done")]

    assert names == ["job 4", "job 3", "job 2"]
    paths = [path for _, path, _ in script.requests]
    assert [path.partition("before=")[2] for path in paths] == ["", "3", "2"]
    assert all("state=done" in path for path in paths)


async def test_the_same_without_waiting_and_no_further_than_wanted(scripted: Scripted) -> None:
    script = scripted(page(4, 3, further=3))
    async with AsyncPramana(script.url, "key", patience=QUICK) as client:
        async for each in client.jobs.every():
            if each.name == "job 3":
                break

    assert len(script.requests) == 1


def test_only_work_that_begins_names_the_case(scripted: Scripted) -> None:
    case = uuid4()
    answer = {
        "answer": "Yes.", "sources": [], "session_id": str(uuid4()), "metadata": {
            "query_time_ms": 1, "retrieval_count": 0, "mode": "full", "request_id": str(uuid4()),
        },
    }  # fmt: skip
    script = scripted(Said(body=answer), Said(body={"hits": []}), Said(body=answer))
    with Pramana(script.url, "key", patience=QUICK) as client:
        within = client.in_case(case, workflow="intake")
        within.chat.ask("Is it?")
        within.documents.search("it")
        client.chat.ask("Is it?")

    begun, found, outside = (json.loads(body) for body in script.bodies)
    assert (begun["case_id"], begun["workflow"]) == (str(case), "intake")
    assert "case_id" not in found and "case_id" not in outside


def test_any_operation_can_be_asked_for_by_its_address(scripted: Scripted) -> None:
    script = scripted(Said(body={"sources": []}))
    with Pramana(script.url, "key", patience=QUICK) as client:
        assert client.request("get", "/api/sources/", params={"a": 1}) == {"sources": []}

    assert script.requests[0][:2] == ("GET", "/api/sources/?a=1")
