"""A document's stored structure as the blocks of one passage of it."""

from collections.abc import Iterator
from dataclasses import replace

from pramana.chat.contracts.blocks import BlockShape, PassageBlock, PassagePiece, TableRow
from pramana.chat.domain.blocks import blocks_of
from pramana.documents.structure import DocumentStructure, DocumentTable, ItemList


def structured_blocks(
    text: str, structure: DocumentStructure, start: int, end: int
) -> tuple[PassageBlock, ...]:
    """The blocks of the passage from `start` to `end`, with offsets in the passage.

    `text` is the passage's. What the structure calls a paragraph may still be a table that is only
    set with spaces, so its shape is looked at too.
    """
    found = [
        *_headings(text, structure, start, end),
        *(_list_block(text, each, start) for each in structure.lists if _is_in(each, start, end)),
        *(_table_block(each, start) for each in structure.tables if _is_in(each, start, end)),
    ]
    taken = sorted((block.start, block.end) for block in found)
    blocks = sorted([*found, *_between(text, taken)], key=lambda block: block.start)
    return tuple(_with_paths(blocks, structure, start))


def _with_paths(
    blocks: list[PassageBlock], structure: DocumentStructure, start: int
) -> Iterator[PassageBlock]:
    """The blocks under their sections, and under the lines that only look like headings."""
    title = ""
    for block in blocks:
        path = structure.heading_path(start + block.start)
        if block.kind is BlockShape.HEADING:
            title = "" if structure.is_heading(start + block.start) else block.pieces[0].text
            yield replace(block, path=path)
        else:
            yield replace(block, path=(*path, title) if title else path)


def _is_in(part: ItemList | DocumentTable, start: int, end: int) -> bool:
    return start <= part.start and part.end <= end


def _headings(
    text: str, structure: DocumentStructure, start: int, end: int
) -> Iterator[PassageBlock]:
    """Headings to the end of their lines: Markdown has signs that are not part of the title."""
    for section in structure.sections:
        if start <= section.start and section.body <= end:
            line = text.find("\n", section.body - start)
            last = line if line >= 0 else len(text)
            piece = PassagePiece(section.start - start, last, section.title)
            yield PassageBlock(
                BlockShape.HEADING, piece.start, piece.end, pieces=(piece,), level=section.level
            )


def _list_block(text: str, part: ItemList, start: int) -> PassageBlock:
    """A list with nested items as part of the items they stand under."""
    tops = part.top_items
    ends = [*(item.start for item in tops[1:]), part.end]
    pieces = tuple(
        PassagePiece(
            item.start - start, end - start, text[item.start - start : end - start].strip()
        )
        for item, end in zip(tops, ends, strict=True)
    )
    first, last = part.start - start, part.end - start
    return PassageBlock(BlockShape.LIST, first, last, pieces=pieces, ordered=part.is_ordered)


def _table_block(table: DocumentTable, start: int) -> PassageBlock:
    header = []
    for column in range(max(len(row) for row in table.rows)):
        named = [table.place(row, column) for row in range(table.header_rows)]
        last = next((cell for cell in reversed(named) if cell and cell.text), None)
        place = (last.start - start, last.end - start) if last else (0, 0)
        header.append(PassagePiece(*place, table.column_name(column)))
    rows = []
    for number, cells in enumerate(table.body, start=table.header_rows):
        pieces = []
        for cell in cells:
            spanning = table.place(number, cell.column) or cell
            text = cell.text or (spanning.text if spanning.row < number else "")
            shown_at = cell if cell.text else spanning
            pieces.append(PassagePiece(shown_at.start - start, shown_at.end - start, text))
        shown = [cell for cell in cells if cell.text]
        if shown:
            first, last_cell = shown[0].start - start, shown[-1].end - start
            rows.append(TableRow(first, last_cell, tuple(pieces)))
    return PassageBlock(
        BlockShape.TABLE,
        table.start - start,
        table.end - start,
        header=tuple(header) if any(piece.text for piece in header) else (),
        rows=tuple(rows),
    )


def _between(text: str, taken: list[tuple[int, int]]) -> Iterator[PassageBlock]:
    """What lies between the headings, lists and tables, by the shape of its text."""
    at = 0
    for start, end in [*taken, (len(text), len(text))]:
        if start > at and text[at:start].strip():
            for block in blocks_of(text[at:start]):
                yield _moved(block, at)
        at = max(at, end)


def _moved(block: PassageBlock, by: int) -> PassageBlock:
    def moved(piece: PassagePiece) -> PassagePiece:
        return PassagePiece(piece.start + by, piece.end + by, piece.text)

    return replace(
        block,
        start=block.start + by,
        end=block.end + by,
        pieces=tuple(map(moved, block.pieces)),
        header=tuple(map(moved, block.header)),
        rows=tuple(
            TableRow(row.start + by, row.end + by, tuple(map(moved, row.cells)))
            for row in block.rows
        ),
    )
