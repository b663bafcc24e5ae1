import gzip

import pytest

from pramana.documents.fetching import DiscoveredPage, FetchOptions, discover
from pramana.documents.fetching.discovery import Site
from pramana.documents.fetching.errors import FetchFailed, RobotsRefused
from pramana.documents.fetching.sitemaps import NotASitemap
from tests.documents.fetching.server import (
    PUBLIC,
    Internet,
    Reply,
    Served,
    page,
    redirect,
    serving,
)


def sitemap(*urls: str, kind: str = "url", around: str = "urlset") -> str:
    return (
        f"<{around}>"
        + "".join(f"<{kind}><loc>{url}</loc></{kind}>" for url in urls)
        + f"</{around}>"
    )


def xml(text: str) -> Reply:
    return page(text, "application/xml")


def linking(*links: str) -> Reply:
    return page("<title>x</title>" + "".join(f'<a href="{link}">x</a>' for link in links))


def paths(site: Served, start: str = "/", **changes: object) -> list[str]:
    found = []
    for entry in discover(site.url + start, site.options(**changes)):
        found.append(entry.url.removeprefix(site.url))
        if entry.page is not None:
            entry.page.body.close()
    return found


def test_the_usual_sitemap_is_read() -> None:
    with serving({"/": page("home")}) as site:
        dated = f"<url><loc>{site.url}/b</loc><lastmod>2026-01-01</lastmod></url>"
        site.routes["/sitemap.xml"] = xml(
            f"<urlset><url><loc>{site.url}/a</loc></url>{dated}</urlset>"
        )
        assert list(discover(site.url, site.options())) == [
            DiscoveredPage(url=f"{site.url}/a"),
            DiscoveredPage(url=f"{site.url}/b", modified="2026-01-01"),
        ]
    assert site.pages == ["/", "/sitemap.xml"], "pages of a sitemap are left to the caller"


def test_sitemaps_of_robots_an_index_and_a_packed_one_are_read_together() -> None:
    with serving({"/": page("home")}) as site:
        rules = f"User-agent: *\nDisallow: /closed\nSitemap: {site.url}/index.xml\n"
        inner = [
            f"{site.url}/1.xml",
            f"{site.url}/2.xml.gz",
            f"{site.url}/index.xml",
            "http://b.com/3",
        ]
        second = sitemap(f"{site.url}/b", f"{site.url}/a#again", f"{site.url}/closed")
        site.routes |= {
            "/robots.txt": page(rules, "text/plain"),
            "/index.xml": xml(sitemap(*inner, kind="sitemap", around="sitemapindex")),
            "/1.xml": xml(sitemap(f"{site.url}/a", "http://b.com/x", "no address", "/x")),
            "/2.xml.gz": page(gzip.compress(second.encode()), "application/gzip"),
        }
        assert paths(site) == ["/a", "/b"]
    assert site.asked.count("/index.xml") == 1


def test_only_the_part_that_was_asked_for_is_taken() -> None:
    with serving({"/docs/index.html": page("home")}) as site:
        urls = ("/docs/a", "/docs-old/b", "/c", "/docs/sub/d", "/docs/../e")
        site.routes["/sitemap.xml"] = xml(sitemap(*(site.url + url for url in urls)))
        assert paths(site, "/docs/index.html") == ["/docs/a", "/docs/sub/d"]


def test_limits_on_addresses_and_sitemaps_are_kept() -> None:
    with serving({"/": page("home")}) as site:
        site.routes["/sitemap.xml"] = xml(sitemap(*(f"{site.url}/{n}" for n in range(50))))
        assert len(paths(site, max_urls=7)) == 7

        endless = [f"{site.url}/more{n}.xml" for n in range(40)]
        site.routes["/sitemap.xml"] = xml(sitemap(*endless, kind="sitemap", around="sitemapindex"))
        site.asked.clear()
        assert paths(site, max_sitemaps=5) == ["/"]
        assert len([path for path in site.asked if path.endswith(".xml")]) == 5


