"""Days that people type or pick, in either calendar."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Locator, Page, expect

from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.language.calendar import BIKRAM_SAMBAT_MONTHS, LAST_YEAR, parse_day, to_bs
from pramana.web.formatting import format_day_field
from pramana.web.params import typed_day
from tests.web.browser import PATIENCE, check_appearance, grave_findings
from tests.web.conftest import Visit
from tests.web.test_access import signed_in

expect.set_options(timeout=PATIENCE)

CALENDARS = """async ([days, texts]) => {
  const script = document.querySelector("script[src*='web/js/app']").src;
  const module = await import(new URL("dates/calendars.js", script));
  const iso = day => day === null ? null : module.isoText(day);
  return [
    days.map(day => module.BS.parts(module.parseDay(day + " AD")).join("-")),
    texts.map(text => iso(module.parseDay(text))),
  ];
}"""
TEXTS = (
    "2026-04-13",
    "2082-12-30",
    "२०८२/१२/३०",
    "२०२४-०५-०३",
    "13/04/2026",
    "04/13/2026",
    "13 April 2026",
    "April 13th, 2026",
    "30 Chaitra 2082",
    "२०८२ चैत्र ३० गते",
    "वि.सं. २०८२-१२-३०",
    "2030-01-05 BS",
    "2045-01-05 A.D.",
    "1890-01-05",
    "2026-02-30",
    "2082-12-33",
    "2026-04",
    "next week",
    "13 April",
    "2026-04-13 or so",
)


@pytest.mark.parametrize("language", ["en", "ne"])
def test_what_a_field_shows_is_read_back_as_the_same_day(language: str) -> None:
    with translation.override(language):
        for day in (date(1850, 1, 2), date(1950, 6, 7), date(2026, 4, 13), date(2060, 12, 31)):
            assert typed_day(format_day_field(day)) == day


def test_what_nobody_can_read_is_refused_with_a_sentence() -> None:
    assert typed_day("  ") is None
    for text in ("soon", "2026-13-40", "1" * 5000, "2026-04-13\x00x"):
        with pytest.raises(InvalidRequest, match="Write a date as year, month and day"):
            typed_day(text)


@pytest.mark.django_db
@pytest.mark.parametrize(("view", "name"), [("search", "from"), ("ask", "until")])
def test_a_filter_takes_either_calendar_and_reports_what_it_cannot_read(
    scope: Scope, view: str, name: str
) -> None:
    client: Client = signed_in(scope)

    page = client.get(reverse(f"web:{view}"), {name: "2082-12-30"}).content.decode()
    assert 'value="2026-04-13"' in page

    page = client.get(reverse(f"web:{view}"), {name: "whenever"}).content.decode()
    assert "Write a date as year, month and day" in page


def test_scripts_know_the_calendars_as_the_server_does(visit: Visit) -> None:
    page = visit().open("/app/search")
    first, last = date(1943, 4, 14), date(LAST_YEAR - 57, 4, 1)
    days = [first + timedelta(each) for each in range(0, (last - first).days, 29)]

    converted, parsed = page.evaluate(CALENDARS, [[each.isoformat() for each in days], TEXTS])

    written = [f"{each.year}-{each.month}-{each.day}" for each in map(to_bs, days)]
    assert converted == written
    known = [parse_day(text) for text in TEXTS]
    assert parsed == [each.isoformat() if each else None for each in known]


def field_of(page: Page) -> Locator:
    return page.locator("input[name=from]")


def test_a_day_typed_in_either_calendar_filters_and_a_wrong_one_is_refused(visit: Visit) -> None:
    page = visit().open("/app/search?q=bridge")
    field_of(page).fill("2082-12-30")
    field_of(page).press("Enter")
    expect(field_of(page)).to_have_value("2026-04-13")
    page.wait_for_url("**from=2026-04-13**")

    field_of(page).fill("30 of never")
    field_of(page).press("Enter")
    expect(field_of(page)).to_have_attribute("aria-invalid", "true")
    said = field_of(page).evaluate("field => field.validationMessage")
    assert said.startswith("Write a date as year, month and day")
    assert "from=2026-04-13" in page.url


def test_a_day_is_picked_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/search?q=bridge&from=2026-04-13")
    field_of(page).press("Alt+ArrowDown")
    picker = page.get_by_role("dialog", name="Choose a date")
    expect(picker.get_by_role("button", name="13 April 2026")).to_be_focused()
    assert grave_findings(page) == []
    check_appearance(visitor, "date-picker", accessible=False)

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("PageDown")
    expect(picker.get_by_role("button", name="21 May 2026")).to_be_focused()
    page.keyboard.press("Shift+PageUp")
    page.keyboard.press("Enter")
    expect(picker).to_have_count(0)
    expect(field_of(page)).to_have_value("2025-05-21")
    page.wait_for_url("**from=2025-05-21**")

    field_of(page).press("Alt+ArrowDown")
    page.keyboard.press("Escape")
    expect(picker).to_have_count(0)
    expect(field_of(page)).to_be_focused()


def test_nepali_pages_pick_by_bikram_sambat_with_the_other_calendar_beside(visit: Visit) -> None:
    visitor = visit(language="ne")
    page = visitor.open("/app/search?q=bridge&from=2026-04-13")
    expect(field_of(page)).to_have_value("२०८२-१२-३०")
    chip = page.locator(".chip", has=field_of(page))
    chip.locator("[data-picks]").click()
    picker = page.locator(".date-picker")
    month = BIKRAM_SAMBAT_MONTHS[11].split()[0]
    expect(picker.locator("strong")).to_have_text(f"{month} २०८२")
    expect(picker.locator("[aria-selected=true]")).to_have_text("३०")
    thirteenth = picker.locator("[aria-selected=true] button")
    expect(thirteenth).to_have_attribute("data-beside", "१३")
    assert grave_findings(page) == []
    check_appearance(visitor, "date-picker-ne", accessible=False)

    picker.get_by_role("button", name="अर्को महिना").click()
    fifth = f"५ {BIKRAM_SAMBAT_MONTHS[0].split()[0]} २०८३, १८ अप्रिल २०२६"
    picker.get_by_role("button", name=fifth, exact=True).click()
    expect(field_of(page)).to_have_value("२०८३-०१-०५")
    page.wait_for_url("**from=2026-04-18**")

    chip.locator("[data-picks]").click()
    picker.get_by_role("button", name="ई.सं.").click()
    expect(picker.locator("strong")).to_have_text("अप्रिल २०२६")
    picker.locator("[data-sets=none]").click()
    expect(field_of(page)).to_have_value("")
    page.wait_for_url(lambda address: "from=" not in address)
