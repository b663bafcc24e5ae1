"""A run of the extraction agent: its transcript, its second reading, and how it ends."""

import re
import time
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from pramana.extraction.contracts.extractions import CorrectionOutcome, ExtractionStatus
from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.domain.doubtful_values import SecondAnswer
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.domain.field_tree import format_path
from pramana.extraction.errors import BadValues, NothingExtracted
from pramana.extraction.models import ActivityLine, Extraction, FieldChange
from pramana.extraction.services.corrections import outcome_as_json
from pramana.extraction.services.extraction_records import (
    lock_open_row,
    reassess_trust,
    update_row,
)
from pramana.jobs.contracts import DONE_EVENT, plain_error
from pramana.jobs.events import emit
from pramana.kit.scope import Scope
from pramana.kit.texts import storable, storable_json
from pramana.llm.contracts import OFFLINE, Completion
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run

ACTIVITY_EVENT = "extraction.activity"
"""Tells followers of the run that there is a new frame. The frame's content stays in our table."""
GATHER_S = 0.15
"""How long text is collected before it is stored."""
LONGEST_TYPE = 100
LONGEST_SECOND_READING = 200_000
"""Only this many characters are read a second time."""


@transaction.atomic
def record_frame(scope: Scope, extraction_id: UUID, run_id: UUID, data: Mapping[str, Any]) -> None:
    """Append a frame to the run's transcript."""
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
    """Writes the transcript of one run. Text is collected briefly, to save commits."""

    def __init__(self, scope: Scope, extraction_id: UUID, run_id: UUID) -> None:
        self._subject = (scope, extraction_id, run_id)
        self._pending_text: list[str] = []
        self._flushed_at = 0.0

    def add_text(self, text: str) -> None:
        self._pending_text.append(text)
        if time.monotonic() - self._flushed_at >= GATHER_S:
            self.flush()

    def add_tool_use(self, tool: str, arguments: Mapping[str, Any]) -> None:
        self.flush()
        record_frame(*self._subject, {"tool": tool, "input": dict(arguments)})

    def flush(self) -> None:
        if text := "".join(self._pending_text):
            self._pending_text.clear()
            self._flushed_at = time.monotonic()
            record_frame(*self._subject, {"text": text})


def store_second_reading(
    scope: Scope,
    extraction_id: UUID,
    source: EvidenceSource,
    specs: Sequence[FieldSpec],
    engine: str,
) -> None:
    """Store the engine, and what the offline reader finds by itself.

    There is no second reading when the offline reader is itself the engine.
    """
    rows = Extraction.objects.in_scope(scope).filter(pk=extraction_id)
    rows.update(engine=engine)
    if engine == OFFLINE:
        return
    from pramana.extraction.domain.reading.document_reader import read_document  # slow to import
    from pramana.extraction.domain.reading.field_reader import read_fields

    text = source.text[:LONGEST_SECOND_READING]
    readings = read_fields(text, specs) if specs else read_document(text).values
    values = [
        {"path": each.path, "value": each.value, "start": each.start, "end": each.end}
        for each in readings
    ]
    rows.update(second_reading=values)


@transaction.atomic
def add_second_reading(
    scope: Scope, extraction_id: UUID, source: EvidenceSource, answer: SecondAnswer
) -> None:
    """Store that the model gave a value a second time, if its words stand in the document."""
    proof = source.evidence(answer.path, answer.value, answer.quote)
    if proof is None or not proof["supports"]:
        return
    row = lock_open_row(scope, extraction_id)
    place = {"start": proof["start"], "end": proof["end"]}
    entry = {"path": format_path(answer.path), "value": answer.value, **place}
    row.second_reading = [*row.second_reading, entry]
    update_row(scope, row, second_reading=row.second_reading)
    reassess_trust(scope, row)


@transaction.atomic
def set_document_type(scope: Scope, extraction_id: UUID, document_type: str) -> str:
    """Store the document type in a normal form, so that types can be compared."""
    row = lock_open_row(scope, extraction_id)
    kind = re.sub(r"[\s/-]+", "_", document_type.strip().casefold())
    if not re.fullmatch(r"[\w.&()']+", kind) or len(kind) > LONGEST_TYPE:
        raise BadValues([f"document_type should be a word or two, got {document_type[:100]!r}"])
    update_row(scope, row, document_type=kind)
    return kind


@transaction.atomic
def complete_extraction(scope: Scope, extraction_id: UUID) -> int:
    """Mark the extraction as complete, and return how many fields it has."""
    row = lock_open_row(scope, extraction_id)
    if not row.extracted_fields:
        raise NothingExtracted()
    update_row(scope, row, status=ExtractionStatus.COMPLETED, error="")
    return len(row.extracted_fields)


def end_extraction(
    scope: Scope, extraction_id: UUID, run_id: UUID, completion: Completion[str]
) -> None:
    """Store the agent's last words as the summary, and end the run."""
    row = _get_row(scope, extraction_id)
    update_row(scope, row, summary=storable(completion.output), engine=completion.engine)
    _end_run(scope, extraction_id, run_id, completion, fields=len(row.extracted_fields))


def end_correction(
    scope: Scope,
    extraction_id: UUID,
    run_id: UUID,
    completion: Completion[str],
    outcome: CorrectionOutcome,
) -> None:
    """Store the answer, count the changes, and end the run."""
    changes = FieldChange.objects.in_scope(scope).filter(extraction_id=extraction_id, run_id=run_id)
    is_answered_by_agent = bool(outcome.unclear)
    said = [outcome.summary] if is_answered_by_agent else []
    summary = " ".join(part for part in (*said, completion.output) if part)
    update_row(scope, _get_row(scope, extraction_id), summary=storable(summary))
    _end_run(
        scope,
        extraction_id,
        run_id,
        completion,
        changes=changes.count(),
        **outcome_as_json(outcome),
    )


def fail_run(
    scope: Scope, extraction_id: UUID, run_id: UUID, error: str, *, extracting: bool
) -> None:
    """Record why a run failed. An extraction that was already complete stays complete."""
    sentence = plain_error(error)
    row = Extraction.objects.in_scope(scope).filter(pk=extraction_id).first()
    if row is None:
        return
    if extracting and row.status != ExtractionStatus.COMPLETED:
        update_row(scope, row, status=ExtractionStatus.FAILED, error=sentence)
    record_frame(scope, extraction_id, run_id, {"error": sentence})


def _get_row(scope: Scope, extraction_id: UUID) -> Extraction:
    return Extraction.objects.in_scope(scope).get(pk=extraction_id)


def _end_run(
    scope: Scope, extraction_id: UUID, run_id: UUID, completion: Completion[str], **results: Any
) -> None:
    cost = float(completion.cost) if completion.cost is not None else None
    frame: dict[str, Any] = {
        "complete": True,
        "extraction_id": str(extraction_id),
        "cost": 0.0 if completion.is_offline else cost,
        "tokens": completion.usage.tokens_in + completion.usage.tokens_out,
        "tokens_in": completion.usage.tokens_in,
        "tokens_out": completion.usage.tokens_out,
        "engine": completion.engine,
        **results,
    }
    record_frame(scope, extraction_id, run_id, frame)
    emit(scope, run_id, DONE_EVENT, {"extraction_id": str(extraction_id)})
    end_run(scope, run_id, RunState.DONE)
