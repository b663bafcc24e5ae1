"""How a run ends: said in its story, on the record, and to everyone who follows."""

from typing import Any
from uuid import UUID

from pramana.extraction.contracts.states import ExtractionStatus
from pramana.extraction.models import Extraction, FieldChange
from pramana.extraction.services.activity import tell
from pramana.extraction.services.rows import keep
from pramana.jobs.contracts import DONE_EVENT, sentence_of
from pramana.jobs.events import emit
from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.llm.contracts import Completion
from pramana.tenancy.contracts import RunState
from pramana.tenancy.services import end_run


def end_extraction(scope: Scope, extraction_id: UUID, run_id: UUID, done: Completion[str]) -> None:
    """The agent completed the record; its last words are the summary."""
    row = _row(scope, extraction_id)
    keep(scope, row, summary=storable(done.output), engine=done.engine)
    _end(scope, extraction_id, run_id, done, fields=len(row.extracted_fields))


def end_correction(scope: Scope, extraction_id: UUID, run_id: UUID, done: Completion[str]) -> None:
    """The correction is made; how many changes it took is counted in the history."""
    changes = FieldChange.objects.in_scope(scope).filter(extraction_id=extraction_id, run_id=run_id)
    keep(scope, _row(scope, extraction_id), summary=storable(done.output))
    _end(scope, extraction_id, run_id, done, changes=changes.count())


def fail_run(
    scope: Scope, extraction_id: UUID, run_id: UUID, error: str, *, extracting: bool
) -> None:
    """A failed extraction is marked so; what is complete stays complete."""
    sentence = sentence_of(error)
    row = Extraction.objects.in_scope(scope).filter(pk=extraction_id).first()
    if row is None:
        return
    if extracting and row.status != ExtractionStatus.COMPLETED:
        keep(scope, row, status=ExtractionStatus.FAILED, error=sentence)
    tell(scope, extraction_id, run_id, {"error": sentence})


def _row(scope: Scope, extraction_id: UUID) -> Extraction:
    return Extraction.objects.in_scope(scope).get(pk=extraction_id)


def _end(
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
    tell(scope, extraction_id, run_id, told)
    emit(scope, run_id, DONE_EVENT, {"extraction_id": str(extraction_id)})
    end_run(scope, run_id, RunState.DONE)
