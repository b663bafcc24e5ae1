"""The page image of the reader: zoom, matches drawn on it, and the image in the wide pane."""

from playwright.sync_api import expect

from tests.web.browser import PATIENCE, check_appearance
from tests.web.conftest import Site, Visit

expect.set_options(timeout=PATIENCE)


def test_the_page_leads_with_its_matches_and_is_zoomed(visit: Visit, site: Site) -> None:
    visitor = visit()
    page = visitor.open(site.reader("Bridge survey", "?q=bridge&panel=picture"))
    paper = page.locator("[data-paper]")
    expect(paper.locator("rect").first).to_be_attached()

    page.keyboard.press("v")
    expect(page.get_by_role("button", name="Page first")).to_have_attribute("aria-pressed", "true")
    image, text = paper.bounding_box(), page.locator("#source").bounding_box()
    assert image and text and image["x"] < text["x"]
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator("[data-zoom-share]")).to_have_text("125 %")
    page.get_by_role("button", name="Fit the width").click()
    expect(page.locator("[data-zoom-share]")).to_have_text("100 %")
    check_appearance(visitor, "reader-page-first")

    visitor.open(site.reader("Bridge survey"))
    expect(page.locator("#reader")).to_have_attribute("data-lead", "page")
    page.keyboard.press("v")
    expect(page.locator("#reader")).to_have_attribute("data-lead", "text")
