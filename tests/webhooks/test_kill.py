"""A worker that is killed while it sends: every event arrives, and twice only under one id."""

import os
import signal
from pathlib import Path

import httpx
import psycopg

from tests.prepared import PreparedProcess
from tests.product import children, running_product
from tests.waiting import wait_until
from tests.webhooks.receiver import is_signed_by, running_receiver

DOCUMENTS = 12
KILLS = 2
LEFT = "SELECT count(*) FILTER (WHERE state <> 'delivered'), count(*) FROM webhooks_webhookdelivery"


def test_no_event_is_lost_when_workers_are_killed(own_database: str, tmp_path: Path) -> None:
    with (
        running_receiver() as receiver,
        running_product(
            start=PreparedProcess,
            DATABASE_URL=own_database,
            PRAMANA_DATA=str(tmp_path),
            PRAMANA_EMBEDDINGS="none",
            PRAMANA_FETCH_ALLOW=receiver.host,
        ) as product,
        product.client() as client,
    ):
        body = {"url": receiver.url, "kinds": ["document.read"]}
        secret = client.post("/api/webhooks/", json=body).json()["secret"]
        sent = {_upload(client, number) for number in range(DOCUMENTS)}
        for _ in range(KILLS):
            before = len(receiver.events)
            wait_until(lambda before=before: len(receiver.events) > before)
            _kill_worker(product.process.pid)
        wait_until(lambda: _left(own_database) == (0, DOCUMENTS))

    told = {event["data"]["document_id"] for event in receiver.events}
    assert told == sent
    assert len({event["id"] for event in receiver.events}) == DOCUMENTS
    assert all(is_signed_by(secret, headers, body) for headers, body in receiver.requests)


def _upload(client: httpx.Client, number: int) -> str:
    text = f"Paper {number}. " + "The ward office opened a library. " * 50
    answer = client.post("/api/documents/", files={"file": (f"{number}.txt", text)})
    assert answer.status_code == 202
    return str(answer.json()["id"])


def _kill_worker(serve: int) -> None:
    for worker in children(serve)[:1]:
        os.kill(worker, signal.SIGKILL)


def _left(database: str) -> tuple[int, int]:
    with psycopg.connect(database) as connection:
        row = connection.execute(LEFT).fetchone()
    assert row
    return row
