"""Asking in a browser: sentences as they come, numbers that open their words, and every ending."""

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import PATIENCE, Visitor, check_appearance
from tests.web.conftest import Site, Visit, _sign_in
from tests.web.talking import FIRST, SECOND, Talking

LONG = 2 * PATIENCE
QUESTION = "How long is the Koshi bridge?"
WORDS = "The Koshi bridge is 412 metres long"
Enter = Callable[..., Visitor]


@pytest.fixture
def talk(one_that_talks: Talking) -> Iterator[Talking]:
    yield one_that_talks
    one_that_talks.model.let_go()
    one_that_talks.model.fails = False


@pytest.fixture
def enter(talk: Talking, browser: Browser) -> Iterator[Enter]:
    """Open a window onto the server with the model; nothing may be left in its console."""
    opened: list[Visitor] = []
    cookies = _sign_in(talk.web.url, talk.person)

    def enters(*, width: int = 1440, height: int = 900) -> Visitor:
        context = browser.new_context(viewport={"width": width, "height": height})
        kept = [{"name": name, "value": value, "url": talk.web.url}
                for name, value in cookies.items()]  # fmt: skip
        context.add_cookies(kept)  # type: ignore[arg-type]  # playwright wants its own dict
        opened.append(Visitor(context, talk.web.url))
        return opened[-1]

    yield enters
    complaints = [each for visitor in opened for each in visitor.complaints]
    for visitor in opened:
        visitor.context.close()
    assert complaints == []


def ask(page: Page, question: str) -> None:
    page.locator("textarea[name=query]").fill(question)
    page.keyboard.press("Enter")


def answered(page: Page, count: int = 1) -> None:
    shown = page.locator("[data-exchange][data-state=COMPLETED]")
    expect(shown).to_have_count(count, timeout=LONG)


def look_at(visitor: Visitor, name: str) -> None:
    check_appearance(visitor, f"ask-{name}")


