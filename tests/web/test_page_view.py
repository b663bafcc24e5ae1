"""The viewer: pages that scroll, boxes and words on them, thumbnails, zoom, and the text beside."""

from playwright.sync_api import Page, expect

from tests.web.browser import PATIENCE, check_appearance
from tests.web.conftest import Site, Visit

expect.set_options(timeout=PATIENCE)


def focused_box(page: Page) -> list[float]:
    """The focused box, in shares of its page: top and width. Boxes are drawn anew as words come."""
    found = page.wait_for_function("""() => {
      const box = document.querySelector('.folio .box[data-focused]');
      if (!box) return null;
      const own = box.getBoundingClientRect();
      const sheet = box.closest('.folio').getBoundingClientRect();
      return [(own.top - sheet.top) / sheet.height, own.width / sheet.width];
    }""")
    shares: list[float] = found.json_value()
    return shares


def test_the_page_leads_with_its_matches_drawn_and_is_zoomed(visit: Visit, site: Site) -> None:
    visitor = visit()
    page = visitor.open(site.reader("Bridge survey", "?q=pillar"))
    viewer = page.locator("[data-viewer]")
    expect(viewer).to_have_attribute("data-shows", "page")
    expect(page.locator(".folio[data-loaded]").first).to_be_visible()
    expect(page.locator(".box[data-focused]").first).to_be_in_viewport()
    expect(page.locator("#source")).to_be_hidden()

    width = page.locator(".folio").first.evaluate("sheet => sheet.clientWidth")
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator("[data-zoom-share]")).to_have_text("120 %")
    assert page.locator(".folio").first.evaluate("sheet => sheet.clientWidth") > width * 1.15
    page.get_by_role("button", name="Fit the width").click()
    expect(page.locator("[data-zoom-share]")).to_have_text("100 %")
    check_appearance(visitor, "viewer-page")


def test_a_quote_is_boxed_on_its_page_and_the_pages_go_on(visit: Visit, site: Site) -> None:
    page = visit().open(site.reader("Bridge survey", "?quote=Each+pillar+was+measured+twice"))

    expect(page.locator(".box[data-focused]")).to_be_in_viewport()
    expect(page.locator("[data-current-page]")).to_have_value("2")
    top, width = focused_box(page)
    assert 0.05 < top < 0.12
    assert 0.15 < width < 0.4
    page.locator("[data-sheets]").focus()
    page.keyboard.press("End")
    expect(page.locator("[data-current-page]")).to_have_value("3")
    page.locator("[data-sheets]").evaluate("sheets => sheets.scrollTo(0, 0)")
    expect(page.locator("[data-current-page]")).to_have_value("1")


def test_words_are_selected_on_the_image(visit: Visit, site: Site) -> None:
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.open(site.reader("Bridge survey", "?page=2"))
    expect(page.locator(".folio[data-page='1'] .word").first).to_be_attached()
    words = page.locator(".folio[data-page='1'] .word")
    first, third = words.nth(0).bounding_box(), words.nth(2).bounding_box()
    assert first and third

    page.mouse.move(first["x"] + 1, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(third["x"] + third["width"] / 2, third["y"] + third["height"] / 2)
    page.mouse.move(third["x"] + third["width"] - 3, third["y"] + third["height"] / 2)
    page.wait_for_function("() => getSelection().toString().endsWith('was')")
    page.mouse.up()

    expect(page.locator("[data-selection]")).to_be_visible()
    page.get_by_role("button", name="Copy with citation").click()
    cited = page.evaluate("navigator.clipboard.readText()")
    assert cited.startswith("“Each pillar was”")
    page.goto(cited.rsplit(" ", 1)[1])
    expect(page.locator(".box[data-focused]")).to_be_in_viewport()


def test_a_pressed_match_is_the_current_one(visit: Visit, site: Site) -> None:
    page = visit().open(site.reader("Bridge survey", "?q=contract&page=1"))
    boxes = page.locator(".folio[data-page='0'] .box")
    expect(boxes.nth(4)).to_be_visible()
    box = page.locator(".folio[data-page='0'] .box:not([data-focused])").nth(3)
    expect(box).to_be_visible()  # the page is laid out when its picture comes
    other = box.bounding_box()
    assert other

    page.mouse.click(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2)

    expect(page.locator("#found a[aria-current]")).to_be_visible()
    expect(page.locator("aside [data-place]")).to_contain_text("of")


def test_thumbnails_lead_to_pages(visit: Visit, site: Site) -> None:
    page = visit().open(site.reader("Bridge survey"))

    page.keyboard.press("t")
    expect(page.locator(".thumb")).to_have_count(3)
    expect(page.locator(".thumb[aria-current]")).to_have_text("1")
    page.get_by_role("button", name="Page 3 of 3").click()
    expect(page.locator("[data-current-page]")).to_have_value("3")
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-current-page]")).to_have_value("2")
    expect(page.locator(".thumb[aria-current]")).to_be_focused()


def test_the_text_stands_beside_on_demand_and_the_browser_remembers(
    visit: Visit, site: Site
) -> None:
    visitor = visit()
    page = visitor.open(site.reader("Bridge survey", "?quote=Each+pillar+was+measured+twice"))

    page.keyboard.press("i")
    expect(page.locator("[data-viewer]")).to_have_attribute("data-shows", "both")
    expect(page.locator("mark[data-focused]")).to_have_text("Each pillar was measured twice")
    expect(page.locator(".box[data-focused]")).to_be_in_viewport()
    check_appearance(visitor, "viewer-both")
    page.get_by_role("button", name="Text", exact=True).click()
    expect(page.locator("[data-sheets]")).to_be_hidden()
    visitor.open(site.reader("Bridge survey"))
    expect(page.locator("[data-viewer]")).to_have_attribute("data-shows", "text")


def test_an_image_that_does_not_come_is_asked_for_again(visit: Visit, site: Site) -> None:
    visitor = visit()
    visitor.page.route("**/pages/*/image*", lambda route: route.abort())
    page = visitor.open(site.reader("Bridge survey"))
    expect(page.locator(".sheet-failed").first).to_contain_text("could not be created")

    visitor.page.unroute("**/pages/*/image*")
    page.locator(".folio[data-page='0'] [data-again]").click()

    expect(page.locator(".folio[data-page='0'][data-loaded]")).to_be_visible()
    visitor.expect_complaint("ERR_FAILED")


def test_on_a_phone_the_page_fills_the_screen(visit: Visit, site: Site) -> None:
    visitor = visit(width=390, height=844)
    page = visitor.open(site.reader("Bridge survey", "?quote=Each+pillar+was+measured+twice"))

    expect(page.locator(".box[data-focused]")).to_be_in_viewport()
    page.get_by_role("button", name="Text", exact=True).click()
    expect(page.locator("mark[data-focused]")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
