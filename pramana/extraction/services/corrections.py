"""Planning a correction in words: what it would change, before anything is changed."""

from dataclasses import asdict, replace
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.corrections import (
    CorrectionAction,
    CorrectionChange,
    CorrectionOutcome,
    CorrectionPlan,
    TableChange,
    TableOutcome,
    UnclearRequest,
)
from pramana.extraction.contracts.extractions import ExtractionMode, ExtractionView
from pramana.extraction.domain.corrections.plan import plan_correction
from pramana.extraction.domain.field_tree import Path, parse_path, paths_overlap
from pramana.extraction.selectors.extractions import get_extraction, paths_written_by_hand
from pramana.kit.scope import Scope

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
    return replace(plan, changes=tuple(_spare(change, written) for change in plan.changes))


def _spare(change: CorrectionChange, written: list[Path]) -> CorrectionChange:
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
        "unclear": [unclear_as_json(each) for each in outcome.unclear],
    }


def unclear_as_json(request: UnclearRequest) -> dict[str, str]:
    return {"wording": request.wording, "reason": request.reason}
