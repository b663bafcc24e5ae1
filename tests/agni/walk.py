"""The source document's contract over HTTP, against a running product: from upload to completed."""

from typing import Any
from uuid import uuid4

import httpx

from tests.waiting import wait_until

SESSIONS = "/api/agni/sessions/"


def walk(client: httpx.Client, filename: str, content: bytes) -> dict[str, Any]:
    """Review one document to the end; return the completed session."""
    created = client.post(
        SESSIONS, files={"document": (filename, content)}, data={"guidance": "People first."}
    )
    assert created.status_code == 201, created.text
    assert created.json()["status"] == "pending"
    address = f"{SESSIONS}{created.json()['id']}/"
    _refused(client.post(f"{address}persist/", json={"confirm": True}), "invalid_state")
    wait_until(lambda: _state(client, address)["status"] in ("awaiting_review", "failed"), 120)
    _review(client, address)
    answer = client.post(f"{address}persist/", json={"description": "A walk.", "confirm": True})
    assert answer.status_code == 200, answer.text
    assert answer.json()["success"] and answer.json()["change_ids"]
    wait_until(lambda: _state(client, address)["status"] in ("completed", "failed"), 120)
    _refused(client.post(f"{address}entities/0/", json={"action": "skip"}), "invalid_state")
    _refused(client.post(f"{address}persist/", json={"confirm": True}), "invalid_state")
    return _state(client, address)


def _review(client: httpx.Client, address: str) -> None:
    state = _state(client, address)
    assert state["status"] == "awaiting_review", state["error_message"]
    assert {"current", "total", "stage"} <= set(state["progress"])
    assert state["metadata"] and state["entities"]
    _refused(client.post(f"{address}entities/999/", json={"action": "skip"}), "validation_error")
    _refused(
        client.post(f"{address}entities/0/", json={"action": "match", "nes_id": "person_x"}),
        "validation_error",
    )
    said = client.post(f"{address}conversations/entity:0/", json={"message": "Is this right?"})
    assert said.status_code == 200 and said.json()["message_id"]
    wait_until(lambda: _state(client, address)["task_status"] == "completed", 120)
    for index, _ in enumerate(state["entities"]):
        asked = {"action": "create", "confirmed": True} if index == 0 else {"action": "skip"}
        decided = client.post(f"{address}entities/{index}/", json=asked)
        assert decided.status_code == 200, decided.text


def refusals(client: httpx.Client) -> None:
    """Requests that the source document refuses, in its error envelope."""
    _refused(client.post(SESSIONS, data={"guidance": "x"}), "validation_error")
    _refused(client.post(SESSIONS, files={"document": ("a.exe", b"x")}), "validation_error")
    missing = client.get(f"{SESSIONS}{uuid4()}/")
    assert missing.status_code == 404 and missing.json()["error"] == "not_found"


def _refused(answer: httpx.Response, error: str) -> None:
    assert answer.status_code == 400, answer.text
    assert answer.json()["success"] is False and answer.json()["error"] == error


def _state(client: httpx.Client, address: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(address).json()
    return found
