"""What a person wrote stays: a run puts its values around it."""

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


def refuse_protected(path: Path, hands: Sequence[Path], *, removing: bool = False) -> None:
    """Refuse a change at, above or below a path that a person wrote.

    Taking an item out of a list moves those after it, so a list that holds such a path keeps its
    earlier items too.
    """
    for hand in hands:
        if paths_overlap(path, hand) or (removing and _shifts(path, hand)):
            raise WrittenByHand(format_path(hand))


def protected_paths(fields: Json, hands: Sequence[Path]) -> tuple[Path, ...]:
    """Where in new fields the old values go: at their own paths, or, where the new ones have no
    such place, with the whole that they were part of."""
    return tuple(hand if _is_settable(fields, hand) else hand[:1] for hand in hands)


def restore_protected(tree: Json, old: Json, spared: Sequence[Path]) -> Json:
    """The new tree with what stood at these paths in the old one; what was removed stays so."""
    for path in spared:
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
