"""Values found one by one become one nested structure."""

from collections.abc import Iterable
from typing import Any

from pramana.extraction.contracts.values import Found, Json
from pramana.extraction.domain.paths import Path, format_path, parse_path


def grown(found: Iterable[Found]) -> tuple[dict[str, Json], dict[Path, Found]]:
    """The fields as a tree, and which finding stands at which path of it.

    Lists close their gaps: what was found as items 0 and 2 becomes items 0 and 1. Of two findings
    for one path the first is taken, and one that does not fit the others is left out.
    """
    tree: dict[Any, Any] = {}
    known: dict[Path, Found] = {}
    for each in found:
        path = parse_path(each.path)
        if path not in known and _grow(tree, path, each.value):
            known[path] = each
    places: dict[Path, Found] = {}
    fields = _closed(tree, (), (), known, places)
    return fields, places


def by_path(places: dict[Path, Found]) -> dict[str, Found]:
    return {format_path(path): each for path, each in places.items()}


def _grow(tree: dict[Any, Any], path: Path, value: Json) -> bool:
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


def _closed(
    tree: Json, old: Path, new: Path, known: dict[Path, Found], places: dict[Path, Found]
) -> Any:
    if old in known:
        places[new] = known[old]
        return tree
    if tree and all(isinstance(key, int) for key in tree):
        return [
            _closed(tree[key], (*old, key), (*new, place), known, places)
            for place, key in enumerate(sorted(tree))
        ]
    return {
        str(key): _closed(value, (*old, key), (*new, str(key)), known, places)
        for key, value in tree.items()
    }
