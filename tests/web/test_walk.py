"""A walk through every page there is: by the addresses themselves, so that none is forgotten."""

from collections.abc import Callable
from uuid import UUID

import httpx
import pytest
from django.urls import URLPattern, resolve, reverse

from pramana.web.urls import pages
from tests.web.browser import SIZES, Visitor, grave_findings, overflow
from tests.web.conftest import Site, Visit
from tests.web.tabbing import out_of_order, unreached
from tests.web.test_looks import FULL
from tests.web.threaded import WEAVER

NOBODY = UUID(int=0)
"""Stands in the addresses that only change something: a mere look at them is refused."""
IDS = {
    "document_id": "document",
    "record_id": "record",
    "extraction_id": "extraction",
    "stack_id": "stack",
    "table_id": "table",
    "research_id": "research",
    "candidate_id": "page",
    "case_id": "case",
    "run_id": "run",
    "job_id": "job",
    "request_id": "exchange",
    "webhook_id": "webhook",
    "source_id": "source",
    "share_id": "shared",
    "report_id": "report",
}
WORDS = {
    "group_id": "bridge-team", "kind": "md", "number": 1, "panel": "drawn", "verb": "approve",
    "token": "x",
}  # fmt: skip
QUERIES = {"library-correct": "?start=0&end=300", "extract-new": "?document={document}"}
REFUSED = {
    **dict.fromkeys(("sign-in-link", "sign-on-return"), 401),
    "settings-defaults": 403,
    "research-report": 409,
}
"""Addresses that refuse what the walk brings: no token, no operator, no answer of a run."""
LOOKED_AT_ELSEWHERE = {resolve(path.partition("?")[0]).url_name for path in FULL.values()} | {
    "registry", "registry-record", "registry-version", "registry-edit", "registry-new",
    "registry-threads", "review", "review-session", "review-finish", "extract", "extract-new",
    "extract-one", "memory", "memory-group", "stacks", "stacks-stack", "research", "research-run",
    "cases", "cases-case", "activity-run", "library-document", "library-correct", "sign-in",
}  # fmt: skip
"""Pages whose own tests run axe-core on them, in several states; any other is checked here."""


def example(name: str, parameter: str, woven: dict[str, str]) -> object:
    if parameter == "session_id":
        return woven["review" if name.startswith("review") else "conversation"]
    return woven[IDS[parameter]] if parameter in IDS else WORDS.get(parameter, NOBODY)


def address_of(pattern: URLPattern, woven: dict[str, str]) -> str:
    name = str(pattern.name)
    asked = {each: example(name, each, woven) for each in pattern.pattern.converters}
    return reverse(f"web:{name}", kwargs=asked) + QUERIES.get(name, "").format(**woven)


@pytest.fixture
def walked(
    site: Site, woven: dict[str, str], cookies: Callable[[str], dict[str, str]]
) -> dict[str, str]:
    """Every address that answers with a whole page, by its name."""
    with httpx.Client(base_url=site.url, cookies=cookies(WEAVER), timeout=60) as client:
        found = {}
        for pattern in (each for each in pages if each.name != "missing"):
            address = address_of(pattern, woven)
            answer = client.get(address)
            allowed = {200, 302, 405, REFUSED.get(str(pattern.name), 200)}
            assert answer.status_code in allowed, pattern.name
            if answer.status_code == 200 and "<html" in answer.text:
                found[str(pattern.name)] = address
    return found


def test_every_page_is_quiet_fits_and_is_reached_by_tab(
    visit: Visit, walked: dict[str, str]
) -> None:
    assert len(walked) > 40 and set(LOOKED_AT_ELSEWHERE) <= walked.keys() | {"sign-in"}
    visitor = visit(WEAVER)
    for name, address in walked.items():
        look(visitor, name, address)
    assert visitor.complaints == []


def look(visitor: Visitor, name: str, address: str) -> None:
    """What stands around every page is walked on the first one."""
    page = visitor.open(address)
    assert unreached(page, "body" if name == "home" else "#main") == [], name
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) <= 0, f"{name} at {width}"
        assert out_of_order(page) == [], f"{name} at {width}"
    if name not in LOOKED_AT_ELSEWHERE:
        assert grave_findings(page) == [], name
    page.set_viewport_size({"width": 1440, "height": SIZES[1440]})
