"""The review as people use it, in a browser."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.documents.reading.papers import column, pdf
from tests.registry.sample_records import a_person
from tests.web.browser import PATIENCE, Visitor
from tests.web.conftest import Site, Visit
from tests.web.program import Program
from tests.web.test_looks import look_at

expect.set_options(timeout=PATIENCE)

FIRST, SECOND = "desk-admin", "second-admin"
RELEASE = """Chandani Municipality
PRESS RELEASE
28 May 2024

Mayor Hari Prasad Khanal signed a bridge contract with Himal Construction Company in Pokhara.
Sita Gurung, chair of ward 4, was present. Binod Shrestha, the chief officer, wrote the minutes.

नगर प्रमुख श्री हरिप्रसाद खनालले हिमाल निर्माण सेवा प्रा.लि.सँग पुल निर्माणको सम्झौता गर्नुभयो।
सो कार्यक्रममा वडा अध्यक्ष सीता गुरुङ पनि उपस्थित हुनुहुन्थ्यो।

Hari Prasad Khanal said that the bridge opens in March. Sita Gurung thanked the engineers.
"""
RECORDS = (
    a_person("Hari Prasad Khanal", "हरिप्रसाद खनाल", attributes={"position": "Teacher"}),
    a_person("Hari Prasad Khanal", "", attributes={"district": "Kaski"}),
    a_person("Sita Kumari Gurung", "सीता कुमारी गुरुङ", attributes={"district": "Lamjung"}),
    a_person("Binod Kumar Shrestha", "विनोद कुमार श्रेष्ठ"),
)

KINDS = ("new", "update", "proposed", "skipped")


class Desk(Program):
    def open(self, name: str = "release.txt", content: str | bytes = RELEASE) -> str:
        """A session that waits for a person."""
        sent = self.client.post("/api/agni/sessions/", files={"document": (name, content)})
        assert sent.status_code == 201, sent.text
        session_id = str(sent.json()["id"])
        self.wait(lambda: self.state(session_id)["status"] in ("awaiting_review", "failed"))
        return session_id

    def state(self, session_id: str) -> Any:
        return self.get(f"/api/agni/sessions/{session_id}/")

    def resolve(self, session_id: str, name: str, **asked: Any) -> None:
        entities = self.state(session_id)["entities"]
        index = next(n for n, each in enumerate(entities) if name in str(each["names"]))
        path = f"/api/agni/sessions/{session_id}/entities/{index}/"
        self.client.post(path, json=asked).raise_for_status()


@pytest.fixture(scope="module")
def desk(site: Site, cookies: Callable[[str], dict[str, str]]) -> Desk:
    site.staged("tests.web.people", "desk", "admin", SECOND)
    desk = Desk(site, cookies(FIRST))
    for record in RECORDS:
        desk.client.post("/api/entities", json=record).raise_for_status()
    return desk


def opened(visitor: Visitor, session_id: str, query: str = "") -> Page:
    page = visitor.open(f"/app/review/{session_id}{query}")
    page.wait_for_selector("[data-review][data-started]")
    return page


def name_on(page: Page) -> Locator:
    return page.locator("#card-name")


def tally(page: Page) -> Locator:
    return page.locator("#standing strong")


def entity(desk: Desk, session_id: str, name: str) -> Any:
    entities = desk.state(session_id)["entities"]
    return next(each for each in entities if name in str(each["names"]))


def test_decisions_are_made_and_taken_back_with_the_keyboard(visit: Visit, desk: Desk) -> None:
    session_id = desk.open()
    page = opened(visit(FIRST), session_id)
    expect(name_on(page)).to_have_text("Hari Prasad Khanal")
    expect(page.locator("mark[data-focused]")).to_have_text("Hari Prasad Khanal")
    other = page.get_attribute("[name=candidate][data-number='2']", "value")

    page.keyboard.press("2")
    page.keyboard.press("m")
    expect(tally(page)).to_have_text("1 of 7 decided")
    expect(name_on(page)).not_to_have_text("Hari Prasad Khanal")
    page.keyboard.press("c")
    expect(tally(page)).to_have_text("2 of 7 decided")
    page.locator("[data-reason]").fill("A namesake.")
    page.keyboard.press("Escape")
    skipped = name_on(page).inner_text()
    page.keyboard.press("s")
    expect(tally(page)).to_have_text("3 of 7 decided")
    assert entity(desk, session_id, skipped)["skip_reason"] == "A namesake."
    page.keyboard.press("u")
    expect(tally(page)).to_have_text("2 of 7 decided")
    expect(name_on(page)).to_have_text(skipped)

    assert entity(desk, session_id, "Khanal")["matched_id"] == other
    assert entity(desk, session_id, skipped)["decided_by"] is None


def test_keys_walk_the_queue_and_the_text_follows_and_leads(visit: Visit, desk: Desk) -> None:
    page = opened(visit(FIRST), desk.open())
    page.keyboard.press("j")
    expect(name_on(page)).to_contain_text("Sita Gurung")
    expect(page.locator("mark[data-focused]")).to_have_text("Sita Gurung")
    page.keyboard.press("n")
    expect(page.locator("mark[data-focused]")).to_have_text("सीता गुरुङ")
    page.keyboard.press("k")
    expect(name_on(page)).to_have_text("Hari Prasad Khanal")
    expect(page.locator("mark[data-own]")).to_have_count(3)

    page.locator("mark", has_text="Pokhara").click()
    expect(name_on(page)).to_have_text("Pokhara")
    assert "entity=" in page.url
    page.reload()
    expect(name_on(page)).to_have_text("Pokhara")
    page.locator("#about summary").click()
    page.locator("#about [data-place]").first.click()
    expect(page.locator("mark[data-focused]").first).to_be_in_viewport()


def test_the_registry_is_searched_and_the_find_is_matched(visit: Visit, desk: Desk) -> None:
    session_id = desk.open()
    page = opened(visit(FIRST), session_id)
    page.keyboard.press("/")
    page.keyboard.type("Binod Kumar", delay=10)
    found = page.locator("[data-found] .candidate")
    expect(found.first).to_contain_text("Binod Kumar Shrestha")
    page.keyboard.press("Enter")
    page.keyboard.press("m")
    expect(tally(page)).to_have_text("1 of 7 decided")

    wanted = desk.client.get("/api/entities", params={"query": "Binod Kumar Shrestha"}).json()
    assert entity(desk, session_id, "Khanal")["matched_id"] == wanted["entities"][0]["nes_id"]


def test_names_and_attributes_are_edited_before_creating(visit: Visit, desk: Desk) -> None:
    session_id = desk.open()
    page = opened(visit(FIRST), session_id)
    page.keyboard.press("e")
    names, attributes = (page.locator("#edit fieldset").nth(place) for place in (0, 1))
    names.locator("[name=text]").first.fill("Hari P. Khanal")
    attributes.locator("[data-adds]").click()
    attributes.locator("[name=key]").last.fill("district")
    attributes.locator("[name=value]").last.fill("Kaski")
    desk.resolve(session_id, "Pokhara", action="skip")  # news from elsewhere must not take it away
    expect(tally(page)).to_have_text("1 of 7 decided")
    page.get_by_role("button", name="Create record").click()
    expect(tally(page)).to_have_text("2 of 7 decided")

    made = entity(desk, session_id, "Hari P. Khanal")
    assert made["status"] == "create_new" and made["decided_by"]
    assert made["entity_data"] == {"position": "Mayor", "district": "Kaski"}


def test_the_extractor_answers_in_the_drawer_while_one_looks(visit: Visit, desk: Desk) -> None:
    session_id = desk.open()
    page = opened(visit(FIRST), session_id)
    page.keyboard.press("t")
    page.locator("[data-thread=entities]").click()
    page.locator("#drawer textarea").fill("Pokhara is an organization")
    page.keyboard.press("Enter")
    expect(page.locator("#messages [data-author=user]")).to_contain_text("is an organization")
    expect(page.locator("#messages [data-author=ai]").last).to_contain_text("Pokhara")
    now = page.locator("#queue li", has=page.locator("[data-kind=ORGANIZATION]"))
    expect(now.filter(has_text="Pokhara")).to_have_count(1)
    page.locator("[data-thread=metadata]").click()
    expect(page.locator("#messages [data-author]")).to_have_count(0)


STALE_DECISION = """() => {
  document.getElementById("card").dataset.seen = "2020-01-01T00:00:00+00:00";
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "c", bubbles: true }));
}"""
"""Decides on what the page showed long ago, before news of the other's decision can refresh it."""


