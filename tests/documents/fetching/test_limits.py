"""Bodies and heads that do not end: each stops at its limit, not when the server likes."""

import gzip
import zlib
from time import sleep

import pytest

from pramana.documents.fetching import Fetcher, FetchOptions, addresses, check_url, fetch
from pramana.documents.fetching.errors import FetchError, FetchFailed, FetchTimeout, FetchTooLarge
from tests.documents.fetching.server import Reply, forever, page, raw, redirect, serving

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
KB = 1024
ROBOTS = {"/robots.txt": page("", "text/plain")}


def stopped(reply: Reply, error: type[FetchError], **limits: object) -> None:
    """The page is left for this reason. robots.txt is read before, at leisure."""
    with serving({"/": reply, **ROBOTS}) as site:
        fetcher = Fetcher(site.options())
        fetcher.rules(site.url)
        fetcher.options = site.options(**limits)
        with pytest.raises(error):
            fetcher.fetch(site.url)


def test_a_huge_body_is_refused_by_its_length_alone() -> None:
    stopped(raw(HEAD + b"Content-Length: 999999999999\r\n\r\n"), FetchTooLarge, max_bytes=64 * KB)


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (b"\r\n", b"x" * 8192),
        (b"Transfer-Encoding: chunked\r\n\r\n", b"2000\r\n" + b"x" * 8192 + b"\r\n"),
        (b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n" * 1000),
    ],
)
def test_an_endless_body_stops_at_the_limit(head: bytes, piece: bytes) -> None:
    stopped(forever(HEAD + head, piece), FetchTooLarge, max_bytes=32 * KB)


def test_a_body_of_exactly_the_limit_is_taken() -> None:
    with serving({"/": page(b"x" * KB), "/more": page(b"x" * (KB + 1))}) as site:
        with fetch(site.url, site.options(max_bytes=KB)) as found:
            assert found.size == KB
        with pytest.raises(FetchTooLarge):
            fetch(f"{site.url}/more", site.options(max_bytes=KB))


def test_a_packed_bomb_stops_at_the_limit() -> None:
    bomb = gzip.compress(bytes(64 * KB * KB))
    assert len(bomb) < 80 * KB
    stopped(page(bomb, Content_Encoding="gzip"), FetchTooLarge, max_bytes=2 * KB * KB)


def test_an_endless_packed_body_that_unpacks_to_nothing_stops_too() -> None:
    packer = zlib.compressobj(wbits=31)
    start = packer.compress(b"x") + packer.flush(zlib.Z_SYNC_FLUSH)
    nothing = b"\x00\x00\x00\xff\xff" * 1000
    head = HEAD + b"Content-Encoding: gzip\r\n\r\n"
    stopped(forever(head + start, nothing), FetchTooLarge, max_bytes=256 * KB)


@pytest.mark.parametrize(
    "reply",
    [
        forever(HEAD + b"\r\n", b"x", lambda: sleep(0.05)),
        forever(HEAD, b"X-A: b\r\n", lambda: sleep(0.05)),
        forever(b"", b"HTTP/1.1 100 Continue\r\n\r\n", lambda: sleep(0.05)),
    ],
    ids=["body", "head", "interim"],
)
def test_a_slow_body_ends_when_the_time_is_up(reply) -> None:
    stopped(reply, FetchTimeout, total_seconds=1.0)


def test_silence_ends_before_the_whole_time() -> None:
    silent = raw(HEAD + b"\r\nx", lambda: sleep(3))
    stopped(silent, FetchTimeout, total_seconds=600.0, silence_seconds=0.5)


def test_redirects_share_one_clock() -> None:
    def slow(handler) -> None:
        sleep(0.3)
        redirect(f"{handler.path}?{len(handler.path)}")(handler)

    with serving({"*": slow, **ROBOTS}) as site:
        fetcher = Fetcher(site.options())
        fetcher.rules(site.url)
        fetcher.options = site.options(total_seconds=1.0)
        with pytest.raises(FetchTimeout):
            fetcher.fetch(site.url)


@pytest.mark.parametrize("piece", [b"X-A: " + b"b" * 1000 + b"\r\n", b"x" * 1000])
def test_a_head_without_end_is_refused(piece: bytes) -> None:
    stopped(forever(HEAD, piece), FetchFailed)


def test_a_flood_of_interim_answers_is_refused() -> None:
    flood = forever(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 100)
    stopped(flood, FetchTooLarge, max_bytes=256 * KB)


def test_a_name_server_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "look_up", lambda *_: sleep(2))
    for ask in (check_url, fetch):
        with pytest.raises(FetchError) as failed:
            ask("http://slow.test/", FetchOptions(connect_seconds=0.3))
        assert failed.value.transient
