"""Waiting for work in the background ends: with it, with why not, or with the time."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from pramana.client import AsyncPramana, Pramana, WaitTimeoutError, WorkFailedError
from tests.client.conftest import QUICK, Said, Script

Scripted = Callable[..., Script]


def document(status: str, error: str = "") -> Said:
    known: dict[str, Any] = {
        "id": str(uuid4()), "title": "x", "filename": "x.txt", "kind": "txt", "status": status,
        "error": error, "size": 1, "language": "en", "page_count": 1, "passage_count": 1,
        "created_at": "2026-01-01T00:00:00Z", "run_id": None, "collection_id": None,
        "source_url": "/app/documents/x", "a_field_of_tomorrow": 1,
    }  # fmt: skip
    return Said(200, {}, known)


def test_it_is_asked_again_until_the_document_can_be_searched(scripted: Scripted) -> None:
    script = scripted(document("reading"), document("completed"))
    with Pramana(script.url, "key", patience=QUICK) as client:
        assert client.documents.wait(uuid4(), timeout=60).status == "completed"


def test_a_message_that_was_read_in_part_is_in_the_inbox(scripted: Scripted) -> None:
    job = {
        "id": str(uuid4()), "group_id": "g", "state": "partly_read", "attempts": 1,
        "error": "these stages were skipped: extract", "job_id": None, "finished_at": None,
        "created_at": "2026-01-01T00:00:00Z",
    }  # fmt: skip
    inbox = {"jobs": [job], "queued": 0, "done": 0, "partly_read": 1, "failed": 0}
    script = scripted(Said(200, {}, inbox))
    with Pramana(script.url, "key", patience=QUICK) as client:
        read = client.memory.wait("g", timeout=60)
    assert (read.partly_read, read.jobs[0].state) == (1, "partly_read")


async def test_a_document_that_cannot_be_read_says_why(scripted: Scripted) -> None:
    script = scripted(document("failed", "The file is damaged."))
    async with AsyncPramana(script.url, "key", patience=QUICK) as client:
        with pytest.raises(WorkFailedError, match="damaged"):
            await client.documents.wait(uuid4())


def test_patience_has_an_end(scripted: Scripted) -> None:
    script = scripted(document("queued"))
    with Pramana(script.url, "key", patience=QUICK) as client, pytest.raises(WaitTimeoutError):
        client.documents.wait(uuid4(), timeout=0)
