"""Nested values: looking, putting, taking away, and trees of the same shape beside them."""

from collections.abc import Callable, Iterator
from typing import Any

from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.paths import Path, format_path
from pramana.extraction.errors.extractions import BadPath, PathNotThere

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


def mapped(tree: Json, leaf: Callable[[Path, Json], Json], path: Path = ()) -> Json:
    """A tree of the same shape, each leaf made from the one that stands there."""
    if isinstance(tree, dict):
        return {key: mapped(value, leaf, (*path, key)) for key, value in tree.items()}
    if isinstance(tree, list):
        return [mapped(value, leaf, (*path, index)) for index, value in enumerate(tree)]
    return leaf(path, tree)


def check_put(tree: Json, path: Path) -> None:
    """Whether a value can be put at a path: missing objects on the way are made, lists are not."""
    for depth, part in enumerate(path):
        if tree is MISSING or tree is None:
            tree = {}
        _check_step(tree, part, path, depth)
        tree = _child(tree, part)


def put(tree: Json, path: Path, value: Json) -> Json:
    """The tree with the value at the path; objects that are missing on the way are made."""
    part, *rest = path
    if isinstance(tree, list):
        copy = list(tree)
        copy[int(part)] = put(tree[int(part)], tuple(rest), value) if rest else value
        return copy
    held = tree if isinstance(tree, dict) else {}
    return {**held, part: put(held.get(part), tuple(rest), value) if rest else value}


def removed(tree: Json, path: Path) -> Json:
    """The tree without what stands at the path."""
    if value_at(tree, path) is MISSING:
        raise PathNotThere(format_path(path))
    part, *rest = path
    if isinstance(tree, list):
        index = int(part)
        kept = [removed(tree[index], tuple(rest))] if rest else []
        return [*tree[:index], *kept, *tree[index + 1 :]]
    if rest:
        return {**tree, part: removed(tree[part], tuple(rest))}
    return {key: value for key, value in tree.items() if key != part}


def inserted(tree: Json, path: Path, value: Json) -> Json:
    """The tree with what was taken away put back: into a list it goes between its neighbours."""
    parent, last = value_at(tree, path[:-1]), path[-1]
    if isinstance(parent, list) and isinstance(last, int):
        whole = [*parent[:last], value, *parent[last:]]
        return put(tree, path[:-1], whole)
    return put(tree, path, value)


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
            raise BadPath(written, _past(parent, len(tree)))
    elif not isinstance(tree, dict):
        raise BadPath(written, f"{parent} is a single value and has no parts")
    elif isinstance(part, int):
        raise BadPath(written, f"{parent} is no list; write the whole list to {parent} first")


def _past(parent: str, length: int) -> str:
    last = f"its last index is {length - 1}" if length else "it is empty"
    return f"index past the end of {parent}: {last}. To add an item, write the whole list"
