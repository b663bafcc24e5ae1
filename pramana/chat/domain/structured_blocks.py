"""The blocks of a passage: its document's stored structure, or that of a text by itself."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from pramana.chat.contracts.blocks import BlockShape, PassageBlock, PassagePiece, TableRow
from pramana.chat.domain.name_values import pair_in_line
from pramana.documents.structure import DocumentStructure, DocumentTable, ItemList
from pramana.documents.structure_builder import text_structure

LINE = re.compile(r"[^\n]+")
WIDE_GAPS = re.compile(r"(?m)^.*\S {3,}\S.* {3,}\S.*$")
COLONS = (":", "：", ":-")
CODE = re.compile(r"\s*(?P<letters>[A-Za-z]{1,3})[-.]?(?P<number>\d{1,2})[.):]?\s+\S")
SHORT_ITEM = 160
"""Characters of a line that may be an item without a mark."""


@lru_cache(maxsize=128)
def text_blocks(text: str) -> tuple[PassageBlock, ...]:
    """The blocks of a text without a document: a selection, a fact.

    >>> [block.kind.value for block in text_blocks("# Tools\\n- saw\\n- axe\\n\\nBring both.")]
    ['heading', 'list', 'paragraph']
    """
    return structured_blocks(text, text_structure(text), 0, len(text))


def structured_blocks(
    text: str, structure: DocumentStructure, start: int, end: int
) -> tuple[PassageBlock, ...]:
    """The blocks of the passage from `start` to `end`, with offsets in the passage.

    `text` is the passage's. Lines that give a name and a value are paragraphs to the structure;
    here they are rows of a form.
    """
    found = [
        *_headings(text, structure, start, end),
        *(_list_block(text, each, start) for each in structure.lists if _is_in(each, start, end)),
        *(_table_block(each, start) for each in structure.tables if _is_in(each, start, end)),
    ]
    taken = sorted((block.start, block.end) for block in found)
    blocks = sorted([*found, *_between(text, taken)], key=lambda block: block.start)
    return tuple(
        replace(block, path=structure.heading_path(start + block.start)) for block in blocks
    )


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
    """What is between the headings, lists and tables: paragraphs, and forms in lines."""
    at = 0
    for start, end in [*taken, (len(text), len(text))]:
        if start > at:
            yield from _region(text, at, start)
        at = max(at, end)


def _region(text: str, start: int, end: int) -> Iterator[PassageBlock]:
    """A part without structure of its own; columns in it may be set with wide gaps alone."""
    words = text[start:end]
    tables = text_structure(words).tables if len(WIDE_GAPS.findall(words)) > 1 else ()
    aligned = [each for each in tables if len(each.rows[0]) > 2]
    at = start
    for table in aligned:
        yield from _lines_between(text, at, start + table.start)
        yield _table_block(table, -start)
        at = start + table.end
    yield from _lines_between(text, at, end)


def _lines_between(text: str, start: int, end: int) -> Iterator[PassageBlock]:
    """Lines in a row that are pairs are a form; others up to an empty line are a paragraph."""
    run: list[PassagePiece] = []
    paired = False
    for match in LINE.finditer(text, start, end):
        line = PassagePiece(match.start(), match.end(), match.group())
        pair = pair_in_line(line) is not None
        apart = bool(run) and "\n" in text[run[-1].end : line.start].replace("\n", "", 1)
        if run and (apart or pair != paired or not line.text.strip()):
            yield from _run_blocks(run, text, paired=paired)
            run = []
        if line.text.strip():
            run.append(line)
            paired = pair
    if run:
        yield from _run_blocks(run, text, paired=paired)


def _run_blocks(run: Sequence[PassagePiece], text: str, *, paired: bool) -> Iterator[PassageBlock]:
    """A form, a paragraph, or a paragraph with the lines that its colon announces."""
    rows = tuple(pair for line in run if paired and (pair := pair_in_line(line)))
    if len(rows) > 1:
        yield PassageBlock(BlockShape.TABLE, run[0].start, _end(run[-1]), rows=rows)
        return
    items = _announced(run) or _coded(run)
    prose = run[: len(run) - len(items)]
    if prose:
        start, end = prose[0].start, _end(prose[-1])
        piece = PassagePiece(start, end, text[start:end])
        yield PassageBlock(BlockShape.PARAGRAPH, start, end, pieces=(piece,))
    if items:
        pieces = tuple(PassagePiece(each.start, _end(each), each.text.strip()) for each in items)
        yield PassageBlock(BlockShape.LIST, items[0].start, pieces[-1].end, pieces=pieces)


def _announced(run: Sequence[PassagePiece]) -> Sequence[PassagePiece]:
    """Short lines after one that ends in a colon, each of which begins anew."""
    for at, line in enumerate(run, start=1):
        rest = [each.text.lstrip() for each in run[at:]]
        if line.text.rstrip().endswith(COLONS) and len(rest) > 1:
            anew = all(
                len(each) < SHORT_ITEM and not each[0].islower() and not each.startswith(">")
                for each in rest
            )
            return run[at:] if anew else ()
    return ()


def _coded(run: Sequence[PassagePiece]) -> Sequence[PassagePiece]:
    """Lines at the end that begin with a letter and count: "T1 …", "T2 …"."""
    codes = [CODE.match(line.text) for line in run]
    for at, code in enumerate(codes[:-1]):
        names = [(each["letters"], int(each["number"])) for each in codes[at:] if each]
        if code and names == [(code["letters"], names[0][1] + n) for n in range(len(run) - at)]:
            return run[at:]
    return ()


def _end(line: PassagePiece) -> int:
    return line.start + len(line.text.rstrip())
