"""Paths into nested values: `items[2].price`, and `a["b.c"]` for keys with dots or brackets."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from pramana.extraction.contracts.extractions import DifferenceView
from pramana.extraction.contracts.fields import ExtractedValue, Json
from pramana.extraction.errors import BadPath, PathNotThere

Path = tuple[str | int, ...]
"""Keys and indexes from the top."""

LONGEST_PATH: Final = 1_000
DEEPEST: Final = 32
PLAIN: Final = re.compile(r'[^.\[\]"\s](?:[^.\[\]"]*[^.\[\]"\s])?')
INDEX: Final = re.compile(r"\[(\d{1,7})\]")
QUOTED: Final = re.compile(r'\[("(?:[^"\\]|\\.)*")\]')


def parse_path(written: str) -> Path:
    """The keys and indexes of a path.

    >>> parse_path("items[2].price")
    ('items', 2, 'price')
    >>> parse_path('a["b.c"]')
    ('a', 'b.c')
    """
    if not written or len(written) > LONGEST_PATH:
        raise BadPath(written, "it is empty or too long")
    parts: list[str | int] = []
    at = 0
    while at < len(written):
        part, at = _part(written, at, first=not parts)
        parts.append(part)
    if len(parts) > DEEPEST:
        raise BadPath(written, f"it is deeper than {DEEPEST} levels")
    if isinstance(parts[0], int):
        raise BadPath(written, "it begins with an index, and the top is an object")
    return tuple(parts)


def format_path(path: Path) -> str:
    """The path as it is written, so that `parse_path` reads it back.

    >>> format_path(("items", 2, "unit price", "b.c"))
    'items[2].unit price["b.c"]'
    """
    written = ""
    for part in path:
        if isinstance(part, int):
            written += f"[{part}]"
        elif PLAIN.fullmatch(part):
            written += f".{part}" if written else part
        else:
            written += f"[{json.dumps(part, ensure_ascii=False)}]"
    return written


def paths_overlap(one: Path, other: Path) -> bool:
    """Whether one of two paths lies on the way to the other."""
    shared = min(len(one), len(other))
    return one[:shared] == other[:shared]


def _part(written: str, at: int, *, first: bool) -> tuple[str | int, int]:
    """The next key or index, and where the rest begins."""
    if written[at] == "[":
        return _bracketed(written, at)
    if not first:
        if written[at] != ".":
            raise BadPath(written, f"there should be a dot or a bracket at {written[at:]!r}")
        at += 1
    if key := PLAIN.match(written, at):
        return key.group(), key.end()
    raise BadPath(written, f"there is no key at {written[at:]!r}")


def _bracketed(written: str, at: int) -> tuple[str | int, int]:
    if index := INDEX.match(written, at):
        return int(index.group(1)), index.end()
    if key := QUOTED.match(written, at):
        try:
            return str(json.loads(key.group(1))), key.end()
        except ValueError as error:
            raise BadPath(written, f"the key in quotes cannot be read: {error}") from error
    raise BadPath(written, 'in brackets stands an index, as in [2], or a key, as in ["b.c"]')


MISSING: Any = object()
"""Nothing stands there; null is something."""


def value_at(tree: Json, path: Path) -> Json:
    """What stands at a path, or `MISSING`."""
    for part in path:
        tree = _child(tree, part)
        if tree is MISSING:
            return MISSING
    return tree


def leaves(tree: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Every value that has no parts, with its path; an empty list or object has none to show."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from leaves(value, (*path, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from leaves(value, (*path, index))
    else:
        yield path, tree


def map_leaves(tree: Json, leaf: Callable[[Path, Json], Json], path: Path = ()) -> Json:
    """A tree of the same shape, each leaf made from the one that stands there."""
    if isinstance(tree, dict):
        return {key: map_leaves(value, leaf, (*path, key)) for key, value in tree.items()}
    if isinstance(tree, list):
        return [map_leaves(value, leaf, (*path, index)) for index, value in enumerate(tree)]
    return leaf(path, tree)


def check_settable(tree: Json, path: Path) -> None:
    """Whether a value can be put at a path: missing objects on the way are made, lists are not."""
    for depth, part in enumerate(path):
        if tree is MISSING or tree is None:
            tree = {}
        _check_step(tree, part, path, depth)
        tree = _child(tree, part)


def with_value(tree: Json, path: Path, value: Json) -> Json:
    """The tree with the value at the path; objects that are missing on the way are made."""
    part, *rest = path
    if isinstance(tree, list):
        copy = list(tree)
        copy[int(part)] = with_value(tree[int(part)], tuple(rest), value) if rest else value
        return copy
    held = tree if isinstance(tree, dict) else {}
    return {**held, part: with_value(held.get(part), tuple(rest), value) if rest else value}


def without_value(tree: Json, path: Path) -> Json:
    """The tree without what stands at the path."""
    if value_at(tree, path) is MISSING:
        raise PathNotThere(format_path(path))
    part, *rest = path
    if isinstance(tree, list):
        index = int(part)
        kept = [without_value(tree[index], tuple(rest))] if rest else []
        return [*tree[:index], *kept, *tree[index + 1 :]]
    if rest:
        return {**tree, part: without_value(tree[part], tuple(rest))}
    return {key: value for key, value in tree.items() if key != part}


def with_inserted_value(tree: Json, path: Path, value: Json) -> Json:
    """The tree with what was taken away put back: into a list it goes between its neighbours."""
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
    written, parent = format_path(path), format_path(path[:depth]) or "the top"
    if isinstance(tree, list):
        if not isinstance(part, int):
            raise BadPath(written, f"{parent} is a list, so an index like [0] comes next")
        if part >= len(tree):
            raise BadPath(written, _past_the_end(parent, len(tree)))
    elif not isinstance(tree, dict):
        raise BadPath(written, f"{parent} is a single value and has no parts")
    elif isinstance(part, int):
        raise BadPath(written, f"{parent} is no list; write the whole list to {parent} first")


def _past_the_end(parent: str, length: int) -> str:
    last = f"its last index is {length - 1}" if length else "it is empty"
    return f"index past the end of {parent}: {last}. To add an item, write the whole list"


def differences(path: Path, before: Json, after: Json) -> list[DifferenceView]:
    """The values that differ between two trees that stood at one path; `MISSING` is no tree.

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
    found: Iterable[ExtractedValue],
) -> tuple[dict[str, Json], dict[Path, ExtractedValue]]:
    """The fields as a tree, and which finding stands at which path of it.

    Lists close their gaps: what was found as items 0 and 2 becomes items 0 and 1. Of two findings
    for one path the first is taken, and one that does not fit the others is left out.
    """
    tree: dict[Any, Any] = {}
    known: dict[Path, ExtractedValue] = {}
    for each in found:
        path = parse_path(each.path)
        if path not in known and _insert(tree, path, each.value):
            known[path] = each
    places: dict[Path, ExtractedValue] = {}
    fields = _close_gaps(tree, (), (), known, places)
    return fields, places


def values_by_path(places: dict[Path, ExtractedValue]) -> dict[str, ExtractedValue]:
    return {format_path(path): each for path, each in places.items()}


def _insert(tree: dict[Any, Any], path: Path, value: Json) -> bool:
    """Put a value into a tree whose lists are still objects with numbers as keys."""
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
    known: dict[Path, ExtractedValue],
    places: dict[Path, ExtractedValue],
) -> Any:
    if old in known:
        places[new] = known[old]
        return tree
    if tree and all(isinstance(key, int) for key in tree):
        return [
            _close_gaps(tree[key], (*old, key), (*new, place), known, places)
            for place, key in enumerate(sorted(tree))
        ]
    return {
        str(key): _close_gaps(value, (*old, key), (*new, str(key)), known, places)
        for key, value in tree.items()
    }
