"""Lines of a planned change as the page shows them, and the choices that its form sends."""

from collections import defaultdict
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.agni.contracts import LineChoice, LineKind, PlannedLine
from pramana.registry.domain.json_patch import display_text
from pramana.web.review.wording import attribute_label
from pramana.web.wording import Label

CONFLICT_CHOICES: dict[LineChoice, Label] = {
    LineChoice.KEEP: later("Keep the registry's"),
    LineChoice.REPLACE: later("Replace it"),
    LineChoice.ADD: later("Add with the document's date"),
}
PREFIX = "line"


def planned_line_context(index: int, line: PlannedLine) -> dict[str, Any]:
    """A line with its words, the name of its field, and whether it is written."""
    return {
        "kind": line.kind.value,
        "label": attribute_label(line.name),
        "text": _line_text(line),
        "before": display_text(line.before) if line.before is not None else "",
        "after": display_text(line.after),
        "field": f"{PREFIX} {index} {line.key}",
        "is_written": line.choice is LineChoice.WRITE,
        "choices": [
            (choice.value, name, choice is line.choice) for choice, name in CONFLICT_CHOICES.items()
        ],
    }


def _line_text(line: PlannedLine) -> str:
    if line.kind is LineKind.SOURCE:
        return _("This document as a source")
    if line.kind in (LineKind.NAME, LineKind.MAIN_NAME):
        return _("Name: %(name)s") % {"name": display_text(line.after)}
    return f"{attribute_label(line.name)}: {display_text(line.after)}"


def requested_choices(form: QueryDict) -> dict[int, dict[str, LineChoice]]:
    """The choices by entity and line. A box that is not ticked is not sent: its line is skipped."""
    choices: dict[int, dict[str, LineChoice]] = defaultdict(dict)
    for field in form.getlist("lines"):
        _add(choices, field, form.get(field, LineChoice.SKIP.value))
    for field, value in form.items():
        if field.startswith(f"{PREFIX} "):
            _add(choices, field, str(value))
    return dict(choices)


def _add(choices: dict[int, dict[str, LineChoice]], field: str, value: str) -> None:
    prefix, _, rest = field.partition(" ")
    index, _, key = rest.partition(" ")
    if prefix == PREFIX and index.isdecimal() and key and value in list(LineChoice):
        choices[int(index)][key] = LineChoice(value)
