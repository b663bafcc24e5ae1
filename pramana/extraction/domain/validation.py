"""What may be saved. Each reason names the place and says what to write instead."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.formats import fits, wanted
from pramana.extraction.domain.paths import DEEPEST, Path, format_path
from pramana.extraction.domain.tree import leaves
from pramana.kit.texts import is_storable

MOST_VALUES: Final = 5_000
LONGEST_TEXT: Final = 20_000
MOST_REASONS: Final = 20


def value_errors(value: Json, path: Path = ()) -> list[str]:
    """What no field may hold: too much, too deep, or what JSON columns cannot store."""
    return list(_limited(_value_errors(value, path)))


def field_errors(fields: Mapping[str, Json], specs: Sequence[FieldSpec]) -> list[str]:
    """What does not belong to the fields that were asked for, or has another type than they."""
    return list(_limited(_object_errors(fields, specs, ())))


def spec_at(specs: Sequence[FieldSpec], path: Path) -> FieldSpec | None:
    """The spec that governs a path; None where none was asked for."""
    found: FieldSpec | None = None
    level = specs
    for part in path:
        if isinstance(part, int):
            continue
        found = next((spec for spec in level if spec.name == part), None)
        if found is None:
            return None
        level = found.children
    return found


def path_errors(value: Json, specs: Sequence[FieldSpec], path: Path) -> list[str]:
    """The same for one value at one path."""
    top = next((spec for spec in specs if spec.name == path[0]), None)
    if top is None:
        return [_unknown(path[:1], specs)]
    spec = spec_at(specs, path)
    if spec is None:
        return [] if _is_open(specs, path) else [f"{format_path(path)!r} is not a field asked for"]
    if isinstance(path[-1], int):
        return list(_limited(_item_errors(value, spec, path)))
    return list(_limited(_typed_errors(value, spec, path)))


def completed(fields: Mapping[str, Json], specs: Sequence[FieldSpec]) -> dict[str, Json]:
    """Every field that was asked for, in order; what the document does not say is null."""
    return {spec.name: fields.get(spec.name) for spec in specs}


def _limited(reasons: Iterator[str]) -> Iterator[str]:
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
    """Level by level, so that no depth is too much for this itself."""
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
    known = {spec.name: spec for spec in specs}
    for name, value in fields.items():
        if name in known:
            yield from _typed_errors(value, known[name], (*path, name))
        else:
            yield _unknown((*path, name), specs)


def _typed_errors(value: Json, spec: FieldSpec, path: Path) -> Iterator[str]:
    if value is None:
        return
    if not fits(value, spec.type):
        yield f"{format_path(path)}: should be {wanted(spec.type)}, got {str(value)[:60]!r}"
    elif spec.type in (FieldType.LIST, FieldType.TABLE):
        for index, item in enumerate(value):
            yield from _item_errors(item, spec, (*path, index))
    elif spec.type is FieldType.OBJECT and spec.children:
        yield from _object_errors(value, spec.children, path)


def _item_errors(item: Json, spec: FieldSpec, path: Path) -> Iterator[str]:
    """An item of a list has the list's one kind; a row of a table is an object."""
    if spec.type is FieldType.TABLE:
        if not isinstance(item, dict):
            yield f"{format_path(path)}: should be a row, an object with the table's columns"
        elif spec.children:
            yield from _object_errors(item, spec.children, path)
    elif spec.type is FieldType.LIST and len(spec.children) == 1:
        yield from _typed_errors(item, spec.children[0], path)


def _is_open(specs: Sequence[FieldSpec], path: Path) -> bool:
    """Whether the path runs into a field whose parts were left to the reader."""
    for length in range(len(path) - 1, 0, -1):
        spec = spec_at(specs, path[:length])
        if spec is not None:
            return spec.type.has_parts and not spec.children
    return False


def _unknown(path: Path, specs: Sequence[FieldSpec]) -> str:
    names = ", ".join(spec.name for spec in specs)
    return f"{format_path(path)!r} is not a field asked for; the fields are: {names}"
