"""Everything without a mouse, and on a phone without anything else."""

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from tests.web.browser import PATIENCE, grave_findings
from tests.web.conftest import Site, Visit

expect.set_options(timeout=PATIENCE)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent.trim()"))


def test_the_first_stop_skips_to_the_page(visit: Visit) -> None:
    page = visit().open("/app/")

    page.keyboard.press("Tab")
    assert focused(page) == "Skip to content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_keys_are_listed_on_question_mark_and_go_away_on_escape(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/library")
    dialog = page.locator("#keys")

    page.keyboard.press("?")
    expect(dialog).to_be_visible()
    for words in ("Add files", "Next row", "Go to Activity"):
        expect(dialog).to_contain_text(words)
    visitor.shoot("keys-dialog-1440-light")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_places_are_reached_by_two_keys(visit: Visit) -> None:
    page = visit().open("/app/")

    page.keyboard.press("g")
    page.keyboard.press("a")
    page.wait_for_url("**/app/activity")
    page.keyboard.press("g")
    page.keyboard.press("l")
    page.wait_for_url("**/app/library")


def test_rows_are_walked_and_opened(visit: Visit) -> None:
    page = visit().open("/app/library")
    titles = page.locator("#document-rows .title").all_text_contents()

    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    assert focused(page) == titles[1]
    page.keyboard.press("Enter")
    page.wait_for_url("**/app/documents/**")


def test_a_key_acts_on_the_row_that_has_the_focus(visit: Visit) -> None:
    page = visit().open("/app/library?state=failed")

    broken = page.get_by_role("link", name="Broken letter")

    page.keyboard.press("r")  # no row is looked at yet
    broken.focus()
    page.keyboard.press("r")

    expect(page.locator(".toast")).to_contain_text("The document will be read again.")


def test_keys_typed_into_a_field_are_only_text(visit: Visit) -> None:
    page = visit().open("/app/library")

    page.keyboard.press("f")
    page.keyboard.type("jg?/")

    assert page.locator("input[name=title]").input_value() == "jg?/"
    expect(page.locator("#keys")).to_be_hidden()


def test_the_persons_menu_changes_language_and_colours(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/library")
    page.locator("summary[aria-label='Account menu']").click()
    visitor.shoot("menu-1440-light")

    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    page.locator("summary[aria-label='Account menu']").click()
    page.get_by_role("button", name="नेपाली").click()
    expect(page.locator("h1")).to_have_text("सङ्ग्रह")
    page.locator(".top details.menu summary").last.click()
    page.get_by_role("button", name="English").click()
    expect(page.locator("h1")).to_have_text("Library")


def test_a_menu_closes_on_escape_and_gives_the_focus_back(visit: Visit) -> None:
    page = visit().open("/app/")
    summary = page.locator("summary[aria-label='Account menu']")
    summary.focus()

    page.keyboard.press("ArrowDown")
    expect(page.locator("details.menu[open]")).to_have_count(1)
    page.keyboard.press("Escape")

    expect(page.locator("details.menu[open]")).to_have_count(0)
    expect(summary).to_be_focused()


def test_the_divider_moves_by_arrows_and_stays_where_it_was_put(visit: Visit, site: Site) -> None:
    page = visit().open(site.reader("Minutes of the ward meeting"))
    divider = page.locator(".divider")
    divider.focus()

    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    expect(divider).to_have_attribute("aria-valuenow", "52")
    page.reload()

    expect(divider).to_have_attribute("aria-valuenow", "52")


def test_the_rail_narrows_to_icons_and_keeps_its_names(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/library")

    page.keyboard.press("[")
    expect(page.locator("html[data-rail=narrow]")).to_have_count(1)
    visitor.shoot("narrow-1440-light")
    expect(page.get_by_role("link", name="Activity", exact=True)).to_have_count(1)
    assert page.locator(".rail").bounding_box()["width"] < 80


def test_a_new_key_is_shown_once_and_copied(visit: Visit) -> None:
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.open("/app/settings/keys")

    page.get_by_label("Purpose").fill("Copied in a test")
    page.get_by_role("button", name="Create key").click()
    secret = page.locator("#secret")
    expect(secret).to_have_value(re.compile("^pmn_"))
    visitor.shoot("key-made-1440-light")
    page.get_by_role("button", name="Copy").click()

    expect(page.locator(".toast")).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == secret.input_value()


def test_on_a_phone_places_are_at_the_foot_and_panes_are_tabs(visit: Visit, site: Site) -> None:
    visitor = visit(width=390, height=844)
    page = visitor.open(site.reader("Koshi bridge press release", "?q=Koshi"))
    rail = page.locator(".rail").bounding_box()

    assert rail["y"] > 700
    assert rail["width"] == 390
    expect(page.locator("#side")).to_be_hidden()
    page.get_by_role("tab", name="Find").click()
    expect(page.locator("#source")).to_be_hidden()
    visitor.shoot("reader-found-390-light")
    page.locator("[data-places] a").nth(1).click()
    expect(page.locator("mark[data-focused]").first).to_be_in_viewport()
    page.locator(".walk[data-phone] [data-step='1']").click()
    expect(page.locator(".walk[data-phone] [data-place]")).to_contain_text("3 of")


def test_on_a_phone_five_places_are_near_and_the_rest_are_behind_more(visit: Visit) -> None:
    visitor = visit(width=390, height=844)
    page = visitor.open("/app/")
    near = page.locator(".rail > ul > li:visible")
    more, sheet = page.locator(".rail summary"), page.locator(".rail .sheet")

    assert near.all_inner_texts() == ["Home", "Library", "Ask", "Review", "More"]
    more.focus()
    page.keyboard.press("Enter")
    expect(sheet).to_be_visible()
    visitor.shoot("more-390-light")
    assert sheet.locator("a").first.inner_text() == "Extract"
    box = sheet.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
    assert grave_findings(page) == []
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(more).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/app/extract")
    expect(page.locator(".rail .menu[data-here]")).to_have_count(1)


def test_on_a_phone_more_opens_without_scripts(
    site: Site, browser: Browser, cookies: Callable[[str], dict[str, str]]
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    kept = cookies("archive-admin").items()
    context.add_cookies([{"name": key, "value": value, "url": site.url} for key, value in kept])
    page = context.new_page()
    page.goto(f"{site.url}/app/")

    page.locator(".rail summary").click()
    page.locator(".rail .sheet").get_by_role("link", name="Activity").click()
    expect(page.locator("h1")).to_have_text("Activity")
    context.close()
