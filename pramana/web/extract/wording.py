"""What an extraction's codes are called on a page: standing, trust, signals, tools, types."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from pramana.extraction.contracts.fields import FieldType, Signal
from pramana.extraction.selectors.extractions import ExtractionStage, needs_review
from pramana.web.formatting import format_number
from pramana.web.wording import Label, StateLabel

EXTRACTION_STATES: dict[ExtractionStage, StateLabel] = {
    ExtractionStage.AT_WORK: ("working", later("Being extracted")),
    ExtractionStage.TO_APPROVE: ("attention", later("To approve")),
    ExtractionStage.APPROVED: ("good", later("Approved")),
    ExtractionStage.FAILED: ("bad", later("Not finished")),
}
"""Tone and word."""

HIGH_TRUST = 0.8
"""From here on nearly everything that can be checked was, and held."""

SIGNALS: dict[Signal, tuple[Label, Label]] = {
    Signal.QUOTE: (later("its words stand in the document"), later("its words were not found")),
    Signal.FORMAT: (later("it has the right form"), later("it does not have the right form")),
    Signal.CONSISTENT: (later("it adds up with the others"), later("it does not add up")),
    Signal.AGREES: (later("a second reading agrees"), later("a second reading did not find it")),
    Signal.PERSON: (later("a person wrote it"), later("a person did not write it")),
}
"""What holds, and what does not."""

TOOL_NAMES: dict[str, Label] = {
    "get_document_text": later("Read the document"),
    "get_current_extraction": later("Looked at what is there"),
    "identify_document": later("Named the type"),
    "extract_fields": later("Saved fields"),
    "update_field": later("Changed a field"),
    "remove_field": later("Removed a field"),
    "complete_extraction": later("Completed the extraction"),
    "by_hand": later("by hand"),
    "by_hand:carried_over": later("by hand, brought along"),
}

FIELD_TYPES: dict[FieldType, Label] = {
    FieldType.STRING: later("A few words"),
    FieldType.TEXT: later("Sentences"),
    FieldType.NUMBER: later("Number"),
    FieldType.INTEGER: later("Whole number"),
    FieldType.MONEY: later("Amount of money"),
    FieldType.DATE: later("Date"),
    FieldType.BOOLEAN: later("Yes or no"),
    FieldType.LIST: later("List"),
    FieldType.TABLE: later("Table"),
    FieldType.OBJECT: later("Group"),
}


def trust_label(value: Any, trust: Mapping[str, Any] | None) -> StateLabel:
    """A shape's name and its word; colour comes last."""
    if value is None:
        return "none", _("not in the document")
    if trust is None:
        return "part", _("partly checked")
    if trust["signals"].get(Signal.PERSON):
        return "hand", _("by hand")
    if needs_review(trust):
        return "low", _("look here")
    return ("high", _("checked")) if trust["score"] >= HIGH_TRUST else ("part", _("partly checked"))


def signal_labels(signals: Mapping[str, bool]) -> list[tuple[bool, Label]]:
    """What was checked, each with whether it holds."""
    return [
        (holds, SIGNALS[Signal(name)][0 if holds else 1])
        for name, holds in signals.items()
        if name in set(Signal)
    ]


def tool_input_text(tool: str, given: Mapping[str, Any]) -> str:
    """What a tool was given, in a line."""
    if tool == "extract_fields":
        count = len(given.get("fields") or {})
        return ngettext("%(count)s field", "%(count)s fields", count) % {
            "count": format_number(count)
        }
    if "path" in given and "value" in given:
        return f"{given['path']} → {value_text(given['value'])}"
    return " · ".join(value_text(value) for value in given.values())


def value_text(value: Any) -> str:
    """A value as people read it; what has parts is counted."""
    if value is None:
        return "—"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict | list):
        count = len(value)
        return ngettext("%(count)s part", "%(count)s parts", count) % {
            "count": format_number(count)
        }
    return str(value)
