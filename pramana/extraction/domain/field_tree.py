"""Nested values: paths into them, reading and changing the value at a path, and comparing trees.

A path is written `items[2].price`, or `a["b.c"]` for keys with dots or brackets.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from pramana.extraction.contracts.extractions import DifferenceView
from pramana.extraction.contracts.fields import ExtractedValue, Json
from pramana.extraction.errors import BadPath, PathNotThere

Path = tuple[str | int, ...]
"""Keys and indexes from the top level down."""

LONGEST_PATH: Final = 1_000
DEEPEST: Final = 32
PLAIN: Final = re.compile(r'[^.\[\]"\s](?:[^.\[\]"]*[^.\[\]"\s])?')
INDEX: Final = re.compile(r"\[(\d{1,7})\]")
QUOTED: Final = re.compile(r'\[("(?:[^"\\]|\\.)*")\]')
MISSING: Any = object()
"""Means that there is no value. Null is a value."""


def parse_path(path_text: str) -> Path:
    """Parse the keys and indexes of a path.

    >>> parse_path("items[2].price")
    ('items', 2, 'price')
    >>> parse_path('a["b.c"]')
    ('a', 'b.c')
    """
    if not path_text or len(path_text) > LONGEST_PATH:
        raise BadPath(path_text, "it is empty or too long")
    parts: list[str | int] = []
    at = 0
    while at < len(path_text):
        part, at = _part(path_text, at, first=not parts)
        parts.append(part)
    if len(parts) > DEEPEST:
        raise BadPath(path_text, f"it is deeper than {DEEPEST} levels")
    if isinstance(parts[0], int):
        raise BadPath(path_text, "it begins with an index, and the top is an object")
    return tuple(parts)


def format_path(path: Path) -> str:
    """Write a path so that `parse_path` can read it.

    >>> format_path(("items", 2, "unit price", "b.c"))
    'items[2].unit price["b.c"]'
    """
    path_text = ""
    for part in path:
        if isinstance(part, int):
            path_text += f"[{part}]"
        elif PLAIN.fullmatch(part):
            path_text += f".{part}" if path_text else part
        else:
            path_text += f"[{json.dumps(part, ensure_ascii=False)}]"
    return path_text


def paths_overlap(one: Path, other: Path) -> bool:
    """Whether one of two paths is a prefix of the other."""
    shared = min(len(one), len(other))
    return one[:shared] == other[:shared]


def last_name(path: Path) -> str:
    """Return the last key of a path, without indexes; empty if it has none.

    >>> last_name(("items", 2, "tags", 0))
    'tags'
    """
    return next((part for part in reversed(path) if isinstance(part, str)), "")


def _part(path_text: str, at: int, *, first: bool) -> tuple[str | int, int]:
    """Return the next key or index, and the offset of the rest."""
    if path_text[at] == "[":
        return _bracketed(path_text, at)
    if not first:
        if path_text[at] != ".":
            raise BadPath(path_text, f"there should be a dot or a bracket at {path_text[at:]!r}")
        at += 1
    if key := PLAIN.match(path_text, at):
        return key.group(), key.end()
    raise BadPath(path_text, f"there is no key at {path_text[at:]!r}")


def _bracketed(path_text: str, at: int) -> tuple[str | int, int]:
    if index := INDEX.match(path_text, at):
        return int(index.group(1)), index.end()
    if key := QUOTED.match(path_text, at):
        try:
            return str(json.loads(key.group(1))), key.end()
        except ValueError as error:
            raise BadPath(path_text, f"the key in quotes cannot be read: {error}") from error
    raise BadPath(path_text, 'in brackets stands an index, as in [2], or a key, as in ["b.c"]')


def value_at(tree: Json, path: Path) -> Json:
    """Return the value at a path, or `MISSING`."""
    for part in path:
        tree = _child(tree, part)
        if tree is MISSING:
            return MISSING
    return tree


def leaves(tree: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Yield every scalar value with its path. Empty lists and objects yield nothing."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from leaves(value, (*path, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from leaves(value, (*path, index))
    else:
        yield path, tree


def map_leaves(tree: Json, leaf: Callable[[Path, Json], Json], path: Path = ()) -> Json:
    """Return a tree of the same shape, with each leaf replaced."""
    if isinstance(tree, dict):
        return {key: map_leaves(value, leaf, (*path, key)) for key, value in tree.items()}
    if isinstance(tree, list):
        return [map_leaves(value, leaf, (*path, index)) for index, value in enumerate(tree)]
    return leaf(path, tree)


def check_settable(tree: Json, path: Path) -> None:
    """Raise BadPath if a value cannot be set here: missing objects are created, missing items are
    not.
    """
    for depth, part in enumerate(path):
        if tree is MISSING or tree is None:
            tree = {}
        _check_step(tree, part, path, depth)
        tree = _child(tree, part)


def with_value(tree: Json, path: Path, value: Json) -> Json:
    """Return the tree with the value at the path. Missing objects on the way are created."""
    part, *rest = path
    if isinstance(tree, list):
        copy = list(tree)
        copy[int(part)] = with_value(tree[int(part)], tuple(rest), value) if rest else value
        return copy
    fields = tree if isinstance(tree, dict) else {}
    return {**fields, part: with_value(fields.get(part), tuple(rest), value) if rest else value}


def without_value(tree: Json, path: Path) -> Json:
    """Return the tree without the value at the path."""
    if value_at(tree, path) is MISSING:
        raise PathNotThere(format_path(path))
    part, *rest = path
    if isinstance(tree, list):
        index = int(part)
        remainder = [without_value(tree[index], tuple(rest))] if rest else []
        return [*tree[:index], *remainder, *tree[index + 1 :]]
    if rest:
        return {**tree, part: without_value(tree[part], tuple(rest))}
    return {key: value for key, value in tree.items() if key != part}


def with_inserted_value(tree: Json, path: Path, value: Json) -> Json:
    """Return the tree with a removed value back in place, in a list between its neighbours."""
    parent, last = value_at(tree, path[:-1]), path[-1]
    if isinstance(parent, list) and isinstance(last, int):
        whole = [*parent[:last], value, *parent[last:]]
        return with_value(tree, path[:-1], whole)
    return with_value(tree, path, value)


def _child(tree: Json, part: str | int) -> Json:
    if isinstance(part, int):
        inside = isinstance(tree, list) and part < len(tree)
        return tree[part] if inside else MISSING
    return tree.get(part, MISSING) if isinstance(tree, dict) else MISSING


def _check_step(tree: Json, part: str | int, path: Path, depth: int) -> None:
    path_text, parent = format_path(path), format_path(path[:depth]) or "the top"
    if isinstance(tree, list):
        if not isinstance(part, int):
            raise BadPath(path_text, f"{parent} is a list, so an index like [0] comes next")
        if part >= len(tree):
            raise BadPath(path_text, _past_the_end(parent, len(tree)))
    elif not isinstance(tree, dict):
        raise BadPath(path_text, f"{parent} is a single value and has no parts")
    elif isinstance(part, int):
        raise BadPath(path_text, f"{parent} is no list; write the whole list to {parent} first")


def _past_the_end(parent: str, length: int) -> str:
    last = f"its last index is {length - 1}" if length else "it is empty"
    return f"index past the end of {parent}: {last}. To add an item, write the whole list"


def differences(path: Path, before: Json, after: Json) -> list[DifferenceView]:
    """Return the values that differ between two trees at one path. `MISSING` means no tree.

    >>> [d.path for d in differences(("a",), {"b": 1, "c": 2}, {"b": 1, "c": 3})]
    ['a.c']
    """
    return list(_compare(dict(_leaves_of(before, path)), dict(_leaves_of(after, path))))


def _leaves_of(tree: Json, path: Path) -> Iterator[tuple[Path, Json]]:
    if tree is not MISSING:
        yield from leaves(tree, path)


def _compare(before: dict[Path, Json], after: dict[Path, Json]) -> Iterator[DifferenceView]:
    for path, value in before.items():
        if path not in after:
            yield DifferenceView(format_path(path), "removed", value, None)
        elif after[path] != value:
            yield DifferenceView(format_path(path), "changed", value, after[path])
    for path, value in after.items():
        if path not in before:
            yield DifferenceView(format_path(path), "added", None, value)


def build_tree(
    values: Iterable[ExtractedValue],
) -> tuple[dict[str, Json], dict[Path, ExtractedValue]]:
    """Build the tree of fields, and return which value is at which path.

    Gaps in lists are closed: items 0 and 2 become items 0 and 1. The first of two values for one
    path is taken, and a value that does not fit the others is left out.
    """
    tree: dict[Any, Any] = {}
    by_old_path: dict[Path, ExtractedValue] = {}
    for each in values:
        path = parse_path(each.path)
        if path not in by_old_path and _insert(tree, path, each.value):
            by_old_path[path] = each
    places: dict[Path, ExtractedValue] = {}
    fields = _close_gaps(tree, (), (), by_old_path, places)
    return fields, places


def _insert(tree: dict[Any, Any], path: Path, value: Json) -> bool:
    """Insert a value into a tree whose lists are still objects with integer keys."""
    *way, last = path
    at: Any = tree
    for part in way:
        at = at.setdefault(part, {})
        if not isinstance(at, dict):
            return False
    if last in at:
        return False
    at[last] = value
    return True


def _close_gaps(
    tree: Json,
    old: Path,
    new: Path,
    by_old_path: dict[Path, ExtractedValue],
    places: dict[Path, ExtractedValue],
) -> Any:
    if old in by_old_path:
        places[new] = by_old_path[old]
        return tree
    if tree and all(isinstance(key, int) for key in tree):
        return [
            _close_gaps(tree[key], (*old, key), (*new, place), by_old_path, places)
            for place, key in enumerate(sorted(tree))
        ]
    return {
        str(key): _close_gaps(value, (*old, key), (*new, str(key)), by_old_path, places)
        for key, value in tree.items()
    }
