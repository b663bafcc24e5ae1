from time import monotonic

import pytest

from pramana.documents.fetching import Fetcher, fetch
from pramana.documents.fetching.errors import AddressRefused, RobotsRefused, RobotsUnreachable
from tests.documents.fetching.server import (
    PUBLIC,
    Internet,
    Reply,
    page,
    raw,
    redirect,
    serving,
)

RULES = """
User-agent: *
Disallow: /

User-agent: pramana
Disallow: /private
Allow: /private/open
Disallow: /*.pdf$
"""


def robots(text: str) -> Reply:
    return page(text, "text/plain")


def test_our_own_group_counts_and_the_longest_rule_wins() -> None:
    with serving({"*": page("<p>x"), "/robots.txt": robots(RULES)}) as site:
        fetcher = Fetcher(site.options())
        for path in ("/", "/private/open/x", "/a.pdf?x"):
            fetcher.fetch(site.url + path).body.close()
        for path in ("/private", "/private/x", "/a.pdf"):
            with pytest.raises(RobotsRefused):
                fetcher.fetch(site.url + path)
    assert site.asked.count("/robots.txt") == 1
    assert len(site.pages) == 3


def test_the_rules_for_everybody_count_where_we_are_not_named() -> None:
    with serving({"/": page("x"), "/robots.txt": robots("User-agent: *\nDisallow: /")}) as site:
        with pytest.raises(RobotsRefused):
            fetch(site.url, site.options())
        assert not site.pages


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
def test_a_site_without_rules_forbids_nothing(status: int) -> None:
    with serving({"/": page("x"), "/robots.txt": page("no", status=status)}) as site:
        fetch(site.url, site.options()).body.close()
        assert site.pages == ["/"]


@pytest.mark.parametrize(
    "reply",
    [
        page("", status=500),
        page("", status=503),
        raw(b""),
        raw(b"HTTP/1.1 200 OK\r\nX"),
        raw(b"no"),
    ],
)
def test_a_site_whose_rules_cannot_be_read_is_left_alone(reply: Reply) -> None:
    with serving({"/": page("x"), "/robots.txt": reply}) as site:
        fetcher = Fetcher(site.options())
        for _ in range(2):
            with pytest.raises(RobotsUnreachable) as refused:
                fetcher.fetch(site.url)
            assert refused.value.transient
    assert site.asked == ["/robots.txt"]


def test_rules_may_be_reached_by_redirects_and_a_loop_means_none() -> None:
    routes = {
        "/": page("x"),
        "/robots.txt": redirect("/rules"),
        "/rules": robots("User-agent: *\nDisallow: /no"),
    }
    with serving(routes) as site:
        fetch(site.url, site.options()).body.close()
        with pytest.raises(RobotsRefused):
            fetch(f"{site.url}/no", site.options())
        site.routes["/rules"] = redirect("/robots.txt")
        fetch(site.url, site.options()).body.close()


def test_rules_that_lead_inside_are_refused(internet: Internet) -> None:
    with serving({"/robots.txt": page("x")}) as inside, serving({"/": page("x")}) as site:
        site.routes["/robots.txt"] = redirect(f"{inside.url}/robots.txt")
        internet.name("pages.test", [PUBLIC])
        internet.machine(site)
        with pytest.raises(AddressRefused):
            fetch("http://pages.test/", inside.options())
    assert not inside.asked and not site.pages


def test_a_redirect_asks_the_rules_of_the_site_it_leads_to() -> None:
    with (
        serving({"/": page("x"), "/robots.txt": robots("User-agent: *\nDisallow: /")}) as closed,
        serving({"/": redirect(closed.url)}) as site,
    ):
        with pytest.raises(RobotsRefused):
            fetch(site.url, site.options(allow=(site.host, closed.host)))
        assert not closed.pages


def test_only_the_beginning_of_endless_rules_counts() -> None:
    rules = "\ufeffUser-agent: *\nDisallow: /no\n" + "# filler\n" * 100_000 + "Disallow: /\n"
    with serving({"/": page("x"), "/robots.txt": robots(rules)}) as site:
        fetch(site.url, site.options()).body.close()
        with pytest.raises(RobotsRefused):
            fetch(f"{site.url}/no", site.options())


@pytest.mark.parametrize("text", ["<html>not rules</html>", "\x00\xff", "Disallow: /", "a:b\n:::"])
def test_a_file_that_holds_no_rules_forbids_nothing(text: str) -> None:
    with serving({"/": page("x"), "/robots.txt": robots(text)}) as site:
        fetch(site.url, site.options()).body.close()


def test_a_crawl_delay_is_kept_and_cut_to_what_is_bearable() -> None:
    rules = robots("User-agent: *\nCrawl-delay: 86400")
    with serving({"*": page("x"), "/robots.txt": rules}) as site:
        fetcher = Fetcher(site.options(longest_pause_seconds=0.3))
        begun = monotonic()
        for number in range(3):
            fetcher.fetch(f"{site.url}/{number}").body.close()
        assert monotonic() - begun >= 0.6
