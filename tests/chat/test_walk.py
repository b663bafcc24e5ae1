"""The whole Chat document, walked by a client that knows nothing but HTTP and its text."""

import json
import time
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import httpx

from tests.product import Product

PATIENCE_S = 60.0
TEXT = (
    "Inverse kinematics finds the joint angles of a robot arm from the place of its hand. "
    "The method of Doctor Anita Gurung solves it in four steps."
)
ASKED = "What does inverse kinematics find?"
METADATA = {"query_time_ms", "retrieval_count", "mode", "low_confidence", "request_id"}
SOURCE = {"source_url", "title", "section", "chunk_position", "similarity_score", "snippet"}


def test_the_document_is_walked_from_health_to_history(product: Product) -> None:
    headers = {"Authorization": f"Bearer {product.key}"}
    with httpx.Client(base_url=product.url, headers=headers, timeout=PATIENCE_S) as client:
        health(client)
        upload(client)
        session = ask(client)
        listen(client, session)
        select(client, session)
        look_back(client, session)
        nothing(client)
        errors(client)


def health(client: httpx.Client) -> None:
    said = httpx.get(f"{client.base_url}/health", timeout=PATIENCE_S).json()
    assert said["status"] in {"healthy", "degraded"}
    assert {"status", "timestamp", "services", "version"} <= set(said)


def upload(client: httpx.Client) -> None:
    files = {"file": ("kinematics.txt", TEXT.encode(), "text/plain")}
    accepted = client.post("/api/documents/", files=files).json()
    deadline = time.monotonic() + PATIENCE_S
    while client.get(f"/api/documents/{accepted['id']}").json()["status"] != "completed":
        assert time.monotonic() < deadline, "The document was not read in time."
        time.sleep(0.2)


def ask(client: httpx.Client) -> str:
    """ChatResponse, field by field."""
    answer = client.post("/chat", json={"query": f"  {ASKED}  "})
    assert answer.status_code == 200
    said = answer.json()
    assert {"answer", "fallback_message", "sources", "metadata", "session_id"} <= set(said)
    assert "joint angles" in said["answer"]
    assert UUID(said["session_id"]).version == 4
    check_metadata(said["metadata"], answer, mode="full")
    assert said["metadata"]["retrieval_count"] == len(said["sources"]) >= 1
    for source in said["sources"]:
        check_source(source)
    return str(said["session_id"])


def check_metadata(metadata: dict[str, Any], answer: httpx.Response, *, mode: str) -> None:
    assert set(metadata) >= METADATA
    assert metadata["mode"] == mode
    assert metadata["query_time_ms"] >= 0
    assert metadata["request_id"] == answer.headers["x-request-id"]
    assert isinstance(metadata["low_confidence"], bool)


def check_source(source: dict[str, Any]) -> None:
    assert set(source) >= SOURCE
    assert 0.0 <= source["similarity_score"] <= 1.0
    assert len(source["snippet"]) <= 200
    assert source["chunk_position"] >= 0
    for quote in source["quotes"]:
        assert TEXT[quote["start"] : quote["end"]] == quote["words"]


def listen(client: httpx.Client, session: str) -> None:
    body = {"query": ASKED, "session_id": session}
    with client.stream("POST", "/chat/stream", json=body) as answer:
        assert answer.status_code == 200
        told = frames_in(answer.iter_lines())
        assert all(set(frame) == {"delta"} for frame in told[:-2])
        assert set(told[-2]) == {"sources", "metadata", "session_id"}
        assert told[-1] == {"done": True}
        check_metadata(told[-2]["metadata"], answer, mode="full")
    assert told[-2]["session_id"] == session
    again = client.get(f"/chat/stream/{answer.headers['x-request-id']}").text
    assert frames_in(iter(again.splitlines())) == told


def frames_in(lines: Iterator[str]) -> list[dict[str, Any]]:
    return [json.loads(line[6:]) for line in lines if line.startswith("data: ")]


def select(client: httpx.Client, session: str) -> None:
    selection = "The gripper has three fingers. Each finger has two joints."
    body = {"query": "How many fingers has the gripper?", "selected_text": selection}
    said = client.post("/chat", json={**body, "session_id": session}).json()
    assert "three fingers" in said["answer"]
    assert said["metadata"]["mode"] == "selected_text"
    assert said["metadata"]["retrieval_count"] == 0
    [source] = said["sources"]
    assert source["source_type"] == "selected_text"
    assert source["selection_length"] == len(selection)
    assert len(source["snippet"]) <= 200 and source["relevance_note"]


def look_back(client: httpx.Client, session: str) -> None:
    said = client.get(f"/history/{session}").json()
    assert said["session_id"] == session
    assert said["total_entries"] == len(said["entries"]) == 3
    assert [entry["query"] for entry in said["entries"][:2]] == [ASKED, ASKED]
    moments = [entry["timestamp"] for entry in said["entries"]]
    assert moments == sorted(moments)
    assert said["entries"][0]["sources"][0]["title"]
    assert said["entries"][2]["sources"][0]["source_type"] == "selected_text"
    assert len(client.get(f"/history/{session}?limit=1").json()["entries"]) == 1


def nothing(client: httpx.Client) -> None:
    answer = client.post("/chat", json={"query": "zyxwv qwertyuiop?"})
    said = answer.json()
    assert answer.status_code == 200
    assert said["answer"] and said["sources"] == []
    check_metadata(said["metadata"], answer, mode="no_results")
    filters = {"source_url_prefix": "/docs/module1"}
    narrowed = client.post("/chat", json={"query": ASKED, "filters": filters}).json()
    assert narrowed["metadata"]["mode"] == "no_results"


def errors(client: httpx.Client) -> None:
    for body, code in (
        ({"query": " "}, "EMPTY_QUERY"),
        ({"query": "x" * 32_001}, "QUERY_TOO_LONG"),
        ({"query": "x", "selected_text": "y" * 64_001}, "SELECTION_TOO_LONG"),
        ({"query": "x", "session_id": "1"}, "INVALID_SESSION_ID"),
        ({"query": "x", "filters": {"source_url_prefix": "docs"}}, "INVALID_REQUEST"),
    ):
        answer = client.post("/chat", json=body)
        said = answer.json()
        assert (answer.status_code, said["error_code"]) == (400, code)
        assert set(said) == {"error_code", "message", "request_id", "details"}
    unknown = client.get(f"/history/{uuid4()}")
    assert (unknown.status_code, unknown.json()["error_code"]) == (404, "SESSION_NOT_FOUND")
    keyless = httpx.post(f"{client.base_url}/chat", json={"query": "x"}, timeout=PATIENCE_S)
    assert (keyless.status_code, keyless.json()["error_code"]) == (401, "UNAUTHORIZED")
