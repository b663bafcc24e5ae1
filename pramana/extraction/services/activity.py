"""What a run tells while it goes on, kept frame by frame so that it can be watched again."""

import time
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from pramana.extraction.models import ActivityLine
from pramana.jobs.events import emit
from pramana.kit.scope import Scope
from pramana.kit.texts import storable_json

ACTIVITY_EVENT = "extraction.activity"
"""Tells whoever follows the run that there is more to read; the words themselves stay here."""
GATHER_S = 0.15


@transaction.atomic
def tell(scope: Scope, extraction_id: UUID, run_id: UUID, data: Mapping[str, Any]) -> None:
    """Add a frame to the run's story."""
    rows = ActivityLine.objects.in_scope(scope).filter(run_id=run_id)
    number = (rows.aggregate(last=Max("number"))["last"] or 0) + 1
    ActivityLine(
        tenant_id=scope.tenant_id,
        extraction_id=extraction_id,
        run_id=run_id,
        number=number,
        data=storable_json(dict(data)),
    ).save(force_insert=True)
    emit(scope, run_id, ACTIVITY_EVENT, {"number": number})


class Story:
    """The story of one run. Words are gathered for a moment, so that a stream costs few commits."""

    def __init__(self, scope: Scope, extraction_id: UUID, run_id: UUID) -> None:
        self._to = (scope, extraction_id, run_id)
        self._words: list[str] = []
        self._told_at = 0.0

    def say(self, text: str) -> None:
        self._words.append(text)
        if time.monotonic() - self._told_at >= GATHER_S:
            self.flush()

    def use(self, tool: str, given: Mapping[str, Any]) -> None:
        self.flush()
        tell(*self._to, {"tool": tool, "input": dict(given)})

    def flush(self) -> None:
        if text := "".join(self._words):
            self._words.clear()
            self._told_at = time.monotonic()
            tell(*self._to, {"text": text})
