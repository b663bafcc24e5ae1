"""What a person's program does, to set the scene for a person's hands."""

from collections.abc import Callable
from typing import Any

import httpx

from tests.waiting import wait_until
from tests.web.conftest import Site

READ = ("ocr_complete", "completed")
DEADLINE = 120.0


class Program:
    """Calls the product as someone who has signed in."""

    def __init__(self, site: Site, kept: dict[str, str]) -> None:
        headers = {"X-CSRFToken": kept["pramana_csrf"]}
        self.client = httpx.Client(base_url=site.url, cookies=kept, headers=headers, timeout=60)

    def get(self, path: str) -> Any:
        return self.client.get(path).json()

    def document(self, name: str, content: str | bytes) -> str:
        """A document that has been read."""
        sent = self.client.post("/api/documents/", files={"file": (name, content)})
        assert sent.status_code == 202, sent.text
        document_id = str(sent.json()["id"])
        self.wait(lambda: self.get(f"/api/documents/{document_id}")["status"] in READ)
        return document_id

    def wait(self, holds: Callable[[], bool]) -> None:
        wait_until(holds, DEADLINE)
