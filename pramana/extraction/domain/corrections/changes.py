"""Turns a reading of a clause into changes of the record, checked against type and shape."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from pramana.extraction.contracts.extractions import CorrectionAction, CorrectionChange
from pramana.extraction.contracts.fields import FieldSpec, FieldType, Json
from pramana.extraction.domain.corrections.requests import Request, split_name
from pramana.extraction.domain.corrections.rows import field_value, plan_new_row
from pramana.extraction.domain.corrections.targets import (
    PRONOUNS,
    Target,
    TargetFinder,
    part_by_name,
)
from pramana.extraction.domain.corrections.values import (
    FieldForm,
    is_quoted,
    parse_words,
    unquote,
    without_wrong_value,
)
from pramana.extraction.domain.corrections.words import FUNCTION_WORDS, holds, name_words
from pramana.extraction.domain.field_tree import (
    MISSING,
    Path,
    format_path,
    last_name,
    leaves,
    parse_path,
    value_at,
)
from pramana.extraction.domain.reading.amounts import find_amounts
from pramana.extraction.domain.reading.labels import snake_case
from pramana.extraction.domain.validation import path_errors, spec_at, value_errors
from pramana.extraction.errors import BadPath

Action = CorrectionAction
NOT_UNDERSTOOD = "I could not tell what to change"

_NOT_HEAD = re.compile(r"^(?:not|n't)\s", re.IGNORECASE)


class ChangeBuilder:
    """Builds the changes of one record. `near` is the place that was spoken of last."""

    def __init__(self, finder: TargetFinder, near: Path | None = None) -> None:
        self._finder = finder
        self.near = near
        self._dates = tuple(_dates_of(finder.fields))

    def changes(self, request: Request) -> list[CorrectionChange] | str:
        if request.action is Action.SET:
            return self._set(request)
        if request.action in (Action.REMOVE, Action.CLEAR):
            return self._remove(request)
        if request.action is Action.ADD:
            return self._add(request)
        if request.action is Action.RENAME:
            return self._rename(request)
        return self._move(request)

    def _set(self, request: Request) -> list[CorrectionChange] | str:
        if request.row:
            request = replace(request, target=f"quantity of {without_wrong_value(request.row)}")
        if request.joined:
            split = self._split_joined(request)
            if split is None:
                return NOT_UNDERSTOOD
            request = split
        target = self._finder.find(request.target, self.near)
        value = without_wrong_value(request.value)
        if _NOT_HEAD.match(value):
            return NOT_UNDERSTOOD
        if isinstance(target, str):
            return self._set_by_value(request, value) if request.by_value else target
        if request.part:
            return self._substitute(target.path, request.part, value)
        change = self._set_at(target, value)
        if isinstance(change, str):
            return change
        if request.old and self._is_elsewhere(target.path, request.old):
            doubt = f"{format_path(target.path)} does not say {request.old!r} now"
            change = [replace(each, doubt=each.doubt or doubt) for each in change]
        return change

    def _split_joined(self, request: Request) -> Request | None:
        """Split "total 500" into name and value. Without a verb, the value must look like one."""
        parts = split_name(request.joined, lambda name: self.find_exactly(name) is not None)
        if parts is None:
            return None
        name, rest = parts
        value = re.sub(r"^(?:को|is|=|:)\s+", "", request.value or rest)
        first = value.split()[0].casefold() if value.split() else ""
        if first in FUNCTION_WORDS or holds(
            name_words(request.joined.removesuffix(rest)), name_words(value)
        ):
            return None
        target = self.find_exactly(name)
        if target and holds(name_words(last_name(target.path)), name_words(value)):
            return None
        if not request.has_verb and not (is_quoted(value) or re.search(r"\d|@", value)):
            return None
        return replace(
            request, target=name, value=value, joined="", old=rest if request.value else ""
        )

    def find_exactly(self, words: str) -> Target | None:
        return self._finder.find_exactly(words, self.near)

    def _set_at(self, target: Target, words: str) -> list[CorrectionChange] | str:
        """Set a value, or the part of an object that says what it is called."""
        path, doubt = target.path, target.doubt
        current = value_at(self._finder.fields, path)
        current = None if current is MISSING else current
        spec = spec_at(self._finder.specs, path)
        children = [child.name for child in spec.children] if spec else []
        if isinstance(path[-1], int) and isinstance(current, dict):
            is_count = words[:1].isdigit()
            doubt = doubt or ("say which part of the row to change" if is_count else "")
        if isinstance(current, dict) or (spec and spec.type is FieldType.OBJECT):
            if self._finder.is_table:
                return "say which column to change"
            part = part_by_name(path, current, children)
            if part is None:
                parts = ", ".join(map(str, current or children))
                return f"{format_path(path)} has parts ({parts}); say which to change"
            changes = self._set_at(Target(part, doubt), words)
            return self._with_currency(path, current, words, changes)
        form = FieldForm(
            last_name(path),
            current,
            spec if not isinstance(path[-1], int) else _item_spec(spec),
            self._finder.concept(path),
            self._dates,
        )
        parsed = parse_words(words, form)
        if parsed.refusal:
            return parsed.refusal
        if reasons := self._type_errors(path, parsed.value):
            return reasons
        action = Action.CLEAR if parsed.value is None else Action.SET
        return [
            CorrectionChange(
                action, format_path(path), parsed.value, before=current, doubt=doubt or parsed.doubt
            )
        ]

    def _with_currency(
        self, path: Path, current: Any, words: str, changes: list[CorrectionChange] | str
    ) -> list[CorrectionChange] | str:
        """Change the currency of an amount too, if the words name another one."""
        amounts = find_amounts(words)
        named = amounts[0].currency if amounts else ""
        if isinstance(changes, str) or not named or not isinstance(current, dict):
            return changes
        if "currency" not in current or current["currency"] == named:
            return changes
        where = format_path((*path, "currency"))
        return [*changes, CorrectionChange(Action.SET, where, named, before=current["currency"])]

    def _type_errors(self, path: Path, value: Json) -> str:
        errors = value_errors(value, path)
        if not errors and self._finder.specs and not self._finder.is_table:
            errors = path_errors(value, self._finder.specs, path)
        return errors[0] if errors else ""

    def _set_by_value(self, request: Request, value: str) -> list[CorrectionChange] | str:
        """Find the field by its present value: "33.92 should be 33.90"."""
        words = unquote(request.target)
        paths = self._finder.with_value(words)
        if len(paths) != 1:
            several = " and ".join(format_path(path) for path in paths[:4])
            return (
                f"{words!r} stands in {several}; say which"
                if paths
                else f"there is no field {words!r}"
            )
        if self._is_part(paths[0], words):
            return self._substitute(paths[0], words, value)
        return self._set_at(Target(paths[0]), value)

    def _is_part(self, path: Path, words: str) -> bool:
        """Whether the words are a part of the present text, not the whole of it."""
        current, wanted = value_at(self._finder.fields, path), unquote(words).casefold()
        return (
            isinstance(current, str)
            and wanted in current.casefold()
            and wanted != current.casefold()
        )

    def _substitute(self, path: Path, old: str, value: str) -> list[CorrectionChange] | str:
        if not self._is_part(path, old):
            return self._set_at(Target(path), value)
        current = str(value_at(self._finder.fields, path))
        whole = re.sub(
            re.escape(unquote(old)),
            unquote(value).replace("\\", r"\\"),
            current,
            count=1,
            flags=re.IGNORECASE,
        )
        return self._set_at(Target(path), f'"{whole}"')

    def _is_elsewhere(self, path: Path, old: str) -> bool:
        """Whether the value that should be replaced stands at another field only."""
        places = self._finder.with_value(unquote(old))
        return bool(places) and not any(place[: len(path)] == path for place in places)

    def _remove(self, request: Request) -> list[CorrectionChange] | str:
        if request.other:
            request = replace(request, target=f"{request.other} {request.target}", other="")
        rows = self._finder.rows.rows_between(request.target)
        if rows and request.action is Action.REMOVE:
            return [self._removal(Action.REMOVE, Target(path)) for path in rows]
        missing_row = self._finder.rows.find(request.target)
        if isinstance(missing_row, str):
            return missing_row
        target = self._finder.find(request.target, self.near)
        if isinstance(target, str):
            places = (
                self._finder.with_value(unquote(request.target))
                if request.action is Action.REMOVE
                else []
            )
            if len(places) != 1:
                return target
            target = Target(
                places[0], f"I took {request.target!r} for the value of {format_path(places[0])}"
            )
        if target.is_new:
            return f"there is no {request.target!r} in the record already"
        return [self._removal(request.action, target)]

    def _removal(self, action: Action, target: Target) -> CorrectionChange:
        current = value_at(self._finder.fields, target.path)
        before = None if current is MISSING else current
        doubt = target.doubt
        if isinstance(target.path[-1], int) and not self._finder.is_table:
            action = Action.REMOVE
        elif self._finder.is_table or current is MISSING:
            action = Action.CLEAR
        if isinstance(before, dict | list) and before and not isinstance(target.path[-1], int):
            doubt = doubt or f"{format_path(target.path)} holds {len(list(leaves(before)))} values"
            action = Action.REMOVE
        return CorrectionChange(action, format_path(target.path), before=before, doubt=doubt)

    def _add(self, request: Request) -> list[CorrectionChange] | str:
        if self._finder.is_table:
            return "rows of a table are its documents; add a document to the stack"
        if request.field:
            return self._add_field(replace(request, target=request.field))
        if request.noun.casefold() in ("field", "value"):
            return self._add_field(request)
        path = self._finder.rows.list_of(request.noun) if request.noun else None
        if request.target:
            target = self._finder.find(request.target)
            path = target.path if isinstance(target, Target) else None
        rows = value_at(self._finder.fields, path) if path else None
        if path is None or not isinstance(rows, list):
            return NOT_UNDERSTOOD
        row = plan_new_row(request.value, rows)
        if row is None:
            return "I could not read the new line; say it as: 3 chairs at 1,200"
        place = (*path, len(rows))
        if reasons := self._type_errors(place, row):
            return reasons
        return [CorrectionChange(Action.ADD, format_path(place), row)]

    def _add_field(self, request: Request) -> list[CorrectionChange] | str:
        known = self._finder.find_exactly(request.target)
        if known and request.value:
            return self._set_at(known, request.value)
        name = unquote(request.target)
        if self._finder.specs:
            asked = ", ".join(spec.name for spec in self._finder.specs)
            return f"{name!r} is not among the fields asked for: {asked}"
        try:
            path = parse_path(name if "." in name else snake_case(name))
        except BadPath as error:
            return str(error)
        return [CorrectionChange(Action.ADD, format_path(path), field_value(request.value))]

    def _rename(self, request: Request) -> list[CorrectionChange] | str:
        target = self._finder.find(request.target)
        if isinstance(target, str):
            return target
        if self._finder.specs or isinstance(target.path[-1], int):
            return f"{format_path(target.path)} cannot get another name here"
        name = unquote(request.value)
        try:
            new = parse_path(name)
        except BadPath:
            new = (snake_case(name),)
        path = (
            new if len(new) > 1 else (*target.path[:-1], snake_case(name) if " " in name else name)
        )
        current = value_at(self._finder.fields, target.path)
        taken = value_at(self._finder.fields, path) is not MISSING
        if taken:
            return f"there is a field {format_path(path)} already"
        return [
            CorrectionChange(
                Action.RENAME,
                format_path(target.path),
                to=format_path(path),
                before=current,
                doubt=target.doubt,
            )
        ]

    def _move(self, request: Request) -> list[CorrectionChange] | str:
        """Move a value to another field, or swap two."""
        rows = self._finder.rows.rows_between(f"{request.target} and {request.other}")
        target: Target | None
        other: Target | None
        if len(rows) == 2 and request.action is Action.SWAP:
            target, other = Target(rows[0]), Target(rows[1])
        else:
            target = self.find_exactly(request.target)
            other = self.find_exactly(unquote(request.other))
        if target is None or other is None or target.path == other.path:
            return NOT_UNDERSTOOD
        if request.value and not self._is_value_of(target.path, request.value):
            return NOT_UNDERSTOOD
        first, second = (self._whole_value(place.path) for place in (target, other))
        if isinstance(first, dict) != isinstance(second, dict) and second is not None:
            return f"{format_path(target.path)} and {format_path(other.path)} have different shapes"
        if not self._fits(other.path, first) or (
            request.action is Action.SWAP and not self._fits(target.path, second)
        ):
            return (
                f"{format_path(target.path)} and {format_path(other.path)} are of different types"
            )
        doubt = ""
        if request.action is Action.MOVE and second not in (None, {}, [], ""):
            doubt = f"{format_path(other.path)} has a value that would be replaced"
        value = second if request.action is Action.SWAP else None
        return [
            CorrectionChange(
                request.action,
                format_path(target.path),
                value=value,
                to=format_path(other.path),
                before=first,
                doubt=doubt,
            )
        ]

    def _is_value_of(self, path: Path, words: str) -> bool:
        if words.strip().casefold() in PRONOUNS:
            return True
        return any(place[: len(path)] == path for place in self._finder.with_value(unquote(words)))

    def _whole_value(self, path: Path) -> Json:
        value = value_at(self._finder.fields, path)
        return None if value is MISSING else value

    def _fits(self, path: Path, value: Json) -> bool:
        return not self._type_errors(path, value) and _same_kind(self._whole_value(path), value)


def _same_kind(one: Json, other: Json) -> bool:
    numbers = (int, float)
    if one is None or other is None:
        return True
    return isinstance(one, type(other)) or (isinstance(one, numbers) and isinstance(other, numbers))


def _item_spec(spec: FieldSpec | None) -> FieldSpec | None:
    return spec.children[0] if spec and len(spec.children) == 1 else None


def _dates_of(fields: Mapping[str, Json]) -> Iterator[date]:
    for _, value in leaves(fields):
        try:
            if isinstance(value, str):
                yield date.fromisoformat(value)
        except ValueError:
            continue
