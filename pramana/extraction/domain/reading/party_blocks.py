"""Which side of a paper a place belongs to: the seller's block, the buyer's, or neither.

A label such as "Bill to" opens the buyer's block; it ends at a blank line, at a table or at another
label. Two such labels in one row open a block in each column. What stands above every block, at the
top of the first page, is the letterhead and belongs to the seller.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache

from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.document_types import (
    document_type_of,
    names_only_its_type,
)
from pramana.extraction.domain.reading.field_questions import Side, field_groups
from pramana.extraction.domain.reading.word_index import WordIndex, word_index

SALES = frozenset({"receipt", "invoice", "purchase_order", "quotation", "other"})
LONGEST_BLOCK = 8
"""The most lines a block has."""
TOP_LINES = 12
EXTRA_LABELS = {
    Side.SELLER: ("from", "remit to", "pay to", "payable to", "von", "de la part de"),
    Side.BUYER: (
        "to", "attn", "delivery address", "deliver to", "ship to", "consignee", "lieferadresse",
    ),
}  # fmt: skip


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
            rf"\W*(?:{words})(?:\s*(?:and|und|et|y|&|/)\s*(?:{words}))?"
            rf"(?:['’]s)?(?:\s(?:details|name|address|information|को विवरण))?"
            rf"(?:\s*\([^)]{{1,20}}\))?\s*(?P<mark>[:：]|$)",
            re.IGNORECASE,
        )
    return patterns


_POSTCODE = re.compile(
    r"\b\d{4,6}\b|\b[A-Z]{1,2}\d{1,2}[A-Z]?\s\d[A-Z]{2}\b|\b[A-Z]\d{2}\s[A-Z\d]{4}\b"
    r"|\b\d{3}[ -]\d{2,4}\b|[^\W\d_]-\d{1,2}\b"
)
_CONTACT = re.compile(r"[:@]|\b(?:tel|fax|www|phone|ust|vat|gst|pan)\b|\d{6,}", re.IGNORECASE)
_NUMBERED = re.compile(r"\s+(?=nr\b|n[°º]|no\b|num|#|\S*\d)", re.IGNORECASE)
"""Where the number of a document begins behind its title: FACTURE N° 12."""
WINDOW_LINES = range(3, 7)
"""How many lines the address of a letter has."""


def address_window(document: DocumentLayout) -> list[tuple[int, int]]:
    """Return the lines of an address without a label between the letterhead and the title."""
    index = document.cached(word_index)
    title = document.cached(title_line)
    if title is None or document.cached(document_type_of).name not in SALES:
        return []
    run: list[tuple[int, int]] = []
    for line in reversed(document.lines[1:title]):
        if (
            _CONTACT.search(line.text)
            or len(line.text) > 48
            or "\t" in index.text[line.start : line.end]
        ):
            break
        run.insert(0, (line.start, line.end))
    while run and not any(char.isalpha() for char in index.text[slice(*run[0])]):
        run.pop(0)  # the rest of a telephone number above
    has_place = any(_POSTCODE.search(index.text[start:end]) for start, end in run[1:])
    return run if len(run) in WINDOW_LINES and has_place else []


def title_line(document: DocumentLayout) -> int | None:
    """Return the line whose words only name the document, below a letterhead."""
    return next(
        (
            line.index
            for line in document.lines[2:20]
            if names_only_its_type(_NUMBERED.split(line.text)[0])
        ),
        None,
    )


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
    ranges += _without_labels(document, first_opened)
    return sorted(ranges, key=lambda each: each[0])


def _without_labels(
    document: DocumentLayout, first_opened: int | None
) -> Iterator[tuple[int, int, Side]]:
    """Yield the letterhead, which is the seller's, and the address in the window of a letter."""
    index = document.cached(word_index)
    top = index.rows[:TOP_LINES]
    end = index.cells[top[-1][-1]].end if top else 0
    if first_opened is not None:
        end = min(end, first_opened)
    if (title := document.cached(title_line)) is not None:
        end = min(end, document.lines[title].start)
    if first_opened is None or first_opened > end:
        window = document.cached(address_window)
        yield from ((start, stop, Side.BUYER) for start, stop in window)
        end = min([end, *(start for start, _ in window)])
    if end:
        yield 0, end, Side.SELLER


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


_SIGNING = re.compile(
    r"(?:^|\s{2,}|[.;,)]\s)\W*(?:signed|signatures?|witness\w*|unterschrift|gezeichnet|signé|firmado|हस्ताक्षर|साक्षी"
    r"|(?:for|on behalf of|für|pour|por)\s+(?:and on behalf of\s+)?"
    r"(?:the\s+|die\s+|den\s+|le\s+|la\s+|el\s+)?"
    r"[^:：\n.]{2,40}[:：]|[^:：\n]{2,40}तर्फबाट\s*[:：])",
    re.IGNORECASE,
)
"""What opens a signature: the person behind it signs for a party, and is not the party."""
_SIGNED_BY = re.compile(
    r"[^\n]{0,60}\b(?:for|on behalf of|für|pour|por)\s+(?:the\s+)?[A-Z]\w+\s*(?:$|[.;,\n])"
)


def is_signature(document: DocumentLayout, place: int) -> bool:
    """Whether a place stands in the signatures: Signed: A. Rai (Owner), For the Owner: A. Rai."""
    begins = document.text.rfind("\n", 0, place) + 1
    if _SIGNING.search(document.text[begins:place]):
        return True
    above = document.text[:begins].rstrip().rpartition("\n")[2]
    if re.fullmatch(r"\W*(?:signed|signatures?|unterschriften|हस्ताक्षर)\W*", above, re.IGNORECASE):
        return True
    return begins > 0.6 * len(document.text) and bool(_SIGNED_BY.match(document.text, place))
