"""Reading in a browser: a very long text, its picture, finding within it, links to its words."""

import time

from playwright.sync_api import Page, expect

from tests.web.browser import PATIENCE
from tests.web.conftest import Site, Visit

expect.set_options(timeout=PATIENCE)

SELECT = """([page, paragraph, from, to]) => {
  const words = document.querySelectorAll(`.leaf[data-page="${page}"] p`)[paragraph].firstChild;
  const range = document.createRange();
  range.setStart(words, from);
  range.setEnd(words, to);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}"""
FIRST_PAGE = "Number(document.querySelector('.leaf').dataset.page)"


def scroll_until(page: Page, by: int, condition: str) -> None:
    """Scroll the text until something holds; the page's policy forbids waiting within it."""
    deadline = time.monotonic() + 2 * PATIENCE / 1000
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, condition
        page.evaluate(f"document.getElementById('source').scrollBy(0, {by})")
        page.wait_for_timeout(100)


def test_three_thousand_pages_are_read_in_both_directions(visit: Visit, site: Site) -> None:
    page = visit().open(site.reader("Ledger", "?page=2990"))
    field = page.locator("[data-current-page]")
    expect(field).to_have_value("2990")

    scroll_until(page, -2000, f"{FIRST_PAGE} < 2930")
    assert page.locator(".window").count() <= 10
    page.wait_for_url("**at=**")
    scroll_until(page, 4000, "document.querySelector('.leaf[data-page=\"2999\"]') !== null")
    page.keyboard.press("e")
    page.keyboard.type("1500")
    page.keyboard.press("Enter")
    expect(page.locator(".leaf[data-page='1499'] h2")).to_be_in_viewport()
    expect(field).to_have_value("1500")


def test_the_place_is_still_there_after_a_reload(visit: Visit, site: Site) -> None:
    page = visit().open(site.reader("Ledger", "?page=1200"))
    scroll_until(page, 900, "document.querySelector('[data-current-page]').value === '1203'")
    page.wait_for_url("**at=**")  # written when the text has come to rest

    page.reload()

    expect(page.locator("[data-current-page]")).to_have_value("1203")


def test_words_are_found_within_and_walked(visit: Visit, site: Site) -> None:
    page = visit().open(site.reader("Ledger"))

    page.keyboard.press("f")
    page.keyboard.type("quincunx")
    expect(page.locator("mark[data-focused]")).to_have_text("quincunx")
    expect(page.locator("mark[data-focused]")).to_be_in_viewport()
    expect(page.locator("[data-current-page]")).to_have_value("3000")

    page.locator("[data-within] input").fill("पाना")
    expect(page.locator("aside [data-place]")).to_contain_text("of 3,000")
    page.locator("[data-places] a").nth(99).click()
    page.keyboard.press("n")  # the list goes on by itself
    expect(page.locator("aside [data-place]")).to_have_text("101 of 3,000")
    expect(page.locator("[data-places] a")).to_have_count(200)
    page.locator("[data-within] input").fill("zebra")
    expect(page.locator("#found")).to_contain_text("No matches")


def test_a_link_to_selected_words_leads_back_to_them(visit: Visit, site: Site) -> None:
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.open(site.reader("Ledger", "?page=9"))

    page.evaluate(SELECT, [8, 2, 5, 21])  # after a character that is two units long
    expect(page.locator("[data-selection]")).to_be_visible()
    visitor.shoot("selection-1440-light")
    expect(page.locator("[data-selection] button")).to_have_count(6)
    page.get_by_role("button", name="Copy with citation").click()
    expect(page.locator(".toast")).to_contain_text("Copied.")
    cited = page.evaluate("navigator.clipboard.readText()")
    chosen = page.evaluate("getSelection().toString()")
    assert cited.startswith(f"“{chosen.strip()}” — Ledger, page 9. http")

    page.goto(cited.rsplit(" ", 1)[1])
    expect(page.locator("mark[data-focused]")).to_have_text(chosen)
    expect(page.locator(".notice")).to_have_count(0)


def test_the_outline_leads_to_its_sections(visit: Visit, site: Site) -> None:
    page = visit().open(site.reader("Handbook"))

    page.keyboard.press("o")
    page.get_by_role("link", name="Finding again").click()
    page.get_by_role("tab", name="Details").click()

    expect(page.locator("#reading")).to_contain_text("1 page read from the file")
    expect(page.locator("#outline")).to_be_hidden()


def test_a_window_that_does_not_come_can_be_asked_for_again(visit: Visit, site: Site) -> None:
    visitor = visit()
    visitor.page.route("**/window?*", lambda route: route.abort())
    page = visitor.open(site.reader("Ledger", "?page=100"))
    expect(page.locator(".toast").first).to_contain_text("Could not load more.")

    visitor.page.unroute("**/window?*")
    page.locator("[data-edge=before]").click()

    expect(page.locator(".window")).not_to_have_count(1)
    visitor.expect_complaint("ERR_FAILED")


def test_a_document_opens_by_itself_when_it_has_been_read(visit: Visit, site: Site) -> None:
    page = visit().open(site.reader("Broken note"))
    expect(page.locator("#source")).to_contain_text("This document could not be read")

    page.get_by_role("button", name="Try again").click()

    expect(page.locator(".text")).to_contain_text("It was a note.")
