"""Carries out what a person said about a table, as far as it was understood.

A cell that is changed this way is reviewed, like one that was edited by hand: no run changes it.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.extraction.contracts.corrections import (
    CorrectionAction,
    TableChange,
    TableOutcome,
    UnclearRequest,
)
from pramana.extraction.selectors.stacks import get_table
from pramana.extraction.services import stack_cells, stacks
from pramana.extraction.services.corrections import CorrectionWork, plan_for_table
from pramana.extraction.services.tool_calls import ToolAnswer, ToolCallRecorder
from pramana.kit.scope import Scope
from pramana.llm.calls import Function
from pramana.llm.contracts import ToolReply

Action = CorrectionAction


class TableCorrector:
    """Makes the changes of one correction with recorded tool calls."""

    def __init__(self, scope: Scope, work: CorrectionWork) -> None:
        self._scope, self._work = scope, work
        recorder = ToolCallRecorder(scope, work.id, work.run_id)
        makers = (update_cell, define_columns, undo_correction)
        self._tools = {make.__name__: recorder.wrap(make(scope, work)) for make in makers}

    @transaction.atomic
    def work(self) -> TableOutcome:
        """Make the clear changes, with `confirm` the doubtful ones too."""
        plan = plan_for_table(
            self._scope,
            self._work.stack_id,
            self._work.table_id,
            self._work.instruction,
            overwrite=self._work.overwrite,
        )
        outcome = TableOutcome(unclear=list(plan.unclear))
        for change in plan.changes:
            if not (change.is_clear or self._work.confirm):
                outcome.proposed.append(change)
                continue
            tool, arguments = self._call(change)
            reply: ToolReply = self._tools[tool](**arguments)
            if reply.is_error:
                outcome.unclear.append(UnclearRequest(change.wording, reply.content))
            else:
                outcome.applied.append(change)
                outcome.answers.append(reply.content)
        return outcome

    def _call(self, change: TableChange) -> tuple[str, dict[str, Any]]:
        """The tool call that makes one change."""
        if change.action is Action.UNDO:
            return "undo_correction", {}
        if change.document_id is not None:
            return "update_cell", {
                "doc_id": str(change.document_id),
                "column": change.column,
                "value": change.value,
            }
        if change.action is Action.REMOVE:
            return "define_columns", {"columns": [], "remove": [change.column]}
        if change.action is Action.ADD:
            return "define_columns", {"columns": [{"name": change.column, "type": change.value}]}
        table = get_table(self._scope, self._work.stack_id, self._work.table_id)
        column = next(each for each in table.columns if each.key == change.column)
        definition = {**column.model_dump(mode="json"), "name": change.value}
        return "define_columns", {"columns": [definition]}


def update_cell(scope: Scope, work: CorrectionWork) -> Function:
    def update_cell(doc_id: str, column: str, value: Any) -> ToolAnswer:
        """Write a value that a person gave in words. The cell is reviewed then."""
        stack_cells.edit_cell(
            scope, work.stack_id, work.table_id, UUID(doc_id), column, value, run_id=work.run_id
        )
        return ToolAnswer(f"Updated {column!r} of {doc_id}.", {"column": column})

    return update_cell


def define_columns(scope: Scope, work: CorrectionWork) -> Function:
    def define_columns(
        columns: list[Mapping[str, Any]], remove: tuple[str, ...] = ()
    ) -> ToolAnswer:
        """Add, rename or remove columns as a person said."""
        specs = stack_cells.parse_column_specs(columns) if columns else []
        table = stacks.extend_columns(scope, work.stack_id, work.table_id, specs, remove)
        names = ", ".join(column.name for column in table.columns)
        return ToolAnswer(f"The table has these columns now: {names}.", {"columns": names})

    return define_columns


def undo_correction(scope: Scope, work: CorrectionWork) -> Function:
    def undo_correction() -> ToolAnswer:
        """Undo the cells of the last correction in words."""
        columns = stack_cells.undo_correction(
            scope, work.stack_id, work.table_id, before_run=work.run_id
        )
        return ToolAnswer(f"Undone: {', '.join(columns)}.", {"columns": columns})

    return undo_correction
