import gzip
import hashlib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from time import sleep

import pytest

from pramana.documents.fetching import Fetcher, fetch
from pramana.documents.fetching.errors import (
    BadUrl,
    ContentTypeRefused,
    FetchFailed,
    TooManyRedirects,
)
from tests.documents.fetching.server import Served, page, raw, redirect, serving


def test_a_page_comes_with_all_that_is_known_of_it() -> None:
    at = datetime(2026, 1, 2, tzinfo=UTC)
    body = "<title>नमस्ते</title>".encode()
    reply = page(body, "Text/HTML; charset=UTF-8", ETag='"v1"', Last_Modified="Mon, 01 Jan 2026")
    with (
        serving({"/a/Hello.php?id=1": reply}) as site,
        fetch(f"{site.url}/a/Hello.php?id=1&utm_source=x#top", site.options(), at=at) as found,
    ):
        assert found.content() == body == found.body.read() == b"".join(found.chunks(5))
        assert found.url == f"{site.url}/a/Hello.php?id=1"
        assert (found.status, found.content_type, found.charset) == (200, "text/html", "utf-8")
        assert (found.filename, found.size) == ("Hello.html", len(body))
        assert found.sha256 == hashlib.sha256(body).hexdigest()
        assert (found.etag, found.last_modified) == ('"v1"', "Mon, 01 Jan 2026")
        assert (found.fetched_at, found.redirects) == (at, ())
    assert found.body.closed
    assert site.headers[-1]["user-agent"] == "Pramana"


def test_packed_pages_are_unpacked_whatever_way_they_are_cut() -> None:
    body = b"<p>words " * 50_000
    packed = gzip.compress(body[:1000]) + gzip.compress(body[1000:])
    chunked = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in _parts(packed, 700))
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
    routes = {
        "/whole": page(packed, Content_Encoding="gzip"),
        "/padded": page(packed + b"\0" * 40, Content_Encoding="gzip"),
        "/chunks": raw(head + b"Transfer-Encoding: chunked\r\n\r\n" + chunked + b"0\r\n\r\n"),
    }
    with serving(routes) as site:
        for path in routes:
            with fetch(site.url + path, site.options()) as found:
                assert found.content() == body


def _parts(whole: bytes, size: int) -> list[bytes]:
    return [whole[at : at + size] for at in range(0, len(whole), size)]


@pytest.mark.parametrize(
    "reply",
    [
        page(gzip.compress(b"x" * 9000)[:-20], Content_Encoding="gzip"),
        page(b"\x1f\x8b not gzip at all", Content_Encoding="gzip"),
        page(gzip.compress(gzip.compress(b"x")), Content_Encoding="gzip, gzip"),
        page(b"x", Content_Encoding="br"),
        raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 50\r\n\r\nhalf"),
        raw(b"SSH-2.0-OpenSSH_9.2\r\n"),
        raw(b""),
    ],
)
def test_a_page_that_is_not_whole_is_not_a_page(reply) -> None:
    routes = {"/": reply, "/robots.txt": page("", "text/plain")}
    with serving(routes) as site, pytest.raises(FetchFailed):
        fetch(site.url, site.options())


@pytest.mark.parametrize(
    ("path", "kind", "name"),
    [
        ("/", "text/html", "127.0.0.1.html"),
        ("/paper.pdf", "application/pdf", "paper.pdf"),
        ("/get?f=1", "application/pdf", "get.pdf"),
        ("/notes.md", "text/plain", "notes.md"),
        ("/notes", "text/plain; charset=utf-8", "notes.txt"),
        ("/scan.tif", "application/octet-stream", "scan.tif"),
        ("/old.doc", "", "old.doc"),
        ("/notes/v1.2", "text/html", "v1.2.html"),
        ("/a%2Fb%00c.html", "text/html", "b-c.html"),
        ("/a%5c..%5cx", "image/png", "a-..-x.png"),
    ],
)
def test_the_file_is_named_after_the_address_and_the_type(path: str, kind: str, name: str) -> None:
    with serving({"*": page(b"x", kind)}) as site:
        site.routes["/robots.txt"] = page("", "text/plain")
        with fetch(site.url + path, site.options()) as found:
            assert found.filename == name


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "application/zip"), ("/", "video/mp4"), ("/a.pdf", "application/x-msdownload"),
        ("/", "application/json"), ("/", "image/svg+xml"), ("/", ""),
        ("/", "application/octet-stream"),
        ("/a.exe", "application/octet-stream"), ("/a.html", "\x80\xff;;=;charset*=x''%ff"),
    ],
)  # fmt: skip
def test_other_kinds_are_refused_before_they_are_read(path: str, kind: str) -> None:
    routes = {path: page(b"x", kind), "/robots.txt": page("", "text/plain")}
    with serving(routes) as site, pytest.raises(ContentTypeRefused):
        fetch(site.url + path, site.options())


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed_and_kept(status: int) -> None:
    routes = {"/a": redirect("/b c", status), "/b%20c": redirect("d?x=1#y"), "/d?x=1": page("end")}
    with serving(routes) as site, fetch(f"{site.url}/a", site.options()) as found:
        assert found.url == f"{site.url}/d?x=1"
        assert found.redirects == (f"{site.url}/a", f"{site.url}/b%20c")


