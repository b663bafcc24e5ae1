"""A model server that answers both extractions, and sessions that are ready for review."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from pramana.jobs.testing import drain_jobs
from pramana.llm.testing import ModelServer, answers

TEXT = """Banepa Municipality
Press release, 12 May 2024

Mayor Ram Thapa signed the road contract with Himal Builders in Banepa.
Ram Thapa said that the work begins in June.
"""
METADATA = {
    "title": {"value": "Press release", "quote": "Press release", "confidence": 0.9},
    "publication_date": {"value": "12 May 2024", "quote": "12 May 2024", "confidence": 0.9},
    "document_type": {"value": "press_release", "quote": "Press release", "confidence": 0.8},
    "summary": "A contract was signed.",
}
ENTITIES = {
    "entities": [
        {
            "type": "PERSON",
            "names": [{"text": "Ram Thapa", "language": "en"}],
            "attributes": {"position": "Mayor"},
            "quotes": ["Mayor Ram Thapa signed"],
            "confidence": 0.9,
        },
        {
            "type": "ORGANIZATION",
            "names": [{"text": "Himal Builders", "language": "en"}],
            "quotes": ["Himal Builders"],
            "confidence": 0.8,
        },
    ]
}


@pytest.fixture
def models(models: ModelServer) -> ModelServer:
    """Answers both extractions; a test sets `otherwise` for other answers."""
    models.otherwise = by_prompt(METADATA, ENTITIES)
    return models


def by_prompt(metadata: Any, entities: Any) -> Callable[[Any], Any]:
    """Replies to each of the two prompts with its own answer."""

    def reply(asked: Any) -> Any:
        wanted = entities if "List each person" in json.dumps(asked.body) else metadata
        return answers(wanted) if isinstance(wanted, dict) else wanted

    return reply


def upload(client: Client, text: str = TEXT, name: str = "paper.txt", **fields: str) -> Any:
    document = SimpleUploadedFile(name, text.encode())
    return client.post("/api/agni/sessions/", {"document": document, **fields})


@pytest.fixture
def reviewed(admin: Client, models: ModelServer) -> UUID:
    """A session that awaits review."""
    answer = upload(admin)
    assert answer.status_code == 201, answer.content
    session_id = answer.json()["id"]
    drain_jobs()
    return UUID(session_id)


def state_of(client: Client, session_id: UUID | str) -> Any:
    return client.get(f"/api/agni/sessions/{session_id}/").json()


def resolve(client: Client, session_id: UUID, index: int, **asked: Any) -> Any:
    return client.post(
        f"/api/agni/sessions/{session_id}/entities/{index}/",
        json.dumps(asked),
        content_type="application/json",
    )


def post(client: Client, session_id: UUID, path: str, **asked: Any) -> Any:
    return client.post(
        f"/api/agni/sessions/{session_id}/{path}/",
        json.dumps(asked),
        content_type="application/json",
    )
