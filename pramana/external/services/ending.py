"""How a run goes on after its graph, and how it ends."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.documents.contracts import DocumentView, Status
from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import get_document
from pramana.external.contracts.requests import Budget
from pramana.external.contracts.stages import CandidateState, Stage
from pramana.external.models import Candidate, ResearchRun
from pramana.external.services.rows import (
    ANSWER_TASK,
    LOOK_AGAIN,
    ask_to_look,
    locked,
    move,
    take_up,
)
from pramana.jobs.services import enqueue
from pramana.kit.scope import Scope

ERASED = "The document was deleted before it had been read."
OVER_BUDGET = "The run's budget of tokens is spent, so no answer was composed."


@transaction.atomic
def settle(scope: Scope, research_id: UUID, *, paused: bool, error: str | None) -> None:
    """The graph has stopped: for a person, for an error, or because it is through."""
    row = locked(scope, research_id)
    if paused:
        move(scope, row, Stage.AWAITING_APPROVAL)
    elif error:
        row.error = error
        move(scope, row, Stage.FAILED)
    else:
        _go_on(scope, row)


@transaction.atomic
def note_reading(scope: Scope, research_id: UUID, candidate_id: UUID) -> None:
    """A let-in document was read, or could not be. The last one lets the run go on."""
    row = locked(scope, research_id)
    candidate = Candidate.objects.in_scope(scope).filter(pk=candidate_id).first()
    if candidate is None or candidate.state != CandidateState.READING:
        return
    document = _document(scope, candidate.document_id)
    if document and document.status not in (Status.COMPLETED, Status.FAILED):
        ask_to_look(scope, row, candidate_id, delay=LOOK_AGAIN)
        return
    good = document is not None and document.status is Status.COMPLETED
    candidate.state = CandidateState.INGESTED if good else CandidateState.FAILED
    candidate.error = "" if good else (document.error if document else ERASED)
    candidate.save(update_fields=["state", "error"])
    if row.stage == Stage.READING:
        _go_on(scope, row)


@transaction.atomic
def finish_answer(scope: Scope, research_id: UUID, answer: Mapping[str, Any]) -> None:
    row = locked(scope, research_id)
    if row.stage != Stage.ANSWERING:
        return
    row.answer = dict(answer)
    move(scope, row, Stage.DONE)


@transaction.atomic
def try_again(scope: Scope, research_id: UUID, stage: Stage) -> None:
    """Take a failed run up; one that has not failed is left where it is."""
    row = locked(scope, research_id)
    if row.stage == Stage.FAILED:
        take_up(scope, row, stage)


@transaction.atomic
def fail_research(scope: Scope, research_id: UUID, error: str) -> None:
    row = locked(scope, research_id)
    row.error = row.error or error
    move(scope, row, Stage.FAILED)


def _go_on(scope: Scope, row: ResearchRun) -> None:
    """Wait for what is being read; then answer where an answer is wanted; then end."""
    candidates = Candidate.objects.in_scope(scope).filter(research=row)
    if candidates.filter(state=CandidateState.READING).exists():
        move(scope, row, Stage.READING)
    elif not row.is_question or not candidates.filter(state=CandidateState.INGESTED).exists():
        move(scope, row, Stage.DONE)
    elif row.spent.get("tokens", 0) > Budget.model_validate(row.budget).tokens:
        row.error = OVER_BUDGET
        move(scope, row, Stage.DONE)
    else:
        move(scope, row, Stage.ANSWERING)
        enqueue(scope, ANSWER_TASK, run_id=row.run_id, research_id=row.id)


def _document(scope: Scope, document_id: UUID | None) -> DocumentView | None:
    try:
        return get_document(scope, document_id) if document_id else None
    except DocumentNotFound:
        return None
