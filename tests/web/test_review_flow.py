"""A review from start to registry: by keyboard, corrected on the page, started from the library."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.registry.sample_records import a_person
from tests.web.browser import PATIENCE
from tests.web.conftest import Site, Visit
from tests.web.test_reviewing import Desk, entity, name_on, opened, tally

expect.set_options(timeout=PATIENCE)

WHO = "flow-admin"
PEOPLE = (
    "Laxmi Devkota", "Hom Nath Acharya", "Sabitri Pandey", "Dil Maya Tamang", "Gopal Basnet",
    "Rukmini Joshi", "Tek Bahadur Malla", "Anjana Regmi", "Mukti Ram Poudel", "Shanti Oli",
    "Keshav Dahal", "Nirmala Bista",
)  # fmt: skip
NOTE = "Note of the meeting of 4 June 2024\n\n" + "\n\n".join(
    f"{name}, teacher, lives in Chautara and signed the paper." for name in PEOPLE
)
MAX_PRESSES = 30


@pytest.fixture(scope="module")
def desk(site: Site, cookies: Callable[[str], dict[str, str]]) -> Desk:
    site.staged("tests.web.people", "flow", "admin", "flow-second")
    return Desk(site, cookies(WHO))


class Keyboard:
    """The keys of a page, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.presses = page, 0

    def press(self, key: str) -> None:
        self.presses += 1
        self.page.keyboard.press(key)


def open_entities(desk: Desk, session_id: str) -> list[Any]:
    entities = desk.state(session_id)["entities"]
    return [each for each in entities if not each["withdrawn"]]


def test_a_review_of_twelve_entities_takes_under_thirty_presses(visit: Visit, desk: Desk) -> None:
    for name in PEOPLE[:4]:
        for district in ("Kaski", "Morang"):
            record = a_person(name, "", attributes={"district": district})
            desk.client.post("/api/entities", json=record).raise_for_status()
    session_id = desk.open("note.txt", NOTE)
    assert len(open_entities(desk, session_id)) >= 12
    visitor = visit(WHO)
    page = opened(visitor, session_id)
    keyboard = Keyboard(page)

    undecided = [
        each for each in open_entities(desk, session_id) if each["status"] == "needs_disambiguation"
    ]
    assert len(undecided) == 4
    for number in range(1, 5):
        keyboard.press("2")
        keyboard.press("m")
        expect(tally(page)).to_contain_text(f"{number} of ")
    keyboard.press("y")
    expect(page.locator("[data-does=accept]")).to_have_count(0)
    visitor.shoot("review-all-decided-1440-light")
    keyboard.press("f")
    page.wait_for_url("**/finish")
    visitor.shoot("review-lines-1440-light")
    keyboard.press("f")
    page.wait_for_url(f"**/app/review/{session_id}")

    expect(page.locator("#queue .state", has_text="In the registry").first).to_be_visible()
    desk.wait(lambda: all_applied(desk, session_id))
    assert keyboard.presses < MAX_PRESSES


def all_applied(desk: Desk, session_id: str) -> bool:
    changes = desk.get("/api/agni/changes/")["changes"]
    own = [each for each in changes if each["session_id"] == session_id]
    return bool(own) and all(each["state"] == "applied" for each in own)


def test_metadata_is_corrected_and_restored_on_the_page(visit: Visit, desk: Desk) -> None:
    session_id = desk.open("note.txt", NOTE)
    visitor = visit(WHO)
    page = opened(visitor, session_id)
    page.keyboard.press("d")
    page.fill("#metadata-author", "School Committee")
    page.select_option("#metadata-document_type", "meeting_minutes")
    visitor.shoot("review-metadata-1440-light")
    page.locator("#metadata .button[data-kind=primary]").click()
    expect(page.locator("#about dl")).to_contain_text("School Committee")
    metadata = desk.state(session_id)["metadata"]
    assert (metadata["author"], metadata["document_type"]) == (
        "School Committee",
        "meeting_minutes",
    )
    page.locator("[data-restores=author]").click()
    expect(page.locator("#about dl")).not_to_contain_text("School Committee")
    assert desk.state(session_id)["metadata"]["corrected"] == ["document_type"]


def test_an_entity_is_renamed_retyped_and_restored(visit: Visit, desk: Desk) -> None:
    session_id = desk.open("note.txt", NOTE)
    page = opened(visit(WHO), session_id)
    page.locator("#queue a", has_text="Chautara").click()
    expect(name_on(page)).to_have_text("Chautara")
    page.keyboard.press("e")
    page.select_option("#edit-type", "LOCATION municipality")
    page.locator("#edit [name=text]").first.fill("Chautara Bazar")
    page.locator("#edit .button[data-kind=primary]").click()
    expect(name_on(page)).to_have_text("Chautara Bazar")
    expect(page.locator("#card .settled")).to_contain_text("Corrected by a reviewer")
    renamed = entity(desk, session_id, "Chautara Bazar")
    assert renamed["entity_sub_type"] == "municipality" and not renamed["decided_by"]
    page.locator("[data-does=restore]").click()
    expect(name_on(page)).to_have_text("Chautara")
    assert entity(desk, session_id, "Chautara")["corrected"] == []


