"""Pages of a real server on loopback, which has to be allowed by name."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.conf import settings

from pramana.documents import selectors, services
from pramana.documents.contracts import SourceStatus
from pramana.documents.errors import SourceNotFound, SourceRefused
from pramana.documents.models import Passage, Source
from pramana.documents.search import search
from pramana.jobs.testing import drain_jobs
from pramana.tenancy.contracts import RunState
from pramana.tenancy.selectors import get_run
from tests.transactions import transactions_around_checks

PAGE = "<html><head><title>{title}</title></head><main><h1>{title}</h1>{body}</main></html>"


class Site(ThreadingHTTPServer):
    """Pages by path, and how often each was asked for."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.pages: dict[str, str] = {}
        self.bytes: dict[str, tuple[str, bytes]] = {}
        """Pages as they are: content type and bytes."""
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def put(self, path: str, title: str, *paragraphs: str) -> None:
        body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
        self.pages[path] = PAGE.format(title=title, body=body)


class Handler(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        kind, content = self.server.bytes.get(self.path) or self._written()
        self.send_response(200 if kind else 404)
        self.send_header("Content-Type", kind or "text/plain")
        self.end_headers()
        self.wfile.write(content)

    def _written(self) -> tuple[str, bytes]:
        page = self.server.pages.get(self.path)
        if page is None:
            return "", b"nothing here"
        kind = "application/xml" if self.path.endswith(".xml") else "text/html; charset=utf-8"
        return kind, page.encode()

    def log_message(self, *args: object) -> None:
        """Quiet."""


@pytest.fixture
def site(monkeypatch):
    server = Site()
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    allowed = settings.PRAMANA.model_copy(
        update={"fetch_allow": (f"127.0.0.1:{server.server_port}",)}
    )
    monkeypatch.setattr(settings, "PRAMANA", allowed)
    yield server
    server.shutdown()
    server.server_close()


LONG = "The municipality decided to publish a new tender for the footbridge over the river. "


def test_a_page_becomes_a_document_with_its_address(transactional_db, scope, site):
    site.put("/notice", "The tender", LONG * 3)
    source = services.add_source(scope, f"{site.url}/notice", whole_site=False)
    drain_jobs()
    assert selectors.get_source(scope, source.id).status is SourceStatus.COMPLETED
    assert get_run(scope, source.run_id).state is RunState.DONE
    [document] = selectors.newest_documents(scope)
    assert (document.title, document.source_url) == ("The tender", f"{site.url}/notice")
    assert search(scope, "footbridge")[0].source_url == f"{site.url}/notice"


RUSSIAN = "Муниципалитет решил построить новый мост через реку и объявил торги. "


@pytest.mark.parametrize(
    ("header", "meta", "encoding"),
    [
        ("text/html; charset=windows-1251", "utf-8", "cp1251"),
        ("text/html; charset=utf-8", "windows-1251", "utf-8"),
        ("text/html; charset=KOI8-R", "windows-1251", "koi8-r"),
        ("text/html", "windows-1251", "cp1251"),
        ("text/html; charset=rot13", "koi8-r", "koi8-r"),
        ("text/plain; charset=windows-1251", "", "cp1251"),
    ],
)
def test_the_servers_charset_comes_before_the_pages_own(
    transactional_db, scope, site, header, meta, encoding
):
    page = f'<html><head><meta charset="{meta}"></head><p>{RUSSIAN * 5}</p></html>'
    content = page if "html" in header else RUSSIAN * 5
    site.bytes["/notice"] = (header, content.encode(encoding))
    services.add_source(scope, f"{site.url}/notice", whole_site=False)
    drain_jobs()
    [document] = selectors.newest_documents(scope)
    assert RUSSIAN.strip() in selectors.document_text(scope, document.id)


def test_a_page_that_has_not_changed_is_not_read_again(transactional_db, scope, site):
    site.put("/notice", "The tender", LONG * 3)
    source = services.add_source(scope, f"{site.url}/notice", whole_site=False)
    drain_jobs()
    before = set(Passage.objects.in_scope(scope).values_list("pk", flat=True))
    services.fetch_again(scope, source.id)
    drain_jobs()
    view = selectors.get_source(scope, source.id)
    assert (view.fetched, view.unchanged) == (0, 1)
    assert set(Passage.objects.in_scope(scope).values_list("pk", flat=True)) == before


def test_a_page_that_shrank_loses_its_stale_passages(transactional_db, scope, site):
    site.put("/notice", "The tender", *(f"{LONG * 4} Paragraph {n}." for n in range(20)))
    source = services.add_source(scope, f"{site.url}/notice", whole_site=False)
    drain_jobs()
    many = Passage.objects.in_scope(scope).count()
    site.put("/notice", "The tender", LONG * 3)
    services.fetch_again(scope, source.id)
    drain_jobs()
    assert Passage.objects.in_scope(scope).count() == 1 < many
    assert all("Paragraph" not in hit.text for hit in search(scope, "paragraph"))
    assert len(selectors.newest_documents(scope)) == 1


def test_a_site_is_read_by_its_sitemap_and_one_bad_page_does_not_stop_the_rest(
    transactional_db, scope, site
):
    site.put("/", "Home", LONG)
    for name in ("a", "b"):
        site.put(f"/{name}", f"Page {name}", LONG * 3)
    places = "".join(f"<url><loc>{site.url}/{name}</loc></url>" for name in ("a", "gone", "b"))
    site.pages["/sitemap.xml"] = (
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{places}</urlset>'
    )
    source = services.add_source(scope, f"{site.url}/", whole_site=True)
    drain_jobs()
    view = selectors.get_source(scope, source.id)
    assert (view.status, view.fetched, view.failed) == (SourceStatus.COMPLETED, 2, 1), view.error
    assert "gone" in view.error
    assert {document.title for document in selectors.newest_documents(scope)} == {
        "Page a",
        "Page b",
    }


def test_a_page_that_cannot_be_fetched_fails_with_its_reason(transactional_db, scope, site):
    source = services.add_source(scope, f"{site.url}/gone", whole_site=False)
    drain_jobs()
    view = selectors.get_source(scope, source.id)
    assert view.status is SourceStatus.FAILED
    assert "404" in view.error


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "http://localhost:9/", "http://[::1]/"])
def test_private_addresses_are_refused_and_nothing_is_stored(scope, url):
    with pytest.raises(SourceRefused):
        services.add_source(scope, url, whole_site=False)
    assert not Source.objects.in_scope(scope).exists()


def test_another_tenants_source_is_not_there(scope, other_scope, site):
    source = services.add_source(scope, f"{site.url}/x", whole_site=False)
    for question in (selectors.get_source, services.fetch_again, services.delete_source):
        with pytest.raises(SourceNotFound):
            question(other_scope, source.id)


def test_a_page_is_checked_before_its_transaction(scope, site, monkeypatch):
    """Parsing takes as long as the page wants, and a lock on the document would last as long."""
    depths = transactions_around_checks(monkeypatch, services.web_sources)
    site.put("/opening", "Opening", "The bridge was opened on Sunday.")
    source = services.add_source(scope, f"{site.url}/opening", whole_site=False)
    drain_jobs()
    site.put("/opening", "Opening", "The bridge was opened on Monday.")
    services.fetch_again(scope, source.id)
    drain_jobs()

    assert depths == [0, 0]
