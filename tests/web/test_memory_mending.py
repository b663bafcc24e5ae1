"""Mending memory in a browser, by keyboard and by mouse."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.waiting import wait_until
from tests.web.browser import PATIENCE
from tests.web.conftest import Site, Visit
from tests.web.program import DEADLINE, Program
from tests.web.test_memory_explorer import drawn, message

expect.set_options(timeout=PATIENCE)

GROUP = "/app/memory/mendable"
SAID = (
    ("2024-01-05T08:00:00+05:45", "Nirmala Basnet works at Sagarmatha Press. She lives in Beni."),
    ("2024-02-05T08:00:00+05:45", "Hari Lama told me that Nirmala Basnet lives in Dhankuta."),
    ("2024-03-05T08:00:00+05:45", "निर्मला बस्नेत पोखरामा बस्छिन्।"),
    ("2024-04-05T08:00:00+05:45", "Kiran Gurung likes chess. Kiran Gurung owns a bakery."),
    ("2024-05-05T08:00:00+05:45", "Deepa Tamang likes tea."),
)
RECORD_DRAWING = """
  window.drawnWords = new Set();
  window.drawnColours = new Set();
  const { fillText, stroke } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (words, ...place) {
    window.drawnWords.add(words);
    return fillText.call(this, words, ...place);
  };
  CanvasRenderingContext2D.prototype.stroke = function (...path) {
    window.drawnColours.add(this.strokeStyle);
    return stroke.call(this, ...path);
  };
"""
"""Keep what a canvas writes, and the colours of its lines."""
COLOUR_OF_KIND = """shape => {
  const pen = document.createElement("canvas").getContext("2d");
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `var(--kind-${shape})`;
  pen.strokeStyle = getComputedStyle(probe).color;
  probe.remove();
  return pen.strokeStyle;
}"""
RENEW_AT_ONCE = """async () => {
  const script = document.querySelector("script[src*='web/js/memory/explorer']").src;
  const { refresh } = await import(new URL("../swap.js", script));
  const said = await (await fetch(location.href)).text();
  const copy = said.replace('id="panel"', 'id="panel" data-copy');
  const ask = window.fetch;
  window.fetch = async () => ({ ok: true, text: async () => copy });
  document.getElementById("panel").classList.add("renewed");
  document.querySelector(".mend > summary").click();
  await refresh();
  window.fetch = ask;
}"""
"""Open a form; another copy of the page arrives before the browser tells that it opened."""
MOST_TABS = 60


@pytest.fixture(scope="module")
def program(site: Site, cookies: Callable[[str], dict[str, str]]) -> Program:
    """Someone who has posted the messages of a group, and waited until they were read."""
    program = Program(site, cookies("archive-admin"))
    messages = [message(at, content) for at, content in SAID]
    body = {"group_id": "mendable", "messages": messages}
    program.client.post("/messages", json=body).raise_for_status()
    program.wait(lambda: not program.get("/messages/jobs?group_id=mendable")["queued"])
    return program


def nodes(program: Program, query: str) -> dict[str, str]:
    body = {"query": query, "group_ids": ["mendable"]}
    found: list[Any] = program.client.post("/search/nodes", json=body).json()["nodes"]
    return {each["name"]: each["uuid"] for each in found}


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until this has the focus."""
    for _ in range(MOST_TABS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}.")


def toast(page: Page) -> Any:
    return page.locator(".toast").last


