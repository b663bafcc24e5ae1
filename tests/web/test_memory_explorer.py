"""The explorer in a browser: the graph, the two times, the evidence, and messages that arrive."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import PATIENCE
from tests.web.conftest import Site, Visit
from tests.web.program import Program
from tests.web.test_looks import look_at

expect.set_options(timeout=PATIENCE)

GROUP = "/app/memory/suryakot"
SAID = (
    ("2021-01-10T09:00:00+05:45", "Ram Thapa works at Himal Builders. He lives in Chandani."),
    ("2021-02-01T09:00:00+05:45", "Ram Thapa became mayor of Suryakot."),
    ("2022-05-20T10:00:00+05:45", "Sita Rai became mayor of Suryakot."),
    ("2023-03-03T10:00:00+05:45", "Gita Rai works at Himal Builders. Gita Rai lives in Pokhara."),
    ("2025-01-15T10:00:00+05:45", "राम थापा काठमाडौंमा बस्छन्।"),
)
DEADLINE = 120.0


@pytest.fixture(scope="module")
def told(site: Site, cookies: Callable[[str], dict[str, str]]) -> str:
    """A group whose messages were read, one of them in vain."""
    program = Program(site, cookies("archive-admin"))
    messages = [message(at, content) for at, content in SAID]
    messages.append({**message(SAID[0][0], "Never read."), "uuid": "no-episode"})
    body = {"group_id": "suryakot", "messages": messages}
    program.client.post("/messages", json=body).raise_for_status()
    program.wait(lambda: not program.get("/messages/jobs?group_id=suryakot")["queued"])
    program.client.post("/group/suryakot/communities").raise_for_status()
    program.wait(lambda: _told_of(program.get("/group/suryakot/communities")["communities"]))
    return GROUP


def _told_of(communities: list[Any]) -> bool:
    """Whether there are circles, and all are told of; an entity by itself is none."""
    circles = [each for each in communities if len(each["members"]) > 1]
    return bool(circles) and all(each["summary"] for each in circles)


def message(at: str, content: str) -> dict[str, Any]:
    return {"content": content, "role_type": "user", "role": "Asha", "timestamp": at}


def drawn(page: Page) -> Page:
    page.wait_for_selector("[data-memory][data-drawn]", state="attached")
    return page


def test_memory_looks_right(visit: Visit, told: str) -> None:
    look_at(visit, "memory-empty", "/app/memory", who="empty-admin")
    look_at(visit, "memory", told, who="archive-admin")
    look_at(visit, "memory-communities", f"{told}?panel=communities", who="archive-admin")
    look_at(
        visit, "memory-messages-ne", f"{told}?panel=messages", who="archive-admin", language="ne"
    )


def test_an_entity_is_found_and_its_fact_is_traced_to_its_words(visit: Visit, told: str) -> None:
    visitor = visit()
    page = drawn(visitor.open(told))
    page.keyboard.press("/")
    page.keyboard.type("राम", delay=20)
    expect(page.locator("#found [role=option]").first).to_contain_text("Ram Thapa")
    page.keyboard.press("Enter")
    expect(page.locator("#entity-name")).to_contain_text("Ram Thapa")
    assert "panel=entity" in page.url and "entity=" in page.url
    expect(page.locator(".timeline > li[data-over]").first).to_be_visible()
    visitor.shoot("memory-timeline-1440-light")

    page.keyboard.press("j")
    expect(page.locator(".timeline [data-open]").first).to_be_focused()
    page.locator(".timeline [data-open]", has_text="Suryakot").click()
    expect(page.locator("mark[data-hit]")).to_contain_text("mayor of Suryakot")
    expect(page.locator(".ending")).to_contain_text("Sita Rai")
    visitor.shoot("memory-fact-1440-light")
    page.keyboard.press("b")
    expect(page.locator("#entity-name")).to_contain_text("Ram Thapa")
    page.keyboard.press("x")
    expect(page.locator("#fact-rows")).to_be_visible()
    assert "entity=" not in page.url


def test_the_two_times_stand_in_the_address_and_change_what_is_told(
    visit: Visit, told: str
) -> None:
    page = drawn(visit().open(told))
    rows = page.locator("#fact-rows > li", has_text="mayor of")
    ram, sita = rows.filter(has_text="Ram Thapa"), rows.filter(has_text="Sita Rai")
    expect(sita).to_have_count(1)
    expect(ram).to_have_count(0)
    page.locator("#holds-at").fill("2021-06-01")
    page.locator("#holds-at").dispatch_event("change")
    expect(ram).to_have_count(1)
    expect(sita).to_have_count(0)
    assert "holds=2021-06-01" in page.url
    page.reload()
    expect(page.locator("#holds-at")).to_have_value("2021-06-01")
    drawn(page)
    page.locator("[data-time=holds] [data-now]").click()
    expect(sita).to_have_count(1)
    assert "holds=" not in page.url
    page.keyboard.press("o")
    expect(ram).to_have_count(1)
    assert "ended=yes" in page.url


def test_the_graph_answers_to_the_keyboard_and_the_mouse(visit: Visit, told: str) -> None:
    page = drawn(visit().open(told))
    page.locator("canvas").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#entity-name")).to_be_visible()
    first = page.locator("#entity-name").inner_text()
    page.locator("canvas").focus()
    here = page.evaluate("location.href")
    for key in ("ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
        if page.evaluate("location.href") != here:
            break  # nobody may stand on one side, and the way back leads to the first again
    expect(page.locator("#entity-name")).not_to_have_text(first)
    page.keyboard.press("e")
    page.keyboard.press("0")
    kind = page.locator("[data-legend] button", has_text="Person")
    kind.click()
    expect(kind).to_have_attribute("aria-pressed", "false")


def test_a_message_is_posted_and_arrives_by_itself(visit: Visit, told: str) -> None:
    page = drawn(visit().open(told))
    page.keyboard.press("m")
    page.locator("#content").fill("Maya Lama works at Nepal Bank.")
    page.locator("#role").fill("Asha")
    page.get_by_role("button", name="Post").click()
    expect(page.locator(".toast")).to_contain_text("Message accepted.")
    expect(page.locator("#content")).to_have_value("")
    expect(page.locator(".episodes > li").first).to_contain_text(
        "Maya Lama works at Nepal Bank.", timeout=DEADLINE * 1000
    )
    expect(page.locator(".reason")).to_contain_text("There is no episode")
    page.locator(".episodes [data-open]").first.click()
    expect(page.locator("#fact-words")).to_contain_text("Maya Lama")
    page.get_by_role("button", name="Delete").click()
    page.locator("#confirm [data-yes]").click()
    expect(page.locator(".toast").last).to_contain_text("Fact deleted.")
    expect(page.locator("#fact-words")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"^(?!.*fact=)"))


def test_on_a_phone_the_panes_are_tabs(visit: Visit, told: str) -> None:
    page = drawn(visit(width=390, height=844).open(told))
    expect(page.locator("canvas")).to_be_visible()
    expect(page.locator("#beside")).to_be_hidden()
    page.get_by_role("tab", name="Facts").click()
    expect(page.locator("#fact-rows")).to_be_visible()
    expect(page.locator("canvas")).to_be_hidden()
    page.locator("#fact-rows [data-open]").first.click()
    expect(page.locator("#fact-words")).to_be_visible()


def test_mending_looks_right_and_works_without_leaving_the_page(visit: Visit, told: str) -> None:
    look_at(visit, "memory-audit", f"{told}?panel=audit&show=recent", who="archive-admin")
    page = drawn(visit().open(told))
    page.locator(".mend > summary", has_text="Add a fact").click()
    page.locator("#add-subject").fill("Gita Rai")
    page.locator("#add-relation").fill("LIKES")
    page.locator("#add-object").fill("Kayaking")
    page.locator("#why-add").fill("She told us.")
    page.locator("#why-add").press("Enter")
    row = page.locator("#fact-rows [data-open]", has_text="Gita Rai likes Kayaking")
    expect(row).to_be_visible()
    row.click()
    fact = page.url
    page.locator("#why-judge").fill("A misunderstanding.")
    page.get_by_role("button", name="Refuse").click()
    expect(page.locator(".edits")).to_contain_text("A misunderstanding.")
    look_at(visit, "memory-mended-fact", told + fact.partition(told)[2], who="archive-admin")
    page.locator(".edits > li", has_text="Refused").get_by_role("button", name="Undo").click()
    expect(page.locator(".edits > [data-over]", has_text="Refused")).to_be_visible()
