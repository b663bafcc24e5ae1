"""Builds the structure of a document from its text and what reading stored for each page."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from pramana.documents.reading.contracts import Block, BlockKind, Cell, Heading, Table
from pramana.documents.reading.lists import find_items, item_markers
from pramana.documents.reading.paragraphs import paragraph_ranges
from pramana.documents.reading.table_headers import is_figure, table_headers
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

MAX_INTRO_GAP = 3
"""In characters: the line right above a list introduces it."""

INTRO_WORDS = 60
"""A longer paragraph introduces a list only if it ends with a colon."""

NUMBER = re.compile(r"[\d०-९]+|[ivxIVX]+\Z")
MIN_PAGE_LINES = 4
"""A page with fewer lines has no header that could be told from its text."""

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


@dataclass(slots=True)
class _Parts:
    """The parts of the pages so far, with offsets in the document."""

    tables: list[DocumentTable] = field(default_factory=list)
    lists: list[ItemList] = field(default_factory=list)
    code: list[tuple[int, int]] = field(default_factory=list)
    paragraphs: list[Paragraph] = field(default_factory=list)


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
    parts = _Parts()
    margins = _margins(text, offset, pages)
    for page in pages:
        _add_page(parts, text, offset, page, margins)
    _join_lone_items(parts, text, offset)
    end = offset + len(text)
    return DocumentStructure(
        start=offset,
        end=end,
        sections=tuple(_sections(headings, max(end, length or 0))),
        paragraphs=tuple(parts.paragraphs),
        lists=tuple(_continue_lists(parts.lists, text, offset, margins)),
        tables=tuple(_continue_tables(parts.tables)),
        code=tuple(parts.code),
    )


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
    parts: _Parts,
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
    headings = [
        (page.start + each.start, page.start + each.start + len(each.text))
        for each in page.headings
    ]
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


def _margins(text: str, offset: int, pages: Sequence[StructuredPage]) -> list[tuple[int, int]]:
    """The first and last lines of pages that are alike but for numbers: headers and footers."""
    edges: dict[str, list[tuple[int, int]]] = {}
    for page in pages:
        content = text[max(page.start - offset, 0) : page.end - offset]
        lines = [line for line in content.split("\n") if line.strip()]
        if len(lines) < MIN_PAGE_LINES:
            continue
        first = page.start + content.index(lines[0])
        last = page.start + content.rindex(lines[-1])
        for start, line in ((first, lines[0]), (last, lines[-1])):
            edges.setdefault(NUMBER.sub("0", line.strip()), []).append((start, start + len(line)))
    alike = [spans for spans in edges.values() if len(spans) > 1]
    return sorted(span for spans in alike for span in spans)


def _join_lone_items(parts: _Parts, text: str, offset: int) -> None:
    """Join an item that a page break parted from its list.

    On its own page it is the last or the first paragraph, and one numbered line makes no list.
    """
    firsts = {each.page: each for each in reversed(parts.paragraphs)}
    lasts = {each.page: each for each in parts.paragraphs}
    starts = [each.start for each in parts.paragraphs]
    starts += [each.start for each in parts.lists] + [each.start for each in parts.tables]
    starts.sort()
    for place, each in enumerate(parts.lists):
        for step, near in ((-1, lasts), (1, firsts)):
            item = parts.lists[place].items[0 if step < 0 else -1]
            paragraph = near.get(item.page + step)
            if paragraph is None or _is_parted(starts, paragraph.start, each.start):
                continue
            lone = _lone_item(paragraph, item, step, text, offset)
            if lone is None:
                continue
            items = parts.lists[place].items
            joined = (lone, *items) if step < 0 else (*items, lone)
            parts.lists[place] = ItemList(joined, each.intro)
            parts.paragraphs.remove(paragraph)


def _lone_item(
    paragraph: Paragraph, item: ListItem, step: int, text: str, offset: int
) -> ListItem | None:
    """The paragraph as the item before or after another, by its number."""
    if item.number is None or item.level:
        return None
    line = text[paragraph.start - offset : paragraph.end - offset]
    style = [marker.style for marker in item_markers(f"{item.marker} x")]
    for marker in item_markers(line):
        if marker.number == item.number + step and marker.style in style:
            body = paragraph.start + marker.length
            return ListItem(
                paragraph.start, paragraph.end, body, marker.text, marker.number, 0, paragraph.page
            )
    return None


def _is_parted(starts: Sequence[int], one: int, other: int) -> bool:
    """Whether another part begins between two places."""
    first, last = sorted([one, other])
    return bisect_right(starts, first) < bisect_left(starts, last)


def _continue_lists(
    lists: Sequence[ItemList], text: str, offset: int, margins: Sequence[tuple[int, int]]
) -> list[ItemList]:
    """Lists in order; one whose numbers go on from the page before is part of that list."""
    found: list[ItemList] = []
    for each in lists:
        if found and _list_goes_on(found[-1], each, text, offset, margins):
            found[-1] = ItemList((*found[-1].items, *each.items), found[-1].intro)
        else:
            found.append(each)
    return found


def _list_goes_on(
    before: ItemList,
    after: ItemList,
    text: str,
    offset: int,
    margins: Sequence[tuple[int, int]],
) -> bool:
    """Whether only the edges of pages are between two lists, and the numbers follow on."""
    last, first = before.top_items[-1:], after.items[0]
    if not last or first.page != before.items[-1].page + 1:
        return False
    between = text[before.end - offset : first.start - offset]
    for start, end in margins:
        if before.end <= start and end <= first.start:
            between = between.replace(text[start - offset : end - offset], "")
    if between.strip():
        return False
    number = last[0].number
    if number is None or first.number is None:
        return number is None and first.number is None and last[0].marker == first.marker
    return first.number == number + 1


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


def _continue_tables(tables: Sequence[DocumentTable]) -> Iterator[DocumentTable]:
    """Tables in order; one that goes on from the page before, without a header, takes its names.

    Only names are taken over: the header cells keep their own offsets, on the page before.
    """
    before: DocumentTable | None = None
    for table in tables:
        if before is not None and _is_body_of(before, table):
            before = replace(before, header_rows=1)
            rows = tuple(tuple(replace(c, is_header=False) for c in row) for row in table.rows)
            table = replace(table, rows=rows, header_rows=0)
        if before is not None and _goes_on(before, table):
            lead = tuple(
                tuple(replace(cell, is_header=True) for cell in row)
                for row in before.rows[: before.header_rows]
            )
            shifted = tuple(
                tuple(replace(cell, row=cell.row + before.header_rows) for cell in row)
                for row in table.rows
            )
            table = DocumentTable(
                (*lead, *shifted),
                before.header_rows,
                before.row_header_column,
                table.page,
                before.title,
                is_continued=True,
            )
        yield table
        before = table


def _is_body_of(before: DocumentTable, table: DocumentTable) -> bool:
    """Whether a page break parted a header from its rows: one row, with as many columns."""
    return (
        table.page == before.page + 1
        and len(before.rows) == 1
        and len(table.rows) > 1
        and len(table.rows[0]) == len(before.rows[0])
        and not any(is_figure(cell.text) for cell in before.rows[0])
    )


def _goes_on(before: DocumentTable, table: DocumentTable) -> bool:
    return (
        table.page == before.page + 1
        and not table.header_rows
        and bool(before.header_rows)
        and len(table.rows[0]) == len(before.rows[0])
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
    if near and (colon or len(words.split()) <= INTRO_WORDS):
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
