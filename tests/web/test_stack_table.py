"""A stack's table as people use it, in a browser: the grid, its cells, and its reading."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.extraction.stacks.samples import invoice
from tests.web.browser import PATIENCE, Visitor, grave_findings, overflow
from tests.web.conftest import Site, Visit
from tests.web.program import DEADLINE, Program
from tests.web.test_looks import look_at

expect.set_options(timeout=PATIENCE)

WHO = "archive-admin"
COLUMNS = [
    {"name": "Vendor"},
    {"name": "Date", "type": "date"},
    {"name": "Total", "type": "money", "instructions": "The amount to pay."},
]


class Clerk(Program):
    def __init__(self, site: Site, kept: dict[str, str]) -> None:
        super().__init__(site, kept)
        self.papers = [
            self.document(f"stacked-{number}.txt", f"Stacked {number}\n{invoice(number)}")
            for number in range(1, 5)
        ]

    def stack(self, name: str = "Bills") -> str:
        """The address of a stack whose table has been read."""
        body = {"name": name, "document_ids": self.papers}
        stack = self._sent("/api/stack/", **body)["id"]
        base = f"/api/stack/{stack}/tables"
        table = f"{base}/{self._sent(base, name=name, columns=COLUMNS)['id']}"
        self._sent(f"{table}/extract")
        self.wait(lambda: self.get(table)["status"] != "in_progress")
        assert self.get(table)["status"] == "completed"
        return f"/app/stacks/{stack}"

    def _sent(self, path: str, **body: Any) -> Any:
        answer = self.client.post(path, json=body)
        answer.raise_for_status()
        return answer.json()


@pytest.fixture(scope="module")
def clerk(site: Site, cookies: Callable[[str], dict[str, str]]) -> Clerk:
    return Clerk(site, cookies(WHO))


@pytest.fixture(scope="module")
def bills(clerk: Clerk) -> str:
    return clerk.stack()


def opened(visitor: Visitor, address: str) -> Page:
    page = visitor.open(address)
    page.wait_for_selector("[data-stack-page][data-started]")
    return page


def cell(page: Page, row: int, column: int) -> Locator:
    """By place, from 0; the document is column 0."""
    return page.locator(f"#cell-{row}-{column}")


def value(page: Page, row: int, column: int) -> Locator:
    return cell(page, row, column).locator("span").first


def chosen(page: Page) -> Locator:
    return page.locator(".grid-body [aria-selected=true]")


def test_stacks_look_right(visit: Visit, bills: str) -> None:
    look_at(visit, "stacks-empty", "/app/stacks", who="empty-admin")
    look_at(visit, "stacks-table-ne", bills, who=WHO, language="ne")
    visitor = visit()
    page = opened(visitor, bills)
    expect(page.locator(".excerpt-full mark")).to_be_visible()
    page.locator("[data-column='3']").click()
    visitor.shoot("stacks-menu-1440-light")
    assert grave_findings(page) == []
    page.keyboard.press("Escape")


def test_the_grid_is_walked_written_copied_and_undone_with_the_keyboard(
    visit: Visit, clerk: Clerk
) -> None:
    page = opened(visit(), clerk.stack("Walked"))
    expect(cell(page, 0, 1)).to_have_attribute("data-at", "")
    page.keyboard.press("End")
    expect(cell(page, 0, 3)).to_have_attribute("data-at", "")
    assert page.get_attribute("[data-grid]", "aria-activedescendant") == "cell-0-3"
    page.keyboard.press("Control+End")
    expect(cell(page, 3, 3)).to_have_attribute("data-at", "")
    page.keyboard.press("Control+Home")
    page.keyboard.press("Tab")
    expect(cell(page, 0, 1)).to_have_attribute("data-at", "")

    page.keyboard.press("Enter")
    page.keyboard.type("Other Traders")
    page.keyboard.press("Escape")
    expect(value(page, 0, 1)).to_have_text("Himal Traders 1")
    page.keyboard.press("Enter")
    page.keyboard.type("Other Traders")
    page.keyboard.press("Enter")
    expect(value(page, 0, 1)).to_have_text("Other Traders")
    expect(cell(page, 0, 1)).to_have_attribute("data-state", "reviewed")
    expect(cell(page, 0, 1)).to_contain_text("reviewed")
    expect(cell(page, 1, 1)).to_have_attribute("data-at", "")

    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    expect(chosen(page)).to_have_count(4)
    page.keyboard.press("Control+c")
    expect(page.locator(".toast").last).to_contain_text("4 cells copied")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Control+v")
    expect(value(page, 2, 1)).to_have_text("Other Traders")
    expect(value(page, 3, 1)).to_have_text("Himal Traders 2")
    expect(value(page, 3, 2)).to_have_text("2024-05-03")
    expect(page.locator(".toast").last).to_contain_text("4 cells changed")

    page.keyboard.press("Control+z")
    expect(value(page, 2, 1)).to_have_text("Himal Traders 3")
    expect(value(page, 3, 1)).to_have_text("Himal Traders 4")
    expect(cell(page, 2, 1)).to_have_attribute("data-state", "extracted")


def test_a_cell_is_judged_with_its_evidence_beside_it(visit: Visit, clerk: Clerk) -> None:
    page = opened(visit(), clerk.stack("Judged"))
    panel = page.locator("[data-panel]")
    cell(page, 1, 3).click()
    expect(panel.locator("mark")).to_have_text("2,500.00")
    expect(panel).to_contain_text("The text is in the document")
    assert "quote=2%2C500.00" in str(panel.locator("a").first.get_attribute("href"))

    page.keyboard.press("f")
    expect(cell(page, 1, 3)).to_have_attribute("data-state", "flagged")
    expect(page.locator("[data-state-filter=flagged] [data-count]")).to_have_text("1")
    page.keyboard.press("l")
    expect(cell(page, 1, 3)).to_have_attribute("data-state", "locked")
    expect(panel.get_by_role("button", name="Unlock")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".grid-field")).to_be_hidden()
    expect(panel.locator(".cell-history > li")).to_have_count(2)
    panel.get_by_role("button", name="Undo").click()
    expect(cell(page, 1, 3)).to_have_attribute("data-state", "flagged")

    cell(page, 0, 0).click()
    page.keyboard.press("e")
    expect(cell(page, 1, 3)).to_have_attribute("data-at", "")
    page.locator("[data-state-filter=flagged]").click()
    expect(page.locator(".grid-body .grid-line:visible")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"state=flagged"))
    page.reload()
    page.wait_for_selector("[data-stack-page][data-started]")
    expect(page.locator(".grid-body .grid-line:visible")).to_have_count(1)


def test_a_value_of_the_wrong_kind_is_refused_in_words(visit: Visit, bills: str) -> None:
    visitor = visit()
    page = opened(visitor, bills)
    cell(page, 0, 2).dblclick()
    page.keyboard.type("soon")
    page.keyboard.press("Enter")
    expect(page.locator(".toast").last).to_contain_text("date")
    expect(value(page, 0, 2)).to_have_text("2024-05-02")
    visitor.expect_complaint("400")


def test_a_day_is_typed_in_either_calendar_as_in_every_date_field(
    visit: Visit, clerk: Clerk
) -> None:
    page = opened(visit(), clerk.stack("Days"))
    cell(page, 0, 2).dblclick()
    page.keyboard.type("2081-01-15")
    page.keyboard.press("Enter")
    expect(value(page, 0, 2)).to_have_text("2024-04-27")
    cell(page, 1, 2).click()
    expect(page.locator("#cell-value")).to_have_value("2024-05-03")
    page.locator("#cell-value").fill("३० चैत २०८२")
    page.locator("#cell-value").press("Enter")
    expect(value(page, 1, 2)).to_have_text("2026-04-13")

    page = opened(visit(language="ne"), urlsplit(page.url).path)
    expect(value(page, 0, 2)).to_have_text("२०८१-०१-१५")


def test_a_column_is_sorted_hidden_changed_and_read_again(visit: Visit, clerk: Clerk) -> None:
    page = opened(visit(), clerk.stack("Columns"))
    cell(page, 0, 3).click()
    page.keyboard.press("m")
    page.get_by_role("button", name="Sort descending").click()
    expect(value(page, 0, 3)).to_have_text("4,500")
    expect(page).to_have_url(re.compile(r"sort=total&order=down"))
    page.locator("[data-column='1']").click()
    page.get_by_role("button", name="Hide column").click()
    expect(page.locator("[data-head] [role=columnheader]")).to_have_count(3)
    page.get_by_role("button", name="Hidden columns: 1").click()
    expect(page.locator("[data-head] [role=columnheader]")).to_have_count(4)

    page.locator("[data-column='3']").click()
    page.get_by_role("button", name="Edit column").click()
    page.locator("#column-name").fill("Sum")
    page.locator("#column [name=now]").uncheck()
    page.locator("#column").get_by_role("button", name="Save").click()
    expect(page.locator("[data-column='3']")).to_contain_text("Sum")
    expect(cell(page, 0, 3)).to_have_attribute("data-state", "stale")
    page.locator("[data-does=read]").click()
    expect(page.locator("[data-standing]")).to_have_text("Extracted", timeout=DEADLINE * 1000)
    expect(page.locator("[data-does=read]")).to_be_hidden()
    expect(page.locator(".grid-body [data-state=stale]")).to_have_count(0)


def test_a_stack_is_made_by_hand_and_read_before_ones_eyes(visit: Visit, clerk: Clerk) -> None:
    page = visit().open("/app/stacks/new")
    page.wait_for_selector("[data-new-stack][data-started]")
    assert grave_findings(page) == []
    page.locator("#name").fill("Made by hand")
    page.locator("[data-chooser] [data-find]").fill("Stacked 2")
    expect(page.locator("#choice-rows li")).to_have_count(1)
    page.locator("#choice-rows input").check()
    page.locator("[data-chooser] [data-find]").fill("Stacked 3")
    expect(page.locator("#choice-rows li")).to_contain_text("Stacked 3")
    page.locator("#choice-rows input").check()
    expect(page.locator("[data-tally]")).to_have_text("2 selected")
    page.get_by_text("Name the columns myself").click()
    page.locator("[name=column_name]").first.fill("Total")
    page.locator("[name=column_type]").first.select_option("money")
    page.get_by_role("button", name="Create stack and extract").click()
    page.wait_for_selector("[data-stack-page][data-started]")
    expect(value(page, 0, 1)).to_have_text("2,500", timeout=DEADLINE * 1000)
    expect(value(page, 1, 1)).to_have_text("3,500", timeout=DEADLINE * 1000)
    expect(page.locator("[data-standing]")).to_have_text("Extracted", timeout=DEADLINE * 1000)


def test_a_table_is_corrected_in_words(visit: Visit, bills: str) -> None:
    page = opened(visit(), bills)
    page.keyboard.press("c")
    page.keyboard.type("set Vendor of Stacked 2 to Himal Stores")
    page.keyboard.press("Enter")
    expect(page.locator("[data-plan] li").first).to_contain_text("Himal Stores")
    page.keyboard.press("Enter")
    expect(value(page, 1, 1)).to_have_text("Himal Stores", timeout=DEADLINE * 1000)
    expect(page.locator("[data-answer]")).to_contain_text("Updated")


def test_a_thousand_rows_are_walked_with_few_elements(visit: Visit, site: Site) -> None:
    made = site.staged("tests.web.stack_pile", WHO)
    page = opened(visit(), f"/app/stacks/{made.split()[-1]}")
    expect(page.locator("[data-shown]")).to_have_text("1,000 rows")
    assert page.get_attribute("[data-grid]", "aria-rowcount") == "1001"
    page.keyboard.press("Control+End")
    expect(value(page, 999, 12)).to_have_text("1000/12")
    expect(value(page, 999, 0)).to_be_in_viewport()
    assert page.locator(".grid-cell").count() < 1000
    page.locator("[data-find]").fill("1000/12")
    expect(page.locator("[data-shown]")).to_have_text("1 of 1,000 rows")
    page.keyboard.press("Escape")


def test_on_a_phone_a_touched_cell_opens_its_sheet(visit: Visit, bills: str) -> None:
    visitor = visit(width=390, height=844)
    page = opened(visitor, bills)
    expect(page.locator("[data-panel]")).to_be_hidden()
    cell(page, 2, 1).click()
    expect(page.locator("[data-panel] mark")).to_have_text("Himal Traders 3")
    assert overflow(page) == 0
    assert grave_findings(page) == []
    visitor.shoot("stacks-sheet-390-light")
    page.locator("[data-panel]").get_by_role("button", name="Close").click()
    expect(page.locator("[data-panel]")).to_be_hidden()
