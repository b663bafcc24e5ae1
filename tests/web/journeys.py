"""`python -m tests.web.journeys`: jobs that people come for, in Chromium, by clicks and seconds.

Nothing is asserted about time; the figures depend on the machine. A job that cannot be done fails.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from pramana.postgres.testing import scratch_data_dir
from tests.product import Product, running_product
from tests.waiting import wait_until
from tests.web.browser import PATIENCE, SELECT, Visitor, launch
from tests.web.talking import FIRST, model

PAPERS = {
    "tender-2081-04.txt": "Tender of the health post\n\nThe health post of Lele was tendered on "
    "4 April. The estimate is Rs. 2,40,00,000.",
    "contract-lele.txt": "Contract of the health post\n\nBuilder Narayani Construction signed the "
    "contract for the health post of Lele on 9 May.",
    "inspection-note.txt": "Inspection of the health post\n\nInspector Gita Karki found two cracks "
    "in the wall of the health post of Lele.",
    "bridge-contract.txt": "Contract of the bridge\n\nMayor Sita Rai signed the contract for "
    "the bridge over the Kali river. The bridge must be finished within eighteen months.",
    "नक्सा-टिपोट.txt": "स्वास्थ्य चौकीको टिपोट\n\nललितपुरको लेले स्वास्थ्य चौकीको निर्माण भदौमा सकियो।",
}
QUESTION = "Who signed the contract for the health post of Lele?"
MODEL_URL = "JOURNEYS_MODEL_URL"
"""The variable with the address of a model on loopback, which the operator has opened."""
PASSWORD = "nine lamps over the river"


@dataclass
class Journey:
    """A window in which every click and typed field is counted."""

    visitor: Visitor
    product: Product
    shots: Path | None = None
    clicks: int = 0
    fields: int = 0
    steps: list[str] = field(default_factory=list)

    @property
    def page(self) -> Page:
        return self.visitor.page

    def open(self, path: str) -> None:
        self.visitor.open(path)

    def click(self, place: Locator) -> None:
        place.click()
        self.clicks += 1

    def button(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=True).first)

    def link(self, name: str) -> None:
        self.click(self.page.get_by_role("link", name=name).first)

    def fill(self, place: Locator, words: str, *, enter: bool = False) -> None:
        place.fill(words)
        self.fields += 1
        if enter:
            place.press("Enter")

    def download(self, act: Callable[[], None]) -> bytes:
        with self.page.expect_download() as coming:
            act()
        return Path(coming.value.path()).read_bytes()

    def shoot(self, name: str) -> None:
        if self.shots:
            self.page.screenshot(path=self.shots / f"{name}.png")


def ask_three_documents(job: Journey) -> None:
    """Choose three documents in the library, ask, and take the answer as a PDF."""
    job.open("/app/library?title=health+post")
    for box in job.page.locator("input[name=document]").all()[:3]:
        job.click(box)
    job.click(job.page.locator("#bulk").get_by_role("button", name="Ask", exact=True))
    job.fill(job.page.locator("textarea[name=query]"), QUESTION, enter=True)
    expect(job.page.locator(".deeds")).to_be_visible(timeout=PATIENCE)
    expect(job.page.locator("[data-answer]")).to_contain_text("Narayani Construction")
    actions = job.page.locator("#conversation-actions summary")
    expect(actions).to_be_visible()
    job.shoot("answer")
    job.click(actions)
    file = job.download(lambda: job.link("Export to PDF"))
    assert file.startswith(b"%PDF")


def make_case_report(job: Journey) -> None:
    """Open a case, add two documents, have a report written, and take it as Word."""
    job.open("/app/cases")
    job.fill(job.page.locator("input[name=name]"), "Health post of Lele", enter=True)
    for name in ("tender-2081-04.txt", "contract-lele.txt"):
        group = job.page.locator("section", has=job.page.locator("#items-document"))
        job.fill(group.locator("input[name=name]"), name, enter=True)
        expect(group.locator("li")).to_have_count(1 if name.startswith("tender") else 2)
    job.shoot("case")
    job.link("New report")
    job.shoot("new-report")
    job.button("Write the report")
    expect(job.page.locator(".working")).to_have_count(0, timeout=PATIENCE)
    expect(job.page.locator(".report")).to_contain_text("Narayani Construction")
    job.shoot("report")
    assert job.download(lambda: job.link("Word")).startswith(b"PK")


def find_and_tag(job: Journey) -> None:
    """Find a document by its file name, and tag it."""
    job.open("/app/library")
    job.fill(job.page.locator("input[name=title]"), "inspection-note", enter=True)
    expect(job.page.locator("input[name=document]")).to_have_count(1)
    job.click(job.page.locator("input[name=document]"))
    job.fill(job.page.locator("#bulk input[name=tags]"), "lele")
    job.click(job.page.locator("#bulk").get_by_role("button", name="Tag", exact=True))
    expect(job.page.locator(".toast")).to_contain_text("1 document tagged.")


def search_hit_to_field(job: Journey) -> None:
    """Open a search hit, select the value in its words, and save it as a field."""
    job.open("/app/search?q=estimate+of+the+health+post")
    job.click(job.page.locator(".hit", has_text="tendered").first.get_by_role("link").first)
    expect(job.page.locator("[data-text] mark").first).to_be_attached()
    job.page.evaluate(SELECT, "2,40,00,000")
    job.clicks += 1  # a pointer drawn over the words
    job.button("Extract as a field")
    job.shoot("field")
    job.fill(job.page.get_by_label("Name of the field"), "Estimate", enter=True)
    expect(job.page.locator(".toast")).to_contain_text("Saved as the field “Estimate”.")
    job.shoot("kept-field")


def invite_member(job: Journey) -> None:
    """Invite a member, who sets a password, signs out and comes back."""
    job.open("/app/settings/members")
    job.fill(job.page.locator("#name"), "maya")
    job.button("Add member")
    link = job.page.locator("#secret").input_value()
    browser = job.page.context.browser
    assert browser is not None
    context = browser.new_context()
    maya = Journey(Visitor(context, job.visitor.url), job.product)
    maya.page.goto(link)
    maya.click(maya.page.locator("main button").first)
    maya.page.wait_for_load_state()
    maya.open("/app/password")
    for place in maya.page.locator("input[type=password]").all():
        maya.fill(place, PASSWORD)
    maya.click(maya.page.locator("main form button").first)
    maya.page.wait_for_load_state()
    context.clear_cookies()
    maya.open("/app/sign-in")
    maya.fill(maya.page.locator("input[name=name]"), "maya")
    maya.fill(maya.page.locator("input[name=password]"), PASSWORD, enter=True)
    expect(maya.page.locator("nav").first).to_be_visible()
    job.clicks, job.fields = job.clicks + maya.clicks, job.fields + maya.fields
    context.close()


def set_model(job: Journey) -> None:
    """Try a model, save it, ask it, and see its use."""
    job.open("/app/settings/models")
    form = job.page.locator("form[action$='/model']")
    form.get_by_label("Provider").select_option("server")
    job.fields += 1
    job.fill(form.get_by_label("Address"), os.environ[MODEL_URL])
    job.fill(form.get_by_label("Key"), "sk-of-the-office")
    job.fill(form.get_by_label("Name of the model"), "small")
    job.click(form.get_by_role("button", name="Try it"))
    expect(job.page.locator("#trial")).to_contain_text("It answered", timeout=PATIENCE)
    job.click(form.get_by_role("button", name="Save"))
    expect(job.page.locator(".toast")).to_contain_text("It is used from now on")
    job.link("Ask")
    question = "Who signed the contract for the bridge over the Kali river?"
    job.fill(job.page.locator("textarea[name=query]"), question, enter=True)
    expect(job.page.locator("[data-answer]")).to_contain_text(FIRST, timeout=PATIENCE)
    job.shoot("model-answer")
    job.link("Settings")
    job.link("Usage")
    expect(job.page.get_by_role("row", name="Answers")).to_be_visible()
    job.shoot("model-usage")


JOBS = (
    *(ask_three_documents, make_case_report, find_and_tag, search_hit_to_field, invite_member),
    set_model,
)


def run_jobs(browser: Browser, product: Product, shots: Path | None) -> dict[str, Any]:
    url, figures = product.url.rstrip("/"), {}
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    visitor = Visitor(context, url)
    visitor.page.goto(product.sign_in_link)
    visitor.page.locator("main button").first.click()
    visitor.page.wait_for_load_state()
    for act in JOBS:
        job, began = Journey(visitor, product, shots), time.monotonic()
        act(job)
        took = round(time.monotonic() - began, 1)
        figures[act.__name__] = {"clicks": job.clicks, "fields": job.fields, "seconds": took}
        print(act.__name__, figures[act.__name__], file=sys.stderr)
    assert visitor.complaints == [], visitor.complaints
    return figures


def bring_papers(client: httpx.Client) -> None:
    files = [("file", (name, text.encode())) for name, text in PAPERS.items()]
    client.post("/api/documents/", files=files).raise_for_status()

    def is_read() -> bool:
        found = client.get("/api/documents/").json()["documents"]
        return len(found) == len(PAPERS) and {each["status"] for each in found} == {"completed"}

    wait_until(is_read, PATIENCE)


def main() -> None:
    shots = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with scratch_data_dir() as data:
        os.environ |= {"PRAMANA_DATA": str(data), "DATABASE_URL": "", "PRAMANA_LOG_LEVEL": "error"}
        subprocess.run([sys.executable, "-m", "pramana.cli", "migrate"], check=True)
        with model() as speaks:
            os.environ |= {
                MODEL_URL: speaks.url,
                "PRAMANA_FETCH_ALLOW": speaks.url.removeprefix("http://").removesuffix("/v1"),
            }
            _run_product(shots)


def _run_product(shots: Path | None) -> None:
    with running_product() as product, product.client() as client:
        bring_papers(client)
        with sync_playwright() as playwright:
            print(json.dumps(run_jobs(launch(playwright), product, shots)))


if __name__ == "__main__":
    main()
