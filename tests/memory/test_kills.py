"""A worker that is killed again and again, also by what it reads: every message is read once, in
order, and the one that is deadly becomes a dead letter."""

import json
import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

from pramana.llm.testing import slowly
from tests.memory.scripted_model import over_http
from tests.product import Product, children, modelled_product
from tests.waiting import wait_until

COUNT, POISONOUS, KILLS = 100, 50, 5
POISON = "poison"


def message(number: int) -> dict[str, Any]:
    content = POISON if number == POISONOUS else f"number {number}"
    return {"content": content, "role_type": "user", "role": None}


def deadly(product: Product, crashed: set[int], asked: Any) -> Any:
    """Whoever asks about the poison dies of it, as of a fault in a library written in C."""
    if f"(user): {POISON}\\n</message>" in json.dumps(asked.body):
        workers = children(product.process.pid)
        crashed.update(workers)
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
    return slowly(over_http(asked), seconds=0.05)


def test_99_of_100_messages_are_read_in_order_and_one_is_a_dead_letter(
    own_database: str, tmp_path: Path
) -> None:
    crashed: set[int] = set()
    with (
        modelled_product(own_database, tmp_path) as (running, models),
        running.client() as client,
    ):
        models.otherwise = partial(deadly, running, crashed)
        body = {"group_id": "g", "messages": [message(number) for number in range(COUNT)]}
        assert client.post("/messages", json=body).status_code == 202

        def ended() -> int:
            status = client.get("/messages/jobs", params={"group_id": "g", "limit": 1}).json()
            return int(status["done"] + status["failed"])

        for kill in range(1, KILLS + 1):
            wait_until(lambda kill=kill: ended() >= 5 * kill, 120)
            running.kill_worker()
        wait_until(lambda: ended() == COUNT, 400)
        status = client.get("/messages/jobs", params={"group_id": "g"}).json()
        episodes = client.get("/episodes/g", params={"last_n": 1000}).json()

    read = [each["content"] for each in sorted(episodes, key=lambda each: each["created_at"])]
    expected = [f"(user): number {number}" for number in range(COUNT) if number != POISONOUS]
    assert read == expected
    assert (status["done"], status["failed"]) == (COUNT - 1, 1)
    (dead,) = [each for each in status["jobs"] if each["state"] == "failed"]
    assert dead["error"]
    assert len(crashed) == 3
