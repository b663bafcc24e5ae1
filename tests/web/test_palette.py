"""The command palette and actions from anywhere, in a browser."""

from playwright.sync_api import expect

from tests.web.browser import PATIENCE, check_appearance
from tests.web.conftest import Site, Visit

expect.set_options(timeout=PATIENCE)


def test_the_palette_offers_commands_places_recent_things_and_the_search(
    visit: Visit, site: Site
) -> None:
    visitor = visit()
    page = visitor.open(site.reader("Koshi bridge press release"))
    visitor.open("/app/library")

    page.keyboard.press("Control+k")
    palette = page.locator("#palette")
    expect(palette).to_contain_text("Koshi bridge press release")
    expect(palette.get_by_text("Ask about this document")).to_be_hidden()
    check_appearance(visitor, "palette")
    page.keyboard.type("trash")
    expect(palette.locator("[data-command]:visible")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(palette).to_be_hidden()

    page.keyboard.press("Control+k")
    page.keyboard.type("metres long")
    passage = palette.locator(".kind", has_text="Passages").locator("mark").first
    expect(passage).to_be_visible()
    page.keyboard.press("Control+k")
    page.keyboard.press("Control+k")
    page.keyboard.type("open the tr")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{visitor.url}/app/library/trash")


def test_a_question_about_selected_words_is_asked_beside_the_page_and_widened(
    visit: Visit, site: Site
) -> None:
    visitor = visit()
    page = visitor.open(site.reader("Koshi bridge press release"))
    page.evaluate(
        """() => {
          const words = document.querySelectorAll("[data-text] p")[1].firstChild;
          getSelection().setBaseAndExtent(words, 0, words, 40);
        }"""
    )
    page.get_by_role("button", name="Ask about this").click()

    expect(page.get_by_label("Selected words")).to_be_checked()
    page.get_by_label("Your question").fill("How long is the Koshi bridge?")
    page.keyboard.press("Enter")
    wider = page.get_by_role("button", name="Ask the whole document")
    wider.click()
    answer = page.locator("[data-asking] [data-exchange]").first
    expect(answer).to_contain_text("412")
    assert "/app/documents/" in page.url
    answer.locator("a[data-cite]").first.click()
    expect(page.locator("mark[data-focused]").first).to_be_visible()
    check_appearance(visitor, "reader-ask")
