"""The extraction workspace as people use it, in a browser."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.documents.reading.papers import column, pdf
from tests.web.browser import PATIENCE, Visitor
from tests.web.conftest import Site, Visit
from tests.web.program import Program
from tests.web.test_looks import look_at

expect.set_options(timeout=PATIENCE)

READER, GUEST = "ledger-admin", "ledger-guest"
INVOICE = """Chandani Suppliers Pvt. Ltd.
PAN No: 609214378
TAX INVOICE
Invoice No: CS-2081/017
Invoice Date: 2024-05-22
Bill To: Suryakot Municipality

S.N.\tDescription\tQty\tRate\tAmount
1\tSurvey of the site\t1\t1,85,000.00\t1,85,000.00
2\tSoil test\t4\t42,500.00\t1,70,000.00

Sub Total\t3,55,000.00
VAT 13%\t46,150.00
Grand Total\tRs. 4,10,150.00
"""


OWN = [
    {"name": "total", "type": "money", "required": True},
    {"name": "items", "type": "table", "children": [{"name": "price", "type": "money"}]},
]


class Desk(Program):
    def open(self, name: str = "invoice.txt", content: str | bytes = INVOICE) -> str:
        """An extraction that waits for approval."""
        asked = {"document_id": self.document(name, content)}
        with self.client.stream("POST", "/api/agent/extract", json=asked) as answer:
            assert answer.status_code == 200
            for _ in answer.iter_lines():
                pass
        return str(answer.headers["X-Extraction-ID"])

    def fields(self, extraction_id: str) -> Any:
        return self.get(f"/api/agent/extractions/{extraction_id}")["extracted_fields"]


@pytest.fixture(scope="module")
def desk(site: Site, cookies: Callable[[str], dict[str, str]]) -> Desk:
    site.staged("tests.web.people", "ledger", "viewer", GUEST)
    return Desk(site, cookies(READER))


@pytest.fixture(scope="module")
def extraction(desk: Desk) -> str:
    """One that no test changes."""
    return desk.open()


def opened(visitor: Visitor, extraction_id: str, query: str = "") -> Page:
    page = visitor.open(f"/app/extract/{extraction_id}{query}")
    page.wait_for_selector("[data-extract][data-started]")
    return page


def field(page: Page, path: str) -> Locator:
    return page.locator(f'.field[data-path="{path}"]')


def value(page: Page, path: str) -> Locator:
    return field(page, path).locator("[data-edits]")


def test_a_field_leads_to_its_words_and_the_words_to_their_field(
    visit: Visit, extraction: str
) -> None:
    page = opened(visit(READER), extraction)
    page.keyboard.press("j")
    expect(field(page, "vendor.name")).to_have_attribute("data-current", "")
    expect(page.locator("mark[data-focused]")).to_have_text("Chandani Suppliers Pvt. Ltd.")

    page.locator("mark", has_text="Suryakot Municipality").click()

    expect(field(page, "buyer.name")).to_have_attribute("data-current", "")
    expect(value(page, "buyer.name")).to_be_focused()
    page.reload()
    expect(field(page, "buyer.name")).to_have_attribute("data-current", "")


def test_what_does_not_add_up_comes_first_when_asked(visit: Visit, extraction: str) -> None:
    page = opened(visit(READER), extraction)
    page.keyboard.press("n")
    expect(page.locator(".field[data-current] .trust")).to_have_text("needs review")
    page.keyboard.press("o")
    expect(page.locator("#field-tree[data-by-trust]")).to_be_attached()

    tones = page.locator(".field[data-value]").evaluate_all("rows => rows.map(r => r.dataset.tone)")
    doubted = tones.count("low")
    assert doubted and set(tones[:doubted]) == {"low"}
    expect(field(page, "totals.total").locator("[data-fails]")).to_contain_text("not consistent")


def test_a_value_is_edited_renamed_removed_and_undone_by_keyboard(visit: Visit, desk: Desk) -> None:
    made = desk.open()
    page = opened(visit(READER), made, "?field=totals.total")
    value(page, "totals.total").focus()
    page.keyboard.press("e")
    page.keyboard.type("4,01,150.00")
    page.keyboard.press("Enter")
    expect(field(page, "totals.total").locator(".trust")).to_have_text("by hand")
    expect(value(page, "totals.total")).to_be_focused()
    assert desk.fields(made)["totals"]["total"] == 401150

    page.keyboard.press("r")
    page.keyboard.type("grand_total")
    page.keyboard.press("Enter")
    expect(value(page, "totals.grand_total")).to_be_visible()
    expect(field(page, "totals.total")).to_have_count(0)
    value(page, "totals.tax").focus()
    page.keyboard.press("x")
    expect(field(page, "totals.tax")).to_have_count(0)
    page.keyboard.press("z")
    expect(value(page, "totals.tax")).to_have_text("Tax: 46150")

    assert desk.fields(made)["totals"] == {"subtotal": 355000, "tax": 46150, "grand_total": 401150}


def test_escape_leaves_a_value_as_it_was_and_a_refusal_keeps_what_was_written(
    visit: Visit, desk: Desk
) -> None:
    made = desk.open()
    page = opened(visit(READER), made)
    value(page, "buyer.name").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("Nobody")
    page.keyboard.press("Escape")
    expect(value(page, "buyer.name")).to_be_focused()
    page.keyboard.press("+")
    page.keyboard.type("items.wrong")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("is a list")
    expect(page.locator("[data-adding] [name=path]")).to_have_value("items.wrong")
    page.locator("[data-adding] [name=path]").fill("approved_by")
    page.locator("[data-adding] [name=value]").fill("Sita Devi Adhikari")
    page.keyboard.press("Enter")
    expect(value(page, "approved_by")).to_contain_text("Sita Devi Adhikari")

    assert desk.fields(made)["buyer"]["name"] == "Suryakot Municipality"


def test_a_correction_in_words_is_watched_and_kept(visit: Visit, desk: Desk) -> None:
    made = desk.open()
    visitor = visit(READER)
    page = opened(visitor, made)
    page.keyboard.press("c")
    page.keyboard.type("set buyer.name to Chandani Municipality")
    page.keyboard.press("Enter")
    expect(page.locator("[data-plan] li")).to_contain_text("Chandani Municipality")
    assert desk.fields(made)["buyer"]["name"] == "Suryakot Municipality"
    page.get_by_role("button", name="Make these changes").click()
    expect(page.locator("#story [data-tool=update_field]")).to_contain_text("Chandani Municipality")
    expect(page.locator("#standing[data-working]")).to_have_count(0)
    page.reload()
    expect(page.locator("#story .run")).to_have_count(2)
    page.get_by_role("tab", name="History").click()
    expect(page.locator("#past .changes > li").first).to_contain_text("Suryakot Municipality")
    page.locator("#past [data-undoes]").first.click()
    expect(page.locator("#past [data-undone]")).to_have_count(1)

    assert desk.fields(made)["buyer"]["name"] == "Suryakot Municipality"


def test_approved_and_locked_nobody_changes_it_until_it_is_unlocked(
    visit: Visit, desk: Desk
) -> None:
    made = desk.open()
    page = opened(visit(READER), made)
    page.keyboard.press("a")
    expect(page.locator("#confirm")).to_contain_text("still need")
    page.locator("#confirm [data-yes]").click()
    expect(page.locator("#standing")).to_contain_text("approved by ledger-admin")
    page.get_by_role("button", name="Lock").click()
    expect(page.locator("#correcting")).to_contain_text("Unlock it to make changes")
    value(page, "buyer.name").focus()
    page.keyboard.press("e")
    expect(page.locator("[data-editor]")).to_have_count(0)
    page.get_by_role("button", name="Unlock").click()
    expect(page.locator("#correcting textarea")).to_be_visible()


def test_fields_of_ones_own_are_listed_saved_and_found(visit: Visit, desk: Desk) -> None:
    document = desk.document("invoice.txt", INVOICE)
    visitor = visit(READER)
    page = visitor.open(f"/app/extract/new?document={document}")
    page.get_by_text("Choose fields").click()
    page.locator("[name=name]").first.fill("total")
    page.locator("[name=type]").first.select_option("money")
    page.keyboard.press("Tab")
    page.locator("[name=name]").nth(1).fill("guarantor")
    page.fill("[name=template_name]", "Bill")
    page.get_by_role("button", name="Save as template").click()
    expect(page.locator(".chip[data-chosen]")).to_contain_text("Bill")
    expect(page.locator("[name=type]").first).to_have_value("money")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/app/extract/*-*")
    expect(value(page, "total")).to_contain_text("410150")
    expect(field(page, "guarantor").locator(".trust")).to_have_text("not in the document")


PLACE_BOX = """() => {
  const box = document.querySelector('.box[data-of="totals.total"]');
  const { x, y, width, height } = box?.getBoundingClientRect() ?? { width: 0 };
  return width && { x: x + width / 2, y: y + height / 2 };
}"""


def test_a_pressed_box_on_the_page_chooses_its_field(visit: Visit, desk: Desk) -> None:
    lines = [line for line in INVOICE.replace("\t", "  ").splitlines() if line]
    page = opened(visit(READER), desk.open("invoice.pdf", pdf(column(60, lines))))
    page.keyboard.press("j")
    expect(page.locator(".box[data-focused]").first).to_be_in_viewport()
    expect(page.locator("#source")).to_be_hidden()
    where = page.wait_for_function(PLACE_BOX).json_value()  # at once: boxes may be drawn anew
    page.mouse.click(where["x"], where["y"])
    expect(field(page, "totals.total")).to_have_attribute("data-current", "")
    page.keyboard.press("i")
    page.keyboard.press("i")
    expect(page.locator("[data-sheets]")).to_be_hidden()
    expect(page.locator("mark[data-focused]")).to_be_in_viewport()


def test_on_a_phone_the_panes_are_tabs(visit: Visit, extraction: str) -> None:
    page = opened(visit(READER, width=390, height=844), extraction)
    expect(page.locator("#source")).to_be_hidden()
    field(page, "vendor.name").locator("[data-shows-place]").click()
    expect(page.locator("mark[data-focused]")).to_be_in_viewport()
    page.locator("mark", has_text="Suryakot Municipality").click()
    expect(field(page, "buyer.name")).to_have_attribute("data-current", "")
    expect(page.locator("#source")).to_be_hidden()


def test_the_workspace_looks_right(visit: Visit, extraction: str) -> None:
    address = f"/app/extract/{extraction}"
    look_at(visit, "extract-one", f"{address}?field=totals.total", who=READER)
    look_at(visit, "extract-activity", f"{address}?panel=activity", who=READER)
    look_at(visit, "extract-history", f"{address}?panel=history", who=READER)
    look_at(visit, "extract-editing", f"{address}?field=buyer.name&edit=1", who=READER)
    look_at(visit, "extract-ne", address, who=READER, language="ne")


def test_the_other_pages_look_right(visit: Visit, desk: Desk, extraction: str) -> None:
    document = desk.get(f"/api/agent/extractions/{extraction}")["document_id"]
    look_at(visit, "extracts", "/app/extract", who=READER)
    look_at(visit, "extracts-empty", "/app/extract", who="empty-admin")
    look_at(visit, "extract-choose", "/app/extract/new", who=READER)
    look_at(visit, "extract-new", f"/app/extract/new?document={document}", who=READER)
    asked = {"name": "Paper", "fields": OWN}
    template = desk.client.post("/api/agent/templates", json=asked).json()["id"]
    own = f"/app/extract/new?document={document}&template={template}"
    look_at(visit, "extract-own", own, who=READER, language="ne")
    failed = desk.open("note.txt", "zzz")
    look_at(visit, "extract-failed", f"/app/extract/{failed}", who=READER)
    look_at(visit, "extracts-ne", "/app/extract", who=GUEST, language="ne")