def test_a_claim_is_confirmed_and_that_is_undone_by_keyboard(
    visit: Visit, program: Program
) -> None:
    page = drawn(visit().open(f"{GROUP}?panel=audit"))
    claim = page.locator(".audit [data-open]", has_text="Dhankuta")
    for _ in range(MOST_TABS):
        page.keyboard.press("j")
        if claim.evaluate("each => each === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("#fact-words")).to_contain_text("Dhankuta")
    expect(page.locator(".fact-card")).to_contain_text("not confirmed")

    tab_to(page, "#why-judge")
    page.keyboard.type("Her landlord says so.")
    page.keyboard.press("Enter")
    expect(toast(page)).to_contain_text("Fact confirmed.")
    expect(page.locator(".fact-card")).not_to_contain_text("not confirmed")
    expect(page.locator(".edits")).to_contain_text("Her landlord says so.")
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_have_count(0)

    page.locator("#fact-words").click()
    tab_to(page, ".edits button")
    page.keyboard.press("Enter")
    expect(page.locator(".fact-card")).to_contain_text("not confirmed")
    expect(page.locator(".edits > [data-over]")).to_contain_text("Her landlord says so.")


def test_an_entity_is_split_and_merged_and_both_are_undone(visit: Visit, program: Program) -> None:
    kiran = nodes(program, "Kiran Gurung")["Kiran Gurung"]
    page = drawn(visit().open(f"{GROUP}?panel=entity&entity={kiran}"))

    page.locator(".mend > summary", has_text="Split off").click()
    page.locator("#split-name").fill("Kiran Gurung of Beni")
    page.get_by_label("Kiran Gurung owns").first.check()
    page.locator("#why-split").fill("The baker is another man.")
    page.get_by_role("button", name="Split").click()
    expect(toast(page)).to_contain_text("Split.")
    expect(page.locator(".timeline")).not_to_contain_text("bakery")
    undo = page.locator(".edits > li", has_text="The baker").get_by_role("button", name="Undo")
    undo.click()
    expect(page.locator(".timeline")).to_contain_text("bakery")

    page.locator(".mend > summary", has_text="Merge another").focus()
    page.keyboard.press("Enter")
    tab_to(page, "#merge-other")
    page.keyboard.type("Deepa Tamang")
    tab_to(page, "#why-merge")
    page.keyboard.type("Deepa is her pen name.")
    page.keyboard.press("Enter")
    expect(page.locator(".timeline")).to_contain_text("tea")
    expect(page.locator(".entity")).to_contain_text("Also called Deepa Tamang")
    page.locator("#entity-name").click()
    tab_to(page, ".edits button")
    page.keyboard.press("Enter")
    expect(page.locator(".timeline")).not_to_contain_text("tea")
    assert "Deepa Tamang" in nodes(program, "Deepa Tamang")


def test_a_duplicate_is_settled_with_a_reason_by_keyboard_and_by_mouse(
    visit: Visit, program: Program
) -> None:
    page = drawn(visit().open(f"{GROUP}?panel=duplicates"))
    pair = page.locator("[id^=duplicate-]", has_text="निर्मला बस्नेत")
    expect(pair).to_contain_text("the same name in another script")
    pair.locator("[data-open]").focus()
    page.keyboard.press("c")
    expect(page.locator("#why-confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_visible()  # without a reason nothing happens
    page.keyboard.type("One woman, two scripts.")
    page.keyboard.press("Enter")
    expect(toast(page)).to_contain_text("Merge confirmed.")
    expect(page.locator(".settled ~ .rows")).to_contain_text("निर्मला बस्नेत")

    pair.get_by_role("button", name="Keep separate").click()
    page.locator("#why-confirm").fill("Two women after all.")
    page.locator("#confirm [data-yes]").click()
    expect(pair).to_have_count(0)
    page.locator("[role=tab][data-panel=audit]").click()
    page.get_by_role("link", name="Changes").click()
    separation = page.locator(".edits > li", has_text="Two women after all.")
    separation.get_by_role("button", name="Undo").click()
    expect(toast(page)).to_contain_text("Undone.")
    confirmation = page.locator(".edits > li", has_text="One woman, two scripts.")
    confirmation.get_by_role("button", name="Undo").click()
    expect(page.locator(".edits > [data-over]", has_text="One woman")).to_be_visible()
    page.locator("[role=tab][data-panel=duplicates]").click()
    expect(pair.get_by_role("button", name="Confirm the merge")).to_be_visible()


def test_an_ended_fact_is_reopened_with_a_reason(visit: Visit, program: Program) -> None:
    page = drawn(visit().open(f"{GROUP}?ended=yes"))
    page.locator("#fact-rows [data-open]", has_text="Beni").click()
    ending = page.locator(".ending[data-tone=attention]")
    page.get_by_role("button", name="Reopen").click()
    page.get_by_role("button", name="Go back").click()
    expect(ending).to_have_count(1)
    page.get_by_role("button", name="Reopen").click()
    page.locator("#why-confirm").fill("She kept the house.")
    page.keyboard.press("Enter")
    expect(ending).to_have_count(0)
    page.locator(".edits > li", has_text="She kept").get_by_role("button", name="Undo").click()
    expect(ending).to_have_count(1)


def test_junk_is_refused_at_once_and_comes_back(visit: Visit, program: Program) -> None:
    page = drawn(visit().open(f"{GROUP}?panel=audit&show=recent"))
    for words in ("likes tea", "likes chess"):
        page.locator(".audit li", has_text=words).get_by_role("checkbox").check()
    page.locator("#why-refusal").fill("Small talk.")
    page.get_by_role("button", name="Refuse the selected").click()
    expect(page.locator(".audit li", has_text=re.compile("tea|chess"))).to_have_count(0)
    page.get_by_role("link", name="Changes").click()
    refused = page.locator(".edits > li", has_text="Small talk.")
    expect(refused).to_have_count(2)
    expect(refused.first).to_contain_text("likes")
    for undone in (1, 2):
        open_edit = page.locator(".edits > li:not([data-over])", has_text="Small talk.").first
        open_edit.get_by_role("button", name="Undo").click()
        expect(page.locator(".edits > [data-over]", has_text="Small talk.")).to_have_count(undone)
    page.get_by_role("link", name="Added lately").click()
    expect(page.locator(".audit li", has_text=re.compile("tea|chess"))).to_have_count(2)


def test_the_canvas_names_relations_and_colours_kinds(visit: Visit, program: Program) -> None:
    visitor = visit()
    visitor.page.add_init_script(RECORD_DRAWING)
    page = drawn(visitor.open(GROUP))
    relations = {"owns", "works at", "lives in", "likes"}
    wait_until(lambda: relations & set(page.evaluate("[...drawnWords]")), DEADLINE)
    page.evaluate("drawnWords.clear()")
    page.locator("#fact-rows [data-open]", has_text="owns").click()
    wait_until(lambda: "owns" in page.evaluate("[...drawnWords]"), DEADLINE)
    drawn_colours = set(page.evaluate("[...drawnColours]"))
    colours = [page.evaluate(COLOUR_OF_KIND, shape) for shape in ("circle", "square", "diamond")]
    assert len(set(colours)) == 3
    assert set(colours) <= drawn_colours


def test_what_is_opened_while_the_page_renews_stays_open(visit: Visit, program: Program) -> None:
    page = drawn(visit().open(GROUP))
    page.evaluate(RENEW_AT_ONCE)
    expect(page.locator("#panel.renewed")).to_have_count(0)
    expect(page.locator("#add-subject")).to_be_visible()


def test_on_a_phone_the_tab_of_the_panel_is_in_view(visit: Visit, program: Program) -> None:
    page = visit(width=390, height=844).open(f"{GROUP}?panel=settings")
    expect(page.get_by_role("tab", name="Settings")).to_be_in_viewport(ratio=0.9)
