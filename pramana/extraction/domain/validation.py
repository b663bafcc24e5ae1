"""Validation of values before they are saved, and protection of what a person wrote.

Each error names the path and says what to write.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final

from pramana.extraction.contracts.fields import FieldSpec, FieldType, Json
from pramana.extraction.domain.field_tree import (
    DEEPEST,
    MISSING,
    Path,
    check_settable,
    format_path,
    leaves,
    paths_overlap,
    value_at,
    with_value,
    without_value,
)
from pramana.extraction.errors import BadPath, WrittenByHand
from pramana.kit.texts import is_storable

ISO: Final = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T[\d:.+Z-]+)?)?)?")
EMAIL: Final = re.compile(r"[^@\s]+@[^@\s.]+\.[^@\s]+")
DATES: Final = re.compile(r"(?:^|_)(?:date|dated|dob|deadline)(?:$|_)|_(?:on|at)$")
AMOUNTS: Final = re.compile(
    r"(?:^|_)(?:total|subtotal|amount|price|cost|fee|tax|vat|discount|balance|quantity|qty|sum)$"
)

TYPE_HINTS: Final = {
    FieldType.STRING: "text", FieldType.TEXT: "text",
    FieldType.NUMBER: "a number without separators, like 1234.5",
    FieldType.INTEGER: "a whole number", FieldType.MONEY: "an amount as a number, like 1234.5",
    FieldType.DATE: "a Gregorian date like 2024-05-31", FieldType.BOOLEAN: "true or false",
    FieldType.LIST: "a list", FieldType.TABLE: "a list of rows", FieldType.OBJECT: "an object",
}  # fmt: skip
MOST_VALUES: Final = 5_000
LONGEST_TEXT: Final = 20_000
MOST_REASONS: Final = 20


def fits_type(value: Json, kind: FieldType) -> bool:
    """Whether a value has this type; null fits every type."""
    if value is None:
        return True
    if kind is FieldType.DATE:
        return isinstance(value, str) and is_date(value)
    if kind is FieldType.MONEY:
        return is_number(value.get("amount") if isinstance(value, dict) else value)
    if kind in (FieldType.NUMBER, FieldType.INTEGER):
        return is_number(value) and (kind is FieldType.NUMBER or float(value).is_integer())
    if kind is FieldType.BOOLEAN:
        return isinstance(value, bool)
    if kind is FieldType.OBJECT:
        return isinstance(value, dict)
    if kind in (FieldType.LIST, FieldType.TABLE):
        return isinstance(value, list)
    return isinstance(value, str)


def is_date(text: str) -> bool:
    """Whether the text is a Gregorian day, month or year in ISO 8601."""
    match = ISO.fullmatch(text)
    if match is None:
        return False
    year, month, day = (int(part) if part else 1 for part in match.groups())
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def has_expected_form(name: str, value: Json) -> bool | None:
    """Whether a value has the form its field's name suggests; None if the name suggests none."""
    key = re.sub(r"[^a-z0-9]+", "_", name.casefold())
    if "email" in key:
        return isinstance(value, str) and bool(EMAIL.fullmatch(value.strip()))
    if DATES.search(key):
        return isinstance(value, str) and is_date(value)
    if AMOUNTS.search(key):
        return is_number(value)
    return None


def is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def value_errors(value: Json, path: Path = ()) -> list[str]:
    """Errors for any field: too many values, nested too deep, or not storable as JSON."""
    return list(_first_reasons(_value_errors(value, path)))


def field_errors(fields: Mapping[str, Json], specs: Sequence[FieldSpec]) -> list[str]:
    """Errors for values that are not among the requested fields, or have another type."""
    return list(_first_reasons(_object_errors(fields, specs, ())))


def spec_at(specs: Sequence[FieldSpec], path: Path) -> FieldSpec | None:
    """Return the spec of a path; None if none was requested."""
    match: FieldSpec | None = None
    level = specs
    for part in path:
        if isinstance(part, int):
            continue
        match = next((spec for spec in level if spec.name == part), None)
        if match is None:
            return None
        level = match.children
    return match


def path_errors(value: Json, specs: Sequence[FieldSpec], path: Path) -> list[str]:
    """The same errors for one value at one path."""
    top = next((spec for spec in specs if spec.name == path[0]), None)
    if top is None:
        return [_unknown_field(path[:1], specs)]
    spec = spec_at(specs, path)
    if spec is None:
        return [] if _is_open(specs, path) else [f"{format_path(path)!r} is not a field asked for"]
    if isinstance(path[-1], int):
        return list(_first_reasons(_item_errors(value, spec, path)))
    return list(_first_reasons(_typed_errors(value, spec, path)))


def complete_fields(fields: Mapping[str, Json], specs: Sequence[FieldSpec]) -> dict[str, Json]:
    """Return every requested field in order, with null for missing ones."""
    return {spec.name: fields.get(spec.name) for spec in specs}


