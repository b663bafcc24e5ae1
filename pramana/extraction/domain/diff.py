"""What a change did, value by value."""

from collections.abc import Iterator

from pramana.extraction.contracts.values import Json
from pramana.extraction.contracts.views import DifferenceView
from pramana.extraction.domain.paths import Path, format_path
from pramana.extraction.domain.tree import MISSING, leaves


def differences(path: Path, before: Json, after: Json) -> list[DifferenceView]:
    """The values that differ between two trees that stood at one path; `MISSING` is no tree.

    >>> [d.path for d in differences(("a",), {"b": 1, "c": 2}, {"b": 1, "c": 3})]
    ['a.c']
    """
    return list(_differences(dict(_leaves(before, path)), dict(_leaves(after, path))))


def _leaves(tree: Json, path: Path) -> Iterator[tuple[Path, Json]]:
    if tree is not MISSING:
        yield from leaves(tree, path)


def _differences(before: dict[Path, Json], after: dict[Path, Json]) -> Iterator[DifferenceView]:
    for path, value in before.items():
        if path not in after:
            yield DifferenceView(format_path(path), "removed", value, None)
        elif after[path] != value:
            yield DifferenceView(format_path(path), "changed", value, after[path])
    for path, value in after.items():
        if path not in before:
            yield DifferenceView(format_path(path), "added", None, value)
