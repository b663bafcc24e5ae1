"""Streams over a real server: they outlive their listener, go on, are counted, and end well."""

import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import httpx
import pytest

from pramana.llm.testing import says
from tests.api.server import PATIENCE_S
from tests.chat.conftest import ANSWER, SIGNED
from tests.chat.served import Served, frames_of, serving
from tests.starting import starts_processes
from tests.waiting import wait_until

BODY = {"query": SIGNED}


@pytest.fixture(scope="module")
@starts_processes
def module_served(worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"chat_{worker_id}", tmp_path_factory.mktemp("chat")) as served:
        yield served


@pytest.fixture
def served(module_served: Served) -> Iterator[Served]:
    module_served.models.otherwise = says(ANSWER)
    module_served.models.asked.clear()
    yield module_served
    module_served.release.set()


def ask_id() -> dict[str, str]:
    return {"X-Request-ID": str(uuid4())}


def test_frames_are_exactly_the_documents(served: Served) -> None:
    with served.client() as client, client.stream("POST", "/chat/stream", json=BODY) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/event-stream"
        body = answer.read().decode()
    said = [part for part in body.split("\n\n") if part and not part.startswith(":")]

    assert all(part.startswith("data: {") and "\n" not in part for part in said)
    told = list(frames_of(iter(body.splitlines())))
    assert [set(frame) for frame in told] == [
        {"delta"},
        {"sources", "metadata", "session_id"},
        {"done"},
    ]


def test_a_dropped_stream_is_completed_and_in_the_history(served: Served) -> None:
    served.hold_answers()
    session, asked = str(uuid4()), ask_id()
    body = {**BODY, "session_id": session}
    with served.client() as client:
        with client.stream("POST", "/chat/stream", json=body, headers=asked) as answer:
            assert next(answer.iter_lines()) == ": open"
            wait_until(lambda: bool(served.models.asked), PATIENCE_S)
        assert client.get(f"/history/{session}").json()["entries"] == [], "not answered yet"
        served.release.set()
        wait_until(lambda: entries(client, session) == ["Mayor Sita Rai signed it. [1]"], 60)


def test_a_dropped_question_is_completed_too(served: Served) -> None:
    served.hold_answers()
    session = str(uuid4())
    with served.client() as client:
        with pytest.raises(httpx.ReadTimeout):
            client.post("/chat", json={**BODY, "session_id": session}, timeout=1)
        served.release.set()
        wait_until(lambda: entries(client, session) == ["Mayor Sita Rai signed it. [1]"], 60)


def entries(client: httpx.Client, session: str) -> list[str]:
    found = client.get(f"/history/{session}").json().get("entries", [])
    return [entry["response"] for entry in found]


def test_a_stream_is_picked_up_again_while_it_goes_on_and_when_it_is_over(served: Served) -> None:
    served.hold_answers()
    asked = ask_id()
    again = f"/chat/stream/{asked['X-Request-ID']}"
    with served.client() as client, served.client() as second:
        with client.stream("POST", "/chat/stream", json=BODY, headers=asked) as answer:
            assert next(answer.iter_lines()) == ": open"
            wait_until(lambda: bool(served.models.asked), PATIENCE_S)
        with second.stream("GET", again) as resumed:
            told = frames_of(resumed.iter_lines())
            served.release.set()
            live = list(told)
        replayed = list(frames_of(iter(client.get(again).text.splitlines())))
        rest = list(frames_of(iter(client.get(f"{again}?after=2").text.splitlines())))
        beyond = list(frames_of(iter(client.get(f"{again}?after=99").text.splitlines())))

    assert [set(frame) for frame in live] == [
        {"delta"},
        {"sources", "metadata", "session_id"},
        {"done"},
    ]
    assert replayed == live
    assert rest == [{"done": True}]
    assert beyond == []


def test_ten_are_answered_at_once_and_the_next_is_refused_at_once(served: Served) -> None:
    served.hold_answers()
    with served.client() as client, ThreadPoolExecutor(10) as together:
        half = [together.submit(client.post, "/chat", json=BODY) for _ in range(5)]
        half += [together.submit(streamed, client) for _ in range(5)]
        try:
            wait_until(lambda: len(served.models.asked) == 10, PATIENCE_S)
            refused = [client.post(path, json=BODY) for path in ("/chat", "/chat/stream")]
            beside = client.get("/api/me").status_code
        finally:
            served.release.set()
        answered = [each.result(PATIENCE_S) for each in half]
        afterwards = client.post("/chat", json=BODY)

    for answer in refused:
        assert (answer.status_code, answer.json()["error_code"]) == (429, "RATE_LIMITED")
        assert answer.headers["retry-after"] == "30"
    assert beside == 200
    assert [answer.status_code for answer in answered] == [200] * 10
    assert afterwards.status_code == 200, "places are given back"


def streamed(client: httpx.Client) -> httpx.Response:
    return client.post("/chat/stream", json=BODY)


def test_a_stopping_server_ends_its_streams_and_turns_and_another_says_so(served: Served) -> None:
    served.hold_answers()
    asked, got = ask_id(), []

    def listen(client: httpx.Client) -> None:
        with client.stream("POST", "/chat/stream", json=BODY, headers=asked) as answer:
            got.extend(frames_of(answer.iter_lines()))

    with served.second_web() as (process, client):
        listener = threading.Thread(target=listen, args=[client])
        listener.start()
        wait_until(lambda: bool(served.models.asked), PATIENCE_S)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_S)
        listener.join(PATIENCE_S)
    with served.client() as client:
        again = client.get(f"/chat/stream/{asked['X-Request-ID']}").text

    assert got[-1]["error_code"] == "SERVICE_UNAVAILABLE"
    [kept] = frames_of(iter(again.splitlines()))
    assert kept["error_code"] == "SERVICE_UNAVAILABLE"
    assert "interrupted" in kept["error"]
