"""Bodies: from whom they are read, how fast they must come, and how much at once."""

import asyncio
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from pramana.api import body_intake
from pramana.api.body_intake import (
    BodyTooLarge,
    BodyTooSlow,
    PendingBytes,
    TooMuchAtOnce,
    limit_body,
    most_pending,
)
from pramana.api.edge import _address
from tests.api.server import Web
from tests.settings import change

MEGABYTE = 1024 * 1024


def begin_upload(web: Web, size: int, sent: bytes, header: str = "") -> socket.socket:
    at = urlsplit(web.url)
    line = socket.create_connection((at.hostname, at.port), timeout=30)
    head = (
        f"POST /api/documents/ HTTP/1.1\r\nHost: 127.0.0.1\r\n{header}"
        f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {size}\r\n\r\n"
    )
    line.sendall(head.encode() + sent)
    return line


def temporary_bytes(web: Web) -> int:
    """What the server has in temporary files, which have no names."""
    total = 0
    for file in Path(f"/proc/{web.process.pid}/fd").iterdir():
        try:
            if "(deleted)" in os.readlink(file):
                total += file.stat().st_size
        except FileNotFoundError:
            continue
    return total


@pytest.mark.parametrize(
    "header", ["", "Authorization: Bearer pmn_wrong\r\n", "Cookie: pramana_session=wrong\r\n"]
)
def test_a_body_without_a_valid_key_is_refused_before_it_is_read(web: Web, header: str) -> None:
    with ExitStack() as lines:
        opened = [
            lines.enter_context(begin_upload(web, 40 * MEGABYTE, b"x" * (3 * MEGABYTE), header))
            for _ in range(5)
        ]
        answers = [each.recv(1000) for each in opened]

        assert {answer.split(b" ")[1] for answer in answers} == {b"401"}
        assert temporary_bytes(web) < MEGABYTE


PUBLISHABLE = """
import django; django.setup()
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import KeyKind, Role
from pramana.tenancy.models import Membership
from pramana.tenancy.services import create_key
member = Membership.objects.unscoped("test").first()
scope = Scope(tenant_id=member.tenant_id, actor_id=member.user_id)
grant = {"role": Role.VIEWER, "kind": KeyKind.PUBLISHABLE, "origins": ["https://a.example"]}
print(create_key(scope, "page", **grant).secret)
"""


def test_a_key_that_anyone_can_read_in_a_page_opens_only_the_chat(web: Web) -> None:
    header = f"Authorization: Bearer {web.python(PUBLISHABLE)}\r\nOrigin: https://a.example\r\n"
    with begin_upload(web, 40 * MEGABYTE, b"x" * (3 * MEGABYTE), header) as line:
        assert line.recv(1000).split(b" ")[1] == b"401"
        assert temporary_bytes(web) < MEGABYTE
    question = {"query": "x" * 100_000}
    named = dict(each.split(": ") for each in header.strip().split("\r\n"))
    answer = httpx.post(f"{web.url}/chat", json=question, headers=named, timeout=30)
    assert answer.status_code == 400  # it was read


def test_a_body_with_a_key_is_read(web: Web) -> None:
    with web.client() as client:
        content = b"The council met. " * 20_000
        answer = client.post("/api/documents/", files={"file": ("minutes.txt", content)})
        assert answer.status_code == 202
        chunked = client.post("/api/search", content=iter([b'{"query": "council"}']))
        assert chunked.status_code in (200, 503)  # embeddings may be missing here


def test_a_chunked_body_without_a_key_is_refused(web: Web) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(200):
            yield b"x" * 100_000

    answer = httpx.post(f"{web.url}/messages", content=endless(), timeout=30)

    assert answer.status_code == 401
    assert "detail" in answer.json()


def arriving(*pieces: bytes, pause: float = 0.0) -> Callable:
    left = list(pieces)

    async def receive() -> dict[str, object]:
        await asyncio.sleep(pause)
        return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

    return receive


async def read_all(receive: Callable) -> int:
    count, more = 0, True
    while more:
        message = await receive()
        count, more = count + len(message["body"]), message["more_body"]
    return count


def nothing(count: int) -> None:
    """Counts no bytes."""


def test_a_body_within_its_limits_arrives() -> None:
    assert asyncio.run(read_all(limit_body(arriving(b"ab", b"c"), 3, nothing))) == 3


def test_a_body_over_its_limit_is_refused() -> None:
    with pytest.raises(BodyTooLarge):
        asyncio.run(read_all(limit_body(arriving(b"ab", b"c"), 2, nothing)))


def test_a_body_that_stops_arriving_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_intake, "SILENCE_S", 0.05)
    with pytest.raises(BodyTooSlow):
        asyncio.run(read_all(limit_body(arriving(b"a", b"b", pause=1), 10, nothing)))


def test_a_body_that_trickles_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_intake, "PATIENCE_S", 0.3)
    pieces = [b"a"] * 1000
    with pytest.raises(BodyTooSlow):
        asyncio.run(read_all(limit_body(arriving(*pieces, pause=0.02), 1000, nothing)))


def test_who_has_sent_everything_may_wait_for_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_intake, "SILENCE_S", 0.05)
    pieces = iter([{"body": b"a"}, {"type": "http.disconnect"}])

    async def receive() -> dict[str, object]:
        message = next(pieces)
        await asyncio.sleep(0.2 if "type" in message else 0)
        return message

    async def both() -> dict[str, object]:
        wait = limit_body(receive, 10, nothing)
        await wait()
        return await wait()

    assert asyncio.run(both()) == {"type": "http.disconnect"}


def test_a_client_cannot_multiply_by_its_ipv6_addresses() -> None:
    scopes = [{"client": (f"2001:db8:1:2::{number}", 1)} for number in (1, 2)]

    assert {_address(each) for each in scopes} == {"2001:db8:1:2::/64"}
    assert _address({"client": ("2001:db8:1:3::1", 1)}) == "2001:db8:1:3::/64"
    assert _address({}) == ""


def test_an_address_has_a_bounded_amount_on_its_way(settings) -> None:
    change(settings, upload_limit_mb=1)
    pending = PendingBytes()
    with pending.count_arriving("10.0.0.1") as add, pending.count_arriving("10.0.0.2") as add_other:
        add(most_pending() - 10)
        add_other(1000)
        with pytest.raises(TooMuchAtOnce), pending.count_arriving("10.0.0.1") as add_more:
            add_more(11)
        add(10)
    with pending.count_arriving("10.0.0.1") as add:
        add(most_pending())