def test_five_redirects_are_followed_and_a_sixth_is_not() -> None:
    routes = {f"/{n}": redirect(f"/{n + 1}") for n in range(6)} | {"/6": page("end")}
    with serving(routes) as site:
        with fetch(f"{site.url}/1", site.options()) as found:
            assert len(found.redirects) == 5
        with pytest.raises(TooManyRedirects):
            fetch(f"{site.url}/0", site.options())


def test_a_loop_is_left_at_once() -> None:
    with serving({"/a": redirect("/b"), "/b": redirect("/a")}) as site:
        with pytest.raises(TooManyRedirects):
            fetch(f"{site.url}/a", site.options())
        assert site.pages == ["/a", "/b"]


@pytest.mark.parametrize(
    "to", ["file:///etc/passwd", "http://u:p@a.com/", "http://[::1", "ftp://a/"]
)
def test_a_redirect_to_something_else_than_a_page_is_refused(to: str) -> None:
    with serving({"/": redirect(to)}) as site, pytest.raises(BadUrl):
        fetch(site.url, site.options())


@pytest.mark.parametrize(
    ("status", "transient"), [(404, False), (403, False), (410, False), (429, True), (503, True),
                              (500, True), (204, False), (206, False), (304, False), (300, False)]
)  # fmt: skip
def test_an_answer_that_is_no_page_says_its_status(status: int, transient: bool) -> None:
    routes = {"/": page("", status=status, Retry_After="7")}
    with serving(routes) as site, pytest.raises(FetchFailed, match=str(status)) as failed:
        fetch(site.url, site.options())
    assert (failed.value.upstream, failed.value.transient) == (status, transient)
    assert failed.value.retry_after == 7


def test_a_page_that_did_not_change_costs_no_body() -> None:
    with serving({"/": page("<p>one", ETag='"v1"')}) as site:
        fetcher = Fetcher(site.options())
        with fetcher.fetch(site.url) as first:
            known = first.validators
        site.routes["*"] = site.routes["/"] = _unless_known
        with fetcher.fetch(site.url, known=known) as again:
            assert again.unchanged and again.size == 0 and again.validators == known
        with fetcher.fetch(f"{site.url}/?other", known=known) as other:
            assert other.content() == b"<p>two"


def _unless_known(handler) -> None:
    known = handler.headers.get("If-None-Match") == '"v1"'
    (page("", status=304) if known else page("<p>two"))(handler)


def test_a_servers_odd_validators_never_break_our_request() -> None:
    odd = raw(b'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: "\xc3\xa9"\r\n\r\nx')
    with serving({"*": odd, "/robots.txt": page("", "text/plain")}) as site:
        with fetch(site.url, site.options()) as found:
            known = found.validators
        with fetch(site.url, site.options(), known=known) as again:
            assert again.content() == b"x"


def test_threads_share_a_fetcher_and_a_host_sees_two_at_once() -> None:
    inside, most = [], []

    def slow(handler) -> None:
        inside.append(handler)
        sleep(0.05)
        most.append(len(inside))
        inside.remove(handler)
        page("<p>x")(handler)

    with serving({"*": slow, "/robots.txt": page("", "text/plain")}) as site:
        fetcher = Fetcher(site.options())
        with ThreadPoolExecutor(6) as pool:
            sizes = pool.map(lambda n: _size(fetcher, site, n), range(12))
            assert list(sizes) == [4] * 12
    assert site.asked.count("/robots.txt") == 1
    assert max(most) == 2


def _size(fetcher: Fetcher, site: Served, number: int) -> int:
    with fetcher.fetch(f"{site.url}/{number}") as found:
        return found.size
