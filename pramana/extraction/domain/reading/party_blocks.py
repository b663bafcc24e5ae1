"""Which side of a paper a place belongs to: the seller's block, the buyer's, or neither.

A label such as "Bill to" opens the buyer's block; it ends at a blank line, at a table or at another
label. Two such labels in one row open a block in each column. What stands above every block, at the
top of the first page, is the letterhead and belongs to the seller.
"""

import re
from bisect import bisect_right
from functools import cache

from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_questions import Side, field_groups
from pramana.extraction.domain.reading.word_index import WordIndex, word_index

LONGEST_BLOCK = 8
"""The most lines a block has."""
TOP_LINES = 12
EXTRA_LABELS = {
    Side.SELLER: ("from", "remit to", "pay to", "payable to", "von", "de la part de"),
    Side.BUYER: (
        "to",
        "attn",
        "delivery address",
        "deliver to",
        "ship to",
        "consignee",
        "lieferadresse",
    ),
}


BARE_LABEL = re.compile(
    r"\s*(?:(?P<seller>seller|supplier|vendor)|buyer|bill to|billed to|sold to|ship to|consignee"
    r"|customer)"
    r"\s+(?-i:(?=[A-Z][\w&.-]+\s+[A-Z]))",
    re.IGNORECASE,
)
"""A label that opens a cell without a colon, before a name: Buyer Nandi Wire Works."""


@cache
def _opening() -> dict[Side, re.Pattern[str]]:
    patterns = {}
    for side in Side:
        names = [name for group in field_groups() if group.side is side for name in group.names]
        names += EXTRA_LABELS[side]
        words = "|".join(re.escape(name) for name in sorted(set(names), key=len, reverse=True))
        patterns[side] = re.compile(
            rf"\W*(?:{words})(?:['’]s)?(?:\s(?:details|name|address|information|को विवरण))?"
            rf"(?:\s*\([^)]{{1,20}}\))?\s*(?P<mark>[:：]|$)",
            re.IGNORECASE,
        )
    return patterns


def side_ranges(document: DocumentLayout) -> list[tuple[int, int, Side]]:
    """Return the ranges of text that belong to a side, in order."""
    index = document.cached(word_index)
    ranges: list[tuple[int, int, Side]] = []
    open_blocks: dict[int, tuple[Side, int]] = {}
    first_opened: int | None = None
    for row, cells in enumerate(index.rows):
        if row and _is_apart(index, row):
            open_blocks = {}
        for number in cells:
            cell = index.cells[number]
            side = _side_opened(index.text[cell.start : cell.end])
            if side is not None:
                open_blocks[cell.column] = (side, row)
                if first_opened is None:
                    first_opened = cell.start
            current = open_blocks.get(cell.column)
            if (
                current
                and row - current[1] <= LONGEST_BLOCK
                and (side or not _ends(index, row, current[1]))
            ):
                ranges.append((cell.start, cell.end, current[0]))
            elif current:
                del open_blocks[cell.column]
    top = index.rows[:TOP_LINES]
    end = index.cells[top[-1][-1]].end if top else 0
    if first_opened is not None:
        end = min(end, first_opened)
    if end:
        ranges.append((0, end, Side.SELLER))
    return sorted(ranges, key=lambda each: each[0])


def _side_opened(words: str) -> Side | None:
    for side, pattern in _opening().items():
        match = pattern.match(words)
        if match and (match["mark"] or len(words) <= 40):
            return side
    bare = BARE_LABEL.match(words)
    return Side.SELLER if bare and bare["seller"] else Side.BUYER if bare else None


def _is_apart(index: WordIndex, row: int) -> bool:
    """Whether a blank line separates a row from the one before."""
    before, here = index.cells[index.rows[row - 1][-1]], index.cells[index.rows[row][0]]
    return index.text.count("\n", before.end, here.start) > 1


def _ends(index: WordIndex, row: int, opened: int) -> bool:
    """Whether a row ends a block: a table begins, or there are totals."""
    return row > opened and len(index.rows[row]) > 2


def side_at(document: DocumentLayout, place: int) -> Side | None:
    """Return the side that a place belongs to, if any."""
    ranges = document.cached(side_ranges)
    at = bisect_right(ranges, place, key=lambda each: each[0]) - 1
    for start, end, side in reversed(ranges[max(0, at - 3) : at + 1]):
        if start <= place < end:
            return side
    return None