SELECT_WORDS = """() => {
  const walker = document.createTreeWalker(
    document.querySelector("[data-text]"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.data.indexOf("signed the paper");
    if (at < 0) continue;
    getSelection().setBaseAndExtent(walker.currentNode, at + 11, walker.currentNode, at + 16);
    return;
  }
}"""


def test_selected_words_become_an_entity(visit: Visit, desk: Desk) -> None:
    session_id = desk.open("note.txt", NOTE)
    visitor = visit(WHO)
    page = opened(visitor, session_id)
    page.evaluate(SELECT_WORDS)
    bar = page.locator("[data-selection]")
    expect(bar).to_be_visible()
    visitor.shoot("review-selection-1440-light")
    bar.get_by_role("button", name="Organisation").click()
    expect(name_on(page)).to_have_text("paper")
    added = entity(desk, session_id, "paper")
    assert added["entity_type"] == "ORGANIZATION" and len(added["mentions"]) == len(PEOPLE)
    expect(page.locator("mark[data-own]").first).to_have_text("paper")


def test_entities_are_merged_and_removed_on_the_page(visit: Visit, desk: Desk) -> None:
    session_id = desk.open("note.txt", NOTE)
    page = opened(visit(WHO), session_id)
    page.locator("#queue a", has_text="Shanti Oli").click()
    expect(name_on(page)).to_have_text("Shanti Oli")
    page.keyboard.press("e")
    page.select_option("#merge-with", label="Keshav Dahal")
    page.locator("[data-does=merge]").click()
    expect(page.locator("#card .who")).to_contain_text("Keshav Dahal")
    expect(page.locator("[data-correcting]")).to_have_count(0)
    merged = entity(desk, session_id, "Shanti Oli")
    assert [name["text"] for name in merged["names"]] == ["Shanti Oli", "Keshav Dahal"]
    page.keyboard.press("e")
    page.locator("#edit [data-does=remove]").click()
    expect(page.locator("#card .settled")).to_contain_text("Removed by a reviewer")


def test_a_library_document_is_reviewed_without_a_second_copy(visit: Visit, desk: Desk) -> None:
    sent = desk.client.post("/api/documents/", files={"file": ("minutes.txt", NOTE)})
    document_id = sent.json()["id"]
    desk.wait(lambda: desk.get(f"/api/documents/{document_id}")["status"] == "completed")
    count = len(desk.get("/api/documents/")["documents"])

    opened_one = desk.client.post("/api/agni/sessions/", data={"document_id": document_id})
    session_id = opened_one.json()["id"]
    desk.wait(lambda: desk.state(session_id)["status"] == "awaiting_review")
    again = desk.client.post("/api/agni/sessions/", data={"document_id": document_id})

    assert again.json()["id"] == session_id
    assert desk.state(session_id)["document_id"] == document_id
    assert len(desk.get("/api/documents/")["documents"]) == count
    desk.client.delete(f"/api/agni/sessions/{session_id}/").raise_for_status()
    assert desk.get(f"/api/documents/{document_id}")["status"] == "completed"


def test_a_conflict_is_shown_and_settled_before_it_is_written(visit: Visit, desk: Desk) -> None:
    record = a_person("Bimala Kunwar", "", attributes={"position": "Nurse"})
    nes_id = desk.client.post("/api/entities", json=record).json()["nes_id"]
    session_id = desk.open("short.txt", "4 June 2024\n\nJudge Bimala Kunwar signed the order.\n")
    desk.resolve(session_id, "Kunwar", action="match", nes_id=nes_id)
    visitor = visit(WHO)
    page = visitor.open(f"/app/review/{session_id}/finish")
    expect(page.locator("main .notice")).to_contain_text("1 value differs from the registry")
    conflict = page.locator(".conflict")
    expect(conflict.locator("input:checked")).to_have_value("keep")
    conflict.get_by_label("Add with the document's date").check()
    visitor.shoot("review-conflict-line-1440-light")
    page.get_by_role("button", name="Confirm 1 change").click()
    page.wait_for_url(f"**/app/review/{session_id}")
    desk.wait(lambda: all_applied(desk, session_id))

    stored = desk.get(f"/api/entities/{nes_id}")
    assert stored["attributes"]["position"][0] == {"value": "Nurse"}
    assert stored["attributes"]["position"][1]["date"] == "2024-06-04"
