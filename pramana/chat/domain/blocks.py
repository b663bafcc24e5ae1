"""The blocks of a text by its shape: headings, paragraphs, lists and tables, with their places.

A document's own structure is used where reading has stored one. This is for texts without: pasted
selections, plain text, and documents that were read before structures were kept.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pramana.chat.contracts.blocks import BlockShape, PassageBlock, PassagePiece, TableRow

WRAPPED_AT = 60
"""A line of at least this many characters may continue on the next."""

MARKER = re.compile(
    r"[ \t]*(?P<marker>[-*•‣◦▪–·]|[A-Z][A-Za-z]{0,3}-?[0-9]{1,4}(?= ?[-–:]|  )"
    r"|\(?(?P<number>[0-9०-९]{1,3})[.)।]|\(?[a-zक-ह][.)]|\([ivx]{1,4}\))[ \t:]+(?=\S)"
)
NUMBERED_TITLE = re.compile(
    r"\s*(?:(?:[0-9०-९]{1,2}\.){1,3}[0-9०-९]{1,2}\.?|[0-9०-९]{1,2}\.?|[A-Z]\.|(?:[Ss]ection|[Cc]hapter|[Pp]art|[Aa]rticle|[Aa]nnex|[Aa]ppendix|परिच्छेद|अनुसूची)\s[\w.-]+:?)"
    r"\s+[^\W\d_a-z].{1,78}[^.;:,!?।]\Z"
)
DECIMAL = re.compile(r"\s*(?P<number>[0-9०-९]{1,2}(?:\.[0-9०-९]{1,2})+)\.?\s+\S")
HASHES = re.compile(r"\s*(?P<hashes>#{1,6})\s+(?P<title>.+)")
BOLD_TITLE = re.compile(r"\s*(?:\*\*|__)[^*_]{2,90}(?:\*\*|__):?\s*\Z|\s*=+ .* =+\s*\Z")
CAPITALS = re.compile(r"(?=.*[A-Z]{3})[^a-z\t]{4,90}\Z")
PLAIN_TITLE = re.compile(r"(?!.*(?:[:\t|\d०-९]|[.!?।]\s))[^-*•>\s].{1,70}[^.!?।॥,;…”\"')\]\s]\s*\Z")
SELF_ASKED = re.compile(r"[^.!।]{3,120}\?\W*\Z")
LEADERS = re.compile(
    r"(?P<label>\S.{1,60}?)(?:[ \t]?(?:\.[ ]?){3,}[ \t]?|[ ]{3,})(?P<value>\S.{0,60})\Z"
)
LABELLED = re.compile(r"(?P<label>[^\W\d_][\w /’'().&-]{1,40}?)\s?[:：]\s+(?P<value>\S.{0,90})")
"""A name and its value: "Payment due: 4 May"."""

AMOUNT = re.compile(
    r"(?P<label>[^\W\d_][^\t|]{2,40}?)\s+"
    r"(?P<value>(?:[£€$₹]|Rs\.?|रु\.?|GBP|EUR|USD|NPR|INR)\s?[\d०-९][\d०-९,.]*)"
)
"""The same without a colon: "VAT at 20 % £85.60"."""

PIPE_RULE = re.compile(r"\s*\|?[\s:|-]+\|?\s*\Z")
SHORT_ITEM = 160


def blocks_of(text: str) -> list[PassageBlock]:
    """The blocks of a text, in order.

    >>> [block.kind.value for block in blocks_of("# Tools\\n- saw\\n- axe\\n\\nBring both.")]
    ['heading', 'list', 'paragraph']
    """
    return list(with_paths(_BlockReader(text).blocks()))


def with_paths(blocks: Iterable[PassageBlock]) -> Iterator[PassageBlock]:
    """The blocks, each with the headings that it stands under."""
    stack: list[tuple[int, str]] = []
    for block in blocks:
        if block.kind is BlockShape.HEADING:
            while stack and stack[-1][0] >= block.level:
                stack.pop()
            stack.append((block.level, block.pieces[0].text.strip("#*_= \t")))
            yield replace(block, path=tuple(title for _, title in stack[:-1]))
        else:
            yield replace(block, path=tuple(title for _, title in stack))


class _BlockReader:
    """Goes through the lines of a text and puts those together that belong together."""

    def __init__(self, text: str) -> None:
        self._lines: list[PassagePiece] = []
        at = 0
        for line in text.splitlines(keepends=True):
            bare = line.rstrip()
            self._lines.append(PassagePiece(at, at + len(bare), bare))
            at += len(line)

    def blocks(self) -> Iterator[PassageBlock]:
        at = 0
        while at < len(self._lines):
            if not self._lines[at].text.strip():
                at += 1
                continue
            for take in (self._table, self._heading, self._list, self._paragraph):
                block, following = take(at)
                if block is not None:
                    yield block
                    at = following
                    break

    def _line(self, at: int) -> str:
        return self._lines[at].text if 0 <= at < len(self._lines) else ""

    def _table(self, at: int) -> tuple[PassageBlock | None, int]:
        rows: list[TableRow] = []
        following = at
        while following < len(self._lines):
            line = self._lines[following]
            if not PIPE_RULE.match(line.text) or "\t" in line.text:
                cells = _cells(line)
                if len(cells) < 2 and not (rows and "\t" in line.text):
                    break
                rows.append(TableRow(line.start, line.end, cells))
            elif not rows or not line.text.strip():
                break
            following += 1
        tabular = "\t" in self._line(at) or "|" in self._line(at)
        if not rows or (len(rows) == 1 and not tabular):
            return None, at
        return make_table(rows), following

    def _heading(self, at: int) -> tuple[PassageBlock | None, int]:
        line = self._lines[at]
        level = self._heading_level(at)
        if not level:
            return None, at
        start = line.start + len(line.text) - len(line.text.lstrip())
        piece = PassagePiece(start, line.end, line.text.strip())
        return PassageBlock(
            BlockShape.HEADING, start, line.end, pieces=(piece,), level=level
        ), at + 1

    def _heading_level(self, at: int) -> int:
        """How deep a heading is, from 1; 0 when the line is none."""
        text, following = self._line(at), self._following(at)
        hashes = HASHES.match(text)
        if hashes:
            return len(hashes["hashes"])
        if not following or len(text) > 90:
            return 0
        decimal = DECIMAL.match(text)
        if decimal and NUMBERED_TITLE.match(text):
            return 2 + decimal["number"].count(".")
        if BOLD_TITLE.match(text) or CAPITALS.match(text.strip()):
            return 2
        if NUMBERED_TITLE.match(text) and not self._continues_numbering(at):
            return 2
        before = self._line(at - 1).rstrip()
        alone = not before or before.endswith((".", "।", "!", "?"))
        if alone and SELF_ASKED.match(text.strip()):
            return 3
        ends = at + 1 < len(self._lines) and not MARKER.match(text)
        is_title = PLAIN_TITLE.match(text) and ends and alone and len(following) > len(text)
        return 3 if is_title else 0

    def _following(self, at: int) -> str:
        """The next line with text."""
        rest = (line.text.strip() for line in self._lines[at + 1 :])
        return next((line for line in rest if line), "")

    def _continues_numbering(self, at: int) -> bool:
        """Whether the line before or after is an item of the same kind: then it is no title."""
        after, before = MARKER.match(self._line(at + 1)), MARKER.match(self._line(at - 1))
        own = MARKER.match(self._line(at))
        if own is None or not own["number"]:
            return False
        number = int(own["number"])
        return bool(after and after["number"] and int(after["number"]) == number + 1) or bool(
            before and before["number"] and int(before["number"]) == number - 1
        )

    def _list(self, at: int) -> tuple[PassageBlock | None, int]:
        marker = MARKER.match(self._line(at))
        marked = marker is not None
        unmarked = not marked and self._line(at - 1).rstrip().endswith((":", "：", ":-"))
        if not marked and not (unmarked and self._is_bare_list(at)):
            return None, at
        items, following = [], at
        while following < len(self._lines) and self._is_item(following, marked=marked):
            end = following + 1
            while self._continues(end, marked=marked):
                end += 1
            items.append(self._item(following, end))
            following = end
            if not self._line(following).strip() and self._is_next_item(following + 1, marked):
                following += 1
        ordered = marker is not None and marker["number"] is not None
        block = PassageBlock(
            BlockShape.LIST, items[0].start, items[-1].end, pieces=tuple(items), ordered=ordered
        )
        return block, following

    def _is_bare_list(self, at: int) -> bool:
        """Short lines that follow a colon, each of which begins anew."""
        lines = [self._line(at), self._line(at + 1)]
        return all(
            line.strip() and len(line) < SHORT_ITEM and not line.lstrip()[0].islower()
            for line in lines
        )

    def _is_item(self, at: int, *, marked: bool) -> bool:
        line = self._line(at)
        if marked:
            return MARKER.match(line) is not None and not self._heading_level(at)
        return (
            bool(line.strip())
            and len(line) < SHORT_ITEM
            and not MARKER.match(line)
            and (not self._heading_level(at))
        )

    def _is_next_item(self, at: int, marked: bool) -> bool:
        return marked and MARKER.match(self._line(at)) is not None and not self._heading_level(at)

    def _continues(self, at: int, *, marked: bool) -> bool:
        """Whether a line goes on with the item before it."""
        line, before = self._line(at), self._line(at - 1)
        if not line.strip() or MARKER.match(line) or "\t" in line or self._heading_level(at):
            return False
        if line.lstrip()[0].islower():
            return True
        indented = line[:1] in " \t"
        ended = before.rstrip().endswith((".", "।", "!", "?", ":"))
        return marked and (indented or (len(before) >= WRAPPED_AT and not ended))

    def _item(self, first: int, end: int) -> PassagePiece:
        line, last = self._lines[first], self._lines[end - 1]
        text = "\n".join(each.text for each in self._lines[first:end])
        indent = len(line.text) - len(line.text.lstrip())
        return PassagePiece(line.start + indent, last.end, text.strip())

    def _paragraph(self, at: int) -> tuple[PassageBlock | None, int]:
        following = at + 1
        while following < len(self._lines) and self._line(following).strip():
            starts_other = MARKER.match(self._line(following)) or self._heading_level(following)
            if starts_other or len(_cells(self._lines[following])) > 1 or self._list(following)[0]:
                break
            following += 1
        first, last = self._lines[at], self._lines[following - 1]
        text = "\n".join(line.text for line in self._lines[at:following])
        piece = PassagePiece(first.start, last.end, text)
        return PassageBlock(BlockShape.PARAGRAPH, first.start, last.end, pieces=(piece,)), following


def _cells(line: PassagePiece) -> tuple[PassagePiece, ...]:
    """The cells of a line that is a row: between tabs, pipes, leaders or wide gaps."""
    text = line.text
    if "\t" in text:
        return _split(line, r"\t")
    if text.count("|") >= 2 or " | " in text:
        return _split(line, r"\|")
    bare = text.strip()
    match = LEADERS.fullmatch(bare) or LABELLED.fullmatch(bare) or AMOUNT.fullmatch(bare)
    if match is None or MARKER.match(text):
        return ()
    offset = line.start + len(text) - len(text.lstrip())
    return tuple(
        PassagePiece(offset + match.start(name), offset + match.end(name), match[name])
        for name in ("label", "value")
    )


def _split(line: PassagePiece, separator: str) -> tuple[PassagePiece, ...]:
    cells, at = [], 0
    for part in re.split(f"({separator})", line.text):
        if not re.fullmatch(separator, part):
            bare = part.strip()
            start = line.start + at + (part.find(bare) if bare else 0)
            cells.append(PassagePiece(start, start + len(bare), bare))
        at += len(part)
    if separator == r"\|":
        cells = cells[1:] if cells and not cells[0].text else cells
        cells = cells[:-1] if cells and not cells[-1].text else cells
    return tuple(cells)


def make_table(rows: Sequence[TableRow]) -> PassageBlock:
    """A table, its header told from its rows.

    Cells that merging left empty are dropped where that makes the columns agree.
    """
    start, end = rows[0].start, rows[-1].end
    body = list(rows)
    while len(body) > 1 and sum(bool(cell.text) for cell in body[0].cells) == 1:
        body.pop(0)  # a title across the table
    filled = [TableRow(row.start, row.end, _filled(row.cells)) for row in body]
    widths = {len(row.cells) for row in body}
    ragged = len(widths) > 1 or any(not cell.text for row in body for cell in row.cells)
    header = _header(filled if ragged else body)
    rest = body[1:] if header else body
    if ragged:
        rest = filled[1:] if header else filled
        if header and rest and any(len(row.cells) == len(header) + 1 for row in rest):
            header = (PassagePiece(header[0].start, header[0].start, ""), *header)
    return PassageBlock(BlockShape.TABLE, start, end, header=header, rows=tuple(rest))


def _filled(cells: Sequence[PassagePiece]) -> tuple[PassagePiece, ...]:
    return tuple(cell for cell in cells if cell.text)


HAS_DIGIT = re.compile(r"\d")


def _header(rows: Sequence[TableRow]) -> tuple[PassagePiece, ...]:
    """The cells of the first row, if they name the columns."""
    if len(rows) < 2:
        return ()
    first, others = rows[0].cells, rows[1:]
    if len(first) == 1:
        return ()
    values = [cell.text for cell in first[1:]]
    numeric = sum(HAS_DIGIT.search(value) is not None for value in values)
    below = [cell.text for row in others for cell in row.cells[1:]]
    numeric_below = sum(HAS_DIGIT.search(value) is not None for value in below)
    if not numeric:
        return first if len(first) > 2 or numeric_below >= len(below) / 2 else ()
    one_more = sum(len(row.cells) == len(first) + 1 for row in others)
    if one_more > len(others) / 2:
        return first
    names = sum(re.search(r"[^\W\d_]{2}|[A-Z]+-?\d", value) is not None for value in values)
    pairs = len(first) % 2 == 0 and any(":" in cell.text for cell in first)
    return (
        first
        if len(first) > 2 and names == len(values) and not pairs and not _is_pairs(rows)
        else ()
    )


def _is_pairs(rows: Sequence[TableRow]) -> bool:
    """Whether rows are "name, value, name, value"."""
    return all(
        len(row.cells) == 4
        and not HAS_DIGIT.search(row.cells[0].text)
        and not HAS_DIGIT.search(row.cells[2].text)
        for row in rows
    )
