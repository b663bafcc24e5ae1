"""One more paper for the library, with pages that have pictures: printed by the browser itself."""

from pathlib import Path

from playwright.sync_api import Browser

from pramana.client import Pramana

NAME = "inspection-report-kalika-footbridge.pdf"
LETTER = Path(__file__).with_name("inspection.html")


def bring_paper(browser: Browser | None, url: str, key: str) -> None:
    """Print it, hand it in, and wait until it was read."""
    assert browser
    page = browser.new_page()
    page.set_content(LETTER.read_text("utf-8"))
    printed = page.pdf(format="A4")
    page.close()
    with Pramana(url, key) as pramana:
        pramana.documents.wait(pramana.documents.upload((NAME, printed)).id)
