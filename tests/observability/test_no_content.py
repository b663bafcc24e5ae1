"""No document text, message, key or secret in logs or spans of a real server that logs at debug."""

import time
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests.api.server import PATIENCE_S, Web, running_web
from tests.observability.collector import Collector, collecting

MARK = "marker" + uuid4().hex
READ = """
import django, sys; django.setup()
from pramana.jobs.testing import drain_jobs
drain_jobs()
from pramana.observability.tracing import stop_tracing
stop_tracing()
"""


@pytest.mark.starts
def test_nothing_that_was_said_is_in_logs_or_spans(worker_id: str, tmp_path: Path) -> None:
    with collecting() as collector:
        settings = {
            "DJANGO_SETTINGS_MODULE": "tests.observability.leaky_settings",
            "PRAMANA_LOG_LEVEL": "debug",
            "PRAMANA_OTLP_ENDPOINT": collector.url,
        }
        with running_web(f"leaky_{worker_id}", tmp_path, **settings) as web:
            statuses = say_everything(web)
            worker = web.logs_of(READ)
            wait_for_spans(collector)
        spans = b"".join(collector.bodies).decode("latin-1")
    logs = web.log.read_text() + worker

    assert {200, 202, 400, 401, 403, 404, 500} <= statuses
    assert "RuntimeError" in logs
    assert "request_id" in logs
    assert "POST /leaky/bug" in spans
    for secret in (MARK, web.key):
        assert secret not in logs
        assert secret not in spans


def say_everything(web: Web) -> set[int]:
    """Put the marker wherever a caller can put one; the statuses that came back."""
    mark = {"text": MARK}
    with web.client() as client:
        answers = [
            client.post("/api/documents/", files={"file": (f"{MARK}.txt", MARK.encode() * 9)}),
            client.post("/api/documents/", files={"file": (f"{MARK}.exe", b"MZ" + MARK.encode())}),
            client.post("/api/search", json={"query": MARK}),
            client.get("/api/documents/", params={"query": MARK}),
            client.get("/api/jobs/", params={"state": MARK}),
            client.get(f"/api/{MARK}"),
            client.post("/api/keys/", json={"name": MARK}),
            client.post("/api/keys/", json={"name": "x", "role": MARK}),
            client.post("/api/keys/", content=f'{{"name": "{MARK}'),
            client.post("/api/members/", json={"user_name": MARK}),
            client.post("/api/members/", json={"user_name": MARK}),
            client.get("/api/me", headers={"X-Tenant-ID": MARK}),
            client.get("/api/me", headers={"Authorization": f"Bearer pmn_{MARK}"}),
            client.get("/api/me", headers={"Cookie": f"pramana_session={MARK}"}),
            client.get("/api/me", headers={"X-Request-ID": MARK, "User-Agent": MARK}),
            client.post("/leaky/bug", json=mark),
            client.post("/leaky/database", json=mark),
        ]
    with httpx.Client(base_url=web.url, timeout=PATIENCE_S) as browser:
        answers += [
            browser.get(f"/app/leaky/{MARK}"),
            browser.get(f"/app/nowhere/{MARK}"),
            browser.get("/app/", headers={"Host": f"{MARK}.example"}),
            browser.post("/app/sign-in", data={"user_name": MARK, "password": MARK}),
        ]
    return {answer.status_code for answer in answers}


def wait_for_spans(collector: Collector) -> None:
    """Until the spans of the last thing said have arrived; they are sent every few seconds."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        if any(b"/leaky/bug" in body for body in collector.bodies):
            return
        time.sleep(0.1)
