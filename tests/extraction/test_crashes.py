"""Runs that are cut short, by the death of their worker or by a person: what was saved stays, no
change is half there, and the record says how the run ended."""

import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from pramana.llm.testing import ModelReply, ModelServer, calls, hangs, says
from tests.conftest import cloned
from tests.extraction.samples import CONFIDENCES, FIELDS, INVOICE
from tests.extraction.test_streams import frames
from tests.product import Product, modelled_product
from tests.waiting import wait_until

SAVE = calls("extract_fields", fields=FIELDS, confidences=CONFIDENCES)
RENAME = calls("update_field", path="vendor.name", value="Himal Traders", confidence=1.0)
Running = tuple[Product, ModelServer]


@pytest.fixture(scope="module")
def running(worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One product for the runs of this file; each has a document of its own."""
    data = tmp_path_factory.mktemp("kills")
    with cloned(f"kills_{worker_id}") as url, modelled_product(url, data) as started:
        yield started


@pytest.fixture
def client(running: Running) -> Iterator[httpx.Client]:
    with running[0].client(timeout=180) as client:
        yield client


def paper(client: httpx.Client, name: str) -> str:
    text = f"{name}\n{INVOICE}".encode()
    sent = client.post("/api/documents/", files={"file": (f"{name}.txt", text)}).json()
    address = f"/api/documents/{sent['id']}"
    wait_until(lambda: client.get(address).json()["status"] == "completed", 120)
    return str(sent["id"])


def completed(client: httpx.Client, models: ModelServer, document: str) -> str:
    """Where an extraction of the document that has ended well is looked at."""
    models.will(SAVE, calls("complete_extraction"), says("Done."))
    with client.stream("POST", "/api/agent/extract", json={"document_id": document}) as run:
        address = f"/api/agent/extractions/{run.headers['X-Extraction-ID']}"
        assert frames(run)[-1][1]["complete"] is True
    return address


def look(client: httpx.Client, address: str) -> Any:
    return client.get(address).json()


def test_a_run_goes_on_from_what_was_saved_when_its_worker_dies(
    running: Running, client: httpx.Client
) -> None:
    product, models = running
    document, asked = paper(client, "first"), len(models.asked)
    models.will(SAVE, hangs())
    with client.stream("POST", "/api/agent/extract", json={"document_id": document}) as watching:
        address = f"/api/agent/extractions/{watching.headers['X-Extraction-ID']}"
        wait_until(lambda: len(models.asked) >= asked + 2, 120)
        saved = look(client, address)
        models.will(calls("get_current_extraction"), calls("complete_extraction"), says("Went on."))
        product.kill_worker()
        told = [data for _, data in frames(watching)]
    found, used = look(client, address), look(client, f"{address}/calls")

    assert saved["status"] == "in_progress"
    assert saved["extracted_fields"] == FIELDS
    assert told[-1]["complete"] is True
    assert found["status"] == "completed"
    assert found["extracted_fields"] == FIELDS
    assert [call["tool"] for call in used] == [
        "extract_fields", "get_current_extraction", "complete_extraction",
    ]  # fmt: skip
    assert len(look(client, f"{address}/changes")) == len(FIELDS)


def test_a_correction_whose_worker_dies_changes_each_path_once_or_not_at_all(
    running: Running, client: httpx.Client
) -> None:
    product, models = running
    document = paper(client, "second")
    address = completed(client, models, document)
    before, asked = look(client, f"{address}/changes"), len(models.asked)
    models.will(RENAME, hangs())
    wish = {
        "document_id": document,
        "instruction": "Himal Traders sold it all, and nothing was taxed",
    }
    with client.stream("POST", "/api/agent/correct", json=wish) as watching:
        wait_until(lambda: len(models.asked) >= asked + 2, 120)
        half = look(client, address)
        models.will(RENAME, calls("remove_field", path="tax"), says("Done, after all."))
        product.kill_worker()
        told = [data for _, data in frames(watching)]
    found = look(client, address)
    changes = [change for change in look(client, f"{address}/changes") if change not in before]

    assert half["status"] == "completed"
    assert half["extracted_fields"] == {**FIELDS, "vendor": {"name": "Himal Traders"}}
    assert told[-1]["complete"] is True
    assert told[-1]["changes"] == 2
    assert found["status"] == "completed"
    assert found["extracted_fields"]["vendor"] == {"name": "Himal Traders"}
    assert "tax" not in found["extracted_fields"]
    assert {tuple(found[tree]) for tree in ("confidence_scores", "evidence", "trust")} == {
        tuple(found["extracted_fields"])
    }
    assert sorted(change["path"] for change in changes) == ["tax", "vendor.name"]


def test_a_run_that_a_person_stops_says_so_and_writes_nothing_more(
    running: Running, client: httpx.Client
) -> None:
    _, models = running
    document, asked = paper(client, "third"), len(models.asked)
    stopped = threading.Event()

    def waits(_: Any) -> ModelReply:
        stopped.wait(120)
        return calls("update_field", path="total", value=1, confidence=1.0)

    models.will(SAVE)
    models.otherwise = waits
    with client.stream("POST", "/api/agent/extract", json={"document_id": document}) as watching:
        address = f"/api/agent/extractions/{watching.headers['X-Extraction-ID']}"
        wait_until(lambda: len(models.asked) >= asked + 2, 120)
        answer = client.post(f"{address}/stop")
        told = [data for _, data in frames(watching)]
    stopped.set()
    called_off = client.get("/api/jobs/", params={"state": "cancelled"}).json()["jobs"]
    completed(client, models, paper(client, "fourth"))  # by then the worker has gone on
    found = look(client, address)

    assert answer.status_code == 200
    assert told[-1]["error"] == found["error"]
    assert found["status"] == "failed"
    assert "stopped by a person" in found["error"]
    assert found["extracted_fields"] == FIELDS
    assert [call["tool"] for call in look(client, f"{address}/calls")] == ["extract_fields"]
    assert [job["name"] for job in called_off] == ["extraction.extract"]
    assert client.post(f"{address}/stop").status_code == 409