def test_two_reviewers_see_each_other_and_none_is_overwritten_unread(
    visit: Visit, desk: Desk
) -> None:
    session_id = desk.open()
    hers, his = visit(SECOND), visit(FIRST)
    mine, theirs = opened(his, session_id), opened(hers, session_id)

    theirs.keyboard.press("s")
    expect(mine.locator("#queue [data-decided]")).to_contain_text(SECOND)  # without a reload
    expect(tally(mine)).to_have_text("1 of 7 decided")
    mine.locator("#queue a", has_text="Hari Prasad Khanal").click()
    expect(mine.locator("#card .settled")).to_contain_text(f"Decided by {SECOND}")
    mine.evaluate(STALE_DECISION)
    expect(mine.locator("#card .notice")).to_contain_text(f"{SECOND} decided this first")
    his.shoot("review-conflict-1440-light")
    assert entity(desk, session_id, "Khanal")["status"] == "skipped"
    mine.get_by_role("button", name="Use my decision").click()
    expect(theirs.locator("#queue [data-decided]")).to_contain_text(FIRST)

    assert entity(desk, session_id, "Khanal")["status"] == "create_new"
    his.expect_complaint("409")


def test_the_summary_is_confirmed_and_reaches_the_registry(visit: Visit, desk: Desk) -> None:
    session_id = desk.open()
    visitor = visit(FIRST)
    page = opened(visitor, session_id)
    page.keyboard.press("f")
    expect(page.locator("main .notice")).to_contain_text("3 entities need a decision")
    assert page.get_by_role("button", name="Confirm").count() == 0
    desk.resolve(session_id, "Khanal", action="match", nes_id="person_1")
    desk.resolve(session_id, "Gurung", action="create", confirmed=True)
    desk.resolve(session_id, "Binod", action="skip", reason="Only the minutes.")
    page.reload()
    parts = {kind: page.locator(f".diff [data-kind={kind}]") for kind in KINDS}
    expect(parts["update"]).to_contain_text("person_1")
    expect(parts["new"]).to_contain_text("Name: Sita Gurung")
    expect(parts["new"]).to_contain_text("Name: सीता गुरुङ")
    expect(parts["skipped"]).to_contain_text("Only the minutes.")
    expect(parts["proposed"].locator("li > .row")).to_have_count(4)
    visitor.shoot("review-finish-ready-1440-light")
    page.fill("#description", "From the release.")
    expect(page.get_by_role("button", name="Confirm 6 changes")).to_be_visible()
    page.get_by_role("button", name="Confirm, apply later").click()

    page.wait_for_url(f"**/app/review/{session_id}")
    expect(page.locator("#standing .notice")).to_contain_text("6 changes saved")
    visitor.shoot("review-approved-1440-light")
    page.get_by_role("button", name="Apply to the registry").click()
    expect(page.locator("#queue .state", has_text="In the registry")).to_have_count(6)


