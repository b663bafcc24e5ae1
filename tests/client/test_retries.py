"""What is tried again, what is not, and what a refusal is told as."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from pramana.client import (
    AsyncPramana,
    ConflictError,
    ConnectionLostError,
    InvalidRequestError,
    NotFoundError,
    Pramana,
    RateLimitError,
    StreamError,
    UnavailableError,
)
from tests.client.conftest import QUICK, Said, Script

Scripted = Callable[..., Script]
BUSY = Said(429, {"Retry-After": "0"}, {"error_code": "RATE_LIMITED", "message": "Wait."})
AWAY = Said(503, {}, {"error_code": "SERVICE_UNAVAILABLE", "message": "Away."})
DONE = Said(202, {}, {"message": "Messages added", "success": True})
STACK = {
    "id": str(uuid4()), "name": "x", "owner_id": str(uuid4()), "shared": False,
    "document_count": 0, "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z",
}  # fmt: skip


def client_of(script: Script) -> Pramana:
    return Pramana(script.url, "key", patience=QUICK, timeout=10)


def test_messages_are_sent_again_under_one_idempotency_key(scripted: Scripted) -> None:
    script = scripted(BUSY, AWAY, DONE)
    with client_of(script) as client:
        assert client.memory.add("team", ["Hello."]).success

    keys = [headers["Idempotency-Key"] for _, _, headers in script.requests]
    assert len(keys) == 3 and len(set(keys)) == 1


def test_what_twice_would_do_twice_is_tried_again_only_when_refused_unread(
    scripted: Scripted,
) -> None:
    script = scripted(BUSY, Said(201, {}, STACK))
    with client_of(script) as client:
        client.stacks.create("x")
    assert len(script.requests) == 2

    script = scripted(AWAY)
    with client_of(script) as client, pytest.raises(UnavailableError):
        client.stacks.create("x")
    assert len(script.requests) == 1


def test_attempts_have_an_end(scripted: Scripted) -> None:
    script = scripted(BUSY, BUSY, BUSY, BUSY)
    with client_of(script) as client, pytest.raises(RateLimitError) as refused:
        client.documents.list()

    assert len(script.requests) == QUICK.attempts
    assert refused.value.code == "rate_limited"


def test_a_quota_that_is_used_up_for_the_day_is_told_at_once(scripted: Scripted) -> None:
    envelope = {"detail": "This tenant may send 2 messages a day and has sent 2."}
    script = scripted(Said(429, {"Retry-After": "3600"}, envelope))
    with client_of(script) as client, pytest.raises(RateLimitError, match="2 messages") as refused:
        client.memory.add("team", ["Hello."])

    assert len(script.requests) == 1
    assert refused.value.code == "rate_limited"


def test_a_product_that_is_not_there_is_a_lost_connection() -> None:
    client = Pramana("http://127.0.0.1:9", "key", patience=QUICK)
    with client, pytest.raises(ConnectionLostError):
        client.documents.list()


@pytest.mark.parametrize(
    ("status", "envelope", "kind", "said"),
    [
        (
            404,
            {"error_code": "NOT_FOUND", "message": "No document."},
            NotFoundError,
            "No document.",
        ),
        (
            409,
            {"success": False, "error": "conflict", "message": "Too late."},
            ConflictError,
            "Too",
        ),
        (400, {"detail": "custom_fields required"}, InvalidRequestError, "custom_fields required"),
        (
            422,
            {"detail": [{"loc": ["body", "query"], "msg": "is missing"}]},
            InvalidRequestError,
            "body.query",
        ),
    ],
    ids=["chat", "agni", "detail", "messages"],
)
def test_refusals_carry_their_envelope_and_request(
    scripted: Scripted, status: int, envelope: dict[str, object], kind: type, said: str
) -> None:
    script = scripted(Said(status, {"X-Request-ID": "the-id"}, envelope))
    with client_of(script) as client, pytest.raises(kind, match=said) as refused:
        client.documents.get(uuid4())

    assert refused.value.envelope == envelope
    assert refused.value.request_id == "the-id"


CUT = Said(
    200,
    {"Content-Type": "text/event-stream", "X-Cut": "1"},
    pieces=(b": open\n\n", b'data: {"delta": "One. "}\n\n', b'data: {"delta": "Two. "}\n\n'),
)
STOPPING = Said(
    200,
    {"Content-Type": "text/event-stream"},
    pieces=(b'data: {"error": "Stopping.", "error_code": "SERVICE_UNAVAILABLE"}\n\n',),
)
REST = Said(
    200,
    {"Content-Type": "text/event-stream"},
    pieces=(b'data: {"delta": "Three."}\n\n', b'data: {"done": true}\n\n'),
)


def test_a_stream_that_breaks_goes_on_where_it_broke(scripted: Scripted) -> None:
    script = scripted(CUT, STOPPING, AWAY, REST)
    with client_of(script) as client:
        frames = list(client.chat.stream("What?"))

    assert [frame.delta for frame in frames[:-1]] == ["One. ", "Two. ", "Three."]
    assert frames[-1].done
    request_id = script.requests[0][2]["X-Request-ID"]
    again = f"/chat/stream/{request_id}?after=2"
    assert [(method, path) for method, path, _ in script.requests] == [
        ("POST", "/chat/stream"), ("GET", again), ("GET", again), ("GET", again),
    ]  # fmt: skip


async def test_the_same_without_waiting(scripted: Scripted) -> None:
    script = scripted(CUT, REST)
    async with AsyncPramana(script.url, "key", patience=QUICK) as client:
        said = [frame.delta async for frame in client.chat.stream("What?") if frame.delta]

    assert said == ["One. ", "Two. ", "Three."]


def test_numbered_frames_go_on_from_their_number(scripted: Scripted) -> None:
    first = Said(
        200,
        {"X-Extraction-ID": "the-one", "X-Cut": "1"},
        pieces=(b'id: 7\ndata: {"text": "a"}\n\n',),
    )
    last = Said(200, {}, pieces=(b'id: 9\ndata: {"complete": true}\n\n',))
    script = scripted(first, last)
    with client_of(script) as client:
        assert [frame.complete for frame in client.extraction.run(uuid4())] == [False, True]

    assert script.requests[1][1] == "/api/agent/extractions/the-one/stream?after=7"


def test_an_error_frame_is_an_exception(scripted: Scripted) -> None:
    failed = b'data: {"error": "The model is away.", "error_code": "GEMINI_UNAVAILABLE"}\n\n'
    script = scripted(Said(200, {}, pieces=(failed,)))
    with client_of(script) as client, pytest.raises(StreamError, match="away") as found:
        list(client.chat.stream("What?"))

    assert found.value.code == "gemini_unavailable"
