"""Two tenants on one machine: one queues ten thousand documents, and the other does not notice.

The worker is held while they are queued, so that all of them wait however fast the machine reads.
Questions beside the work and questions while the worker is held take turns, so that what else the
machine does counts for both. PRAMANA_SOAK_DOCUMENTS makes it fewer or more.
"""

import os
import signal
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.documents.test_fairness import OTHER_TENANT, python, read_text
from tests.product import Product, children, running_product
from tests.waiting import wait_until

DOCUMENTS = 10_000
PER_REQUEST = 100
ROUNDS, QUESTIONS = 5, 20
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
            before = questions_seconds(quiet)
            with held_worker(product):
                queue_documents(busy, int(os.environ.get("PRAMANA_SOAK_DOCUMENTS", DOCUMENTS)))
            wait_until(lambda: documents_in(busy, "completed") > 0)
            first = seconds_to_read(quiet, "first.txt")
            seconds_alone, seconds_beside = list[float](), list[float]()
            for _ in range(ROUNDS):
                seconds_beside += questions_seconds(quiet)
                with held_worker(product):
                    seconds_alone += questions_seconds(quiet)
            later = [seconds_to_read(quiet, f"later{number}.txt") for number in range(5)]
            left = documents_in(busy, "queued")
    alone, beside = statistics.median(seconds_alone), statistics.median(seconds_beside)
    figures = {
        "first document (s)": round(first, 2),
        "later documents (s)": [round(each, 2) for each in later],
        "question before, median (ms)": round(1000 * statistics.median(before)),
        "question alone, median (ms)": round(1000 * alone),
        "question beside, median (ms)": round(1000 * beside),
        "ratio": round(beside / alone, 2),
    }
    print(figures)
    assert left > PER_REQUEST, "the queue was empty too early"
    assert first < WITHIN_S and max(later) < WITHIN_S, figures
    assert beside < SLOWER * alone, figures


@contextmanager
def held_worker(product: Product) -> Iterator[None]:
    """Nothing is taken from the queue meanwhile."""
    [worker] = [
        pid
        for pid in children(product.process.pid)
        if b"\0worker\0" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker, signal.SIGCONT)


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


def questions_seconds(client: httpx.Client) -> list[float]:
    return [timed(lambda: ask(client)) for _ in range(QUESTIONS)]


def ask(client: httpx.Client) -> None:
    answer = client.post("/chat", json={"query": "Who met on Sunday?"})
    assert answer.status_code == 200, answer.text


def timed(work: Callable[[], None]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def documents_in(client: httpx.Client, status: str) -> int:
    """How many are in a state, or more than one page."""
    page = client.get(f"/api/documents/?status={status}&limit=200").json()
    return len(page["documents"]) + (1 if page["next"] else 0)
