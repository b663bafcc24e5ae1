"""Every page, light and dark, wide and on a phone: accessible, within its width, pictured."""

import pytest

from tests.web.browser import check_appearance, grave_findings
from tests.web.conftest import Site, Visit

FULL = {
    "home": "/app/",
    "library": "/app/library",
    "library-failed": "/app/library?state=failed",
    "library-cards": "/app/library?view=cards",
    "library-none-fits": "/app/library?title=nothing+like+this",
    "sources": "/app/library/sources",
    "activity": "/app/activity",
    "activity-failed": "/app/activity?state=failed",
    "search": "/app/search?q=Koshi+bridge",
    "everything": "/app/everything?q=Koshi",
    "evals": "/app/activity/evals",
    "research-sources": "/app/research/sources?url=https://www.spam.example/a",
    "search-not-found": "/app/search?q=zebra",
    "search-start": "/app/search?recipe=fast&from=2020-01-01",
    "ask": "/app/ask",
    "ask-earlier": "/app/ask?panel=history",
    "keys": "/app/settings/keys",
    "members": "/app/settings/members",
    "models": "/app/settings/models",
    "usage": "/app/settings/usage",
    "record": "/app/settings/audit",
    "demonstration": "/app/settings/demo",
    "password": "/app/password",
    "pieces": "/app/pieces?toast=1",
}
EMPTY = {
    "empty-home": "/app/",
    "empty-library": "/app/library",
    "empty-sources": "/app/library/sources",
    "empty-search": "/app/search",
    "empty-ask": "/app/ask",
    "empty-activity": "/app/activity",
    "empty-keys": "/app/settings/keys",
    "empty-demonstration": "/app/settings/demo",
    "empty-research-sources": "/app/research/sources",
}


def look_at(visit: Visit, name: str, path: str, *, who: str | None, language: str = "en") -> None:
    """Open a page and check its appearance. A translation changes widths, not the structure."""
    visitor = visit(who, language=language)
    visitor.open(path)
    check_appearance(visitor, name, accessible=language == "en")


@pytest.mark.parametrize("name", FULL)
def test_a_page_with_something_in_it(visit: Visit, name: str) -> None:
    look_at(visit, name, FULL[name], who="archive-admin")


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_page_says_what_it_is(visit: Visit, name: str) -> None:
    look_at(visit, name, EMPTY[name], who="empty-admin")


def test_the_reader(visit: Visit, site: Site) -> None:
    path = site.reader("Koshi bridge press release", "?q=Koshi+bridge")
    look_at(visit, "reader", path, who="archive-admin")


@pytest.mark.parametrize("panel", ["picture", "outline", "reading"])
def test_the_reader_with_pictures(visit: Visit, site: Site, panel: str) -> None:
    path = site.reader("Bridge survey", f"?quote=Each+pillar+was+measured&panel={panel}")
    look_at(visit, f"reader-{panel}", path, who="archive-admin")


def test_the_reader_of_a_quote_that_is_gone(visit: Visit, site: Site) -> None:
    path = site.reader("Handbook", "?quote=These+words+were+never+there&panel=outline")
    look_at(visit, "reader-gone", path, who="archive-admin")


def test_the_reader_of_a_broken_document(visit: Visit, site: Site) -> None:
    look_at(visit, "reader-failed", site.reader("Broken scan"), who="archive-admin")


def test_the_sign_in_page(visit: Visit) -> None:
    look_at(visit, "sign-in", "/app/sign-in", who=None)


@pytest.mark.parametrize(
    "name", ["home", "library", "sources", "search", "ask", "activity", "models"]
)
def test_a_page_in_nepali(visit: Visit, name: str) -> None:
    look_at(visit, f"{name}-ne", FULL[name], who="archive-admin", language="ne")


def test_the_reader_in_nepali(visit: Visit, site: Site) -> None:
    path = site.reader("कोशी पुल विज्ञप्ति", "?q=कोशी+पुल")
    look_at(visit, "reader-ne", path, who="archive-admin", language="ne")


def test_a_page_that_is_not_there(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/app/nothing")
    visitor.shoot("missing-1440-light")

    assert grave_findings(visitor.page) == []
    visitor.expect_complaint("404")


def test_a_page_for_another_role(visit: Visit) -> None:
    visitor = visit("visitor")
    visitor.open("/app/settings/keys")
    visitor.shoot("forbidden-1440-light")

    assert grave_findings(visitor.page) == []
    visitor.expect_complaint("403")


def test_the_operators_admin_opens_with_its_own_looser_policy(visit: Visit) -> None:
    visitor = visit(None)
    visitor.page.goto(f"{visitor.url}/admin/login/")
    visitor.shoot("operators-1440-light")

    assert visitor.page.locator("input[name=username]").is_visible()
