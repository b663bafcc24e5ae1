"""Signing in with an identity provider in a real browser, against a product started with one."""

import json
import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from pramana.tenancy.testing.openid import CLIENT_ID, CLIENT_SECRET, LoopbackOpenId, serve_openid
from tests.plugin import TEMPLATE
from tests.prepared import PreparedProcess
from tests.product import Product, running_product
from tests.starting import starts_processes
from tests.web.browser import Visitor, check_appearance

PEOPLE = {
    "s-1": {"preferred_username": "gita", "groups": ["editors"]},
    "s-2": {"preferred_username": "visitor", "groups": ["others"]},
}


@pytest.fixture(scope="module")
def openid() -> Iterator[LoopbackOpenId]:
    with serve_openid(people=PEOPLE) as served:
        yield served


@pytest.fixture(scope="module")
@starts_processes
def product(
    worker_id: str, tmp_path_factory: pytest.TempPathFactory, openid: LoopbackOpenId
) -> Iterator[Product]:
    from pramana.postgres.testing import clone_database, drop_database

    server, name = os.environ["DATABASE_URL"], f"sign_on_{worker_id}"
    house = {
        "id": "house",
        "name": "House of records",
        "issuer": openid.url,
        "client_id": CLIENT_ID,
        "client_secret": CLIENT_SECRET,
        "tenants": {"default": {"editors": "reviewer"}},
    }
    with running_product(
        start=PreparedProcess,
        DATABASE_URL=clone_database(server, TEMPLATE, name),
        PRAMANA_DATA=str(tmp_path_factory.mktemp("sign_on")),
        PRAMANA_OIDC=json.dumps([house]),
    ) as started:
        yield started
    drop_database(server, name)


@pytest.fixture
def visitor(product: Product, browser: Browser) -> Iterator[Visitor]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield Visitor(context, product.url.rstrip("/"))
    context.close()


def test_a_person_signs_in_works_and_signs_out(visitor: Visitor, openid: LoopbackOpenId) -> None:
    page = visitor.open("/app/library")
    check_appearance(visitor, "sign-on")
    page.get_by_role("link", name="Sign in with House of records").click()
    page.get_by_role("button", name="gita").click()
    page.wait_for_url("**/app/library")
    assert openid.signed_in == {"s-1"}
    assert page.get_by_role("heading", name="Library", level=1).is_visible()

    visitor.open("/app/password")
    assert "You sign in with your identity provider" in page.content()
    page.evaluate("document.querySelector('form[action$=\"/app/sign-out\"]').submit()")
    page.wait_for_url("**/app/sign-in")
    assert openid.signed_in == set(), "the session at the provider has ended too"
    assert visitor.complaints == []


def test_a_person_without_a_group_is_told_what_to_do(visitor: Visitor) -> None:
    page = visitor.open("/app/sign-in")
    page.get_by_role("link", name="Sign in with House of records").click()
    page.get_by_role("button", name="visitor").click()
    page.wait_for_url("**/app/sign-in/return**")
    assert page.get_by_role("alert").inner_text().startswith("Your groups give you no access here.")
    visitor.expect_complaint("403")