def test_a_document_is_brought_and_its_page_becomes_the_review(
    visit: Visit, desk: Desk, tmp_path: Path
) -> None:
    (tmp_path / "notice.txt").write_text(RELEASE)
    page = visit(FIRST).open("/app/review")
    if not page.is_visible("#guidance"):  # it stands open where nothing was reviewed yet
        page.keyboard.press("u")
    page.set_input_files("#document", tmp_path / "notice.txt")
    page.fill("#guidance", "People first.")
    page.get_by_role("button", name="Start review").click()
    page.wait_for_url("**/app/review/*-*")
    expect(tally(page)).to_have_text("0 of 7 decided")  # by itself


def test_two_hundred_mentions_are_there_when_the_page_is(visit: Visit, desk: Desk) -> None:
    day = "Hari Prasad Khanal met Sita Gurung on day {}.\n\n"
    session_id = desk.open("diary.txt", "".join(day.format(number) for number in range(100)))
    visitor = visit(FIRST)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    page = visitor.open(f"/app/review/{session_id}")

    assert page.locator("mark[data-of]").count() == 200
    assert name_on(page).count() == 1
    assert not [each for each in asked if "/window?" in each]
    page.keyboard.press("p")
    expect(page.locator("mark[data-focused]")).to_be_in_viewport()


