"""Protects what a person wrote from being changed by a run."""

from collections.abc import Sequence

from pramana.extraction.contracts.fields import Json
from pramana.extraction.domain.field_tree import (
    MISSING,
    Path,
    check_settable,
    format_path,
    paths_overlap,
    value_at,
    with_value,
    without_value,
)
from pramana.extraction.errors import BadPath, WrittenByHand


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
