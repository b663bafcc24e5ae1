"""Names of the codes of stacks, and strings for the grid's scripts."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.stacks import COLUMN_TYPES, CellState, RowStatus, TableStatus
from pramana.web.extract.wording import FIELD_TYPES
from pramana.web.wording import Label, StateLabel

CELL_STATES: dict[CellState, Label] = {
    CellState.FLAGGED: later("flagged"),
    CellState.STALE: later("stale"),
    CellState.EXTRACTED: later("extracted"),
    CellState.REVIEWED: later("reviewed"),
    CellState.LOCKED: later("locked"),
    CellState.EMPTY: later("empty"),
}
"""States that need a check come first."""

STATE_MEANINGS: dict[CellState, Label] = {
    CellState.FLAGGED: later("The text was not found, or someone flagged it."),
    CellState.STALE: later("The column was changed; the next extraction looks for it again."),
    CellState.EXTRACTED: later("Extracted, and the text was found in the document."),
    CellState.REVIEWED: later("Confirmed by a person; extractions do not change it."),
    CellState.LOCKED: later("Nobody can change it until it is unlocked."),
    CellState.EMPTY: later("Not searched for yet, or not in the document."),
}

TABLE_STATES: dict[TableStatus, StateLabel] = {
    TableStatus.NEW: ("waiting", later("Not extracted yet")),
    TableStatus.IN_PROGRESS: ("working", later("Reading")),
    TableStatus.COMPLETED: ("good", later("Extracted")),
    TableStatus.FAILED: ("bad", later("Some failed")),
    TableStatus.STOPPED: ("off", later("Stopped")),
}

ROW_STATES: dict[RowStatus, StateLabel] = {
    RowStatus.NEW: ("waiting", later("Not extracted yet")),
    RowStatus.WAITING: ("waiting", later("Waiting")),
    RowStatus.RUNNING: ("working", later("Reading")),
    RowStatus.DONE: ("good", later("Extracted")),
    RowStatus.FAILED: ("bad", later("Failed")),
}

COLUMN_TYPE_NAMES: dict[FieldType, Label] = {kind: FIELD_TYPES[kind] for kind in COLUMN_TYPES}

CHANGE_NAMES: dict[str, Label] = {
    "edit_cell": later("edited"),
    "judge_cell": later("reviewed"),
    "extract_row": later("extracted again"),
    "update_cell": later("corrected by the agent"),
}


def grid_strings() -> dict[str, str]:
    """Strings by name; the scripts contain no text of their own."""
    return {
        **{f"state_{state.value}": str(word) for state, word in CELL_STATES.items()},
        **{f"row_{status.value}": str(word) for status, (_tone, word) in ROW_STATES.items()},
        **{f"table_{status.value}": str(word) for status, (_tone, word) in TABLE_STATES.items()},
        "document": _("Document"),
        "menu_of": _("Menu of column %(name)s"),
        "resize": _("Width of column %(name)s"),
        "progress": _("%(done)s of %(total)s extracted"),
        "columns_sought": _("The agent is reading a few documents to find columns…"),
        "shown": _("%(shown)s of %(total)s rows"),
        "rows_one": ngettext("%(count)s row", "%(count)s rows", 1),
        "rows_many": ngettext("%(count)s row", "%(count)s rows", 2),
        "read_stale": _("Extract missing or stale cells (%(count)s)"),
        "hidden": _("Hidden columns: %(count)s"),
        "lost": _("The connection was lost. Nothing was changed; try again."),
        "too_many": _("At most %(most)s cells at once. Select fewer."),
        "copied_cells": _("%(count)s cells copied."),
        "written_cells": _("%(count)s cells changed. Press Ctrl+Z to undo."),
        "some_refused": _("%(count)s of %(total)s could not be changed: %(reason)s"),
        "nothing_to_undo": _("You have no change to undo."),
        "undone": _("Undone."),
        "removed_column": _(
            "Column removed. Adding a column with the same name restores its cells."
        ),
        "saved_column": _("Saved."),
        "correcting": _("The agent is working…"),
        "press_again": _("Press Correct again to make these changes."),
        "nothing_to_read": _("Nothing left to extract."),
        "yes": _("yes"),
        "no": _("no"),
        "new_column": _("New column"),
    }
