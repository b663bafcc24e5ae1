"""The chat on other people's pages, in a real browser and from another origin."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

import httpx
import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from pramana.kit.scope import Scope
from pramana.llm.testing.server import serve_on_loopback
from pramana.tenancy.models import ApiKey
from tests.web.browser import PATIENCE, Visitor, grave_findings
from tests.web.talking import FIRST, SECOND, Talking
from tests.web.test_access import signed_in

LONG = 2 * PATIENCE
QUESTION = "Who signed the bridge contract?"
POLICY = "default-src 'self'; script-src {0}; connect-src {0}; style-src 'self'"
"""A careful site: no inline script, no inline style."""
MAKE_KEY = """
import django; django.setup()
from uuid import UUID
from pramana.tenancy.contracts import KeyKind, Role
from pramana.tenancy.selectors import owner_scope
from pramana.tenancy.services import create_key
print(create_key(owner_scope("served"), "page", role=Role.VIEWER, kind=KeyKind.PUBLISHABLE,
                 origins={origins!r}, collections=[UUID(each) for each in {collections!r}]).secret)
"""


class Docs:
    """Someone's documentation: one page with the script tag, on a port of its own."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.tag = ""
        self.url = ""

    def page(self) -> str:
        return (
            "<!doctype html><html lang=en><meta charset=utf-8><title>Docs</title>"
            f"<main><h1>Docs</h1><p id=words>{'The gate opens at nine. ' * 3}</p></main>"
            f"<script src='{self.base}/embed.js' {self.tag}></script>"
        )


@contextmanager
def serving_docs(base: str) -> Iterator[Docs]:
    docs = Docs(base)

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            """Nothing."""

        def do_GET(self) -> None:
            content = docs.page().encode()
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("content-security-policy", POLICY.format(base))
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    with serve_on_loopback(Handler) as docs.url:
        yield docs


@pytest.fixture(scope="module")
def talk(one_that_talks: Talking) -> Talking:
    return one_that_talks


@pytest.fixture(scope="module")
def docs(talk: Talking) -> Iterator[Docs]:
    with serving_docs(talk.web.url) as started:
        started.tag = f"data-key={key(talk, [started.url])} data-title='Ask the docs'"
        yield started


def key(talk: Talking, origins: list[str]) -> str:
    return talk.web.python(MAKE_KEY.format(origins=origins, collections=[talk.shown]))


@pytest.fixture
def visitor(docs: Docs, browser: Browser) -> Iterator[Visitor]:
    context = browser.new_context(viewport={"width": 1000, "height": 760})
    opened = Visitor(context, docs.url)
    yield opened
    context.close()
    assert opened.complaints == []


def opened(visitor: Visitor) -> Page:
    visitor.page.goto(visitor.url)
    visitor.page.get_by_role("button", name="Ask", exact=True).click()
    return visitor.page


def ask(page: Page, question: str) -> None:
    page.get_by_label("Your question").fill(question)
    page.keyboard.press("Enter")


