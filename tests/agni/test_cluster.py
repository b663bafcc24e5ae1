"""The three tasks on a real Django Q2 cluster, beside a running product."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg

from tests.agni.test_offline import ENGLISH
from tests.product import running_product
from tests.waiting import wait_until

DONE = "SELECT func, success FROM django_q_task ORDER BY stopped"


@contextmanager
def cluster(environment: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen(
        [sys.executable, "-m", "django", "qcluster"],
        env={**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "config.settings"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def test_a_session_goes_all_the_way_on_a_cluster(own_database: str, tmp_path: Path) -> None:
    environment = {
        "DATABASE_URL": own_database,
        "PRAMANA_DATA": str(tmp_path),
        "PRAMANA_JOBS": "django_q",
    }
    with running_product(**environment) as product:
        reach = {"Authorization": f"Bearer {product.key}"}  # it has started, and migrated
        with (
            cluster(environment),
            httpx.Client(base_url=product.url, headers=reach, timeout=60) as client,
        ):
            review_and_persist(client)
            with psycopg.connect(own_database) as connection:
                wait_until(lambda: len(connection.execute(DONE).fetchall()) == 3, 60)
                done = connection.execute(DONE).fetchall()

    assert [(name.rsplit(".", 1)[1], success) for name, success in done] == [
        ("extract_metadata_task", True),
        ("extract_entities_task", True),
        ("persist_changes_task", True),
    ]


def review_and_persist(client: httpx.Client) -> None:
    upload = {"document": ("release.txt", ENGLISH.encode())}
    session = client.post("/api/agni/sessions/", files=upload).json()
    address = f"/api/agni/sessions/{session['id']}/"
    wait_until(lambda: client.get(address).json()["status"] == "awaiting_review", 120)
    assert client.post(f"{address}persist/", json={"confirm": True}).status_code == 200
    wait_until(lambda: client.get(address).json()["status"] == "completed", 120)
