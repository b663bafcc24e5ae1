"""Builds the structure of a document from its text and what reading stored for each page.

A line goes on in the next one where it fills the width of its block and does not end a sentence,
or where the next line begins in lower case. Short lines of a letterhead or a form stay apart.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import quantiles

from pramana.documents.page_breaks import (
    PageParts,
    continue_lists,
    continue_tables,
    join_lone_items,
    page_margins,
)
from pramana.documents.reading.contracts import Block, BlockKind, Cell, Heading, Table
from pramana.documents.reading.lists import find_items, item_markers
from pramana.documents.reading.table_headers import table_headers
from pramana.documents.reading.text import ATX, text_content
from pramana.documents.structure import (
    DocumentStructure,
    DocumentTable,
    GridCell,
    ItemList,
    ListItem,
    Paragraph,
    Section,
)

MIN_WIDTH = 40
FULL_SHARE, FULL_SENTENCE_SHARE = 0.72, 0.88
"""A line with this share of the block's width may go on in the next one. One that ends with a
sentence must be fuller: the last line of a paragraph seldom is."""

SENTENCE_END = re.compile(r"[.!?।॥:;][\"'”’)\]]*$")
LABEL = re.compile(r"[^\W\d_][\w /’'().-]{0,40}:(?:\s|$)")
"""`Name: value` begins a line of its own."""


def paragraph_ranges(
    text: str,
    start: int = 0,
    end: int | None = None,
    *,
    taken: Sequence[tuple[int, int]] = (),
) -> list[tuple[int, int]]:
    """The ranges of the paragraphs of a text; `taken` ranges, in order, belong to other parts.

    >>> text = "A first line that is long enough to be wrapped\\nand goes on.\\n\\nNext."
    >>> [text[a:b] for a, b in paragraph_ranges(text)]
    ['A first line that is long enough to be wrapped\\nand goes on.', 'Next.']
    """
    found: list[tuple[int, int]] = []
    for block in _blocks(text, start, len(text) if end is None else end, taken):
        width = line_width([text[a:b] for a, b in block])
        first = 0
        for place in range(1, len(block) + 1):
            if place < len(block):
                above, below = (text[a:b] for a, b in block[place - 1 : place + 1])
                if goes_on(above, below, width):
                    continue
            found.append((block[first][0], block[place - 1][1]))
            first = place
    return found


def line_width(lines: Sequence[str]) -> float:
    """The usual width of the full lines of a block, in characters."""
    lengths = sorted(len(line) for line in lines)
    return quantiles(lengths, n=10)[-1] if len(lengths) > 2 else float(max(lengths, default=0))


def goes_on(above: str, below: str, width: float) -> bool:
    """Whether a paragraph goes on from one line to the next."""
    above, below = above.strip(), below.strip()
    if not above or not below or "\t" in above or "\t" in below:
        return False
    if item_markers(below) or LABEL.match(below):
        return False
    ends = SENTENCE_END.search(above) is not None
    if below[0].islower() and not ends:
        return len(above) > MIN_WIDTH
    share = FULL_SENTENCE_SHARE if ends else FULL_SHARE
    return len(above) >= max(MIN_WIDTH, share * width)


def _blocks(
    text: str, start: int, end: int, taken: Sequence[tuple[int, int]]
) -> Iterator[list[tuple[int, int]]]:
    """Runs of lines between blank lines and other parts, as ranges without outer white space."""
    at = start
    for first, last in [*taken, (end, end)]:
        if first > at:
            yield from _line_runs(text, at, min(first, end))
        at = max(at, last)


def _line_runs(text: str, start: int, end: int) -> Iterator[list[tuple[int, int]]]:
    run: list[tuple[int, int]] = []
    at = start
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        line = text[at:stop]
        bare = line.strip()
        if bare:
            indent = len(line) - len(line.lstrip())
            run.append((at + indent, at + indent + len(bare)))
        elif run:
            yield run
            run = []
        at = stop + 1
    if run:
        yield run


MAX_INTRO_GAP = 3
"""In characters: the line right above a list introduces it."""

INTRO_WORDS = 60
"""A longer paragraph introduces a list only if it ends with a colon."""

NAMED_VALUE = re.compile(r"[^\n:.]{1,40}:\s+\S[^\n]*\Z")
"""`Name: value` in a line of its own, which introduces nothing."""

CAPTION = re.compile(r"(?:table|schedule|annex|तालिका|अनुसूची)\b[^\n]{0,200}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StructuredPage:
    """What reading stored for a page. Its own offsets begin at 0, `start` is in the document."""

    number: int
    start: int
    end: int
    headings: tuple[Heading, ...] = ()
    tables: tuple[Table, ...] = ()
    blocks: tuple[Block, ...] = ()


def build_structure(
    text: str,
    pages: Sequence[StructuredPage],
    *,
    offset: int = 0,
    headings: Sequence[tuple[int, Heading]] | None = None,
    length: int | None = None,
) -> DocumentStructure:
    """The structure of a text, or of a part of it that begins at `offset` in the document.

    `headings` are those of the whole document with their pages, for the part's heading paths;
    without them, those of `pages` count. `length` is the length of the whole document.
    """
    if headings is None:
        headings = [
            (page.number, Heading(page.start + each.start, each.level, each.text))
            for page in pages
            for each in page.headings
        ]
    headings = [(page, _without_signs(heading, text, offset)) for page, heading in headings]
    parts = PageParts()
    margins = page_margins(text, offset, [(page.start, page.end) for page in pages])
    for page in pages:
        _add_page(parts, text, offset, page, margins)
    join_lone_items(parts, text, offset)
    end = offset + len(text)
    return DocumentStructure(
        start=offset,
        end=end,
        sections=tuple(_sections(headings, max(end, length or 0))),
        paragraphs=tuple(parts.paragraphs),
        lists=tuple(continue_lists(parts.lists, text, offset, margins)),
        tables=tuple(continue_tables(parts, text, offset, margins)),
        code=tuple(parts.code),
    )


def _without_signs(heading: Heading, text: str, offset: int) -> Heading:
    """The heading from its own words on: Markdown has signs before them."""
    first = heading.start - offset
    last = text.find("\n", first) if 0 <= first < len(text) else first
    line = text[first : last if last >= 0 else len(text)] if last != first else ""
    before = line.find(heading.text)
    return replace(heading, start=heading.start + before) if before > 0 else heading


def text_structure(text: str) -> DocumentStructure:
    """The structure of a text that was never read as a document, such as a pasted selection."""
    content = text_content(text, markdown=ATX.search(text) is not None)
    page = StructuredPage(0, 0, len(text), tuple(content.headings), tuple(content.tables))
    return build_structure(text, [page])


def _sections(headings: Sequence[tuple[int, Heading]], length: int) -> list[Section]:
    """Sections with their paths; a section ends where one of its level or a higher one begins."""
    ends: list[int] = [length] * len(headings)
    paths: list[tuple[str, ...]] = []
    open_places: list[int] = []
    for place, (_, heading) in enumerate(headings):
        while open_places and headings[open_places[-1]][1].level >= heading.level:
            ends[open_places.pop()] = heading.start
        above = paths[open_places[-1]] if open_places else ()
        paths.append((*above, heading.text))
        open_places.append(place)
    return [
        Section(heading.start, end, heading.text, heading.level, path, page)
        for (page, heading), end, path in zip(headings, ends, paths, strict=True)
    ]


def _add_page(
    parts: PageParts,
    text: str,
    offset: int,
    page: StructuredPage,
    margins: Sequence[tuple[int, int]],
) -> None:
    shift = page.start - offset
    tables = [_table(table, page) for table in page.tables if table.rows and all(table.rows)]
    code = [
        (page.start + block.start, page.start + block.end)
        for block in page.blocks
        if block.kind is BlockKind.CODE
    ]
    parts.marked.update(
        page.start + table.start for table in page.tables if any(c.is_header for c in table.rows[0])
    )
    starts = [page.start + each.start for each in page.headings]
    plain = [
        _without_signs(replace(each, start=page.start + each.start), text, offset)
        for each in page.headings
    ]
    headings = [(a, each.start + len(each.text)) for a, each in zip(starts, plain, strict=True)]
    ranges = [(table.start, table.end) for table in tables]
    inside = [(a, b) for a, b in margins if page.start <= a and b <= page.end]
    taken = sorted([*headings, *code, *ranges, *inside])
    lists = _lists(text, offset, page, taken)
    items = [(item.start, item.end) for each in lists for item in each.items]
    ranges = paragraph_ranges(
        text,
        max(shift, 0),
        min(page.end - offset, len(text)),
        taken=_merge([(a - offset, b - offset) for a, b in sorted([*taken, *items])]),
    )
    paragraphs = [Paragraph(offset + a, offset + b, page.number) for a, b in ranges]
    parts.paragraphs += paragraphs
    parts.lists += [_with_intro(each, text, offset, paragraphs) for each in lists]
    parts.tables += [_with_title(table, text, offset, paragraphs) for table in tables]
    parts.code += code


def _merge(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in ranges:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _table(table: Table, page: StructuredPage) -> DocumentTable:
    headers = table_headers(table.rows)
    rows = tuple(
        tuple(
            _grid_cell(cell, page.start, row, column, is_header=row < headers.rows)
            for column, cell in enumerate(cells)
        )
        for row, cells in enumerate(table.rows)
    )
    return DocumentTable(rows, headers.rows, headers.column, page.number)


def _grid_cell(cell: Cell, shift: int, row: int, column: int, *, is_header: bool) -> GridCell:
    return GridCell(
        shift + cell.start,
        shift + cell.end,
        cell.text,
        row,
        column,
        cell.rows,
        cell.columns,
        is_header or cell.is_header,
        cell.address,
    )


def _lists(
    text: str, offset: int, page: StructuredPage, taken: Sequence[tuple[int, int]]
) -> list[ItemList]:
    stored = [block for block in page.blocks if block.kind is BlockKind.ITEM]
    shift = page.start
    if not stored:
        first, last = max(page.start - offset, 0), min(page.end - offset, len(text))
        ranges = [(a - offset, b - offset) for a, b in taken]
        stored, shift = list(find_items(text, first, last, taken=ranges)), offset
    return [
        ItemList(tuple(_item(text, offset, block, shift, page.number) for block in group))
        for _, group in groupby(stored, key=lambda block: block.group)
    ]


def _item(text: str, offset: int, block: Block, shift: int, page: int) -> ListItem:
    start, end = shift + block.start, shift + block.end
    line = text[max(start - offset, 0) : end - offset]
    markers = item_markers(line)
    skipped = markers[0].length if markers else len(block.marker)
    return ListItem(
        start,
        end,
        start + skipped,
        block.marker,
        markers[0].number if markers else None,
        block.level,
        page,
    )


def _with_intro(
    found: ItemList, text: str, offset: int, paragraphs: Sequence[Paragraph]
) -> ItemList:
    before = bisect_right(paragraphs, found.start, key=lambda each: each.end)
    if not before:
        return found
    last = paragraphs[before - 1]
    gap = text[last.end - offset : found.start - offset]
    words = text[last.start - offset : last.end - offset]
    colon = words.rstrip().endswith((":", "：", ":-"))
    near = not gap.strip() and len(gap) <= MAX_INTRO_GAP
    is_brief = len(words.split()) <= INTRO_WORDS and not NAMED_VALUE.match(words)
    if near and (colon or is_brief):
        return ItemList(found.items, last)
    return found


def _with_title(
    table: DocumentTable, text: str, offset: int, paragraphs: Sequence[Paragraph]
) -> DocumentTable:
    """The table with its caption: a line right above or below that calls itself one."""
    above = bisect_right(paragraphs, table.start, key=lambda each: each.end)
    for each in paragraphs[max(above - 1, 0) : above + 1]:
        words = text[each.start - offset : each.end - offset]
        gap = min(abs(table.start - each.end), abs(each.start - table.end))
        if gap <= MAX_INTRO_GAP and CAPTION.fullmatch(words):
            return replace(table, title=words)
    return table