PLACE_BOX = """() => {
  const box = document.querySelector(".box[data-kind='LOCATION']");
  const { x, y, width, height } = box?.getBoundingClientRect() ?? { width: 0 };
  return width && { name: box.dataset.name, x: x + width / 2, y: y + height / 2 };
}"""


def test_a_pressed_mention_on_the_page_chooses_its_entity(visit: Visit, desk: Desk) -> None:
    lines = [line for line in RELEASE.splitlines() if line.isascii() and line]
    pages = [column(60, lines), column(60, ["Sita Gurung closed the meeting."])]
    visitor = visit(FIRST)
    page = opened(visitor, desk.open("release.pdf", pdf(*pages)))
    expect(page.locator(".box[data-focused]").first).to_be_in_viewport()
    expect(page.locator("#source")).to_be_hidden()
    visitor.shoot("review-page-1440-light")
    found = page.wait_for_function(PLACE_BOX).json_value()  # at once: boxes may be drawn anew
    page.mouse.click(found["x"], found["y"])
    expect(name_on(page)).to_have_text(found["name"])
    page.locator("[data-current-page]").fill("2")
    page.keyboard.press("Enter")
    expect(page.locator(".folio[data-page='1'] .box").first).to_be_in_viewport()
    page.keyboard.press("i")
    expect(page.locator("#source")).to_be_visible()


def test_on_a_phone_the_panes_are_tabs(visit: Visit, desk: Desk) -> None:
    page = opened(visit(FIRST, width=390, height=844), desk.open())
    expect(page.locator("#source")).to_be_hidden()
    page.get_by_role("tab", name="Document").click()
    expect(page.locator("mark[data-focused]")).to_be_in_viewport()
    page.locator("mark", has_text="Pokhara").click()
    expect(name_on(page)).to_have_text("Pokhara")
    expect(page.locator("#source")).to_be_hidden()


def test_a_review_looks_right(visit: Visit, desk: Desk) -> None:
    session_id = desk.open()
    look_at(visit, "review", f"/app/review/{session_id}", who=FIRST)
    look_at(visit, "review-talk", f"/app/review/{session_id}?talk=entities", who=FIRST)
    look_at(visit, "review-finish", f"/app/review/{session_id}/finish", who=FIRST)
    look_at(visit, "reviews", "/app/review", who=FIRST)
    look_at(visit, "review-ne", f"/app/review/{session_id}", who=FIRST, language="ne")
    look_at(visit, "reviews-empty", "/app/review", who="empty-admin")


def test_the_field_for_files_speaks_the_readers_language(visit: Visit) -> None:
    page = visit("empty-admin", language="ne").open("/app/review")
    words = page.locator(".file-field > span")
    expect(words).to_have_text("फाइलहरू छान्नुहोस् वा यहाँ छोड्नुहोस्")

    chosen = {"name": "release.txt", "mimeType": "text/plain", "buffer": b"words"}
    page.locator("input[type=file]").first.set_input_files(chosen)

    expect(words).to_have_text("release.txt")
