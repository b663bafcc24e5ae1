"""A worker that dies in the middle of a run: what was saved stays, and the run comes to an end."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pramana.llm.testing import ModelServer, calls, hangs, model_server, says
from tests.agni.test_kills import kill_worker
from tests.extraction.papers import CONFIDENCES, FIELDS, INVOICE
from tests.extraction.test_streams import frames
from tests.product import Product, running_product, wait_until


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


def test_a_run_goes_on_from_what_was_saved_when_its_worker_dies(
    running: Product, models: ModelServer
) -> None:
    models.will(calls("extract_fields", fields=FIELDS, confidences=CONFIDENCES), hangs())
    reach = {"Authorization": f"Bearer {running.key}"}
    with httpx.Client(base_url=running.url, headers=reach, timeout=180) as client:
        sent = client.post("/api/documents/", files={"file": ("i.txt", INVOICE.encode())}).json()
        paper = f"/api/documents/{sent['id']}"
        wait_until(lambda: client.get(paper).json()["status"] == "completed", 120)
        asked = {"document_id": sent["id"]}
        with client.stream("POST", "/api/agent/extract", json=asked) as watching:
            address = f"/api/agent/extractions/{watching.headers['X-Extraction-ID']}"
            wait_until(lambda: len(models.asked) >= 2, 120)
            saved = client.get(address).json()
            models.will(
                calls("get_current_extraction"), calls("complete_extraction"), says("Went on.")
            )
            kill_worker(running)
            told = [data for _, data in frames(watching)]
        found = client.get(address).json()
        used = client.get(f"{address}/calls").json()
        changed = client.get(f"{address}/changes").json()

    assert saved["status"] == "in_progress"
    assert saved["extracted_fields"] == FIELDS
    assert told[-1]["complete"] is True
    assert found["status"] == "completed"
    assert found["extracted_fields"] == FIELDS
    assert [call["tool"] for call in used] == [
        "extract_fields", "get_current_extraction", "complete_extraction",
    ]  # fmt: skip
    assert len(changed) == len(FIELDS)
