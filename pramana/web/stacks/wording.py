"""What the codes of stacks are called on a page, and the sentences its scripts say."""

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
"""What wants a look first."""

STATE_MEANINGS: dict[CellState, Label] = {
    CellState.FLAGGED: later("Its words could not be found, or someone doubts it."),
    CellState.STALE: later("Its column was changed; the next reading looks for it again."),
    CellState.EXTRACTED: later("Read from the document, and its words were found there."),
    CellState.REVIEWED: later("A person stands behind it; no reading touches it."),
    CellState.LOCKED: later("Nobody changes it before it is unlocked."),
    CellState.EMPTY: later("Not looked for yet, or the document does not say."),
}

TABLE_STATES: dict[TableStatus, StateLabel] = {
    TableStatus.NEW: ("waiting", later("Not read yet")),
    TableStatus.IN_PROGRESS: ("working", later("Being read")),
    TableStatus.COMPLETED: ("good", later("Read")),
    TableStatus.FAILED: ("bad", later("Some could not be read")),
    TableStatus.STOPPED: ("off", later("Stopped")),
}

ROW_STATES: dict[RowStatus, StateLabel] = {
    RowStatus.NEW: ("waiting", later("Not read yet")),
    RowStatus.WAITING: ("waiting", later("Waiting")),
    RowStatus.RUNNING: ("working", later("Being read")),
    RowStatus.DONE: ("good", later("Read")),
    RowStatus.FAILED: ("bad", later("Failed")),
}

COLUMN_TYPE_NAMES: dict[FieldType, Label] = {kind: FIELD_TYPES[kind] for kind in COLUMN_TYPES}

CHANGE_NAMES: dict[str, Label] = {
    "edit_cell": later("written by hand"),
    "judge_cell": later("judged"),
    "extract_row": later("read again"),
    "update_cell": later("corrected by the agent"),
}


def grid_strings() -> dict[str, str]:
    """By name; the page's scripts hold no sentence of their own."""
    return {
        **{f"state_{state.value}": str(word) for state, word in CELL_STATES.items()},
        **{f"row_{status.value}": str(word) for status, (_tone, word) in ROW_STATES.items()},
        **{f"table_{status.value}": str(word) for status, (_tone, word) in TABLE_STATES.items()},
        "document": _("Document"),
        "menu_of": _("Menu of the column %(name)s"),
        "resize": _("Width of the column %(name)s"),
        "progress": _("%(done)s of %(total)s read"),
        "columns_sought": _("The agent reads a few documents to find the columns…"),
        "shown": _("%(shown)s of %(total)s rows"),
        "rows_one": ngettext("%(count)s row", "%(count)s rows", 1),
        "rows_many": ngettext("%(count)s row", "%(count)s rows", 2),
        "read_stale": _("Read what is missing or stale (%(count)s)"),
        "hidden": _("Hidden columns: %(count)s"),
        "lost": _("The connection was lost. Nothing was changed; try again."),
        "too_many": _("At most %(most)s cells at once. Choose fewer."),
        "copied_cells": _("%(count)s cells copied."),
        "written_cells": _("%(count)s cells written. Ctrl+Z takes them back."),
        "some_refused": _("%(count)s of %(total)s could not be changed: %(reason)s"),
        "nothing_to_undo": _("You changed nothing here that could be taken back."),
        "undone": _("Taken back."),
        "removed_column": _("Removed. A new column of the same name brings its cells back."),
        "saved_column": _("Saved."),
        "correcting": _("The agent is at it…"),
        "nothing_to_read": _("There is nothing left to read."),
        "yes": _("yes"),
        "no": _("no"),
        "new_column": _("New column"),
    }
