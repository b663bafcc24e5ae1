"""Plans the correction of a table: its documents are rows, and its columns their parts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.corrections import (
    CorrectionAction,
    CorrectionChange,
    TableChange,
    TablePlan,
    UnclearRequest,
)
from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.contracts.stacks import COLUMN_TYPES, TableColumn
from pramana.extraction.domain.corrections.clauses import sentences
from pramana.extraction.domain.corrections.plan import Planner
from pramana.extraction.domain.corrections.requests import (
    refusal_of,
    without_fillers,
    without_politeness,
)
from pramana.extraction.domain.corrections.targets import TargetFinder
from pramana.extraction.domain.corrections.values import unquote
from pramana.extraction.domain.field_tree import Path, parse_path
from pramana.extraction.domain.stack_columns import same_name

ROWS = "documents"
_TYPES = "|".join(kind.value for kind in COLUMN_TYPES)
_ADD = re.compile(
    r"(?:add|create|insert)\s+(?:an?\s+|the\s+|another\s+)?(?:new\s+)?column\s+"
    r"(?:for\s+|called\s+|named\s+|with\s+)?(?:the\s+)?(?P<name>.+?)"
    rf"(?:\s*\((?P<type>{_TYPES})\)|\s+(?:as|of\s+type)\s+(?:an?\s+)?(?P<kind>{_TYPES}))?"
    r"|(?P<nepali>.+?)\s+(?:नामको\s+|को\s+)?(?:महल|स्तम्भ|कोलम)\s+थप\S*(?:\s+\S+)?",
    re.IGNORECASE,
)  # fmt: skip
_REMOVE = re.compile(
    r"(?:remove|delete|drop)\s+(?:the\s+)?(?:column\s+(?P<name>.+)|(?P<before>.+?)\s+column)"
    r"|(?P<nepali>.+?)\s+(?:महल|स्तम्भ|कोलम)\s+(?:हटा|मेट|निकाल)\S*(?:\s+\S+)?",
    re.IGNORECASE,
)
_RENAME = re.compile(
    r"(?:rename|call)\s+(?:the\s+)?(?:column\s+)?(?P<column>.+?)(?:\s+column)?\s+(?:to|as|into)\s+"
    r"(?P<name>.+)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class NamedRow:
    """A document of the table: the names by which a person may call it, and its values."""

    document_id: UUID
    names: tuple[str, ...]
    values: dict[str, Any] = field(default_factory=dict)
    """By column key."""


def plan_table_correction(
    instruction: str, columns: Sequence[TableColumn], rows: Sequence[NamedRow]
) -> TablePlan:
    """Return the changes of cells and columns that an instruction asks for."""
    changes: list[TableChange] = []
    unclear: list[UnclearRequest] = []
    planner = Planner(_finder(columns, rows), near=(ROWS, 0) if len(rows) == 1 else None)
    for sentence in sentences(instruction):
        change = _column_change(sentence, columns)
        if change is not None:
            changes.append(change)
            continue
        plan = planner.plan(sentence)
        for planned in plan.changes:
            changes += _cell_changes(planned, columns, rows, unclear)
        unclear += plan.unclear
    return TablePlan(tuple(changes), tuple(unclear))


def _finder(columns: Sequence[TableColumn], rows: Sequence[NamedRow]) -> TargetFinder:
    tree = {ROWS: [{column.name: row.values.get(column.key) for column in columns} for row in rows]}
    table = FieldSpec(
        name=ROWS, type=FieldType.TABLE, children=tuple(column.spec for column in columns)
    )
    names: dict[Path, Sequence[str]] = {
        (ROWS, place): (*row.names, str(row.document_id)) for place, row in enumerate(rows)
    }
    return TargetFinder(tree, (table,), names, is_table=True)


def _column_change(sentence: str, columns: Sequence[TableColumn]) -> TableChange | None:
    """Read a change of the columns themselves; None if the sentence is about cells."""
    text = without_fillers(without_politeness(sentence)).rstrip(" .।")
    if refusal_of(text):
        return None
    if match := _ADD.fullmatch(text):
        name = unquote(match["name"] or match["nepali"])
        kind = (match["type"] or match["kind"] or FieldType.STRING).lower()
        return TableChange(CorrectionAction.ADD, column=name, value=kind, wording=sentence)
    if match := _REMOVE.fullmatch(text):
        column = _column_named(columns, match["name"] or match["before"] or match["nepali"])
        if column is None:
            return None
        return TableChange(CorrectionAction.REMOVE, column=column.key, wording=sentence)
    if match := _RENAME.fullmatch(text):
        column = _column_named(columns, match["column"])
        if column is None:
            return None
        name = unquote(match["name"])
        rename = CorrectionAction.RENAME
        return TableChange(rename, column=column.key, value=name, wording=sentence)
    return None


def _column_named(columns: Sequence[TableColumn], words: str) -> TableColumn | None:
    name = unquote(words)
    return next((each for each in columns if each.key == name or same_name(each.name, name)), None)


def _cell_changes(
    planned: CorrectionChange,
    columns: Sequence[TableColumn],
    rows: Sequence[NamedRow],
    unclear: list[UnclearRequest],
) -> Iterator[TableChange]:
    """Turn the change of a path into changes of cells. A swap changes two."""
    if planned.action is CorrectionAction.UNDO and not planned.path:
        yield TableChange(CorrectionAction.UNDO, wording=planned.wording)
        return
    places = [
        _cell_of(parse_path(path), columns, rows) for path in (planned.path, planned.to) if path
    ]
    if None in places or planned.action in (CorrectionAction.ADD, CorrectionAction.RENAME):
        unclear.append(UnclearRequest(planned.wording, "say which column of which document"))
        return
    cells = [place for place in places if place]
    before = [_value(cell, rows) for cell in cells]
    values: tuple[Any, ...] = (planned.value,)
    if len(cells) > 1:
        values = (before[1] if planned.action is CorrectionAction.SWAP else None, before[0])
    elif planned.action in (CorrectionAction.CLEAR, CorrectionAction.REMOVE):
        values = (None,)
    for cell, value, old in zip(cells, values, before, strict=True):
        action = CorrectionAction.CLEAR if value is None else CorrectionAction.SET
        if planned.action is CorrectionAction.UNDO:
            action = CorrectionAction.UNDO
        yield TableChange(
            action,
            *cell,
            value,
            old,
            planned.wording,
            planned.doubt,
            next(row.names[-1] for row in rows if row.document_id == cell[0]),
        )


def _cell_of(
    path: Path, columns: Sequence[TableColumn], rows: Sequence[NamedRow]
) -> tuple[UUID, str] | None:
    match path:
        case (_, int(place), str(name)):
            return rows[place].document_id, next(each.key for each in columns if each.name == name)
        case _:
            return None


def _value(cell: tuple[UUID, str], rows: Sequence[NamedRow]) -> Any:
    return next(row.values.get(cell[1]) for row in rows if row.document_id == cell[0])
