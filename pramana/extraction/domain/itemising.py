"""Where in a text the items of a list stand, found by the words in them: a row each."""

from collections.abc import Callable, Iterator, Mapping

from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.formats import ISO
from pramana.extraction.domain.paths import Path
from pramana.extraction.domain.placing import Row, begins_with, line_at

LONGEST = 600
"""Characters an item may take where nothing says where the next one begins."""
LETTERS = 3

Find = Callable[[str, int], int | None]
"""Where words stand first, from a place on."""


def rows_of(text: str, fields: Json, find: Find) -> dict[Path, Row]:
    """The rows of all items of which some words were found, by the items' paths."""
    return {
        path: row for at, items in _lists(fields, ()) for path, row in _rows(text, at, items, find)
    }


def _lists(tree: Json, path: Path) -> Iterator[tuple[Path, list[Json]]]:
    if isinstance(tree, Mapping):
        for key, value in tree.items():
            yield from _lists(value, (*path, str(key)))
    elif isinstance(tree, list):
        if any(isinstance(item, Mapping) for item in tree):
            yield path, tree
        for index, value in enumerate(tree):
            yield from _lists(value, (*path, index))


def _rows(text: str, at: Path, items: list[Json], find: Find) -> Iterator[tuple[Path, Row]]:
    """Items are looked for one after the other: a name that comes again is the next one's."""
    starts: dict[int, int] = {}
    after = 0
    for index, item in enumerate(items):
        found = find(words, after) if (words := _words(item)) else None
        if found is not None:
            starts[index], after = found, found + 1
    numbered = len(starts) > 1 and all(
        begins_with(text, start, index + 1) for index, start in starts.items()
    )
    order = list(starts.items())
    nexts = [*(line_at(text, start)[0] for start in list(starts.values())[1:]), len(text)]
    for (index, start), end in zip(order, nexts, strict=False):  # none where nothing was found
        begin, own_end = line_at(text, start)
        last = min(max(end, own_end), begin + LONGEST)
        yield (*at, index), Row(begin, max(last, own_end), order[0][1], numbered)


def _words(item: Json) -> str:
    """The longest words that stand in an item itself."""
    values = item.values() if isinstance(item, Mapping) else ()
    said = [each for each in values if isinstance(each, str) and not ISO.fullmatch(each)]
    longest = max(said, key=len, default="")
    return longest if sum(char.isalpha() for char in longest) >= LETTERS else ""
