"""A worker that dies in the middle of a stage: the session goes on, and nothing is there twice."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pramana.llm.testing import ModelServer, answers, hangs, model_server
from tests.agni.conftest import ENTITIES, METADATA, TEXT
from tests.product import Product, children, running_product, wait_until


@pytest.fixture
def models() -> Iterator[ModelServer]:
    with model_server() as server:
        yield server


@pytest.fixture
def running(models: ModelServer, own_database: str, tmp_path: Path) -> Iterator[Product]:
    environment = {
        "DATABASE_URL": own_database,
        "PRAMANA_DATA": str(tmp_path),
        "PRAMANA_MODEL": "openai:small",
        "OPENAI_BASE_URL": models.openai_url,
    }
    with running_product(**environment) as product:
        yield product


def asks_for_entities(asked) -> bool:
    return "List each person" in json.dumps(asked.body)


def kill_worker(product: Product) -> None:
    """`serve` has one child; it starts another when that one dies."""
    [worker] = children(product.process.pid)
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: children(product.process.pid) not in ([], [worker]), 60)


def test_both_extractions_survive_the_death_of_their_worker(
    running: Product, models: ModelServer
) -> None:
    let_go = {"metadata": False, "entities": False}

    def reply(asked):
        stage = "entities" if asks_for_entities(asked) else "metadata"
        if not let_go[stage]:
            return hangs()
        return answers(ENTITIES if stage == "entities" else METADATA)

    models.otherwise = reply
    reach = {"Authorization": f"Bearer {running.key}"}
    with httpx.Client(base_url=running.url, headers=reach, timeout=60) as client:
        session = client.post(
            "/api/agni/sessions/", files={"document": ("paper.txt", TEXT.encode())}
        ).json()
        address = f"/api/agni/sessions/{session['id']}/"
        for stage, status in (
            ("metadata", "processing_metadata"),
            ("entities", "processing_entities"),
        ):
            wait_until(lambda status=status: client.get(address).json()["status"] == status, 120)
            kill_worker(running)
            let_go[stage] = True
        wait_until(lambda: client.get(address).json()["status"] == "awaiting_review", 180)
        state = client.get(address).json()

    assert state["metadata"]["title"] == "Press release"
    assert [entity["names"][0]["text"] for entity in state["entities"]] == [
        "Ram Thapa",
        "Himal Builders",
    ]
