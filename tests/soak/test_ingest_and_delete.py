"""Documents sent and deleted at once, also while they are read: counts stay right."""

import random
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import psycopg

from tests.product import Product, running_product
from tests.waiting import wait_until

PEOPLE, EACH, KEPT = 4, 30, 10
TOPICS = [
    "bridge",
    "tender",
    "council",
    "river",
    "budget",
    "school",
    "road",
    "hospital",
    "water",
    "market",
]
WORKING = "SELECT count(*) FROM jobs_job WHERE state IN ('queued', 'running')"
WRONG = """
    SELECT term.term, term.entries + coalesce(open.by, 0), coalesce(held.count, 0)
      FROM retrieval_term term
      LEFT JOIN (SELECT number, sum(by) AS by FROM retrieval_termchange GROUP BY number) open
                USING (number)
      LEFT JOIN (SELECT number, count(*) FROM retrieval_entry, unnest(terms) AS number
                  GROUP BY number) held USING (number)
     WHERE term.term <> '' AND term.entries + coalesce(open.by, 0) <> coalesce(held.count, 0)
"""
LEFT_OVER = """
    SELECT (SELECT count(*) FROM documents_document),
           (SELECT count(*) FROM documents_document WHERE status = 'completed'),
           (SELECT count(*) FROM tenancy_storedfile),
           (SELECT count(*) FROM tenancy_run WHERE kind = 'documents.read'),
           (SELECT count(*) FROM documents_passage) - (SELECT count(*) FROM retrieval_entry),
           (SELECT count(*) FROM jobs_job WHERE state IN ('failed', 'dead')),
           (SELECT count(*) FROM retrieval_term WHERE term <> '' AND entries <= 0)
"""


def test_counts_are_right_after_parallel_ingest_and_delete(own_database, tmp_path):
    with running_product(DATABASE_URL=own_database, PRAMANA_DATA=str(tmp_path / "data")) as product:
        with ThreadPoolExecutor(PEOPLE) as people:
            list(people.map(lambda person: send_and_delete(product, person), range(PEOPLE)))
        wait_until(lambda: asked(own_database, WORKING) == [(0,)], 300)
    left = PEOPLE * KEPT
    assert asked(own_database, LEFT_OVER) == [(left, left, left, left, 0, 0, 0)]
    assert asked(own_database, WRONG) == []


def send_and_delete(product: Product, person: int) -> None:
    """Send papers, and delete all but a few of them a moment later, read or not."""
    chance = random.Random(person)
    headers = {"Authorization": f"Bearer {product.key}"}
    sent: list[str] = []
    with httpx.Client(base_url=product.url, headers=headers, timeout=120) as client:
        for number in range(EACH):
            words = " ".join(chance.choices(TOPICS, k=400))
            files = {"file": (f"{number}.txt", f"Paper {person} {number}. {words}")}
            answer = client.post("/api/documents/", files=files)
            assert answer.status_code == 202, answer.text
            sent.append(answer.json()["id"])
            time.sleep(chance.uniform(0, 0.3))
            if len(sent) > KEPT:
                doomed = sent.pop(chance.randrange(len(sent)))
                answer = client.delete(f"/api/documents/{doomed}")
                assert answer.status_code == 204, answer.text


def asked(database: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(database) as connection:
        return connection.execute(statement).fetchall()
