"""Where a fetch may lead. The resolver and the sockets are the network's edge; the rest is real."""

import pytest

from pramana.documents.fetching import check_url, check_url_and_redirects, fetch
from pramana.documents.fetching.contracts import FetchOptions
from pramana.documents.fetching.errors import (
    AddressRefused,
    BadUrl,
    HostNotFound,
    RobotsUnreachable,
)
from tests.documents.fetching.server import PUBLIC, Internet, page, redirect, serving

OPEN = FetchOptions(pause_seconds=0.0)


def test_a_page_on_the_open_internet_is_fetched_by_its_checked_address(internet: Internet) -> None:
    with serving({"/x": page("<p>hello")}) as site:
        internet.name("pages.test", [PUBLIC])
        internet.machine(site)

        with fetch("http://pages.test/x", OPEN) as found:
            assert found.content() == b"<p>hello"

    assert set(internet.connected) == {(PUBLIC, 80)}
    assert {headers["host"] for headers in site.headers} == {"pages.test"}
    assert internet.looked_up == ["pages.test"] * 2, "one question for robots.txt, one for the page"


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.1.2.3", "localhost", "localhost.", "LOCALHOST", "2130706433",
        "0x7f000001",
        "0x7f.0.0.1", "0177.0.0.1", "127.1", "127.0.1", "0", "0.0.0.0", "[::1]", "[::]",
        "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:0001]", "[64:ff9b::7f00:1]",
        "169.254.169.254", "10.0.0.1", "192.168.0.1", "100.64.0.1", "[fd00:ec2::254]",
        "127。0。0。1",
    ],
)  # fmt: skip
def test_no_spelling_of_an_inner_address_is_asked(internet: Internet, host: str) -> None:
    internet.name("localhost", ["127.0.0.1", "::1"])
    for ask in (fetch, check_url):
        with pytest.raises((AddressRefused, BadUrl)):
            ask(f"http://{host}:8080/", OPEN)

    assert not internet.connected


@pytest.mark.parametrize(
    "answer",
    [
        ["127.0.0.1"],
        ["10.0.0.8"],
        [PUBLIC, "127.0.0.1"],
        ["::1"],
        ["fe80::1%eth0"],
        ["::ffff:10.0.0.1"],
    ],
)
def test_a_name_that_leads_inside_is_refused(internet: Internet, answer: list[str]) -> None:
    internet.name("trick.test", answer)

    with pytest.raises(AddressRefused) as refused:
        fetch("http://trick.test/", OPEN)

    assert not internet.connected
    assert not any(address in refused.value.message for address in answer)


def test_an_answer_that_changes_after_the_check_is_checked_again(internet: Internet) -> None:
    with serving({"/": page("secret")}) as inside:
        internet.name("rebind.test", [PUBLIC], ["127.0.0.1"])
        internet.machine(inside, "127.0.0.1", 80)
        check_url("http://rebind.test/", OPEN)

        with pytest.raises(AddressRefused):
            fetch("http://rebind.test/", OPEN)

    assert not inside.asked and not internet.connected


def test_an_answer_that_changes_between_robots_and_page_moves_nothing(internet: Internet) -> None:
    with serving({"/robots.txt": page("", "text/plain"), "/": page("secret")}) as site:
        internet.name("rebind.test", [PUBLIC], ["127.0.0.1"])
        internet.machine(site)

        with pytest.raises(AddressRefused):
            fetch("http://rebind.test/", OPEN)

    assert site.asked == ["/robots.txt"]
    assert internet.connected == [(PUBLIC, 80)]


@pytest.mark.parametrize(
    "target", ["http://127.0.0.1:{port}/", "http://localhost:8080/", "//10.0.0.1/"]
)
def test_a_redirect_inside_is_refused(internet: Internet, target: str) -> None:
    with serving({"/": page("secret")}) as inside, serving({}) as site:
        site.routes["/"] = redirect(target.format(port=inside.port))
        internet.name("pages.test", [PUBLIC])
        internet.name("localhost", ["127.0.0.1"])
        internet.machine(site)

        with pytest.raises(AddressRefused):
            fetch("http://pages.test/", OPEN)

    assert not inside.asked
    assert set(internet.connected) == {(PUBLIC, 80)}


def test_a_stranger_cannot_redirect_to_an_allowed_host(internet: Internet) -> None:
    with serving({"/": page("<p>inner wiki")}) as inside, serving({}) as site:
        site.routes["/"] = redirect(inside.url)
        internet.name("pages.test", [PUBLIC])
        internet.machine(site)
        options = inside.options()

        with pytest.raises(AddressRefused):
            fetch("http://pages.test/", options)
        assert not inside.asked

        with fetch(inside.url, options) as found:
            assert found.size


def test_allowed_hosts_may_redirect_to_each_other() -> None:
    with serving({"/": page("<p>moved here")}) as second, serving({}) as first:
        first.routes["/"] = redirect(second.url)

        with fetch(first.url, first.options(allow=(first.host, second.host))) as found:
            assert found.url == f"{second.url}/"
            assert found.redirects == (f"{first.url}/",)


def test_only_the_ports_of_web_pages_are_asked(internet: Internet) -> None:
    internet.name("pages.test", [PUBLIC])

    for port in (22, 25, 6379, 5432, 8000):
        with pytest.raises(AddressRefused, match="port"):
            fetch(f"http://pages.test:{port}/", OPEN)
    assert not internet.connected


def test_an_allowed_port_opens_no_other_port() -> None:
    with serving({"/": page("x")}) as one, serving({"/": page("x")}) as other:
        with pytest.raises(AddressRefused):
            fetch(other.url, one.options())
        assert not other.asked


def test_the_next_address_is_tried_when_one_does_not_answer(internet: Internet) -> None:
    with serving({"/": page("here")}) as site:
        internet.name("pages.test", ["93.184.216.35", PUBLIC])
        internet.machine(site)

        with fetch("http://pages.test/", OPEN) as found:
            assert found.content() == b"here"


def test_an_unknown_host_is_reported(internet: Internet) -> None:
    with pytest.raises(HostNotFound, match=r"nowhere\.test"):
        fetch("http://nowhere.test/", OPEN)


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    with serving({"/": page("direct")}) as site, fetch(site.url, site.options()) as found:
        assert found.content() == b"direct"


def test_a_refused_connection_is_a_transient_failure() -> None:
    with serving({}) as site:
        gone = site.url
        options = site.options()

    with pytest.raises(RobotsUnreachable, match="cannot be reached") as failed:
        fetch(gone, options)
    assert failed.value.transient


def test_a_page_at_an_ipv6_address_is_asked_by_it(internet: Internet) -> None:
    with serving({"/": page("six")}) as site:
        internet.machine(site, "2606:4700::1")

        with fetch("http://[2606:4700:0:0::1]/", OPEN) as found:
            assert found.url == "http://[2606:4700::1]/"

    assert site.headers[-1]["host"] == "[2606:4700::1]"
    assert not internet.looked_up


def test_where_an_address_leads_is_looked_at_before_it_is_taken(internet: Internet) -> None:
    with serving({"/": redirect("http://10.0.0.1/"), "/away": page("", status=503)}) as site:
        internet.name("pages.test", [PUBLIC])
        internet.machine(site)

        with pytest.raises(AddressRefused):
            check_url_and_redirects("http://pages.test/", OPEN)
        assert check_url_and_redirects("HTTP://pages.test/away", OPEN) == "http://pages.test/away"
        with pytest.raises(AddressRefused):
            check_url_and_redirects("http://127.0.0.1/", OPEN)
