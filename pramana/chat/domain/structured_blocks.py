"""The blocks of a passage: its document's stored structure, or that of a text by itself.

Forms, invoices and receipts have tables of names and values, one pair a row. Reading stores such a
table as a grid. Its first row may look like a header, two pairs may stand side by side, and a cell
may hold a name and its value, or several of them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from pramana.chat.contracts.passages import BlockShape, PassageBlock, PassagePiece, TableRow
from pramana.documents.structure import DocumentStructure, DocumentTable, ItemList
from pramana.documents.structure_builder import text_structure

DIGIT = re.compile(r"\d")
YEAR = re.compile(r"\W*(?:19|20)\d\d\W*\Z")
LABEL = re.compile(r"[^\W\d_][^\d:]{0,35}:?\Z")
LABELLED = re.compile(
    r"(?:\A|(?<=\s))(?P<name>[^\W\d_a-z][^\W\d_]*(?: [a-z.#°]+| No\.?| #){0,2})\s?:\s+(?=\S)"
)
"""The name at the beginning of "Tax point: 27 February"; several may stand in one cell."""

LEADERS = re.compile(
    r"(?P<label>\S.{1,60}?)(?:[ \t]?(?:\.[ ]?){3,}[ \t]?|[ ]{3,})(?P<value>\S.{0,60})\Z"
)
NAMED = re.compile(r"(?P<label>[^\W\d_][\w /’'().&-]{1,40}?)\s?[:：]\s+(?P<value>\S.{0,90})")
"""A name and its value on a line: "Payment due: 4 May"."""

AMOUNT = re.compile(
    r"(?P<label>[^\W\d_][^\t|]{2,40}?)\s+"
    r"(?P<value>(?:[£€$₹]|Rs\.?|रु\.?|GBP|EUR|USD|NPR|INR)\s?[\d०-९][\d०-९,.]*)"
)
"""The same without a colon: "VAT at 20 % £85.60"."""


def pair_in_line(line: PassagePiece) -> TableRow | None:
    """The name and the value of a line that is such a pair.

    >>> pair = pair_in_line(PassagePiece(0, 11, "Total: 4.50"))
    >>> pair and [cell.text for cell in pair.cells]
    ['Total', '4.50']
    """
    bare = line.text.strip()
    match = LEADERS.fullmatch(bare) or NAMED.fullmatch(bare) or AMOUNT.fullmatch(bare)
    if match is None:
        return None
    at = line.start + line.text.index(bare)
    label, value = (
        PassagePiece(at + match.start(name), at + match.end(name), match[name])
        for name in ("label", "value")
    )
    return TableRow(label.start, value.end, (label, value))


def part_pairs(block: PassageBlock) -> PassageBlock:
    """The table with one name and value a row, if it consists of such pairs; else as it is."""
    if block.kind is not BlockShape.TABLE or not block.rows:
        return block
    first = [_row(block.header)] if any(cell.text for cell in block.header) else []
    rows = [*first, *block.rows]
    if _is_pairs(rows, headed=bool(first)):
        return replace(block, header=(), rows=tuple(_pairs(rows)))
    if first:
        return block
    return replace(block, rows=tuple(part for row in rows for part in _labelled(row)))


def _row(cells: Sequence[PassagePiece]) -> TableRow:
    shown = [cell for cell in cells if cell.text]
    return TableRow(shown[0].start, shown[-1].end, tuple(cells))


def _is_pairs(rows: Sequence[TableRow], *, headed: bool) -> bool:
    """Whether names and values alternate in every row.

    The first row of a table with columns names them all; that of pairs has values in it.
    """
    width = len(rows[0].cells)
    if width not in (2, 4, 6) or any(len(row.cells) != width for row in rows):
        return False
    names = [cell.text for row in rows for cell in row.cells[::2] if cell.text]
    if not names or not all(LABEL.match(each) for each in names):
        return False
    values = [cell.text for cell in rows[0].cells[1::2] if cell.text]
    valued = [each for each in values if DIGIT.search(each) and not YEAR.match(each)]
    if width == 2:
        return headed and (bool(valued) or any("," in each for each in values))
    return len(valued) > len(values) / 2


def _pairs(rows: Sequence[TableRow]) -> Iterator[TableRow]:
    for row in rows:
        for at in range(0, len(row.cells), 2):
            name, value = row.cells[at : at + 2]
            if name.text and value.text:
                yield TableRow(name.start, value.end, (name, value))


def _labelled(row: TableRow) -> list[TableRow]:
    """A row whose cells are "name: value" as rows of their own; any other row as it is."""
    cells = [cell for cell in row.cells if cell.text]
    if not cells or not all(LABELLED.match(cell.text) for cell in cells):
        return [row]
    return [part for cell in cells for part in _parts_of(cell)]


def _parts_of(cell: PassagePiece) -> Iterator[TableRow]:
    """The names and values in one cell, each where it stands."""
    found = list(LABELLED.finditer(cell.text))
    ends = [*(match.start() for match in found[1:]), len(cell.text)]
    exact = len(cell.text) == cell.end - cell.start
    for match, end in zip(found, ends, strict=True):
        name = _piece(cell, match.start("name"), match.end("name"), exact=exact)
        value = _piece(cell, match.end(), end, exact=exact)
        yield TableRow(name.start, value.end, (name, value))


def _piece(cell: PassagePiece, start: int, end: int, *, exact: bool) -> PassagePiece:
    """Part of a cell; a cell whose lines were joined in another way is quoted as a whole."""
    text = cell.text[start:end].strip()
    if not exact:
        return PassagePiece(cell.start, cell.end, text)
    return PassagePiece(cell.start + start, cell.start + start + len(text), text)


LINE = re.compile(r"[^\n]+")
WIDE_GAPS = re.compile(r"(?m)^.*\S {3,}\S.* {3,}\S.*$")
COLONS = (":", "：", ":-")
CODE = re.compile(r"\s*(?P<letters>[A-Za-z]{1,3})[-.]?(?P<number>\d{1,2})[.):]?\s+\S")
PAGE_EDGE = 4
"""Lines at the foot of a page and at the head of the next one, the names of columns among them."""

SHORT_ITEM = 160
"""Characters of a line that may be an item without a mark."""


@lru_cache(maxsize=128)
def text_blocks(text: str) -> tuple[PassageBlock, ...]:
    """The blocks of a text without a document: a selection, a fact.

    >>> [block.kind.value for block in text_blocks("Bring:\\n- saw\\n- axe")]
    ['paragraph', 'list']
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
        *_tables(text, [each for each in structure.tables if _is_in(each, start, end)], start),
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


