"""Carries out what a person said about an extraction, as far as it was understood.

The changes are made with recorded tool calls, like those of an agent, in one transaction. They are
the person's decisions: no run changes them later.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.db import transaction

from pramana.extraction.contracts.corrections import (
    CorrectionAction,
    CorrectionChange,
    CorrectionOutcome,
    CorrectionPlan,
    UnclearRequest,
)
from pramana.extraction.domain.field_tree import format_path, parse_path
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services import extraction_fields
from pramana.extraction.services.corrections import plan_for_extraction
from pramana.extraction.services.extraction_records import FieldAuthor
from pramana.extraction.services.extraction_runs import TranscriptWriter
from pramana.extraction.services.tool_calls import ToolCallRecorder, has_calls
from pramana.extraction.tools.extractions import ToolBinding
from pramana.llm.calls import Function
from pramana.llm.contracts import ToolReply

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
        tools = (update_field, remove_field, append_item, undo_correction)
        self._tools = {make.__name__: self._recorder.wrap(make(binding, decides)) for make in tools}

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
        if has_calls(binding.scope, binding.run_id):
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
