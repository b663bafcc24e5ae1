"""Choosing a case in a browser, and asking in it."""

import json

from playwright.sync_api import expect

from tests.web.browser import PATIENCE, grave_findings
from tests.web.conftest import Visit

CASE = "The opening of the Koshi bridge"


def test_a_case_is_chosen_by_keyboard_and_a_question_is_asked_in_it(visit: Visit) -> None:
    visitor = visit("visitor")
    page = visitor.open("/app/ask")
    chooser = page.locator(".top details.case")
    expect(chooser.locator("summary")).to_contain_text("No case")
    chooser.locator("summary").focus()
    page.keyboard.press("Enter")
    visitor.shoot("case-chooser-1440-light")
    assert grave_findings(page) == []
    page.get_by_role("button", name=CASE).focus()
    page.keyboard.press("Enter")
    expect(page.locator("html[data-ready] .top[data-case]")).to_be_attached(timeout=PATIENCE)
    expect(chooser.locator("summary")).to_contain_text(CASE)

    with page.expect_request("**/chat/stream") as sent:
        page.locator("textarea[name=query]").fill("How long is the Koshi bridge?")
        page.keyboard.press("Enter")
    body = json.loads(sent.value.post_data or "{}")
    assert body["case_id"] == page.locator(".top").get_attribute("data-case")
    shown = page.locator("[data-exchange][data-state=COMPLETED]")
    expect(shown).to_have_count(1, timeout=2 * PATIENCE)

    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_label("Account menu").click()
    visitor.shoot("case-chooser-390-light")
    page.locator(".menu .phone").get_by_role("button", name="No case").click()
    expect(page.locator("html[data-ready] .top:not([data-case])")).to_be_attached(timeout=PATIENCE)
