"""One tenant's slow documents keep no other tenant waiting, and deleted ones are not read on."""

import io
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from PIL import Image, ImageDraw

from tests.prepared import PreparedProcess
from tests.product import Product, running_product
from tests.waiting import wait_until

OTHER_TENANT = """
import django; django.setup()
from pramana.tenancy.testing import make_tenant, make_key
print(make_key(make_tenant("attacker")))
"""
STOPPING_TICKS = 200
"""CPU time that a reading may still use when its document is gone; a slow page takes far more."""


@pytest.fixture
def together(own_database: str, tmp_path: Path) -> Iterator[tuple[Product, httpx.Client]]:
    """A product, and a client of a second tenant on it."""
    with running_product(
        start=PreparedProcess,
        DATABASE_URL=own_database,
        PRAMANA_DATA=str(tmp_path),
        PRAMANA_EMBEDDINGS="none",
    ) as product:
        key = python(OTHER_TENANT, own_database)
        headers = {"Authorization": f"Bearer {key}"}
        with httpx.Client(base_url=product.url, headers=headers, timeout=60) as attacker:
            yield product, attacker


def python(code: str, database_url: str) -> str:
    environment = {
        **os.environ,
        "DATABASE_URL": database_url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    ).stdout.strip()


def attribute_bomb(number: int) -> bytes:
    attributes = " ".join(f'a{each}="{number}"' for each in range(70_000))
    return f"<html><body><p {attributes}>Bomb {number}.</p></body></html>".encode()


def slow_image(seed: int) -> bytes:
    """A page that OCR takes seconds for."""
    chosen = random.Random(seed)
    image = Image.new("L", (1600, 2200), 255)
    draw = ImageDraw.Draw(image)
    for line in range(70):
        words = " ".join("".join(chosen.choices("abcdefghij", k=6)) for _ in range(30))
        draw.text((20, 20 + 30 * line), words, fill=0)
    out = io.BytesIO()
    image.save(out, "png")
    return out.getvalue()


def upload(client: httpx.Client, name: str, content: bytes) -> str:
    answer = client.post("/api/documents/", files={"file": (name, content)})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def status(client: httpx.Client, document_id: str) -> str:
    return str(client.get(f"/api/documents/{document_id}").json()["status"])


def read_text(client: httpx.Client, name: str) -> None:
    document_id = upload(client, name, f"The council of {name} met on Sunday.".encode())
    wait_until(lambda: status(client, document_id) == "completed", 120)


def test_bombs_and_slow_documents_keep_no_other_tenant_waiting(together) -> None:
    """A small document is read before the slow ones that were there first."""
    product, attacker = together
    with product.client() as victim:
        slow = [upload(attacker, f"{number}.png", slow_image(number)) for number in range(12)]
        for number in range(3):
            upload(attacker, f"{number}.html", attribute_bomb(number))
        wait_until(lambda: status(attacker, slow[0]) != "queued")

        for number in range(3):
            read_text(victim, f"busy{number}.txt")

    assert "queued" in {status(attacker, each) for each in slow}, "the queue was not busy"


def test_a_deleted_document_is_not_read_on(together) -> None:
    product, attacker = together
    document_id = upload(attacker, "long.png", slow_image(1))
    wait_until(lambda: busy_children(product), 60)

    assert attacker.delete(f"/api/documents/{document_id}").status_code == 204

    before = children_times(product)
    wait_until(lambda: not busy_children(product), 120)
    after = children_times(product)
    assert sum(ticks - before.get(pid, 0) for pid, ticks in after.items()) < STOPPING_TICKS


def busy_children(product: Product) -> list[int]:
    """Children of the worker that use the processor now."""
    before = children_times(product)
    time.sleep(0.4)
    after = children_times(product)
    return [pid for pid, ticks in after.items() if ticks - before.get(pid, ticks) > 10]


def children_times(product: Product) -> dict[int, int]:
    found: dict[int, int] = {}
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"pramana.jobs.cpu_child" not in place.read_bytes():
                continue
            pid = int(place.parent.name)
            if product.process.pid not in ancestors(pid):
                continue
            fields = (place.parent / "stat").read_text().rpartition(")")[2].split()
            found[pid] = int(fields[11]) + int(fields[12])
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def ancestors(pid: int) -> set[int]:
    found: set[int] = set()
    while pid > 1:
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        found.add(pid)
    return found
