"""Research within one site: its sitemap is the search."""

import pytest

from pramana.external.adapters.providers import SitemapProvider
from pramana.external.errors import ProviderError
from tests.documents.fetching.server import Reply, Served, page, serving


def sitemap(site: Served, *entries: tuple[str, str]) -> Reply:
    rows = "".join(
        f"<url><loc>{site.url}{path}</loc><lastmod>{modified}</lastmod></url>"
        for path, modified in entries
    )
    return page(f"<urlset>{rows}</urlset>", "application/xml")


def found_paths(site: Served, query: str, most: int = 10) -> list[str]:
    found = SitemapProvider(site.url, site.options()).search(query, most=most)
    return [each.url.removeprefix(site.url) for each in found]


def test_pages_are_found_by_the_words_of_their_addresses() -> None:
    with serving({"/": page("home")}) as site:
        site.routes["/sitemap.xml"] = sitemap(
            site,
            ("/news/bridge-opened.html", "2025-01-01"),
            ("/news/bridges-inspected.html", "2026-01-01"),
            ("/bridge-tender", "2024-01-01"),
            ("/about", "2026-02-01"),
        )
        tender = "Who won the tender for the bridge?"

        assert found_paths(site, tender)[0] == "/bridge-tender"
        assert found_paths(site, tender)[1:] == [
            "/news/bridges-inspected.html",
            "/news/bridge-opened.html",
        ]
        assert found_paths(site, tender, most=1) == ["/bridge-tender"]
        assert found_paths(site, "school meals") == []


def test_without_a_sitemap_links_are_followed() -> None:
    with serving({"/": page('<a href="/water-tariff">x</a>'), "/water-tariff": page("t")}) as site:
        [found] = SitemapProvider(site.url, site.options()).search("water tariffs", most=5)

    assert (found.url.removeprefix(site.url), found.title) == ("/water-tariff", "water tariff")


def test_a_site_that_cannot_be_reached_is_an_error_of_the_provider() -> None:
    with serving({"/": page("home")}) as site:
        options = site.options(allow=())
        with pytest.raises(ProviderError, match="cannot be listed"):
            SitemapProvider(site.url, options).search("bridge", most=5)
