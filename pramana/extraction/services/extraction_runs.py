"""What a run tells while it goes on, kept frame by frame so that it can be watched again."""

import re
import time
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from pramana.extraction.contracts.extractions import ExtractionStatus
from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.errors import BadValues, NothingExtracted
from pramana.extraction.models import ActivityLine, Extraction, FieldChange
from pramana.extraction.services.extraction_records import lock_open_row, update_row
from pramana.jobs.contracts import DONE_EVENT, sentence_of
from pramana.jobs.events import emit
from pramana.kit.scope import Scope
from pramana.kit.texts import storable, storable_json
from pramana.llm.contracts import OFFLINE, Completion
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run

ACTIVITY_EVENT = "extraction.activity"
"""Tells whoever follows the run that there is more to read; the words themselves stay here."""
GATHER_S = 0.15


@transaction.atomic
def record_frame(scope: Scope, extraction_id: UUID, run_id: UUID, data: Mapping[str, Any]) -> None:
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


class TranscriptWriter:
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
        record_frame(*self._to, {"tool": tool, "input": dict(given)})

    def flush(self) -> None:
        if text := "".join(self._words):
            self._words.clear()
            self._told_at = time.monotonic()
            record_frame(*self._to, {"text": text})


LONGEST_SECOND_READING = 200_000
"""Characters that are read a second time; what stands after them is read once."""


def store_second_reading(
    scope: Scope,
    extraction_id: UUID,
    paper: EvidenceSource,
    specs: Sequence[FieldSpec],
    engine: str,
) -> None:
    """Keep who reads first, and what the code finds, unless the code is that reader as well."""
    rows = Extraction.objects.in_scope(scope).filter(pk=extraction_id)
    rows.update(engine=engine)
    if engine == OFFLINE:
        return
    from pramana.extraction.domain.reading.document_reader import read_document  # many patterns
    from pramana.extraction.domain.reading.field_reader import read_fields

    text = paper.text[:LONGEST_SECOND_READING]
    read = read_fields(text, specs) if specs else read_document(text).found
    found = [
        {"path": each.path, "value": each.value, "start": each.start, "end": each.end}
        for each in read
    ]
    rows.update(second_reading=found)


LONGEST_TYPE = 100


@transaction.atomic
def set_document_type(scope: Scope, extraction_id: UUID, document_type: str) -> str:
    """Name the kind of document; written one way, so that kinds can be compared."""
    row = lock_open_row(scope, extraction_id)
    kind = re.sub(r"[\s/-]+", "_", document_type.strip().casefold())
    if not re.fullmatch(r"[\w.&()']+", kind) or len(kind) > LONGEST_TYPE:
        raise BadValues([f"document_type should be a word or two, got {document_type[:100]!r}"])
    update_row(scope, row, document_type=kind)
    return kind


@transaction.atomic
def complete_extraction(scope: Scope, extraction_id: UUID) -> int:
    """Say that everything is there; return how many fields that is."""
    row = lock_open_row(scope, extraction_id)
    if not row.extracted_fields:
        raise NothingExtracted()
    update_row(scope, row, status=ExtractionStatus.COMPLETED, error="")
    return len(row.extracted_fields)


def end_extraction(scope: Scope, extraction_id: UUID, run_id: UUID, done: Completion[str]) -> None:
    """The agent completed the record; its last words are the summary."""
    row = _get_row(scope, extraction_id)
    update_row(scope, row, summary=storable(done.output), engine=done.engine)
    _end_run(scope, extraction_id, run_id, done, fields=len(row.extracted_fields))


def end_correction(scope: Scope, extraction_id: UUID, run_id: UUID, done: Completion[str]) -> None:
    """The correction is made; how many changes it took is counted in the history."""
    changes = FieldChange.objects.in_scope(scope).filter(extraction_id=extraction_id, run_id=run_id)
    update_row(scope, _get_row(scope, extraction_id), summary=storable(done.output))
    _end_run(scope, extraction_id, run_id, done, changes=changes.count())


def fail_run(
    scope: Scope, extraction_id: UUID, run_id: UUID, error: str, *, extracting: bool
) -> None:
    """A failed extraction is marked so; what is complete stays complete."""
    sentence = sentence_of(error)
    row = Extraction.objects.in_scope(scope).filter(pk=extraction_id).first()
    if row is None:
        return
    if extracting and row.status != ExtractionStatus.COMPLETED:
        update_row(scope, row, status=ExtractionStatus.FAILED, error=sentence)
    record_frame(scope, extraction_id, run_id, {"error": sentence})


def _get_row(scope: Scope, extraction_id: UUID) -> Extraction:
    return Extraction.objects.in_scope(scope).get(pk=extraction_id)


def _end_run(
    scope: Scope, extraction_id: UUID, run_id: UUID, done: Completion[str], **counts: int
) -> None:
    cost = float(done.cost) if done.cost is not None else None
    told: dict[str, Any] = {
        "complete": True,
        "extraction_id": str(extraction_id),
        "cost": 0.0 if done.is_offline else cost,
        "tokens": done.usage.tokens_in + done.usage.tokens_out,
        "tokens_in": done.usage.tokens_in,
        "tokens_out": done.usage.tokens_out,
        "engine": done.engine,
        **counts,
    }
    record_frame(scope, extraction_id, run_id, told)
    emit(scope, run_id, DONE_EVENT, {"extraction_id": str(extraction_id)})
    end_run(scope, run_id, RunState.DONE)
