"""`./run pictures`: a product filled by the demonstration, photographed into docs/pictures."""

import os
import subprocess
import sys

from playwright.sync_api import sync_playwright

from pramana.postgres.testing import scratch_data_dir
from tests.product import Product, running_product
from tests.web.browser import ROOT, Visitor, launch
from tests.web.pictures.paper import bring_paper
from tests.web.pictures.shots import SHOTS, Shot
from tests.web.pictures.small import make_small
from tests.web.seed import PASSWORD

PLACE = ROOT / "docs" / "pictures"


def main() -> None:
    PLACE.mkdir(exist_ok=True)
    with scratch_data_dir() as data:
        os.environ |= {
            "PRAMANA_DATA": str(data),
            "PRAMANA_OCR": "local",
            "PRAMANA_LOG_LEVEL": "error",
        }
        subprocess.run([sys.executable, "-m", "pramana.cli", "demo"], check=True)
        with running_product() as product:
            url = product.url.rstrip("/")
            with sync_playwright() as playwright:
                visitor = Visitor(launch(playwright).new_context(device_scale_factor=1), url)
                bring_paper(visitor.context.browser, url, product.key)
                _sign_in(visitor, product)
                for shot in SHOTS:
                    _take(visitor, shot)


def _sign_in(visitor: Visitor, product: Product) -> None:
    """By the link, and then with a password, so that no page asks for one."""
    page = visitor.page
    page.goto(product.sign_in_link)
    page.locator("main button").first.click()
    page.wait_for_load_state()
    visitor.open("/app/password")
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.get_by_role("button", name="Set password").click()
    page.wait_for_load_state()


def _take(visitor: Visitor, shot: Shot) -> None:
    visitor.page.set_viewport_size({"width": shot.width, "height": shot.height})
    page = visitor.open(shot.path)
    if shot.opens:
        page.locator(shot.opens).first.click()
        page.wait_for_selector("html[data-ready]", state="attached")
    shot.before(page)
    page.wait_for_load_state("networkidle")
    file = PLACE / f"{shot.name}.png"
    page.screenshot(path=file, animations="disabled")
    make_small(file, shot.most_bytes)
    print(f"{file.relative_to(ROOT)} {file.stat().st_size // 1024} kB", file=sys.stderr)


if __name__ == "__main__":
    main()
