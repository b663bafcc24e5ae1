"""Research, runs and cases as people use them, in a browser, with a small web on loopback."""

import json
import os
import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.external.conftest import QUESTION
from tests.plugin import TEMPLATE
from tests.prepared import PreparedProcess
from tests.product import running_product
from tests.starting import starts_processes
from tests.waiting import wait_until
from tests.web.browser import PATIENCE
from tests.web.conftest import Site, Visit, _sign_in, staged
from tests.web.seed import PASSWORD
from tests.web.test_looks import look_at
from tests.web.test_research import small_web

expect.set_options(timeout=2 * PATIENCE)

ADMIN, NEWCOMER = "press-admin", "bare-admin"
SEEDING = """
import django, json
django.setup()
from tests.web.test_research_work import seed

print(json.dumps(seed()))
"""
"""Fills the product's database, in a process of its own."""


@pytest.fixture(scope="module")
@starts_processes
def site(worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A product that may search the small web; `documents` holds the seed's ids by name."""
    from pramana.postgres.testing import clone_database, drop_database

    server, name = os.environ["DATABASE_URL"], f"research_{worker_id}"
    with small_web() as web:
        place = {
            "DATABASE_URL": clone_database(server, TEMPLATE, name),
            "PRAMANA_DATA": str(tmp_path_factory.mktemp("research")),
            "PRAMANA_EMBEDDINGS": "none",
            "PRAMANA_SEARCH": "searxng",
            "PRAMANA_SEARCH_URL": web.provider.url,
            "PRAMANA_FETCH_ALLOW": f"127.0.0.1:{web.pages.server_port}",
        }
        with running_product(start=PreparedProcess, **place) as product:
            yield Site(product.url.rstrip("/"), json.loads(staged(place, "-c", SEEDING)), place)
    drop_database(server, name)


@pytest.fixture(scope="module")
def cookies(site: Site) -> Callable[[str], dict[str, str]]:
    known = {name: _sign_in(site.url, name) for name in (ADMIN, NEWCOMER)}
    return known.__getitem__


def seed() -> dict[str, str]:
    from pramana.external import demo
    from pramana.external.contracts import ResearchRequest, Stage
    from pramana.external.selectors import get_research
    from pramana.external.services import start_research
    from pramana.tenancy.models import User
    from pramana.tenancy.services import record_steps
    from pramana.tenancy.steps import WAITING, Step
    from pramana.tenancy.testing import make_tenant
    from tests.web.test_cases import fill, spend

    scope, _empty = make_tenant("press"), make_tenant("bare")
    for person in User.objects.filter(username__in=[ADMIN, NEWCOMER]):
        person.set_password(PASSWORD)
        person.save()
    waiting = get_research(scope, demo.create_research(scope))
    spend(scope, waiting.run_id)
    record_steps(scope, waiting.run_id, [
        Step("search", waiting.created_at, 131.0),
        Step("select", waiting.created_at + timedelta(milliseconds=140), 440.0),
        Step("approve", waiting.created_at + timedelta(milliseconds=600), 0.4, WAITING),
    ])  # fmt: skip
    assert waiting.case_id
    fill(scope, waiting.case_id)
    failed = start_research(
        scope, ResearchRequest(text="Which wards have no bridge?", is_question=False)
    )
    wait_until(lambda: get_research(scope, failed.id).stage is Stage.FAILED, 60)
    return {
        "waiting": str(waiting.id),
        "run": str(waiting.run_id),
        "case": str(waiting.case_id),
        "failed": str(failed.id),
    }


def focus_on(page: Page, words: str) -> None:
    """Walk down the pages with j until the one with these words has the focus."""
    for _ in range(6):
        page.keyboard.press("j")
        if words in (page.evaluate("document.activeElement.textContent") or ""):
            return
    raise AssertionError(f"no page with {words!r} came into focus")


def test_a_person_asks_looks_decides_by_keyboard_and_reads_the_answer(visit: Visit) -> None:
    visitor = visit(ADMIN)
    page = visitor.open("/app/research")
    page.keyboard.press("n")
    page.get_by_label("What do you want to know?").fill(QUESTION)
    page.get_by_role("button", name="Search", exact=True).click()
    page.wait_for_url("**/app/research/*-*")
    page.wait_for_selector("html[data-ready]", state="attached")
    queries = page.get_by_label("Searches (one per line, 3 at most)")
    expect(queries).to_have_value(re.compile("opened footbridge over Punyamata river"))
    look_at(visit, "research-plan", page.url.removeprefix(visitor.url), who=ADMIN)
    queries.fill("Punyamata footbridge")
    page.get_by_role("button", name="Approve the plan").click()
    expect(page.get_by_role("heading", name="Web pages to approve")).to_be_visible()
    expect(page.locator(".queries")).to_have_text("Punyamata footbridge")

    page.keyboard.press("Enter")  # nothing is marked: nothing may be decided
    expect(page.get_by_text("Nothing is selected yet")).to_be_visible()
    focus_on(page, "The footbridge is open")
    page.keyboard.press("p")
    expect(page.locator("[data-preview] .text")).to_contain_text("Mayor Sita Rai")
    visitor.shoot("research-preview-1440-light")
    page.keyboard.press("a")
    expect(page.locator("[data-tally]")).to_have_text("1 to approve, 0 to reject, 1 undecided")
    page.keyboard.press("A")
    expect(page.locator("[data-tally]")).to_have_text("2 to approve, 0 to reject, 0 undecided")
    focus_on(page, "The council's budget")
    page.keyboard.press("x")
    expect(page.locator("[data-tally]")).to_have_text("1 to approve, 0 to reject, 1 undecided")
    page.keyboard.press("r")
    expect(page.locator("[data-tally]")).to_have_text("1 to approve, 1 to reject, 0 undecided")
    page.get_by_label("Reason (optional)").fill("The office itself.")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")

    expect(page.locator(".answer")).to_contain_text("Mayor Sita Rai")
    expect(page.get_by_text("The office itself.")).to_be_visible()
    expect(page.get_by_text("In the library")).to_be_visible()
    done = page.url.removeprefix(visitor.url)
    look_at(visit, "research-done", done, who=ADMIN)
    page.get_by_role("link", name="Trace").click()
    page.wait_for_selector("html[data-ready]", state="attached")
    expect(page.locator(".story")).to_contain_text("Search the web")
    look_at(visit, "run-research-done", page.url.removeprefix(visitor.url), who=ADMIN)
    page.keyboard.press("o")
    page.wait_for_url(f"**{done}")
    page.locator(".cite").first.click()
    page.wait_for_url("**/app/documents/**")


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("research", "/app/research"),
        ("research-waiting", "/app/research/{waiting}"),
        ("research-failed", "/app/research/{failed}"),
        ("runs", "/app/runs"),
        ("run", "/app/runs/{run}"),
        ("cases", "/app/cases"),
        ("case", "/app/cases/{case}"),
    ],
)
def test_a_page_with_something_in_it(visit: Visit, site: Site, name: str, path: str) -> None:
    look_at(visit, name, path.format(**site.documents), who=ADMIN)


@pytest.mark.parametrize("name", ["research", "runs", "cases"])
def test_an_empty_page_says_what_it_is(visit: Visit, name: str) -> None:
    look_at(visit, f"empty-{name}", f"/app/{name}", who=NEWCOMER)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("research-waiting-ne", "/app/research/{waiting}"),
        ("run-ne", "/app/runs/{run}"),
        ("case-ne", "/app/cases/{case}"),
    ],
)
def test_a_page_in_nepali(visit: Visit, site: Site, name: str, path: str) -> None:
    look_at(visit, name, path.format(**site.documents), who=ADMIN, language="ne")


def test_a_phone_shows_the_pane_that_was_asked_for(visit: Visit, site: Site) -> None:
    page = visit(ADMIN, width=390, height=844).open(f"/app/research/{site.documents['waiting']}")
    page.locator("[data-look]").first.click()
    expect(page.locator("#preview")).to_contain_text("Kalika footbridge")
    page.get_by_role("button", name="Close").first.click()
    expect(page.get_by_role("heading", name="Web pages to approve")).to_be_visible()
