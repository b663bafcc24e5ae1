"""Corrections in words: what one would change, and the run of one over a table."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.extraction.contracts.extractions import (
    CorrectionAction,
    CorrectionChange,
    CorrectionOutcome,
    CorrectionPlan,
    ExtractionMode,
    ExtractionStatus,
    ExtractionView,
    TableChange,
    TableOutcome,
    TablePlan,
)
from pramana.extraction.contracts.stacks import Cells, CellState, CorrectionView, TableStatus
from pramana.extraction.domain.corrections.plan import (
    NamedRow,
    plan_correction,
    plan_table_correction,
)
from pramana.extraction.domain.field_tree import Path, parse_path, paths_overlap
from pramana.extraction.errors import TableBusy
from pramana.extraction.models import CellChange, StackCorrection, StackTableRow
from pramana.extraction.selectors.extractions import get_extraction, paths_written_by_hand
from pramana.extraction.selectors.history import correction_view
from pramana.extraction.selectors.stacks import get_table, table_record
from pramana.jobs.contracts import DONE_EVENT, FAILED_EVENT
from pramana.jobs.events import emit
from pramana.jobs.queue import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.tenancy.contracts import NO_MATTER, Matter, RunState
from pramana.tenancy.selectors import matter_or_previous
from pramana.tenancy.services import audit, end_run, start_run

WRITTEN_BY_HAND = "a person wrote it by hand"


def preview_correction(
    scope: Scope, extraction_id: UUID, instruction: str, *, overwrite: bool = False
) -> CorrectionPlan:
    """The changes that an instruction asks for. Nothing is changed."""
    extraction = get_extraction(scope, extraction_id)
    return plan_for_extraction(scope, extraction, instruction, overwrite=overwrite)


def plan_for_extraction(
    scope: Scope, extraction: ExtractionView, instruction: str, *, overwrite: bool
) -> CorrectionPlan:
    """Plan a correction. A value that somebody wrote by hand is changed only when confirmed."""
    is_custom = extraction.mode is ExtractionMode.CUSTOM
    specs = extraction.custom_fields if is_custom else ()
    plan = plan_correction(instruction, extraction.extracted_fields, specs)
    if overwrite:
        return plan
    written = [parse_path(path) for path in paths_written_by_hand(scope, extraction.id)]
    return replace(plan, changes=tuple(_protect_field(change, written) for change in plan.changes))


def _protect_field(change: CorrectionChange, written: list[Path]) -> CorrectionChange:
    if change.action is CorrectionAction.UNDO or change.doubt:
        return change
    touched = [parse_path(path) for path in (change.path, change.to) if path]
    if any(paths_overlap(path, hand) for path in touched for hand in written):
        return replace(change, doubt=WRITTEN_BY_HAND)
    return change


def change_as_json(change: CorrectionChange | TableChange) -> dict[str, Any]:
    """A planned change as the API shows it, without what does not apply."""
    values = {name: value for name, value in asdict(change).items() if value not in ("", None)}
    if values.get("document_id"):
        values["document_id"] = str(values["document_id"])
    return {**values, "action": change.action.value, "value": change.value}


def outcome_as_json(outcome: CorrectionOutcome | TableOutcome) -> dict[str, Any]:
    """What became of a correction, as the API shows it."""
    return {
        "applied": [change_as_json(each) for each in outcome.applied],
        "proposed": [change_as_json(each) for each in outcome.proposed],
        "unclear": [asdict(each) for each in outcome.unclear],
    }


STACK_CORRECT_TASK = "extraction.stack_correct"
CORRECTION_RUN = "extraction.stack_correction"


@dataclass(frozen=True)
class CorrectionWork:
    id: UUID
    table_id: UUID
    stack_id: UUID
    instruction: str
    overwrite: bool
    confirm: bool
    run_id: UUID


@transaction.atomic
def start_table_correction(
    scope: Scope,
    stack_id: UUID,
    table_id: UUID,
    instruction: str,
    *,
    overwrite: bool = False,
    confirm: bool = False,
    matter: Matter = NO_MATTER,
) -> CorrectionView:
    """Store the instruction and queue its job. With `overwrite`, reviewed cells may change too.

    With `confirm`, doubtful changes are made too.
    """
    table = table_record(scope, stack_id, table_id, lock=True)
    if table.status == TableStatus.IN_PROGRESS or running_correction(scope, table.id):
        raise TableBusy()
    assert scope.actor_id is not None  # a stack is visible to people only
    row = StackCorrection(
        tenant_id=scope.tenant_id,
        table=table,
        user_id=scope.actor_id,
        instruction=instruction,
        overwrite=overwrite,
        confirm=confirm,
        run_id=start_run(scope, CORRECTION_RUN, matter_or_previous(scope, matter, table.run_id)),
        created_at=utcnow(),
    )
    row.save(force_insert=True)
    enqueue(scope, STACK_CORRECT_TASK, correction_id=row.id)
    audit(scope, "stack.correction_asked", "stack_table", table.id, correction=str(row.id))
    return correction_view(row)


def plan_for_table(
    scope: Scope, stack_id: UUID, table_id: UUID, instruction: str, *, overwrite: bool = False
) -> TablePlan:
    """The changes that an instruction asks for. Nothing is changed.

    A cell that somebody reviewed other than in words is changed only when confirmed.
    """
    table = get_table(scope, stack_id, table_id)
    rows = StackTableRow.objects.in_scope(scope).filter(table_id=table.id)
    found = list(rows.select_related("document").defer("document__text").order_by("position"))
    named = [
        NamedRow(
            row.document_id,
            (row.document.title, row.document.filename),
            {key: cell["value"] for key, cell in row.cells.items()},
        )
        for row in found
    ]
    plan = plan_table_correction(instruction, table.columns, named)
    if overwrite:
        return plan
    cells = {row.document_id: row.cells for row in found}
    changes = (_protect_cell(scope, table.id, change, cells) for change in plan.changes)
    return replace(plan, changes=tuple(changes))


def _protect_cell(
    scope: Scope, table_id: UUID, change: TableChange, cells: Mapping[UUID, Cells]
) -> TableChange:
    if change.document_id is None or change.doubt:
        return change
    cell = cells[change.document_id].get(change.column)
    if not cell or not CellState(cell["state"]).is_decided:
        return change
    decisions = CellChange.objects.in_scope(scope).filter(
        table_id=table_id, document_id=change.document_id, column=change.column, by_hand=True
    )
    last = decisions.filter(undone_at__isnull=True).order_by("-created_at", "-id").first()
    return change if last and last.run_id else replace(change, doubt="a person reviewed it")


def running_correction(scope: Scope, table_id: UUID) -> UUID | None:
    """The id of the correction that is running on this table."""
    rows = StackCorrection.objects.in_scope(scope).filter(table_id=table_id)
    return rows.filter(status=ExtractionStatus.IN_PROGRESS).values_list("pk", flat=True).first()


def pending_correction(scope: Scope, correction_id: UUID) -> CorrectionWork | None:
    """The correction, if it is still to be done."""
    rows = StackCorrection.objects.in_scope(scope).select_related("table")
    row = rows.filter(pk=correction_id, status=ExtractionStatus.IN_PROGRESS).first()
    if row is None or row.run_id is None:
        return None
    return CorrectionWork(
        id=row.id,
        table_id=row.table_id,
        stack_id=row.table.stack_id,
        instruction=row.instruction,
        overwrite=row.overwrite,
        confirm=row.confirm,
        run_id=row.run_id,
    )


@transaction.atomic
def end_table_correction(
    scope: Scope,
    correction_id: UUID,
    *,
    answer: str = "",
    engine: str = "",
    error: str = "",
    outcome: TableOutcome | None = None,
) -> None:
    """Store the answer, or why it failed. Changes it already made stay."""
    rows = StackCorrection.objects.in_scope(scope).select_for_update(of=("self",))
    row = rows.filter(pk=correction_id, status=ExtractionStatus.IN_PROGRESS).first()
    if row is None:
        return
    row.status = ExtractionStatus.FAILED if error else ExtractionStatus.COMPLETED
    row.answer, row.engine, row.error, row.ended_at = storable(answer), engine, error, utcnow()
    row.results = outcome_as_json(outcome) if outcome else {}
    row.save()
    if row.run_id:
        kind, state = (FAILED_EVENT, RunState.FAILED) if error else (DONE_EVENT, RunState.DONE)
        emit(scope, row.run_id, kind, {"correction_id": str(row.id), "status": row.status})
        end_run(scope, row.run_id, state)