def _tables(text: str, tables: Sequence[DocumentTable], start: int) -> Iterator[PassageBlock]:
    """The tables; one that goes on after the end of a page, below the same names of columns, is one
    table with what stands before it."""
    whole: PassageBlock | None = None
    for table in sorted(tables, key=lambda each: each.start):
        block = _table_block(table, start)
        if whole is not None and _continues(text, whole, block):
            whole = replace(whole, end=block.end, rows=(*whole.rows, *block.rows))
            continue
        if whole is not None:
            yield whole
        whole = block
    if whole is not None:
        yield whole


def _continues(text: str, above: PassageBlock, below: PassageBlock) -> bool:
    """Whether a table has the columns of the one above, and only a page's edge between them."""
    columns = [[piece.text for piece in each.header] for each in (above, below)]
    between = text[above.end : below.start].split("\n")
    edge = [line for line in between if line.strip()]
    return bool(columns[0]) and columns[0] == columns[1] and len(edge) <= PAGE_EDGE


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
        pair = pair_in_line(line) is not None and not _goes_on(line, text[match.end() : end])
        apart = bool(run) and "\n" in text[run[-1].end : line.start].replace("\n", "", 1)
        if run and (apart or pair != paired or not line.text.strip()):
            yield from _run_blocks(run, text, paired=paired)
            run = []
        if line.text.strip():
            run.append(line)
            paired = pair
    if run:
        yield from _run_blocks(run, text, paired=paired)


def _goes_on(line: PassagePiece, rest: str) -> bool:
    """Whether the sentence of a line goes on in the next one: "Note: all rooms are\nclosed"."""
    below = LINE.match(rest, 1) if rest[:1] == "\n" else None
    if below is None or line.text.rstrip().endswith((".", ";", "।")):
        return False
    return below.group().lstrip()[:1].islower() and not below.group().startswith("  ")


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
