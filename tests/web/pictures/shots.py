"""Which pages are shown in the documentation, and in what state."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

FLAT, PHOTOGRAPH = 60_000, 150_000
"""The most bytes of a picture: a page has few colours, a photographed paper on it has many."""
FIRST_ROW = "main [data-list] [data-open]"


def as_it_is(page: Page) -> None:
    """Nothing is done before the picture."""


def evidence_of_a_cell(page: Page) -> None:
    """A cell of the first row, with what it rests on."""
    page.locator("[role=gridcell]").nth(1).click()
    page.locator("aside blockquote").first.wait_for()


def least_checked_first(page: Page) -> None:
    page.keyboard.press("o")


def settled_graph(page: Page) -> None:
    """Until entities have found their places."""
    page.locator("canvas").wait_for()
    page.wait_for_timeout(2_000)


@dataclass(frozen=True)
class Shot:
    name: str
    path: str
    opens: str = ""
    """What to press on the page first, such as a list's first row."""
    before: Callable[[Page], None] = as_it_is
    width: int = 1280
    height: int = 800
    most_bytes: int = FLAT


SHOTS = (
    Shot("home", "/app/"),
    Shot("phone", "/app/", width=390, height=780),
    Shot("library", "/app/library", height=640),
    Shot("search", "/app/search?q=footbridge+tender", height=640),
    Shot("reader", "/app/library?title=inspection", opens=FIRST_ROW),
    Shot("ask", "/app/ask?panel=history", opens="#conversations a.title"),
    Shot("review", "/app/review", opens=FIRST_ROW),
    Shot(
        "extract",
        "/app/extract",
        opens=FIRST_ROW,
        before=least_checked_first,
        most_bytes=PHOTOGRAPH,
    ),
    Shot("stack", "/app/stacks", opens=FIRST_ROW, before=evidence_of_a_cell),
    Shot("memory", "/app/memory", opens=FIRST_ROW, before=settled_graph),
    Shot("research", "/app/research", opens=FIRST_ROW),
    Shot("activity", "/app/activity", height=640),
)