def _first_reasons(reasons: Iterator[str]) -> Iterator[str]:
    for number, reason in enumerate(reasons):
        if number == MOST_REASONS:
            yield "and more; correct these first"
            return
        yield reason


def _value_errors(value: Json, path: Path) -> Iterator[str]:
    if _too_deep(value, DEEPEST - len(path)):
        yield f"deeper than {DEEPEST} levels"
        return
    for count, (where, leaf) in enumerate(leaves(value, path)):
        if count == MOST_VALUES:
            yield f"more than {MOST_VALUES} values; save fewer at a time"
            return
        if reason := _leaf_error(leaf):
            yield f"{format_path(where)}: {reason}"
        elif any(part == "" or "\x00" in str(part) for part in where):
            yield f"{format_path(where)}: a key is empty or holds a NUL character"


def _too_deep(value: Json, levels: int) -> bool:
    """Checked level by level, without recursion, so that no depth can exhaust the stack."""
    level = [value]
    for _ in range(levels + 1):
        level = [part for each in level for part in _parts(each)]
        if not level:
            return False
    return True


def _parts(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _leaf_error(leaf: Json) -> str | None:
    if isinstance(leaf, float) and not math.isfinite(leaf):
        return "NaN and infinity are no values"
    if isinstance(leaf, str) and len(leaf) > LONGEST_TEXT:
        return f"longer than {LONGEST_TEXT} characters"
    if isinstance(leaf, str) and not is_storable(leaf):
        return "holds a character that cannot be stored"
    return None


def _object_errors(
    fields: Mapping[str, Json], specs: Sequence[FieldSpec], path: Path
) -> Iterator[str]:
    by_name = {spec.name: spec for spec in specs}
    for name, value in fields.items():
        if name in by_name:
            yield from _typed_errors(value, by_name[name], (*path, name))
        else:
            yield _unknown_field((*path, name), specs)


def _typed_errors(value: Json, spec: FieldSpec, path: Path) -> Iterator[str]:
    if value is None:
        return
    if not fits_type(value, spec.type):
        yield f"{format_path(path)}: should be {TYPE_HINTS[spec.type]}, got {str(value)[:60]!r}"
    elif spec.type in (FieldType.LIST, FieldType.TABLE):
        for index, item in enumerate(value):
            yield from _item_errors(item, spec, (*path, index))
    elif spec.type is FieldType.OBJECT and spec.children:
        yield from _object_errors(value, spec.children, path)


def _item_errors(item: Json, spec: FieldSpec, path: Path) -> Iterator[str]:
    """An item of a list has the list's type; a row of a table is an object."""
    if spec.type is FieldType.TABLE:
        if not isinstance(item, dict):
            yield f"{format_path(path)}: should be a row, an object with the table's columns"
        elif spec.children:
            yield from _object_errors(item, spec.children, path)
    elif spec.type is FieldType.LIST and len(spec.children) == 1:
        yield from _typed_errors(item, spec.children[0], path)


def _is_open(specs: Sequence[FieldSpec], path: Path) -> bool:
    """Whether the path is inside a field whose parts were not specified."""
    for length in range(len(path) - 1, 0, -1):
        spec = spec_at(specs, path[:length])
        if spec is not None:
            return spec.type.has_parts and not spec.children
    return False


def _unknown_field(path: Path, specs: Sequence[FieldSpec]) -> str:
    names = ", ".join(spec.name for spec in specs)
    return f"{format_path(path)!r} is not a field asked for; the fields are: {names}"


def refuse_protected(path: Path, hand_paths: Sequence[Path], *, removing: bool = False) -> None:
    """Raise WrittenByHand for a change at, above or below a path that a person wrote.

    Removing an item of a list shifts the items after it, so earlier items of such a list are
    protected too.
    """
    for hand in hand_paths:
        if paths_overlap(path, hand) or (removing and _shifts(path, hand)):
            raise WrittenByHand(format_path(hand))


def protected_paths(fields: Json, hand_paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return where the protected values go in the new fields.

    That is their own path, or, if the new fields have no such place, their whole top-level field.
    """
    return tuple(hand if _is_settable(fields, hand) else hand[:1] for hand in hand_paths)


def restore_protected(tree: Json, old: Json, protected: Sequence[Path]) -> Json:
    """Return the new tree with the old values at these paths. Removed values stay removed."""
    for path in protected:
        before = value_at(old, path)
        if before is not MISSING:
            tree = with_value(tree, path, before)
        elif value_at(tree, path) is not MISSING:
            tree = without_value(tree, path)
    return tree


def _is_settable(fields: Json, path: Path) -> bool:
    try:
        check_settable(fields, path)
    except BadPath:
        return False
    return True


def _shifts(path: Path, hand: Path) -> bool:
    last = path[-1]
    if not isinstance(last, int) or len(hand) < len(path) or hand[: len(path) - 1] != path[:-1]:
        return False
    other = hand[len(path) - 1]
    return isinstance(other, int) and other > last
