"""Two tenants on one machine: one queues ten thousand documents, and the other does not notice.

PRAMANA_SOAK_DOCUMENTS makes it fewer or more.
"""

import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import httpx

from tests.documents.test_fairness import OTHER_TENANT, python, read_text
from tests.product import running_product

DOCUMENTS = 10_000
PER_REQUEST = 100
QUESTIONS = 40
WITHIN_S = 5.0
SLOWER = 1.5


def test_a_tenant_with_ten_thousand_documents_slows_nobody(
    own_database: str, tmp_path: Path
) -> None:
    place = {"DATABASE_URL": own_database, "PRAMANA_DATA": str(tmp_path)}
    with running_product(**place, PRAMANA_EMBEDDINGS="none") as product:
        headers = {"Authorization": f"Bearer {python(OTHER_TENANT, own_database)}"}
        with (
            product.client() as quiet,
            httpx.Client(base_url=product.url, headers=headers, timeout=120) as busy,
        ):
            seconds_to_read(quiet, "ferry.txt")
            alone = question_seconds(quiet)
            queue_documents(busy, int(os.environ.get("PRAMANA_SOAK_DOCUMENTS", DOCUMENTS)))
            first = seconds_to_read(quiet, "first.txt")
            beside = question_seconds(quiet)
            later = [seconds_to_read(quiet, f"later{number}.txt") for number in range(5)]
            left = waiting(busy)
    figures = {
        "documents left in the queue": left,
        "first document (s)": round(first, 2),
        "later documents (s)": [round(each, 2) for each in later],
        "question alone, median (ms)": round(1000 * alone),
        "question beside, median (ms)": round(1000 * beside),
        "ratio": round(beside / alone, 2),
    }
    print(figures)
    assert left > PER_REQUEST, "the queue was empty too early"
    assert first < WITHIN_S and max(later) < WITHIN_S, figures
    assert beside < SLOWER * alone, figures


def queue_documents(client: httpx.Client, count: int) -> None:
    for start in range(0, count, PER_REQUEST):
        files = [
            ("file", (f"{number}.txt", text(number).encode()))
            for number in range(start, min(count, start + PER_REQUEST))
        ]
        answer = client.post("/api/documents/", files=files)
        assert answer.status_code == 202, answer.text


def text(number: int) -> str:
    return f"Notice {number}. The ward office repairs road number {number} before the festival."


def seconds_to_read(client: httpx.Client, name: str) -> float:
    return timed(lambda: read_text(client, name))


def question_seconds(client: httpx.Client) -> float:
    """The median time of an answer."""
    return statistics.median(timed(lambda: ask(client)) for _ in range(QUESTIONS))


def ask(client: httpx.Client) -> None:
    answer = client.post("/chat", json={"query": "Who met on Sunday?"})
    assert answer.status_code == 200, answer.text


def timed(work: Callable[[], None]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def waiting(client: httpx.Client) -> int:
    counts = client.get("/api/documents/?status=queued&limit=200").json()
    return len(counts["documents"]) + (1 if counts["next"] else 0)
