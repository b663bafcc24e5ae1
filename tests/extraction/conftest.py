"""An agent whose model is a server on loopback that follows a script."""

import json
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from pramana.extraction.contracts.extractions import CallView, ExtractionView
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.selectors.history import extraction_tool_calls, frames_after
from pramana.extraction.services.extractions import correct_document, start_extraction
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.testing import make_key
from tests.callers import with_key


@pytest.fixture(autouse=True)
def plain(words_only: None) -> None:
    """Nothing here is about vectors."""


@pytest.fixture
def reviewer(scope: Scope) -> Client:
    return with_key(make_key(scope))


class RunResult:
    """A run that has ended, with its calls and frames."""

    def __init__(self, scope: Scope, extraction_id: UUID) -> None:
        self.view: ExtractionView = get_extraction(scope, extraction_id)
        self.calls: list[CallView] = extraction_tool_calls(scope, extraction_id)
        assert self.view.run_id
        frames = frames_after(scope, extraction_id, self.view.run_id, 0)
        self.frames = [data for _, data in frames]

    @property
    def outcomes(self) -> list[tuple[str, bool]]:
        return [(call.tool, call.is_error) for call in self.calls]

    def tool_answer(self, place: int) -> str:
        """The answer of the call at this position, counted from 0, to the model."""
        outcome = self.calls[place].outcome
        if outcome["status"] == "error":
            return str(outcome["error"]["message"])
        return str(outcome["data"]["content"][0]["text"])


def run(scope: Scope, document_id: UUID, **asked: Any) -> RunResult:
    started = start_extraction(scope, document_id, **asked)
    drain_jobs()
    return RunResult(scope, started.id)


def correct(scope: Scope, document_id: UUID, instruction: str, **asked: Any) -> RunResult:
    started = correct_document(scope, document_id, instruction, **asked)
    drain_jobs()
    return RunResult(scope, started.id)


def send(client: Client, method: str, place: str, /, **body: Any) -> Any:
    return getattr(client, method)(
        f"/api/agent/{place}", json.dumps(body), content_type="application/json"
    )
