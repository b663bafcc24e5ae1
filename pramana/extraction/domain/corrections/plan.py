"""Plans a correction: the changes that a person's words ask for, in a record or a table."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from pramana.extraction.contracts.extractions import (
    CorrectionAction,
    CorrectionChange,
    CorrectionPlan,
    TableChange,
    TablePlan,
    UnclearRequest,
)
from pramana.extraction.contracts.fields import FieldSpec, FieldType, Json
from pramana.extraction.contracts.stacks import COLUMN_TYPES, TableColumn
from pramana.extraction.domain.corrections.changes import NOT_UNDERSTOOD, ChangeBuilder
from pramana.extraction.domain.corrections.requests import (
    Request,
    clauses,
    complaint_target,
    is_command,
    is_undo,
    readings,
    refusal_of,
    sentences,
    split_name,
    without_fillers,
    without_hedge,
    without_politeness,
)
from pramana.extraction.domain.corrections.targets import (
    Target,
    TargetFinder,
)
from pramana.extraction.domain.corrections.values import unquote
from pramana.extraction.domain.field_tree import (
    Path,
    format_path,
    parse_path,
)
from pramana.extraction.domain.stack_tables import same_name

Action = CorrectionAction
HOW_TO_SAY = (
    'Write for example "the vendor is Himal Traders", "line 2 quantity is 5" or "remove the tax".'
)
_UNDONE_FIELD = re.compile(
    r"(?:undo|revert|restore|reset|cancel|reverse|put\s+back)\s+(?:the\s+)?(?:(?:last\s+)?(?:change|correction|edit)\s+(?:to|of|on|in)\s+)?"
    r"(?:the\s+)?(?:(?:old|original|previous|earlier|former)\s+)?(?P<target>.+?)(?:\s+(?:change|correction|edit))?",
    re.IGNORECASE,
)
_PLACE_FIRST = re.compile(
    r"(?:in|on|for|at|of|under)\s+(.+?),\s*(.+)|(?:in|on|for|at)\s+(.+?)\s+((?:the|its)\s.+)"
    r"|(.+?)\s?(?:मा|को),\s*(.+)|([^:,]{1,60})[:,]\s*(.+)",
    re.IGNORECASE,
)


def plan_correction(
    instruction: str, fields: Mapping[str, Json], specs: Sequence[FieldSpec] = ()
) -> CorrectionPlan:
    """Return the changes that an instruction asks for in a record.

    >>> [change] = plan_correction("total should be 33.90", {"totals": {"total": 33.92}}).changes
    >>> change.action.value, change.path, change.value
    ('set', 'totals.total', 33.9)
    """
    return Planner(TargetFinder(fields, specs)).plan(instruction)


def describe_unclear(requests: Sequence[UnclearRequest]) -> str:
    """Say what was not understood, and how it could be said."""
    said = " ".join(f"I did not understand {each.wording!r}: {each.reason}." for each in requests)
    return f"{said} {HOW_TO_SAY}"


class Planner:
    """Reads one instruction clause by clause, and remembers what was spoken of last."""

    def __init__(self, finder: TargetFinder, near: Path | None = None) -> None:
        self._finder = finder
        self._builder = ChangeBuilder(finder, near)
        self._last_action = Action.SET

    def plan(self, instruction: str) -> CorrectionPlan:
        changes: list[CorrectionChange] = []
        unclear: list[UnclearRequest] = []
        for sentence in sentences(instruction):
            for change in self._read_sentence(sentence):
                if isinstance(change, CorrectionChange):
                    unclear = [each for each in unclear if not self._answers(change, each)]
                    changes.append(change)
                else:
                    unclear.append(change)
        return CorrectionPlan(tuple(_in_safe_order(changes)), tuple(unclear))

    def _read_sentence(self, sentence: str) -> Iterator[CorrectionChange | UnclearRequest]:
        text = without_politeness(sentence)
        if is_undo(text) or is_undo(sentence):
            path = self._undone_path(text)
            yield CorrectionChange(Action.UNDO, path, wording=sentence)
            return
        if reason := refusal_of(text):
            yield UnclearRequest(sentence, reason)
            return
        if swap := self._swap(without_fillers(text)):
            yield from (replace(change, wording=sentence) for change in swap)
            return
        text = self._place_first(text) or text
        for clause in clauses(text, self._finder):
            yield from self._read_clause(clause)

    def _read_clause(self, clause: str) -> Iterator[CorrectionChange | UnclearRequest]:
        text, is_unsure = without_hedge(without_fillers(without_politeness(clause).rstrip("?")))
        if reason := refusal_of(text):
            yield UnclearRequest(clause, reason)
            return
        outcome = self._best_reading(text)
        if isinstance(outcome, str):
            yield UnclearRequest(clause, outcome)
            return
        for change in outcome:
            doubt = change.doubt or ("you are not sure" if is_unsure else "")
            yield replace(change, wording=clause, doubt=doubt)
            self._last_action = change.action
            self._builder.near = parse_path(change.path) if change.path else self._builder.near

    def _best_reading(self, text: str) -> list[CorrectionChange] | str:
        """Return the changes of the first clear reading, else of a doubtful one, else why none."""
        doubtful: list[CorrectionChange] = []
        reason = ""
        for request in (*readings(text), *self._elided(text)):
            outcome = self._builder.changes(request)
            if isinstance(outcome, str):
                reason = reason or ("" if outcome == NOT_UNDERSTOOD else outcome)
            elif (
                request.action is Action.MOVE
                or all(change.is_clear for change in outcome)
                or (request.target and self._builder.find_exactly(request.target))
            ):
                return outcome
            else:
                doubtful = doubtful or outcome
        if doubtful and not reason.startswith("there are only"):
            return doubtful
        if target := complaint_target(text):
            found = self._finder.find(target)
            self._builder.near = found.path if isinstance(found, Target) else self._builder.near
            reason = reason or "say what it should be"
        return reason or NOT_UNDERSTOOD

    def _undone_path(self, text: str) -> str:
        """Return the field whose change is to be undone; empty for the last correction."""
        match = _UNDONE_FIELD.fullmatch(without_fillers(text).strip(" ."))
        target = self._finder.find_exactly(match["target"]) if match else None
        return format_path(target.path) if target else ""

    def _swap(self, text: str) -> list[CorrectionChange]:
        """Read a sentence that exchanges two fields, before its "and" could split it."""
        swaps = (
            self._builder.changes(each) for each in readings(text) if each.action is Action.SWAP
        )
        return next((changes for changes in swaps if not isinstance(changes, str)), [])

    def _place_first(self, text: str) -> str:
        """Read "in line 2, the price is 40": the row is remembered, and the rest is returned."""
        match = _PLACE_FIRST.fullmatch(text)
        if not match:
            return ""
        place, rest = (part for part in match.groups() if part)
        row = self._finder.rows.find_row(place)
        if row is None:
            return ""
        is_part = split_name(rest, lambda name: self._finder.find_exactly(name, row) is not None)
        if is_part is None and not is_command(rest):
            return ""
        self._builder.near = row
        return rest

    def _elided(self, text: str) -> Iterator[Request]:
        """A field alone after a removal: "remove the discount and the rounding"."""
        if self._last_action in (Action.REMOVE, Action.CLEAR) and self._finder.find_exactly(
            text.strip(" .।")
        ):
            yield Request(self._last_action, target=text.strip(" .।"))

    def _answers(self, change: CorrectionChange, unclear: UnclearRequest) -> bool:
        """Whether a change says what a complaint before it left open."""
        target = complaint_target(unclear.wording)
        found = self._finder.find(target) if target else ""
        return isinstance(found, Target) and change.path.startswith(format_path(found.path))


def _in_safe_order(changes: Sequence[CorrectionChange]) -> Iterator[CorrectionChange]:
    """Yield removals of rows last and from the end, so that no number shifts under another."""
    removals = {
        number: change for change in changes if (number := _removed_row(change)) is not None
    }
    yield from (change for change in changes if _removed_row(change) is None)
    yield from (removals[number] for number in sorted(removals, reverse=True))


def _removed_row(change: CorrectionChange) -> tuple[Path, int] | None:
    path = parse_path(change.path) if change.path else ()
    last = path[-1] if path else None
    is_row = change.action is Action.REMOVE and isinstance(last, int)
    return (path[:-1], last) if is_row and isinstance(last, int) else None


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