def test_a_sitemap_may_be_named_itself_and_then_its_faults_are_heard() -> None:
    with serving({}) as site:
        site.routes["/maps/all.xml"] = xml(sitemap(f"{site.url}/maps/a", f"{site.url}/b"))
        assert paths(site, "/maps/all.xml") == ["/maps/a"]

        bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><urlset><url><loc>&a;</loc></url></urlset>'
        site.routes["/maps/all.xml"] = xml(bomb)
        with pytest.raises(NotASitemap):
            paths(site, "/maps/all.xml")


@pytest.mark.parametrize("broken", [xml("<!DOCTYPE x><urlset/>"), xml("<x"), page("", status=500)])
def test_a_site_without_a_usable_sitemap_is_walked_nearest_first(broken: Reply) -> None:
    routes = {
        "/": linking("/b", "/a", "http://b.com/", "/closed", "/gone", "/away", "/b?utm_source=x"),
        "/a": linking("/deep", "/"),
        "/b": linking("/a", "/paper.pdf"),
        "/deep": linking("/deeper"),
        "/deeper": linking(),
        "/paper.pdf": page(b"%PDF-1.7", "application/pdf"),
        "/closed": page("closed"),
        "/away": redirect("http://b.com/"),
        "/robots.txt": page("User-agent: *\nDisallow: /closed", "text/plain"),
        "/sitemap.xml": broken,
    }
    with serving(routes) as site:
        assert paths(site) == ["/", "/b", "/a", "/paper.pdf", "/deep", "/deeper"]
        assert site.asked.count("/a") == site.asked.count("/") == 1
        assert "/closed" not in site.asked
        assert paths(site, max_depth=1) == ["/", "/b", "/a"]
        assert paths(site, max_urls=2) == ["/", "/b"]


def test_a_walk_hands_over_the_pages_it_read() -> None:
    with serving({"/": linking("/a"), "/a": page("<p>text")}) as site:
        first, second = discover(site.url, site.options())
    assert first.page is not None and second.page is not None
    with first.page, second.page:
        assert second.page.body.read() == b"<p>text"


def test_pages_without_end_are_walked_to_the_limit() -> None:
    def trap(handler) -> None:
        linking(*(f"{handler.path}{n}/" for n in range(50)))(handler)

    with serving({"*": trap, "/robots.txt": page("", "text/plain")}) as site:
        site.routes["/sitemap.xml"] = page("", status=404)
        assert len(paths(site, max_urls=12)) == 12
    assert len(site.pages) < 20


def test_the_first_page_must_be_there_and_open() -> None:
    with serving({}) as site:
        with pytest.raises(FetchFailed, match="404"):
            paths(site)
        site.routes["/robots.txt"] = page("User-agent: *\nDisallow: /", "text/plain")
        with pytest.raises(RobotsRefused):
            paths(site)


def test_a_site_that_moves_is_found_where_it_is_now(internet: Internet) -> None:
    with serving({}) as site:
        internet.name("pages.test", [PUBLIC])
        internet.name("www.pages.test", [PUBLIC])
        internet.machine(site)
        urls = ("http://www.pages.test/a", "https://www.pages.test/b", "http://pages.test/c")
        site.routes |= {
            "/": _to_www,
            "/sitemap.xml": xml(sitemap(*urls)),
        }
        found = discover("http://pages.test/", FetchOptions(pause_seconds=0.0))
        assert [entry.url for entry in found] == [
            "http://www.pages.test/a",
            "http://www.pages.test/b",
        ]


def _to_www(handler) -> None:
    at_home = handler.headers["Host"].startswith("www.")
    (page("home") if at_home else redirect("http://www.pages.test/"))(handler)


def test_a_redirect_below_the_part_that_was_asked_for_keeps_it() -> None:
    assert Site.around("http://a/", "http://a/en/latest/index.html") == Site("http://a", "/")
    assert Site.around("http://a/docs", "http://b/docs/en/") == Site("http://b", "/docs")
    assert Site.around("http://a/old/", "http://a/new/home.html") == Site("http://a", "/new/")
