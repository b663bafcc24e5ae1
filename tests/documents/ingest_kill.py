"""Documents sent to a product whose worker keeps being killed."""

import os
import random
import signal
import time

import httpx
import psycopg

from tests.product import children, running_product
from tests.waiting import wait_until

LEFT_OVER = """
SELECT (SELECT count(*) FROM documents_document),
       (SELECT count(*) FROM documents_document WHERE status = 'completed'),
       (SELECT count(*) FROM documents_passage),
       (SELECT count(*) FROM retrieval_entry),
       (SELECT count(*) FROM tenancy_storedfile),
       (SELECT count(*) FROM documents_passage p
         WHERE NOT EXISTS (SELECT FROM retrieval_entry e WHERE e.item_id = p.id)),
       (SELECT count(*) FROM jobs_job WHERE name = 'documents.read' AND state = 'done')
"""


ENDED = """
SELECT count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE status = 'failed')
  FROM documents_document
"""


def ingest_under_fire(database: str, data: str, *, documents: int, kills: int, seed: int) -> None:
    """Send `documents`, kill the worker `kills` times meanwhile; nothing is lost, none is twice."""
    chance = random.Random(seed)
    with running_product(DATABASE_URL=database, PRAMANA_DATA=data) as product:
        headers = {"Authorization": f"Bearer {product.key}"}
        with httpx.Client(base_url=product.url, headers=headers, timeout=60) as client:
            for number in range(documents):
                text = f"Paper {number}. " + "The council met and decided on the bridge. " * 200
                sent = client.post("/api/documents/", files={"file": (f"{number}.txt", text)})
                assert sent.status_code == 202
                if kills and chance.random() < 2 * kills / documents:
                    kills -= _kill_worker(product.process.pid, chance)
            for _ in range(kills):
                wait_until(lambda: bool(children(product.process.pid)), 60)
                _kill_worker(product.process.pid, chance)
            wait_until(lambda: sum(_ended(database)) == documents, 300)
            for failed in client.get("/api/documents/?status=failed&limit=200").json()["documents"]:
                assert client.post(f"/api/documents/{failed['id']}/retry").status_code == 202
            wait_until(lambda: _ended(database) == (documents, 0), 300)
        rows = _left_over(database)
    sent_in, completed, passages, entries, files, unindexed, done = rows
    assert (sent_in, completed, files, done) == (documents,) * 4
    assert passages == entries and unindexed == 0


def _kill_worker(serve: int, chance: random.Random) -> int:
    """One to three seconds into whatever it does; serve starts another in its place."""
    time.sleep(1 + 2 * chance.random())
    for worker in children(serve):
        os.kill(worker, signal.SIGKILL)
        return 1
    return 0


def _ended(database: str) -> tuple[int, int]:
    """Completed, and given up: a job that saw its worker die three times waits for a person."""
    with psycopg.connect(database) as connection:
        row = connection.execute(ENDED).fetchone()
    assert row
    return row


def _left_over(database: str) -> tuple[int, ...]:
    with psycopg.connect(database) as connection:
        row = connection.execute(LEFT_OVER).fetchone()
    assert row
    return row
