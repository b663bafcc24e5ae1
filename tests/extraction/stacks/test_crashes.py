"""A worker that dies in the middle of a stack: saved rows stay, none is there twice."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import psycopg

from pramana.llm.testing import calls, hangs, says
from tests.product import modelled_product
from tests.waiting import wait_until

DOCUMENTS = 8
FREE_AT_FIRST = 3
COUNTS = """
SELECT (SELECT count(*) FROM stack_table_rows WHERE status = 'done' AND cells->'total' IS NOT NULL),
       (SELECT count(*) FROM tenancy_toolcall WHERE tool = 'extract_row' AND status = 'ok'),
       (SELECT count(DISTINCT subject_id) FROM tenancy_toolcall WHERE status = 'ok'),
       (SELECT count(*) FROM jobs_runevent WHERE kind = 'stack.row'),
       (SELECT count(*) FROM jobs_runevent WHERE kind = 'done' AND payload ? 'table_id'),
       (SELECT count(*) FROM stack_cell_changes)
"""


def document_of(asked: Any) -> str:
    found = re.search(r"document's id is ([0-9a-f-]{36})", json.dumps(asked.body))
    assert found
    return found[1]


def test_a_stack_survives_the_death_of_its_worker(own_database: str, tmp_path: Path) -> None:
    let_go, free, held = [], set(), set()

    def reply(asked: Any) -> Any:
        document = document_of(asked)
        if not let_go and document not in free:
            held.add(document)
            return hangs()
        if any(message["role"] == "tool" for message in asked.body["messages"]):
            return says("Saved.")
        return calls("extract_row", doc_id=document, values={"total": 5}, confidences={"total": 1})

    with (
        modelled_product(own_database, tmp_path) as (running, models),
        running.client() as client,
    ):
        models.otherwise = reply
        papers = [sent_in(client, number) for number in range(DOCUMENTS)]
        free.update(papers[:FREE_AT_FIRST])
        stack = client.post("/api/stack/", json={"name": "S", "document_ids": papers}).json()["id"]
        columns = [{"name": "Total", "type": "money"}]
        table = client.post(
            f"/api/stack/{stack}/tables", json={"name": "T", "columns": columns}
        ).json()["id"]
        address = f"/api/stack/{stack}/tables/{table}"
        assert client.post(f"{address}/extract", json={}).status_code == 202
        wait_until(lambda: client.get(address).json()["done"] == FREE_AT_FIRST and bool(held), 120)

        running.kill_worker()
        assert client.get(address).json()["done"] == FREE_AT_FIRST
        let_go.append(True)

        wait_until(lambda: client.get(address).json()["status"] != "in_progress", 180)
        ended = client.get(address).json()

    assert (ended["status"], ended["done"], ended["failed"]) == ("completed", DOCUMENTS, 0)
    with psycopg.connect(own_database) as connection:
        rows, saved, subjects, events, ends, changes = connection.execute(COUNTS).fetchone() or ()
    assert (rows, saved, subjects, events) == (DOCUMENTS,) * 4
    assert (ends, changes) == (1, 0)


def sent_in(client: httpx.Client, number: int) -> str:
    answer = client.post(
        "/api/documents/", files={"file": (f"{number}.txt", f"Paper {number}. Total: Rs. 5.00")}
    )
    assert answer.status_code == 202, answer.text
    said = answer.json()
    found: str = said["documents"][0]["id"] if "documents" in said else said["id"]
    return found