def test_a_visitor_is_answered_with_links_to_the_sources(visitor: Visitor, talk: Talking) -> None:
    page = opened(visitor)
    ask(page, QUESTION)

    expect(page.locator(".answer")).to_contain_text(SECOND, timeout=LONG)
    link = page.locator("a.cite").first
    expect(link).to_have_attribute("target", "_blank", timeout=LONG)
    address = link.get_attribute("href") or ""
    assert address.startswith("https://docs.example.org/bridge#:~:text=Mayor%20Sita%20Rai")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        visitor.shoot(f"embed-1000-{theme}")
        assert grave_findings(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    visitor.shoot("embed-390-dark")
    assert visitor.context.cookies() == []


def test_the_conversation_goes_on_from_page_to_page(visitor: Visitor) -> None:
    page = opened(visitor)
    ask(page, QUESTION)
    expect(page.locator("ol li")).not_to_have_count(0, timeout=LONG)
    page.reload()
    page.get_by_role("button", name="Ask", exact=True).click()

    expect(page.locator(".asked")).to_have_text([QUESTION], timeout=LONG)
    expect(page.locator(".answer")).to_contain_text(FIRST)
    expect(page.locator("a.cite")).not_to_have_count(0)
    page.get_by_role("button", name="New conversation").click()
    expect(page.locator(".asked")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("button", name="Ask", exact=True)).to_be_focused()


def test_selected_words_of_the_page_are_asked_about_alone(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(visitor.url)
    page.evaluate("getSelection().selectAllChildren(document.getElementById('words'))")
    page.get_by_role("button", name="Ask about this").click()
    expect(page.locator(".about")).to_contain_text("The gate opens at nine.")

    with page.expect_request("**/chat/stream") as sent:
        ask(page, "When does it open?")
    body = json.loads(sent.value.post_data or "")
    assert body["selected_text"].startswith("The gate opens at nine.")
    expect(page.locator(".working")).to_have_count(0, timeout=LONG)


def test_an_answer_is_shown_as_text_whatever_it_holds(visitor: Visitor, docs: Docs) -> None:
    evil = "<img src=x onerror=alert(1)><b>bold</b>"
    source = {
        "source_url": "javascript:alert(1)",
        "title": evil,
        "section": evil,
        "snippet": evil,
        "quotes": [{"sentence": 0, "words": evil, "start": 0, "end": 1}],
    }
    told = [
        {"delta": f"{evil} [1]"},
        {"sources": [source], "metadata": {"mode": "full"}, "session_id": "x"},
        {"done": True},
    ]
    body = "".join(f"data: {json.dumps(frame)}\n\n" for frame in told)
    allowed = {"Access-Control-Allow-Origin": docs.url, "Content-Type": "text/event-stream"}
    page = opened(visitor)
    page.route("**/chat/stream", lambda route: route.fulfill(body=body, headers=allowed))
    ask(page, evil)

    expect(page.locator("ol li")).to_contain_text(evil)
    expect(page.locator(".answer")).to_contain_text(evil)
    assert page.locator(".exchange :is(img, b, a)").count() == 0


def test_a_page_of_another_origin_is_told_what_to_do(
    talk: Talking, docs: Docs, browser: Browser
) -> None:
    context = browser.new_context()
    with serving_docs(talk.web.url) as elsewhere:
        elsewhere.tag = docs.tag
        visitor = Visitor(context, elsewhere.url)
        page = opened(visitor)
        ask(page, QUESTION)

        told = page.get_by_role("alert")
        expect(told).to_contain_text(f"is not enabled for {elsewhere.url}", timeout=LONG)
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
    visitor.expect_complaint("CORS")
    context.close()


def test_a_key_reaches_its_own_collection_and_no_other(talk: Talking, docs: Docs) -> None:
    secret = docs.tag.partition("data-key=")[2].split()[0]
    headers = {"Authorization": f"Bearer {secret}", "Origin": docs.url}
    with httpx.Client(base_url=talk.web.url, headers=headers, timeout=60) as client:
        own = client.post("/chat", json={"query": QUESTION, "collection_id": talk.shown})
        other = client.post("/chat", json={"query": "reservoir", "collection_id": talk.hidden})
        unnamed = client.post("/chat", json={"query": "Who leads the work on the reservoir?"})
        elsewhere = client.get("/api/documents/")

    assert own.status_code == 200 and own.json()["sources"]
    assert other.status_code == 404
    assert "Hari Thapa" not in unnamed.text
    assert elsewhere.status_code == 403


def test_the_script_is_one_cacheable_file_for_everyone() -> None:
    first = Client().get("/embed.js")
    again = Client().get("/embed.js", headers={"If-None-Match": first.headers["ETag"]})

    assert first.headers["Content-Type"].startswith("text/javascript")
    assert "max-age" in first.headers["Cache-Control"]
    assert "Set-Cookie" not in first.headers and "Cookie" not in first.headers.get("Vary", "")
    assert (again.status_code, again.content) == (304, b"")
    for risky in (
        b"innerHTML",
        b"insertAdjacentHTML",
        b"eval(",
        b"document.write",
        b"document.cookie",
    ):
        assert risky not in first.content


def test_a_publishable_key_is_made_with_its_collections_and_its_line(
    scope: Scope, other_scope: Scope
) -> None:
    from pramana.documents.services import create_collection

    ours, theirs = create_collection(scope, "Ours"), create_collection(other_scope, "Theirs")
    form = {
        "name": "docs",
        "kind": "publishable",
        "role": "viewer",
        "origins": "https://docs.example.org",
        "collections": [str(ours), str(theirs), "nonsense"],
    }

    made = signed_in(scope).post("/app/settings/keys", form).content.decode()

    assert "http://testserver/embed.js&quot; data-key=&quot;pmn_pub_" in made
    assert ApiKey.objects.in_scope(scope).get(name="docs").collections == [ours]
