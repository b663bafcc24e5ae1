"""Names of an extraction's states, trust levels, signals, tools and types."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.extraction.contracts.extractions import CorrectionAction
from pramana.extraction.contracts.fields import FieldType, Signal
from pramana.extraction.selectors.extractions import ExtractionStage, needs_review
from pramana.web.formatting import count_text
from pramana.web.wording import Label, StateLabel

EXTRACTION_STATES: dict[ExtractionStage, StateLabel] = {
    ExtractionStage.AT_WORK: ("working", later("Extracting")),
    ExtractionStage.TO_APPROVE: ("attention", later("To approve")),
    ExtractionStage.APPROVED: ("good", later("Approved")),
    ExtractionStage.FAILED: ("bad", later("Incomplete")),
}
"""Tone and word."""

HIGH_TRUST = 0.8
"""From this score on, nearly every check was made and passed."""

SIGNALS: dict[Signal, tuple[Label, Label]] = {
    Signal.QUOTE: (later("the text is in the document"), later("the text was not found")),
    Signal.FORMAT: (later("the format is valid"), later("the format is not valid")),
    Signal.CONSISTENT: (
        later("consistent with other values"),
        later("not consistent with other values"),
    ),
    Signal.AGREES: (
        later("confirmed by a second reading"),
        later("not confirmed by a second reading"),
    ),
    Signal.PERSON: (later("entered by a person"), later("not entered by a person")),
}
"""Text for a passed and for a failed check."""

TOOL_NAMES: dict[str, Label] = {
    "get_document_text": later("Read the document"),
    "get_current_extraction": later("Checked the current values"),
    "identify_document": later("Identified the document type"),
    "extract_fields": later("Saved fields"),
    "update_field": later("Changed a field"),
    "remove_field": later("Removed a field"),
    "complete_extraction": later("Completed the extraction"),
    "by_hand": later("by hand"),
    "by_hand:carried_over": later("by hand, carried over"),
    "in_words:carried_over": later("in words, carried over"),
    "append_item": later("Added an item"),
    "undo_correction": later("Undid a correction"),
    "list_documents": later("Listed the documents"),
    "get_table_state": later("Checked the table"),
    "define_columns": later("Chose the columns"),
    "extract_row": later("Filled the row"),
    "update_cell": later("Changed a cell"),
    "complete_table": later("Completed the table"),
}

CORRECTION_ACTIONS: dict[CorrectionAction, Label] = {
    CorrectionAction.SET: later("Set"),
    CorrectionAction.CLEAR: later("Clear"),
    CorrectionAction.REMOVE: later("Remove"),
    CorrectionAction.ADD: later("Add"),
    CorrectionAction.RENAME: later("Rename"),
    CorrectionAction.MOVE: later("Move"),
    CorrectionAction.SWAP: later("Swap"),
    CorrectionAction.UNDO: later("Undo the last correction"),
}

FIELD_TYPES: dict[FieldType, Label] = {
    FieldType.STRING: later("Short text"),
    FieldType.TEXT: later("Long text"),
    FieldType.NUMBER: later("Number"),
    FieldType.INTEGER: later("Whole number"),
    FieldType.MONEY: later("Money"),
    FieldType.DATE: later("Date"),
    FieldType.BOOLEAN: later("Yes or no"),
    FieldType.LIST: later("List"),
    FieldType.TABLE: later("Table"),
    FieldType.OBJECT: later("Group"),
}


def trust_label(value: Any, trust: Mapping[str, Any] | None) -> StateLabel:
    """The tone and the label of a value's trust."""
    if value is None:
        return "none", _("not in the document")
    if trust is None:
        return "part", _("partly verified")
    if trust["signals"].get(Signal.PERSON):
        return "hand", _("by hand")
    if needs_review(trust):
        return "low", _("needs review")
    return (
        ("high", _("verified")) if trust["score"] >= HIGH_TRUST else ("part", _("partly verified"))
    )


def signal_labels(signals: Mapping[str, bool]) -> list[tuple[bool, Label]]:
    """The checks that were made, each with whether it passed."""
    return [
        (holds, SIGNALS[Signal(name)][0 if holds else 1])
        for name, holds in signals.items()
        if name in set(Signal)
    ]


def tool_input_text(tool: str, given: Mapping[str, Any]) -> str:
    """A tool's input in one line."""
    if tool == "extract_fields":
        count = len(given.get("fields") or {})
        return count_text("%(count)s field", "%(count)s fields", count)
    if "path" in given and "value" in given:
        return f"{given['path']} → {value_text(given['value'])}"
    return " · ".join(value_text(value) for value in given.values())


def value_text(value: Any) -> str:
    """A value as text; groups and lists show their size."""
    if value is None:
        return "—"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict | list):
        count = len(value)
        return count_text("%(count)s part", "%(count)s parts", count)
    return str(value)