def test_an_answer_opens_beside_the_conversation_at_its_words(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/ask")
    ask(page, QUESTION)
    answered(page)

    expect(page.locator(".answer")).to_contain_text(WORDS)
    mark = page.locator("#source mark[data-focused]")
    expect(mark.first).to_contain_text("412 metres", timeout=LONG)
    expect(page.get_by_text("No language model was used")).to_be_visible()
    page.locator("a.cite").first.hover()
    expect(page.locator("#peek")).to_contain_text(WORDS)
    page.locator(".source .why summary").first.click()
    expect(page.locator(".source .why p").first).to_be_visible()
    look_at(visitor, "answered")


def test_on_a_phone_the_filters_are_folded_and_the_first_answer_is_in_sight(visit: Visit) -> None:
    page = visit(width=390, height=844).open("/app/ask")
    folder, section = page.get_by_role("button", name="Filters"), page.locator("[name=section]")
    expect(section).to_be_hidden()
    folder.click()
    section.fill("Bridges")
    section.press("Enter")
    expect(folder).to_have_text("Filters· 1")
    section.fill("")
    section.press("Enter")
    expect(folder).to_have_text("Filters")
    folder.click()
    expect(section).to_be_hidden()
    ask(page, QUESTION)
    answered(page)
    expect(page.locator(".answer")).to_be_in_viewport(ratio=1)
    expect(page.locator("textarea[name=query]")).to_be_in_viewport(ratio=1)

    page.goto(page.url.partition("/app/")[0] + "/app/ask?panel=history")
    expect(page.locator("#conversations")).to_be_visible()


def test_citations_are_walked_with_j_and_opened_by_being_focused(visit: Visit) -> None:
    page = visit().open("/app/ask")
    ask(page, QUESTION)
    answered(page)
    page.keyboard.press("Escape")
    page.evaluate("document.querySelector('#source [data-text]').replaceChildren("
                  "document.querySelector('#source .window').cloneNode())")  # fmt: skip

    page.keyboard.press("j")

    expect(page.locator("a.cite").first).to_be_focused()
    expect(page.locator("#peek")).to_be_visible()
    expect(page.locator("#source mark[data-focused]").first).to_be_visible(timeout=LONG)
    page.keyboard.press("n")
    expect(page.locator("[data-opening]")).to_be_visible()
    assert page.url.endswith("/app/ask")


def test_a_conversation_is_kept_listed_and_erased(visit: Visit) -> None:
    page = visit().open("/app/ask")
    question = "How many lanes does the Koshi bridge carry?"
    ask(page, question)
    answered(page)
    address = page.url
    page.reload()
    answered(page)
    expect(page.locator(".asked")).to_have_text(question)

    page.get_by_role("tab", name="History").click()
    row = page.locator("#conversations li", has_text=question)
    expect(row).to_have_count(1)
    row.get_by_role("button").click()
    page.get_by_role("button", name="Delete the conversation").click()
    expect(page.get_by_text("Conversation deleted.")).to_be_visible()
    gone = page.request.get(address)
    assert gone.status == 404


def test_what_is_not_in_the_documents_leads_on(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/ask")
    ask(page, "What is the boiling point of tungsten hexafluoride?")
    answered(page)

    expect(page.locator(".answer")).to_contain_text("Nothing in these documents answers “What is")
    expect(page.get_by_role("link", name="Search for these words")).to_be_visible()
    expect(page.locator(".source")).to_have_count(0)
    look_at(visitor, "nothing")


def test_words_that_the_address_names_are_asked_about_alone(visit: Visit, site: Site) -> None:
    visitor = visit()
    page = visitor.open(site.reader("Koshi bridge press release"))
    start, length = page.evaluate(
        """() => {
        const text = document.querySelectorAll("[data-text] p")[2];
        return [Number(text.dataset.at), [...text.textContent].length];
    }"""
    )
    document = site.documents["Koshi bridge press release"]
    visitor.open(f"/app/ask?document={document}&start={start}&end={start + length}")
    expect(page.locator("[data-about]")).to_contain_text("Work began in 2019")
    ask(page, "When did work begin?")
    answered(page)

    expect(page.locator(".answer")).to_contain_text("2019")
    expect(page.locator(".source")).to_have_count(0)
    expect(page.locator("#source mark[data-focused]").first).to_contain_text("2019", timeout=LONG)
    look_at(visitor, "selection")


def test_filters_stand_in_the_address_and_narrow_the_question(visit: Visit) -> None:
    page = visit().open("/app/ask")
    page.locator("textarea[name=query]").fill("half a question")
    page.locator("select[name=collection]").select_option(index=1)
    page.wait_for_url("**collection=*")

    expect(page.locator("textarea[name=query]")).to_have_value("half a question")
    with page.expect_request("**/chat/stream") as sent:
        ask(page, "Who measured each pillar?")
    body = json.loads(sent.value.post_data or "")
    assert body["collection_id"] in page.url
    answered(page)
    titles = page.locator(".source .title").all_inner_texts()
    assert titles and set(titles) == {"Bridge survey"}


def test_sentences_come_one_by_one_and_the_rest_survives_a_reload(
    enter: Enter, talk: Talking
) -> None:
    talk.model.hold()
    visitor = enter()
    page = visitor.open("/app/ask")
    ask(page, "Who signed the bridge contract?")
    expect(page.locator(".answer")).to_have_text(f"{FIRST}1", timeout=LONG)
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    look_at(visitor, "streaming")
    page.reload()
    expect(page.locator(".answer")).to_contain_text(FIRST, timeout=LONG)

    talk.model.let_go()

    answered(page)
    expect(page.locator(".answer .said")).to_have_count(2)
    expect(page.locator(".answer")).to_contain_text(SECOND)


def test_stopping_ends_the_listening_and_not_the_answer(enter: Enter, talk: Talking) -> None:
    talk.model.hold()
    page = enter().open("/app/ask")
    ask(page, "Who signed the bridge contract?")
    expect(page.locator(".answer")).to_contain_text(FIRST, timeout=LONG)
    page.keyboard.press("Escape")
    expect(page.get_by_text("You stopped waiting.")).to_be_visible()

    talk.model.let_go()
    page.get_by_role("button", name="Show answer").click()

    answered(page)
    expect(page.locator(".answer")).to_contain_text(SECOND)


def test_without_the_model_the_passages_are_shown_and_it_is_said(
    enter: Enter, talk: Talking
) -> None:
    talk.model.fails = True
    visitor = enter()
    page = visitor.open("/app/ask")
    ask(page, "Who signed the bridge contract?")
    answered(page)

    expect(page.get_by_text("The language model does not answer just now.").first).to_be_visible()
    expect(page.locator(".source")).not_to_have_count(0)
    look_at(visitor, "degraded")


def test_sources_that_fit_only_loosely_are_called_so(enter: Enter) -> None:
    visitor = enter()
    page = visitor.open("/app/ask")
    ask(page, "Which engineer signed the contract of the tunnel?")
    answered(page)

    expect(page.get_by_text("The sources match this question only loosely.")).to_be_visible()
    look_at(visitor, "loose")


def test_a_refused_question_is_kept_and_tried_again(enter: Enter, talk: Talking) -> None:
    visitor = enter()
    page = visitor.open("/app/ask")
    page.route("**/chat/stream", lambda route: route.abort(), times=1)
    ask(page, "Who signed the bridge contract?")
    expect(page.get_by_text("No answer")).to_be_visible()
    look_at(visitor, "failed")
    visitor.expect_complaint("ERR_FAILED")
    assert page.url.endswith("/app/ask"), "a reload leads to what is there"

    page.get_by_role("button", name="Try again").click()

    answered(page)
    expect(page.locator(".asked")).to_have_text(["Who signed the bridge contract?"])


def test_a_source_that_cannot_be_shown_is_no_dead_end(enter: Enter) -> None:
    visitor = enter()
    page = visitor.open("/app/ask")
    page.route("**/app/ask/source/**", lambda route: route.abort())
    ask(page, "Who signed the bridge contract?")
    answered(page)

    expect(page.get_by_text("This document cannot be shown")).to_be_visible()
    visitor.expect_complaint("ERR_FAILED")
    page.unroute("**/app/ask/source/**")
    page.locator("a.cite").last.click()
    expect(page.locator("#source mark[data-focused]").first).to_be_visible(timeout=LONG)


def test_an_answer_that_was_not_kept_is_shown_all_the_same(enter: Enter) -> None:
    visitor = enter()
    page = visitor.open("/app/ask")
    page.route("**/app/ask/exchange/**", lambda route: route.fulfill(status=404))
    ask(page, "Who signed the bridge contract?")

    expect(page.get_by_text("This message could not be saved.")).to_be_visible(timeout=LONG)
    expect(page.locator(".answer")).to_contain_text(SECOND)
    expect(page.locator(".sources a")).to_have_attribute("href", "https://docs.example.org/bridge")
    visitor.expect_complaint("404")


def test_markup_in_a_question_stays_text(enter: Enter) -> None:
    page = enter().open("/app/ask")
    ask(page, "<b>Who</b> signed the bridge contract? <script>alert(1)</script>")
    answered(page)

    expect(page.locator(".asked b, .asked script")).to_have_count(0)
    expect(page.locator(".asked")).to_contain_text("<b>Who</b>")


def test_on_a_phone_a_number_brings_the_source_to_the_front(enter: Enter) -> None:
    page = enter(width=390, height=844).open("/app/ask")
    ask(page, "Who signed the bridge contract?")
    answered(page)

    page.locator("a.cite").first.click()

    expect(page.locator("#source mark[data-focused]").first).to_be_visible(timeout=LONG)
    expect(page.locator("#talk")).to_be_hidden()
    page.get_by_role("tab", name="Conversation").click()
    expect(page.locator("#talk")).to_be_visible()
