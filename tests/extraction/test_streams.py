"""Runs over HTTP on a running product: watched, left alone, watched again, corrected."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.extraction.samples import INVOICE
from tests.product import Product
from tests.waiting import wait_until


@pytest.fixture
def client(product: Product) -> Iterator[httpx.Client]:
    reach = {"Authorization": f"Bearer {product.key}"}
    with httpx.Client(base_url=product.url, headers=reach, timeout=60) as client:
        yield client


@pytest.fixture
def document_id(client: httpx.Client) -> str:
    sent = client.post("/api/documents/", files={"file": ("invoice.txt", INVOICE.encode())})
    address = f"/api/documents/{sent.json()['id']}"
    wait_until(lambda: client.get(address).json()["status"] == "completed", 60)
    return str(sent.json()["id"])


def frames(answer: httpx.Response) -> list[tuple[int, dict[str, Any]]]:
    """The numbered events of a stream, to its end."""
    found, number = [], 0
    for line in answer.iter_lines():
        if line.startswith("id: "):
            number = int(line[4:])
        elif line.startswith("data: "):
            found.append((number, json.loads(line[6:])))
    return found


def test_a_run_is_watched_left_watched_again_and_corrected(
    client: httpx.Client, document_id: str
) -> None:
    with client.stream("POST", "/api/agent/extract", data={"document_id": document_id}) as left:
        extraction_id = left.headers["X-Extraction-ID"]
        assert left.headers["Content-Type"].startswith("text/event-stream")
    address = f"/api/agent/extractions/{extraction_id}"
    wait_until(lambda: client.get(address).json()["status"] == "completed", 60)

    with client.stream("GET", f"{address}/stream") as answer:
        told = frames(answer)
    kinds = [next(iter(data)) for _, data in told]
    assert kinds[0] == "tool"
    assert kinds[-1] == "complete"
    assert set(kinds) <= {"text", "tool", "complete"}
    assert told[-1][1]["extraction_id"] == extraction_id
    with client.stream("GET", f"{address}/stream", headers={"Last-Event-ID": "2"}) as answer:
        assert frames(answer) == told[2:]
    with client.stream("GET", f"{address}/stream?after={told[-1][0]}") as answer:
        assert frames(answer) == []

    asked = {"document_id": document_id, "instruction": "set vendor.name to Himal"}
    with client.stream("POST", "/api/agent/correct", json=asked) as answer:
        corrected = frames(answer)
    assert corrected[-1][1]["complete"] is True
    assert corrected[-1][1]["changes"] == 1
    now = client.get(address).json()
    assert now["extracted_fields"]["vendor"]["name"] == "Himal"
    assert now["status"] == "completed"


def test_the_events_of_the_run_say_nothing_of_what_was_read(
    client: httpx.Client, document_id: str
) -> None:
    with client.stream("POST", "/api/agent/extract", json={"document_id": document_id}) as answer:
        extraction_id = answer.headers["X-Extraction-ID"]
        assert frames(answer)[-1][1]["complete"] is True
    run_id = client.get(f"/api/agent/extractions/{extraction_id}").json()["run_id"]

    with client.stream("GET", f"/api/runs/{run_id}/events") as answer:
        events = str(frames(answer))

    assert "extraction.activity" in events
    assert "Himal" not in events
    assert "11300" not in events
