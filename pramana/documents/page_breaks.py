"""What a page break parted: headers and footers, and lists and tables that go on."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pramana.documents.reading.lists import item_markers
from pramana.documents.reading.table_headers import is_figure
from pramana.documents.structure import DocumentTable, ItemList, ListItem, Paragraph

NUMBER = re.compile(r"[\d०-९]+|[ivxIVX]+\Z")
MIN_PAGE_LINES = 4
"""A page with fewer lines has no header that could be told from its text."""


@dataclass(slots=True)
class PageParts:
    """The parts of the pages so far, with offsets in the document."""

    tables: list[DocumentTable] = field(default_factory=list)
    lists: list[ItemList] = field(default_factory=list)
    code: list[tuple[int, int]] = field(default_factory=list)
    paragraphs: list[Paragraph] = field(default_factory=list)
    marked: set[int] = field(default_factory=set)
    """Where the tables begin whose headers the file marks."""


def are_adjacent(
    text: str, offset: int, between: tuple[int, int], margins: Sequence[tuple[int, int]]
) -> bool:
    """Whether only headers and footers are between two places."""
    first, last = between
    words = text[first - offset : last - offset]
    for start, end in margins:
        if first <= start and end <= last:
            words = words.replace(text[start - offset : end - offset], "")
    return not words.strip()


def page_margins(text: str, offset: int, pages: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The first and last lines of pages that are alike but for numbers: headers and footers."""
    edges: dict[str, list[tuple[int, int]]] = {}
    for start, end in pages:
        content = text[max(start - offset, 0) : end - offset]
        lines = [line for line in content.split("\n") if line.strip()]
        if len(lines) < MIN_PAGE_LINES:
            continue
        first = start + content.index(lines[0])
        last = start + content.rindex(lines[-1])
        for place, line in ((first, lines[0]), (last, lines[-1])):
            edges.setdefault(NUMBER.sub("0", line.strip()), []).append((place, place + len(line)))
    alike = [spans for spans in edges.values() if len(spans) > 1]
    return sorted(span for spans in alike for span in spans)


def join_lone_items(parts: PageParts, text: str, offset: int) -> None:
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


def continue_lists(
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
    if not are_adjacent(text, offset, (before.end, first.start), margins):
        return False
    number = last[0].number
    if number is None or first.number is None:
        return number is None and first.number is None and last[0].marker == first.marker
    return first.number == number + 1


def continue_tables(
    parts: PageParts, text: str, offset: int, margins: Sequence[tuple[int, int]]
) -> Iterator[DocumentTable]:
    """Tables in order; one that goes on from the page before, without a header, takes its names.

    Only names are taken over: the header cells keep their own offsets, on the page before.
    """
    before: DocumentTable | None = None
    for table in parts.tables:
        if before is not None and _is_body_of(before, table):
            before = replace(before, header_rows=1)
            table = _without_header(table)
        elif (
            before is not None
            and _is_rest_of(before, table, parts)
            and are_adjacent(text, offset, (before.end, table.start), margins)
        ):
            table = _without_header(table)
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


def _without_header(table: DocumentTable) -> DocumentTable:
    rows = tuple(tuple(replace(cell, is_header=False) for cell in row) for row in table.rows)
    return replace(table, rows=rows, header_rows=0)


def _is_rest_of(before: DocumentTable, table: DocumentTable, parts: PageParts) -> bool:
    """Whether a table may be the rest of the one before it: its own header is only a guess."""
    return (
        table.page == before.page + 1
        and bool(before.header_rows)
        and table.start not in parts.marked
        and len(table.rows[0]) == len(before.rows[0])
        and [cell.text for cell in table.rows[0]] != [cell.text for cell in before.rows[0]]
    )


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
