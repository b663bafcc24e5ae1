"""The library and search in a browser: folders, choosing rows by keys, searching while typing."""

from pathlib import Path

from playwright.sync_api import Route, expect

from tests.web.browser import PATIENCE
from tests.web.conftest import Visit
from tests.web.test_thread import DROP, row

expect.set_options(timeout=PATIENCE)

DROP_FOLDER = """() => {
  const file = (name, text) => ({
    isFile: true, name, file: (done) => done(new File([text], name, { type: "text/plain" })),
  });
  const folder = (name, entries) => ({
    isDirectory: true, name,
    createReader: () => {
      const batches = [entries, []];
      return { readEntries: (done) => done(batches.shift()) };
    },
  });
  const tree = folder("papers", [
    file("Upper shelf.txt", "Upper shelf\\n\\nwords"),
    file(".DS_Store", "no"),
    folder("deeper", [file("Lower shelf.txt", "Lower shelf\\n\\nwords")]),
  ]);
  const event = new Event("drop", { bubbles: true, cancelable: true });
  const items = [{ webkitGetAsEntry: () => tree }];
  event.dataTransfer = { types: ["Files"], files: [], items };
  document.body.dispatchEvent(event);
}"""


def test_a_picked_folder_goes_in_with_all_it_holds_that_can_be_read(
    visit: Visit, tmp_path: Path
) -> None:
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / "Inside the box.txt").write_text("Inside the box\n\nwords")
    (tmp_path / "box" / "program.exe").write_text("MZ")
    page = visit().open("/app/library")

    page.locator("[data-folder]").set_input_files(tmp_path / "box")

    expect(row(page, "Inside the box")).to_contain_text("Ready")
    expect(page.locator("[data-summary]")).to_contain_text("1 skipped: file type not supported")


def test_a_dropped_folder_is_walked_to_its_end(visit: Visit) -> None:
    page = visit().open("/app/library")

    page.evaluate(DROP_FOLDER)

    expect(row(page, "Upper shelf")).to_contain_text("Ready")
    expect(row(page, "Lower shelf")).to_contain_text("Ready")


def test_rows_are_chosen_moved_and_put_away_by_keys(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/library")
    for name in ("First leaf", "Second leaf"):
        page.evaluate(DROP, [f"{name}.txt", f"{name}\n\nwords of the {name}"])
        expect(row(page, name)).to_contain_text("Ready")
    page.goto(f"{visitor.url}/app/library?title=leaf")
    page.wait_for_selector("html[data-ready]", state="attached")
    bar = page.locator("#bulk")
    expect(bar).to_be_hidden()

    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(bar).to_contain_text("1 selected")
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(bar).to_contain_text("2 selected")
    visitor.shoot("library-chosen-1440-light")
    bar.locator("select").select_option(label="Bridges")
    bar.get_by_role("button", name="Move", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("2 documents moved.")
    page.wait_for_selector("html[data-ready]", state="attached")

    page.keyboard.press("a")
    expect(bar).to_contain_text("2 selected")
    page.keyboard.press("Delete")
    expect(page.locator(".toast")).to_contain_text("2 documents moved to the trash.")
    expect(page.locator("#document-rows tr")).to_have_count(0)


def test_filters_stay_in_the_address_without_empty_words(visit: Visit) -> None:
    page = visit().open("/app/library")

    page.locator("select[name=kind]").select_option("pdf")

    page.wait_for_url("**/app/library?kind=pdf")
    expect(page.locator("#document-rows tr")).to_have_count(1)
    page.get_by_role("link", name="Cards").click()
    expect(page.locator(".card")).to_have_count(1)
    expect(page.locator(".card img")).to_have_js_property("complete", value=True)
    page.get_by_role("link", name="Table").click()
    page.get_by_role("link", name="Clear").click()
    page.wait_for_url("**/app/library")


def test_passages_come_while_one_types_and_are_walked_by_keys(visit: Visit) -> None:
    page = visit().open("/app/search")

    page.keyboard.press("/")
    page.keyboard.type("Koshi brid", delay=20)
    expect(page.locator(".hit").first).to_be_visible()
    page.keyboard.type("ge dispute", delay=20)
    expect(page.locator(".tally")).to_contain_text("Koshi bridge dispute")
    page.wait_for_url("**/app/search?q=Koshi+bridge+dispute")

    page.keyboard.press("ArrowDown")
    expect(page.locator(".hit a.title").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".hit a.title").nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("input[name=q]")).to_be_focused()
    page.locator("select[name=kind]").select_option("pdf")
    page.wait_for_url("**kind=pdf**")
    expect(page.locator(".chip[data-chosen]")).to_have_count(1)


def test_results_never_change_under_the_pointer(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/search?q=Koshi+bridge")
    before = page.locator(".tally").text_content()
    held: list[Route] = []
    page.route("**/app/search?q=zebra**", lambda route: held.append(route))

    page.locator("input[name=q]").fill("zebra")
    expect(page.locator("#results[aria-busy]")).to_have_count(1)
    page.locator(".hit").first.hover()
    page.mouse.move(500, 400)
    page.wait_for_timeout(50)
    held[0].continue_()

    expect(page.locator(".held")).to_contain_text("New results are available")
    assert page.locator(".tally").text_content() == before
    page.locator(".held button").click()
    expect(page.locator("#results")).to_have_attribute("data-results", "zebra")
    expect(page.locator(".held")).to_have_count(0)


def test_a_search_that_fails_keeps_the_words_and_can_be_repeated(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/app/search")
    page.route("**/app/search?q=**", lambda route: route.abort())

    page.locator("input[name=q]").fill("Koshi")
    expect(page.locator("#results")).to_contain_text("Search failed")
    visitor.shoot("search-failed-1440-light")
    page.unroute("**/app/search?q=**")
    page.get_by_role("button", name="Try again").click()

    expect(page.locator(".hit").first).to_be_visible()
    visitor.expect_complaint("ERR_FAILED")
