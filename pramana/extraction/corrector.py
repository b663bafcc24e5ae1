"""Carries out what a person said about an extraction or a table, as far as it was understood.

The changes are made with recorded tool calls, like those of an agent, in one transaction. They are
the person's decisions: no run changes them later, and a cell that is changed this way is reviewed.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from pramana.extraction.contracts.extractions import (
    CorrectionAction,
    CorrectionChange,
    CorrectionOutcome,
    CorrectionPlan,
    TableChange,
    TableOutcome,
    UnclearRequest,
)
from pramana.extraction.domain.field_tree import format_path, parse_path
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.selectors.stacks import get_table
from pramana.extraction.services import extraction_fields, stack_cells, stacks
from pramana.extraction.services.corrections import (
    CorrectionWork,
    plan_for_extraction,
    plan_for_table,
)
from pramana.extraction.services.extraction_records import FieldAuthor
from pramana.extraction.services.extraction_runs import TranscriptWriter
from pramana.extraction.services.tool_calls import ToolAnswer, ToolCallRecorder
from pramana.extraction.tools.extractions import ToolBinding
from pramana.kit.scope import Scope
from pramana.llm.calls import Function
from pramana.llm.contracts import ToolReply
from pramana.tenancy.selectors import has_tool_calls

Action = CorrectionAction
CERTAIN: Final = 1.0
"""The confidence of what a person says."""


class Corrector:
    """Makes the changes of one plan. `check_claim` raises if another worker took the job over."""

    def __init__(
        self, binding: ToolBinding, check_claim: Callable[[str, int], None], *, decides: bool = True
    ) -> None:
        subject = (binding.scope, binding.extraction_id, binding.run_id)
        self._binding = binding
        self._recorder = ToolCallRecorder(*subject)
        self._transcript = TranscriptWriter(*subject)
        self._check_claim = check_claim
        self._decides = decides
        makers = (update_field, remove_field, append_item, undo_correction)
        tools = [self._recorder.wrap(make(binding, decides)) for make in makers]
        self._tools = {tool.__name__: tool for tool in tools}

    @transaction.atomic
    def work(self, *, confirm: bool = False) -> CorrectionOutcome:
        """Make the clear changes, with `confirm` the doubtful ones too.

        A second attempt after a crash finds the calls of the first, and changes nothing twice.
        """
        binding = self._binding
        extraction = get_extraction(binding.scope, binding.extraction_id)
        plan = plan_for_extraction(
            binding.scope, extraction, binding.instruction, overwrite=binding.overwrite
        )
        outcome = CorrectionOutcome(unclear=list(plan.unclear))
        if has_tool_calls(binding.scope, binding.run_id):
            return outcome
        self._carry_out(plan, outcome, confirm=confirm)
        if outcome.summary:
            self._transcript.add_text(outcome.summary)
            self._transcript.flush()
        return outcome

    def _carry_out(
        self, plan: CorrectionPlan, outcome: CorrectionOutcome, *, confirm: bool
    ) -> None:
        for change in plan.changes:
            if not (change.is_clear or confirm):
                outcome.proposed.append(change)
                continue
            replies = [self._call(tool, arguments) for tool, arguments in _calls(change)]
            refusal = next((reply.content for reply in replies if reply.is_error), "")
            if refusal:
                outcome.unclear.append(UnclearRequest(change.wording, refusal))
            else:
                outcome.applied.append(change)
                outcome.answers.append(f"{replies[-1].content}.")

    def _call(self, tool: str, arguments: dict[str, Any]) -> ToolReply:
        self._check_claim(tool, self._recorder.count + 1)
        self._transcript.add_tool_use(tool, arguments)
        reply: ToolReply = self._tools[tool](**arguments)
        return reply


def _calls(change: CorrectionChange) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tool calls that make one change."""
    path, value = change.path, change.value
    if change.action is Action.UNDO:
        yield "undo_correction", {"path": path}
    elif change.action is Action.REMOVE:
        yield "remove_field", {"path": path}
    elif change.action is Action.ADD and isinstance(parse_path(path)[-1], int):
        yield "append_item", {"path": format_path(parse_path(path)[:-1]), "value": value}
    elif change.action in (Action.RENAME, Action.MOVE):
        yield "update_field", {"path": change.to, "value": change.before}
        is_kept = change.action is Action.MOVE and not isinstance(change.before, dict)
        cleared = {"path": path, "value": None}
        yield ("update_field", cleared) if is_kept else ("remove_field", {"path": path})
    elif change.action is Action.SWAP:
        yield "update_field", {"path": path, "value": change.value}
        yield "update_field", {"path": change.to, "value": change.before}
    else:
        yield "update_field", {"path": path, "value": value}


def _author(binding: ToolBinding, tool: str, decides: bool) -> FieldAuthor:
    return FieldAuthor(tool, binding.run_id, by_hand=decides, overwrite=binding.overwrite)


def update_field(binding: ToolBinding, decides: bool) -> Function:
    def update_field(path: str, value: Any) -> str:
        """Set a value that a person gave in words."""
        author = _author(binding, "update_field", decides)
        extraction_fields.set_field(
            binding.scope, binding.extraction_id, author, binding.source, path, value, CERTAIN
        )
        return f"Updated '{path}' = {value}"

    return update_field


def remove_field(binding: ToolBinding, decides: bool) -> Function:
    def remove_field(path: str) -> str:
        """Remove a field that a person said to remove."""
        author = _author(binding, "remove_field", decides)
        extraction_fields.remove_field(binding.scope, binding.extraction_id, author, path)
        return f"Removed field at '{path}'"

    return remove_field


def append_item(binding: ToolBinding, decides: bool) -> Function:
    def append_item(path: str, value: Any) -> str:
        """Add an item that a person described to the end of a list."""
        author = _author(binding, "append_item", decides)
        place = extraction_fields.append_item(
            binding.scope, binding.extraction_id, author, binding.source, path, value
        )
        return f"Added '{place}'"

    return append_item


def undo_correction(binding: ToolBinding, decides: bool) -> Function:
    def undo_correction(path: str = "") -> str:
        """Undo the last correction in words, or the last decision about a path."""
        paths = extraction_fields.undo_correction(
            binding.scope, binding.extraction_id, path, before_run=binding.run_id
        )
        return f"Undone: {', '.join(paths)}"

    return undo_correction


class TableCorrector:
    """Makes the changes of one correction with recorded tool calls."""

    def __init__(self, scope: Scope, work: CorrectionWork) -> None:
        self._scope, self._work = scope, work
        recorder = ToolCallRecorder(scope, work.id, work.run_id)
        makers = (update_cell, define_columns, undo_in_table)
        tools = [recorder.wrap(make(scope, work)) for make in makers]
        self._tools = {tool.__name__: tool for tool in tools}

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


def undo_in_table(scope: Scope, work: CorrectionWork) -> Function:
    def undo_correction() -> ToolAnswer:
        """Undo the cells of the last correction in words."""
        columns = stack_cells.undo_correction(
            scope, work.stack_id, work.table_id, before_run=work.run_id
        )
        return ToolAnswer(f"Undone: {', '.join(columns)}.", {"columns": columns})

    return undo_correction
