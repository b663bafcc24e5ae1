"""Every failure of every API, in that API's own envelope, with nothing internal in it."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from tests.api.small_apis import MOUNTED, SECRET

pytestmark = pytest.mark.urls("tests.api.small_apis")

STATUS = {
    "invalid": (400, "validation_error"),
    "unauthorized": (401, "unauthorized"),
    "forbidden": (403, "forbidden"),
    "missing": (404, "not_found"),
    "conflict": (409, "conflict"),
    "large": (413, "too_large"),
    "often": (429, "rate_limited"),
    "down": (503, "service_unavailable"),
    "http404": (404, "not_found"),
    "denied": (403, "forbidden"),
    "suspicious": (400, "validation_error"),
    "database": (503, "service_unavailable"),
    "data": (400, "validation_error"),
    "integrity": (409, "conflict"),
    "full": (503, "storage_full"),
    "bug": (500, "internal_error"),
}
KINDS = sorted(MOUNTED)


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("raised", sorted(STATUS))
def test_each_error_is_told_in_the_envelope_of_its_api(
    client: Client, kind: str, raised: str
) -> None:
    status, code = STATUS[raised]

    answer = client.get(f"/{MOUNTED[kind][0]}raise/{raised}")

    assert answer.status_code == status
    check_envelope(kind, answer, code)


@pytest.mark.parametrize("kind", KINDS)
def test_waiting_times_and_challenges_are_headers(client: Client, kind: str) -> None:
    base = f"/{MOUNTED[kind][0]}raise"

    assert client.get(f"{base}/often").headers["Retry-After"] == "7"
    assert int(client.get(f"{base}/database").headers["Retry-After"]) > 0
    assert client.get(f"{base}/unauthorized").headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("kind", KINDS)
def test_unknown_routes_and_wrong_methods_answer_json(client: Client, kind: str) -> None:
    unknown = client.get(f"/{MOUNTED[kind][0]}nowhere")
    wrong = client.delete(f"/{MOUNTED[kind][0]}things")

    assert (unknown.status_code, wrong.status_code) == (404, 405)
    check_envelope(kind, unknown, "not_found")
    check_envelope(kind, wrong, "method_not_allowed")
    assert wrong.headers["Allow"] == "GET"


BROKEN = {
    "no JSON": b"name=x",
    "half": b'{"name": "x',
    "not utf-8": b'{"name": "\xff\xfe"}',
    "a key twice": b'{"name": "abc", "name": "abd"}',
    "NaN": b'{"name": "abc", "count": NaN}',
    "endless": b'{"name": "abc", "count": 1e999}',
    "too many digits": b'{"name": "abc", "count": ' + b"9" * 5000 + b"}",
    "more than a fraction": b'{"name": "abc", "count": -' + b"9" * 400 + b"}",
    "NUL": rb'{"name": "a\u0000b"}',
    "half a pair": rb'{"name": "a\ud800b"}',
    "too deep": b"[" * 100_000,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("broken", sorted(BROKEN))
def test_a_broken_body_is_400(client: Client, kind: str, broken: str) -> None:
    answer = client.post(
        f"/{MOUNTED[kind][0]}things/{uuid4()}", BROKEN[broken], content_type="application/json"
    )

    no_character = broken == "half a pair" and kind == "messages"
    assert answer.status_code == (422 if no_character else 400)
    check_envelope(kind, answer, "validation_error")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"null", b'{"name": "x"}', b'{"name": 5}'])
def test_a_body_that_breaks_a_rule_says_where(client: Client, kind: str, body: bytes) -> None:
    answer = client.post(
        f"/{MOUNTED[kind][0]}things/{uuid4()}", body, content_type="application/json"
    )

    assert answer.status_code == (422 if kind == "messages" else 400)
    if kind == "messages":
        assert {"loc", "msg", "type"} == set(answer.json()["detail"][0])
    else:
        check_envelope(kind, answer, "validation_error")
    if kind == "chat":
        assert answer.json()["details"]["errors"]


MISTAKEN = {
    "true for a number": b'"count": true',
    "a text for a number": b'"count": "5"',
    "0 for false": b'"kept": 0',
    "a text for true": b'"kept": "yes"',
    "a number for a moment": b'"at": 1763200000',
    "a number in a text for a moment": b'"at": "1763200000"',
    "false for a number, further in": b'"parts": [{}, {"weight": false}]',
    "a text for an object": b'"parts": ["weight"]',
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mistaken", sorted(MISTAKEN))
def test_a_value_is_taken_as_it_is_written(client: Client, kind: str, mistaken: str) -> None:
    answer = client.post(
        f"/{MOUNTED[kind][0]}things/{uuid4()}",
        b'{"name": "abc", ' + MISTAKEN[mistaken] + b"}",
        content_type="application/json",
    )

    assert answer.status_code == (422 if kind == "messages" else 400)
    assert "Input should be" in answer.content.decode()
    if kind == "chat":
        place = answer.json()["details"]["errors"][0]["loc"]
        assert place[:2] == ["body", MISTAKEN[mistaken].split(b'"')[1].decode()]


def test_what_json_and_addresses_can_write_is_understood(client: Client) -> None:
    body = b'{"name": "abc", "count": 5.0, "kept": true, "at": "2026-11-15T12:00:00Z"}'
    address = f"/api/small/things/{uuid4()}"

    assert client.post(address, body, content_type="application/json").status_code == 200
    assert client.get("/api/small/things?limit=5&kept=1").status_code == 200


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("query", ["query=%ff", "query=a%00b", "limit=many"])
def test_a_broken_query_is_refused(client: Client, kind: str, query: str) -> None:
    answer = client.get(f"/{MOUNTED[kind][0]}things?{query}")

    assert answer.status_code in (400, 422)
    assert answer.headers["Content-Type"].startswith("application/json")


def test_a_nul_in_the_address_is_400(client: Client) -> None:
    answer = client.get("/api/small/raise/a%00b")

    assert answer.status_code == 400
    check_envelope("chat", answer, "validation_error")


def test_devanagari_is_sent_as_it_is(client: Client) -> None:
    answer = client.get("/api/small/things", {"query": "प्रमाण"})

    assert "प्रमाण" in answer.content.decode()


def check_envelope(kind: str, answer: Any, code: str) -> None:
    body = answer.json()
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert SECRET not in answer.content.decode()
    assert UUID(answer.headers["X-Request-ID"])
    if kind == "chat":
        expected = "INVALID_REQUEST" if code == "validation_error" else code.upper()
        assert set(body) == {"error_code", "message", "request_id", "details"}
        assert body["error_code"] == expected
        assert body["request_id"] == answer.headers["X-Request-ID"]
        assert body["message"]
    elif kind == "agni":
        assert set(body) == {"success", "error", "message"}
        expected = "server_error" if code == "internal_error" else code
        assert (body["success"], body["error"]) == (False, expected)
    else:
        assert set(body) == {"detail"}
        assert body["detail"]
