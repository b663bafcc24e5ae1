"""What a real server refuses before or instead of Django: sizes, broken forms, broken addresses."""

import json
import socket
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import httpx
import pytest

from tests.api.server import Web

MEGABYTE = 1024 * 1024


def raw(web: Web, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """Send bytes as they are and read one answer."""
    at = urlsplit(web.url)
    with socket.create_connection((at.hostname, at.port), timeout=30) as line:
        line.sendall(request)
        answer = b""
        while chunk := line.recv(65536):
            answer += chunk
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines)
    return int(status.split()[1]), headers, body


def check(answer: httpx.Response, status: int, code: str) -> None:
    assert answer.status_code == status
    assert answer.json()["error_code"] == code
    assert answer.json()["request_id"] == answer.headers["x-request-id"]
    assert UUID(answer.headers["x-request-id"])


def test_a_json_body_over_two_megabytes_is_413(web: Web) -> None:
    body = json.dumps({"query": "x" * (2 * MEGABYTE)})
    with web.client() as client:
        check(client.post("/api/search", content=body), 413, "TOO_LARGE")


def test_messages_may_be_larger_than_json_elsewhere(web: Web) -> None:
    """32 MB are promised."""
    begin, end = b'{"group_id": "large", "messages": [], "more": "', b'"}'
    for surplus, status in ((0, 202), (1, 413)):
        filler = b"x" * (32 * MEGABYTE - len(begin) - len(end) + surplus)
        with web.client() as client:
            assert client.post("/messages", content=begin + filler + end).status_code == status


def test_a_body_that_hides_its_length_is_counted(web: Web) -> None:
    def endless() -> Any:
        yield b'{"query": "'
        for _ in range(40):
            yield b"x" * (MEGABYTE // 10)

    with web.client() as client:
        check(client.post("/api/search", content=endless()), 413, "TOO_LARGE")


def test_a_declared_size_is_refused_before_the_body_is_sent(web: Web) -> None:
    head = (
        "POST /api/documents/ HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
        "Content-Type: multipart/form-data; boundary=b\r\n"
        f"Content-Length: {300 * MEGABYTE}\r\n\r\n"
    )

    status, headers, body = raw(web, head.encode())

    assert status == 413
    assert json.loads(body)["error_code"] == "TOO_LARGE"
    assert headers["connection"] == "close"


def test_uploads_may_be_larger_than_json_where_files_are_taken(web: Web) -> None:
    file = {"file": ("big.txt", b"word " * MEGABYTE, "text/plain")}
    with web.client() as client:
        taken = client.post("/api/documents/", files=file)
        elsewhere = client.post("/api/search", files=file)

    assert taken.status_code == 202
    check(elsewhere, 413, "TOO_LARGE")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"no boundary"),
        ("multipart/form-data; boundary=b", b"--b\r\nbroken"),
        ("multipart/form-data; boundary=b", b""),
        ("multipart/form-data; boundary=" + "b" * 300, b"--b--"),
        ("multipart/form-data; boundary=b; charset=latin-99", b"--b--"),
        ("application/x-www-form-urlencoded", b"file=%ff%00"),
        ("application/json", b"{}"),
        ("text/plain; charset=utf-7", b"+ADw-"),
    ],
)
def test_a_broken_form_is_400(web: Web, kind: str, body: bytes) -> None:
    with web.client() as client:
        answer = client.post("/api/documents/", content=body, headers={"Content-Type": kind})

    check(answer, 400, "INVALID_REQUEST")


def test_a_query_of_raw_bytes_is_400(web: Web) -> None:
    request = b"GET /api/me?q=\xff\xfe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    status, _, body = raw(web, request)

    assert status == 400
    if body.startswith(b"{"):
        assert json.loads(body)["error_code"] == "INVALID_REQUEST"


@pytest.mark.parametrize(
    "path", ["/api/jobs/%00", "/api/%ff", "/api/" + "x" * 5000, "//", "/api//me"]
)
def test_odd_addresses_are_4xx_json(web: Web, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()

    status, headers, body = raw(web, request)

    assert 400 <= status < 500
    assert headers["content-type"].startswith("application/json")
    assert json.loads(body)["error_code"]


def test_the_request_id_is_the_callers_when_it_is_a_uuid(web: Web) -> None:
    own = str(uuid4())
    with web.client() as client:
        kept = client.get("/api/me", headers={"X-Request-ID": own})
        replaced = client.get("/nowhere", headers={"X-Request-ID": "drop table; --"})
        static = client.get("/static/api/docs.css", headers={"X-Request-ID": own})

    assert kept.headers["x-request-id"] == own
    assert UUID(replaced.headers["x-request-id"]).version == 4
    assert static.headers["x-request-id"] == own


def test_static_files_come_from_the_apps_and_are_kept_by_their_digest(web: Web) -> None:
    with web.client() as client:
        page = client.get("/api/docs").text
        address = page.partition('<link rel="stylesheet" href="')[2].partition('"')[0]
        named = client.get(address)
        plain = client.get("/static/api/docs.css")
        again = client.get("/static/api/docs.css", headers={"If-None-Match": plain.headers["etag"]})

    assert "?v=" in address
    assert "immutable" in named.headers["cache-control"]
    assert plain.headers["cache-control"] == "max-age=0, public"
    assert (named.status_code, again.status_code) == (200, 304)
    assert plain.headers["content-type"].startswith("text/css")


@pytest.mark.parametrize(
    "path",
    ["../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "api/../../settings.py", "a%00b", "", "api"],
)
def test_nothing_but_static_files_is_served_as_one(web: Web, path: str) -> None:
    request = f"GET /static/{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()

    status, headers, _ = raw(web, request)

    assert 400 <= status < 500
    assert headers["x-request-id"]
