"""The thread through every layer: a file goes in, is read, is found, and shows its words."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.web.browser import PATIENCE
from tests.web.conftest import Site, Visit
from tests.web.seed import REASON, whole

expect.set_options(timeout=PATIENCE)

DROP = """([name, text]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], name, { type: "text/plain" }));
  for (const kind of ["dragenter", "dragover", "drop"]) {
    document.body.dispatchEvent(
      new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true }));
  }
}"""


def row(page: Page, title: str) -> Locator:
    return page.locator("#document-rows tr", has_text=title)


def test_files_are_added_read_found_and_shown_at_their_words(visit: Visit, tmp_path: Path) -> None:
    for name in ("Harbour", "Lighthouse"):
        places = f"The keeper saw the quixotic ship.\n\n{'Rain fell on the pier. ' * 8}\n\n" * 3
        (tmp_path / f"{name}.txt").write_text(f"{name}\n\n{places}")
    page = visit().open("/app/library")

    page.locator("[data-files]").set_input_files(
        [tmp_path / "Harbour.txt", tmp_path / "Lighthouse.txt"]
    )
    for name in ("Harbour", "Lighthouse"):
        expect(row(page, name)).to_contain_text("Ready")  # without a reload

    page.keyboard.press("/")
    page.keyboard.type("quixotic ship")
    page.keyboard.press("Enter")
    expect(page.locator(".hit mark").first).to_have_text("quixotic")
    page.locator(".hit", has_text="Lighthouse").locator("a.title").first.click()

    expect(page.locator("mark[data-focused]")).to_have_text(["quixotic", "ship"])
    expect(page.locator("aside [data-place]")).to_have_text("1 of 3")
    page.keyboard.press("n")
    expect(page.locator("aside [data-place]")).to_have_text("2 of 3")
    page.keyboard.press("p")
    expect(page.locator("aside [data-place]")).to_have_text("1 of 3")
    page.keyboard.press("p")
    expect(page.locator("aside [data-place]")).to_have_text("3 of 3")
    expect(page.locator("mark[data-focused]").first).to_be_in_viewport()


def test_a_file_dropped_anywhere_is_added(visit: Visit) -> None:
    page = visit().open("/app/library")

    page.evaluate(DROP, ["Dropped.txt", "Dropped\n\nfound on the doorstep"])

    expect(row(page, "Dropped")).to_contain_text("Ready")


def test_a_refused_file_says_why_and_leaves_the_others_alone(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/library")

    page.evaluate(DROP, ["program.exe", "MZ"])
    page.evaluate(DROP, ["Fine.txt", "Fine\n\nplain words"])

    refused = page.locator("[data-uploads] li", has_text="program.exe")
    expect(refused).to_contain_text("Could not be added:")
    visitor.shoot("library-refused-1440-light")
    expect(row(page, "Fine")).to_contain_text("Ready")
    refused.locator("[data-dismiss]").click()
    expect(refused).to_have_count(0)
    visitor.expect_complaint("400")


def test_a_document_is_deleted_for_ever_after_one_question(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/library")
    page.evaluate(DROP, ["Unwanted.txt", "Unwanted\n\nto be thrown away"])
    expect(row(page, "Unwanted")).to_contain_text("Ready")

    row(page, "Unwanted").get_by_role("button", name="Move to the trash").click()
    expect(row(page, "Unwanted")).to_have_count(0)
    visitor.open("/app/library/trash")
    item = page.locator("#trash-rows li", has_text="Unwanted")
    item.locator("[data-confirm]").click()
    expect(page.locator("#confirm")).to_contain_text("Delete “Unwanted” for ever?")
    visitor.shoot("confirm-1440-light")
    page.get_by_role("button", name="Go back").click()
    expect(item).to_have_count(1)
    item.locator("[data-confirm]").click()
    page.locator("#confirm [data-yes]").click()

    expect(page.locator(".toast")).to_contain_text("Deleted.")
    expect(item).to_have_count(0)


def test_a_failed_reading_shows_its_reason_and_can_be_tried_again(visit: Visit) -> None:
    page = visit().open("/app/library?state=failed")
    broken = row(page, "Broken scan")
    expect(broken).to_contain_text(REASON)

    broken.get_by_role("button", name="Try again").click()

    expect(page.locator(".toast")).to_contain_text("The document will be read again.")
    page.goto(page.url.split("?")[0] + "?title=Broken+scan")
    expect(broken).to_contain_text("Ready")


def test_activity_goes_on_by_itself_and_shows_more_on_request(visit: Visit) -> None:
    page = visit().open("/app/activity?state=done")
    rows = page.locator("#job-rows tr")
    expect(rows.nth(20)).to_be_attached()  # fifty jobs; those about one thing are one row
    before = rows.count()

    page.get_by_role("link", name="Show more").click()

    expect(rows.nth(before)).to_be_attached()
    ids = page.evaluate("[...document.querySelectorAll('#job-rows tr')].map(row => row.id)")
    assert len(ids) == len(set(ids))


def test_the_reader_opens_at_the_evidence_it_was_sent_to(visit: Visit, site: Site) -> None:
    start = whole("Koshi bridge press release").index("Koshi bridge will")
    query = f"?start={start}&end={start + len('Koshi bridge')}"

    page = visit().open(site.reader("Koshi bridge press release", query))

    expect(page.locator("mark[data-focused]")).to_have_text("Koshi bridge")


def test_a_lost_stream_is_told_and_its_return_too(visit: Visit) -> None:
    visitor = visit()
    visitor.page.route("**/api/jobs/stream", lambda route: route.abort())
    page = visitor.open("/app/activity")
    expect(page.locator(".toast")).to_contain_text("Connection lost")

    visitor.page.unroute("**/api/jobs/stream")

    expect(page.locator(".toast")).to_contain_text("Connected.")
    visitor.expect_complaint("ERR_FAILED")
