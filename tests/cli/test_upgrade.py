"""A backup of an earlier version becomes a product of this one, with everything still there."""

import re
from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from django.urls import Resolver404, URLPattern, resolve, reverse

from pramana.postgres.testing import scratch_data_dir
from pramana.web.urls import pages
from tests.cli.test_product import pramana
from tests.prepared import PreparedProcess
from tests.product import Product, running_product
from tests.waiting import wait_until

pytestmark = pytest.mark.starts
LAST_RELEASE = "2026-11-release-0.1.0.tar.xz"
BACKUPS = {
    "2026-11-chat-and-review.tar.xz": {"documents": 4, "reviews": 1},
    LAST_RELEASE: {"documents": 12, "reviews": 1},
}
"""What each of them holds at least; the README beside them says where they were made."""
FOLDER = Path(__file__).parent / "backups"
LINK = re.compile(r'href="(/app/[^"#]*)')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
LEFT_OUT = {"sign-out", "missing"}
SEVERAL = 2
"""How many addresses of one page are opened: the first ones that another page leads to."""


def test_every_backup_is_restored() -> None:
    assert {path.name for path in FOLDER.glob("*.tar.xz")} == BACKUPS.keys()


def test_the_last_release_goes_on_in_this_version() -> None:
    """Earlier backups are restored in `./run soak tests/soak/test_upgrade.py`."""
    go_on_with(LAST_RELEASE, see_pages=True)


def go_on_with(backup: str, *, see_pages: bool = False) -> None:
    with scratch_data_dir() as data:
        copy = data.parent / "restored"
        restored = pramana("restore", str(FOLDER / backup), "--data", str(copy))
        assert restored.returncode == 0, restored.stderr
        place = {"DATABASE_URL": "", "PRAMANA_DATA": str(copy)}
        with running_product(start=PreparedProcess, **place) as product:
            with product.client() as client:
                still_there(client, **BACKUPS[backup])
                goes_on(client)
            if see_pages:
                every_page_opens(product, copy)


def still_there(client: httpx.Client, documents: int, reviews: int) -> None:
    papers = client.get("/api/documents/").json()["documents"]
    assert [paper["status"] for paper in papers] == ["completed"] * documents
    assert client.post("/api/search", json={"query": "tender"}).json()["hits"]
    sessions = client.get("/api/agni/sessions/").json()["sessions"]
    assert [each["status"] for each in sessions].count("awaiting_review") == reviews


def goes_on(client: httpx.Client) -> None:
    sent = client.post("/api/documents/", files={"file": ("n.txt", b"The ferry was repaired.")})
    place = f"/api/documents/{sent.json()['id']}"
    wait_until(lambda: client.get(place).json()["status"] == "completed")
    answer = client.post("/chat", json={"query": "What was repaired?"}).json()
    assert "ferry" in answer["answer"], answer


def every_page_opens(product: Product, data: Path) -> None:
    """Open each page that needs no id, and follow what they link to.

    An address that only changes something refuses a look at it with 405, and the return from an
    identity provider refuses who does not come from one.
    """
    with httpx.Client(base_url=product.url.rstrip("/"), timeout=60) as client:
        sign_in(client, data)
        waiting, opened = deque(plain_addresses()), Counter[str]()
        while waiting:
            address = waiting.popleft()
            name = page_of(address)
            if not name or opened[name] >= SEVERAL:
                continue
            opened[name] += 1
            answer = client.get(address, follow_redirects=True)
            allowed = (200, 405, 401 if name == "sign-on-return" else 200)
            assert answer.status_code in allowed, (address, answer.status_code)
            waiting.extend(LINK.findall(answer.text.replace("&amp;", "&")))
    assert {"library-document", "review-session", "registry-record"} <= opened.keys()
    assert len(opened) > 40, sorted(opened)


def sign_in(client: httpx.Client, data: Path) -> None:
    link = pramana("person", "link", "owner", "--data", str(data)).stdout.strip()
    found = TOKEN.search(client.get(link).text)
    assert found
    answer = client.post(link, data={"csrfmiddlewaretoken": found.group(1)}, follow_redirects=True)
    assert answer.status_code == 200 and answer.url.path == "/app/password", answer.text


def plain_addresses() -> Iterator[str]:
    for pattern in pages:
        assert isinstance(pattern, URLPattern)
        if not pattern.pattern.converters:
            yield reverse(f"web:{pattern.name}")


def page_of(address: str) -> str | None:
    try:
        found = resolve(address.partition("?")[0])
    except Resolver404:
        return None
    return None if found.url_name in LEFT_OUT else found.url_name
