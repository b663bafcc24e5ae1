"""A conversation that is shared and judged, and a case that becomes a report, in a browser."""

from playwright.sync_api import expect

from tests.web.browser import PATIENCE, check_appearance, grave_findings
from tests.web.conftest import Visit
from tests.web.test_ask import QUESTION, WORDS, answered, ask


def test_a_conversation_is_judged_named_and_shared_with_a_colleague(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/ask")
    ask(page, QUESTION)
    answered(page)
    right = page.get_by_role("button", name="Right", exact=True)
    right.click()
    expect(page.get_by_role("button", name="Right", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.locator("#conversation-actions summary").click()
    page.get_by_role("button", name="Rename").click()
    page.locator("#rename-name").fill("Length of the bridge")
    page.keyboard.press("Enter")
    expect(page.locator("#conversation-name")).to_have_text("Length of the bridge")
    page.locator("html[data-ready]").wait_for(state="attached")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_role("button", name="Shared", exact=True)).to_be_visible()
    page.locator("html[data-ready]").wait_for(state="attached")
    page.get_by_role("button", name="Shared", exact=True).click()
    visitor.shoot("ask-share-1440-light")
    assert grave_findings(page) == []
    link = page.locator("#share-link").input_value()

    reader = visit("visitor")
    shared = reader.open(link.removeprefix(reader.url))
    expect(shared.locator("h1")).to_have_text("Length of the bridge")
    expect(shared.locator(".answer")).to_contain_text(WORDS)
    check_appearance(reader, "ask-shared")
    shared.locator("a.cite").first.click()
    expect(shared.locator("mark[data-focused]").first).to_contain_text("412 metres")

    page.get_by_role("button", name="Stop sharing").click()
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_visible()
    reader.page.goto(link)
    reader.expect_complaint("404")


def test_a_case_is_filled_and_its_report_written_edited_and_answered_again(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/cases")
    page.locator("input[name=name]").fill("Length of bridges")
    page.keyboard.press("Enter")
    field = page.get_by_label("Name of a document")
    field.fill("Koshi bridge press release")
    field.press("Enter")
    expect(page.get_by_label("Take “Koshi bridge press release” out of the case")).to_be_visible()
    page.locator("html[data-ready]").wait_for(state="attached")
    note = page.get_by_label("Write a note")
    note.fill("Compare with the survey.")
    note.press("Enter")
    expect(page.locator(".note")).to_have_text("Compare with the survey.")
    check_appearance(visitor, "case-workspace")

    page.get_by_role("link", name="New report").click()
    outline = page.get_by_label("Outline")
    expect(outline).to_have_value("What does “Koshi bridge press release” say?")
    check_appearance(visitor, "case-new-report")
    outline.fill(QUESTION)
    page.get_by_role("button", name="Write the report").click()
    said = page.locator(".report .said")
    expect(said.first).to_contain_text(WORDS, timeout=2 * PATIENCE)
    page.locator("html[data-ready]").wait_for(state="attached")
    page.locator(".report summary").first.click()
    page.get_by_label("Text", exact=True).fill("It is long. [1]")
    check_appearance(visitor, "case-report")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(said).to_have_text("It is long.1")
    expect(page.locator(".report")).to_contain_text("Edited by archive-admin")
    page.locator("html[data-ready]").wait_for(state="attached")
    page.get_by_role("button", name="Answer again").click()
    expect(page.locator("dialog#confirm")).to_contain_text("Replace the edited text?")
    page.locator("dialog#confirm [data-yes]").click()
    expect(said.first).to_contain_text(WORDS, timeout=2 * PATIENCE)

    nepali = visit(width=390, height=844, language="ne")
    nepali.open(page.url.removeprefix(visitor.url))
    nepali.shoot("case-report-ne-390-light")
