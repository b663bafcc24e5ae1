"""Documents as things, in a browser: names, tags, notes, copies, the trash and saved views."""

from playwright.sync_api import Page, expect

from tests.web.browser import PATIENCE, SELECT, check_appearance
from tests.web.conftest import Visit
from tests.web.test_thread import DROP, row

expect.set_options(timeout=PATIENCE)

PAGE = "<html><head><title>{}</title></head><body><p>{}</p></body></html>"


def add(page: Page, filename: str, content: str, title: str) -> None:
    page.evaluate(DROP, [filename, content])
    expect(row(page, title)).to_contain_text("Ready")


def test_a_document_is_found_by_its_file_name_and_tagged(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/library")
    springs = PAGE.format("Water of Lamkhet", "Springs were counted.")
    add(page, "WS-2081-17.html", springs, "Water of Lamkhet")

    page.keyboard.press("f")
    page.keyboard.type("ws-2081")
    page.keyboard.press("Enter")
    expect(page.locator("#document-rows tr")).to_have_count(1)
    expect(row(page, "Water of Lamkhet")).to_contain_text("WS-2081-17.html")
    page.wait_for_selector("html[data-ready]", state="attached")
    page.keyboard.press("j")
    page.keyboard.press("x")
    page.keyboard.press("t")
    page.keyboard.type("Springs, ward 4")
    page.keyboard.press("Enter")

    expect(page.locator(".toast")).to_contain_text("1 document tagged.")
    expect(row(page, "Water of Lamkhet").locator(".tag")).to_have_text(["Springs", "ward 4"])
    row(page, "Water of Lamkhet").get_by_role("link", name="Springs").click()
    expect(page).to_have_url(f"{visitor.url}/app/library?tag=Springs")
    expect(page.locator("#document-rows tr")).to_have_count(1)
    page.get_by_text("Save this view").click()
    page.get_by_label("Name of the view").fill("Springs")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#views a[aria-current]")).to_have_text("Springs")
    page.locator("#document-rows input[type=checkbox]").check()
    page.wait_for_selector("html[data-ready]", state="attached")
    check_appearance(visitor, "library-tags")


def test_details_are_edited_beside_the_text(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/library")
    add(page, "plain-7.txt", "Culvert notes\n\nThe culvert is sound.", "Culvert notes")
    row(page, "Culvert notes").get_by_role("link", name="Culvert notes").click()

    page.get_by_role("tab", name="Details").click()
    page.get_by_text("New property").click()
    page.get_by_label("Name of the property").fill("Checked by")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("Property added.")
    page.get_by_label("Title").fill("Culvert at Lamkhet")
    page.get_by_label("Checked by").fill("Asha")
    page.get_by_label("Notes").fill("Compare with the survey.")
    page.get_by_role("button", name="Save").click()

    expect(page.locator("h1")).to_have_text("Culvert at Lamkhet")
    expect(page.locator(".readbar")).to_contain_text("plain-7.txt")
    expect(page.get_by_label("Checked by")).to_have_value("Asha")
    check_appearance(visitor, "reader-details")


def test_a_copy_is_announced_and_can_be_removed(visit: Visit) -> None:
    page = visit().open("/app/library")
    add(page, "lease.txt", "Lease of the mill\n\nTen years.", "Lease of the mill")

    page.evaluate(DROP, ["lease-again.txt", "Lease of the mill\n\nTen years."])
    upload = page.locator("[data-uploads] li")
    expect(upload).to_contain_text("The same file is already in the library.")
    upload.get_by_role("button", name="Remove this copy").click()

    expect(upload).to_have_count(0)
    expect(page.locator("#document-rows")).not_to_contain_text("lease-again.txt")
    expect(row(page, "Lease of the mill")).to_have_count(1)


def test_a_document_goes_to_the_trash_and_comes_back(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/library")
    add(page, "ferry.txt", "Ferry tickets\n\nThe ferry leaves at six.", "Ferry tickets")

    row(page, "Ferry tickets").get_by_role("button", name="Move to the trash").click()
    expect(page.locator(".toast")).to_contain_text("It can be restored for 30 days.")
    expect(row(page, "Ferry tickets")).to_have_count(0)
    page.locator("nav.tabs").get_by_role("link", name="Trash").click()
    item = page.locator("#trash-rows li", has_text="Ferry tickets")
    expect(item).to_be_visible()
    page.wait_for_selector("html[data-ready]", state="attached")
    check_appearance(visitor, "library-trash")
    item.get_by_role("button", name="Restore").click()

    expect(page.locator(".toast")).to_contain_text("Restored")
    visitor.open("/app/library?title=ferry")
    expect(row(page, "Ferry tickets")).to_contain_text("Ready")


def test_words_of_a_search_hit_become_a_field_in_three_clicks(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/library")
    text = "Ropeway of Bhirkuna\n\nThe ropeway of Bhirkuna has an estimate of 3,25,000 rupees."
    add(page, "ropeway.txt", text, "Ropeway of Bhirkuna")
    visitor.open("/app/search?q=estimate+of+the+ropeway+of+Bhirkuna")

    page.locator(".hit", has_text="3,25,000").get_by_role("link").first.click()
    expect(page.locator("[data-text] mark").first).to_be_attached()
    page.evaluate(SELECT, "3,25,000")
    page.get_by_role("button", name="Extract as a field").click()
    expect(page.get_by_label("Name of the field")).to_be_focused()
    check_appearance(visitor, "keep-field")
    page.keyboard.type("Estimate")
    page.keyboard.press("Enter")

    expect(page.locator(".toast")).to_contain_text("Saved as the field “Estimate”.")
    drawn = page.locator("[data-panel=drawn][role=tabpanel], #panel-drawn").first
    expect(drawn).to_contain_text("Estimate")
    drawn.get_by_role("link", name="Estimate").first.click()
    expect(page.locator("main")).to_contain_text("325000")
    expect(page.locator("main")).not_to_contain_text("agent confidence")
    check_appearance(visitor, "kept-field")
