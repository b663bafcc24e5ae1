"""A worker is killed in the middle of a stage: the session continues and nothing is duplicated."""

import json
from pathlib import Path

from pramana.llm.testing import answers, hangs
from tests.agni.conftest import ENTITIES, METADATA, TEXT
from tests.product import modelled_product
from tests.waiting import wait_until


def asks_for_entities(asked) -> bool:
    return "List each person" in json.dumps(asked.body)


def test_both_extractions_survive_the_death_of_their_worker(
    own_database: str, tmp_path: Path
) -> None:
    let_go = {"metadata": False, "entities": False}

    def reply(asked):
        stage = "entities" if asks_for_entities(asked) else "metadata"
        if not let_go[stage]:
            return hangs()
        return answers(ENTITIES if stage == "entities" else METADATA)

    with (
        modelled_product(own_database, tmp_path) as (running, models),
        running.client() as client,
    ):
        models.otherwise = reply
        session = client.post(
            "/api/agni/sessions/", files={"document": ("paper.txt", TEXT.encode())}
        ).json()
        address = f"/api/agni/sessions/{session['id']}/"
        for stage, status in (
            ("metadata", "processing_metadata"),
            ("entities", "processing_entities"),
        ):
            wait_until(lambda status=status: client.get(address).json()["status"] == status, 120)
            running.kill_worker()
            let_go[stage] = True
        wait_until(lambda: client.get(address).json()["status"] == "awaiting_review", 180)
        state = client.get(address).json()

    assert state["metadata"]["title"] == "Press release"
    assert [entity["names"][0]["text"] for entity in state["entities"]] == [
        "Ram Thapa",
        "Himal Builders",
    ]
