"""A search provider and a web site on loopback, and a tenant that may search with them."""

import threading
from collections.abc import Iterator

import pytest

from pramana.external.testing import ListedPage, SearchServer, finds, search_server
from tests.documents.test_web_sources import LONG, Site
from tests.settings import change

BRIDGE = (
    "The footbridge over the Punyamata river was opened on 12 May 2024 by Mayor Sita Rai. "
    "It cost nine million rupees and was built by Himal Builders. "
)
QUESTION = "Who opened the footbridge over the Punyamata river?"


@pytest.fixture(autouse=True)
def plain(settings) -> None:
    """No encoder, and no provider unless a test brings one."""
    change(settings, embeddings="none", search="none")


@pytest.fixture
def provider(settings) -> Iterator[SearchServer]:
    with search_server() as server:
        change(settings, search="searxng", search_url=server.url, search_timeout_s=5.0)
        yield server


@pytest.fixture
def site(settings) -> Iterator[Site]:
    server = Site()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    server.put("/opening", "The footbridge is open", BRIDGE * 3, LONG)
    server.put("/budget", "The council's budget", "The council set its budget. " * 12)
    change(settings, fetch_allow=(f"127.0.0.1:{server.server_port}",))
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def found(provider: SearchServer, site: Site) -> SearchServer:
    """The provider finds the site's two pages, the less fitting one first."""
    provider.otherwise = finds(
        ListedPage(
            f"{site.url}/budget", "The council's budget", "What the council spends in a year. " * 2
        ),
        ListedPage(f"{site.url}/opening?utm_source=x", "The footbridge is open", BRIDGE),
    )
    return provider
