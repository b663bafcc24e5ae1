"""Line items: rows of goods and services, from tables with headings or from lines that end in
money.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.extraction.contracts.fields import ExtractedValue, Json
from pramana.extraction.domain.reading.amounts import Amount, find_amounts, plain_number
from pramana.extraction.domain.reading.document_layout import DocumentLayout, LayoutLine
from pramana.extraction.domain.reading.document_types import names_only_its_type
from pramana.extraction.domain.reading.letterhead import ABOUT, company_name, seller_address
from pramana.extraction.domain.reading.totals import AmountRole, has_words, role_of

HEADINGS = {
    "description": r"desc|item|particular|product|goods|name|service|details|विवरण|सामान|वस्तु"
    r"|bezeichnung|artikel|leistung|désignation|article|libellé|concepto|artículo|produto",
    "quantity": r"^qty|quantity|units?$|परिमाण|संख्या|थान|menge|anzahl|qté|quantité|cant|qtd",
    "unit_price": r"price|rate|u/p|unit cost|rsp|दर|मूल्य|einzelpreis|^e-?preis"
    r"|p\.?\s?u|prix|precio|preço|^unit\s?\(",
    "amount": r"amount|amt|total|line total|रकम|जम्मा|gesamt|betrag|summe"
    r"|montant|importe|valor|^net\s?\(",
    "code": r"code|sku|hs\b|hsn|कोड|art\.?-?\s?nr|réf|ref\b|código",
}
CLEAR_DESCRIPTION = re.compile(
    r"desc|particular|bezeichnung|désignation|libellé|concepto|विवरण|details", re.IGNORECASE
)
"""A heading that names the description even beside an "Item" column, which then holds codes."""
_HEADINGS = {key: re.compile(words, re.IGNORECASE) for key, words in HEADINGS.items()}
Cell = tuple[int, str]
_SERIAL = re.compile(r"[\s*#-]*(?:\d+(?:\.\d+)?[.)]?\s+(?!\d+\s?[xX@]))?")
_COUNTS = re.compile(
    r"(?:\s+(?:\d+(?:\.\d+)?|[xX×@*=(/-]|SR|ZRL?|RM|UNI|PCS?))+\s*$", re.IGNORECASE
)
_COUNT = re.compile(
    r"(?<![\w.])(?P<n>\d{1,4}(?:\.\d{1,3})?)\s?(?:[xX×*@]|pcs?\b|units?\b|nos?\b|PC\b)"
)
_TOTAL = re.compile(r"\bTOT(?:AL)?\b", re.IGNORECASE)
_ENDS = frozenset({AmountRole.TOTAL, AmountRole.SUBTOTAL})
MOST, LONGEST = 1_000, 200
LONGEST_HEADING = 40


@dataclass(frozen=True, slots=True)
class ItemSpan:
    start: int
    end: int


ItemRow = dict[str, tuple[Json, ItemSpan, float]]
"""The parts of a row: each with its value, its offsets and its confidence."""


def is_heading(text: str) -> bool:
    """Whether a line names at least two columns of an item table."""
    return sum(bool(pattern.search(text)) for pattern in _HEADINGS.values()) > 1


def rows_from_tables(document: DocumentLayout) -> Iterator[ItemRow]:
    """Yield the rows of the item table: a stored one, or lines with cells split by tabs or bars.

    A table that goes on over the page, with its headings repeated or without, is one table.
    """
    heads: dict[str, int] = {}
    width = 0
    for table in _tables(document):
        again = next((at for at, cells in enumerate(table) if _columns(cells)), None)
        if again is not None and heads and _columns(table[again]) != heads:
            return  # another table, of other columns
        if again is not None:
            heads, width, table = _columns(table[again]), len(table[again]), table[again + 1 :]
        for cells in table if heads else ():
            if len(cells) == width and (row := _table_row(heads, cells)):
                yield row


def _tables(document: DocumentLayout) -> Iterator[list[list[Cell]]]:
    if document.tables is not None:
        for table in document.tables:
            yield [[(cell.start, cell.text) for cell in row] for row in table.rows]
        return
    run: list[list[Cell]] = []
    for line in [*document.lines, None]:
        cells = list(_cells(line)) if line else []
        if len(cells) > 1:
            if not all(set(text) <= set("-: ") for _, text in cells):
                run.append(cells)
        elif run:
            yield run
            run = []


def _cells(line: LayoutLine) -> Iterator[Cell]:
    sign = "|" if line.text.count("|") > 1 else "\t"
    at = line.start
    for piece in line.text.split(sign):
        yield at + len(piece) - len(piece.lstrip()), piece.strip()
        at += len(piece) + 1


def _columns(cells: Sequence[Cell]) -> dict[str, int]:
    """Return which column holds what, if these are the headings of an item table."""
    results: dict[str, int] = {}
    clear = next((at for at, (_, text) in enumerate(cells) if CLEAR_DESCRIPTION.search(text)), None)
    if clear is not None and len(cells[clear][1]) <= LONGEST_HEADING:
        results["description"] = clear
    for place, (_, text) in enumerate(cells):
        if place == clear:
            continue
        fits = (k for k in ("quantity", "unit_price", "amount", "code", "description"))
        key = next((k for k in fits if k not in results and _HEADINGS[k].search(text)), None)
        if key is None and clear is not None and _HEADINGS["description"].search(text):
            key = "code" if "code" not in results else None
        if key and len(text) <= LONGEST_HEADING:
            results[key] = place
    goods = "description" in results and ("amount" in results or "unit_price" in results)
    return results if goods else {}


def _table_row(heads: dict[str, int], cells: Sequence[Cell]) -> ItemRow | None:
    """Return a row of goods. A row that only names a total, without a quantity, is not one."""
    what = cells[heads["description"]][1] if heads["description"] < len(cells) else ""
    count = heads.get("quantity", len(cells))
    counted = count < len(cells) and bool(cells[count][1])
    row_text = " ".join(text for _, text in cells)
    if not has_words(what) or (role_of(row_text) is not AmountRole.OTHER and not counted):
        return None
    row: ItemRow = {}
    for key, column in heads.items():
        if column >= len(cells) or not cells[column][1]:
            continue
        start, text = cells[column]
        where = ItemSpan(start, start + len(text))
        if key in ("description", "code"):
            row[key] = (text, where, 0.8)
        elif amounts := find_amounts(text):
            row[key] = (plain_number(amounts[0].value), where, 0.8)
    return row if "amount" in row or "unit_price" in row else None


def read_items(document: DocumentLayout) -> list[ExtractedValue]:
    """Return every row of the first item table, or of the lines that end in money."""
    rows = list(rows_from_tables(document)) or list(_rows_from_lines(document))
    results: list[ExtractedValue] = []
    for place, row in enumerate(rows[:MOST]):
        for key, (value, where, confidence) in row.items():
            results.append(
                document.value(f"items[{place}].{key}", value, where.start, where.end, confidence)
            )
    return results


def _rows_from_lines(document: DocumentLayout) -> Iterator[ItemRow]:
    """Lines that end in money before the first total. The item's name may be one line above or
    below.
    """
    body = _item_lines(document)
    priced = [i for i, line in enumerate(body) if _money(document, line)]
    above = bool(priced) and priced[0] > 0 and not _has_own_name(document, body[priced[0]])
    for i in priced:
        line, amounts = body[i], _money(document, body[i])
        name = _own_name(document, line, amounts) or _neighbouring_name(
            document, body, i, above=above
        )
        if name:
            yield _row(document, line, name, amounts)


def _item_lines(document: DocumentLayout) -> list[LayoutLine]:
    """The lines from below the letterhead and the headings to the first total."""
    head = _head_end(document)
    body: list[LayoutLine] = []
    for line in document.lines:
        money = _money(document, line)
        role = role_of(line.text)
        if money and (role in _ENDS or _TOTAL.search(line.text)):
            break
        if money and role is not AmountRole.OTHER:
            continue
        if not money and (is_heading(line.text) or names_only_its_type(line.text)):
            body = []
        elif line.start >= head and (money or not (ABOUT.search(line.text) or ":" in line.text)):
            body.append(line)
    return body


def _head_end(document: DocumentLayout) -> int:
    """Return where the letterhead ends, so that house numbers are not taken for prices."""
    name = company_name(document)
    place = seller_address(document, name)
    return max((each.end for each in (name, place) if each), default=0)


def _money(document: DocumentLayout, line: LayoutLine) -> list[Amount]:
    return [amount for amount in document.amounts_in(line.start, line.end) if amount.exact]


def _has_own_name(document: DocumentLayout, line: LayoutLine) -> bool:
    return _own_name(document, line, _money(document, line)) is not None


def _own_name(
    document: DocumentLayout, line: LayoutLine, amounts: Sequence[Amount]
) -> ItemSpan | None:
    return _name(document, line.start, amounts[0].start)


def _neighbouring_name(
    document: DocumentLayout, body: Sequence[LayoutLine], i: int, *, above: bool
) -> ItemSpan | None:
    near = range(i - 1, max(-1, i - 4), -1) if above else range(i + 1, min(len(body), i + 2))
    best = None
    for j in near:
        if _money(document, body[j]):
            break
        best = _name(document, body[j].start, body[j].end) or best
    return best


def _name(document: DocumentLayout, start: int, end: int) -> ItemSpan | None:
    """Return the words without a serial number before and a count after them."""
    words = document.text[start : min(end, start + LONGEST)]
    serial = _SERIAL.match(words)
    begin = serial.end() if serial else 0
    trimmed = _COUNTS.sub("", words[begin:]).rstrip()
    return ItemSpan(start + begin, start + begin + len(trimmed)) if has_words(trimmed, 3) else None


def _row(
    document: DocumentLayout, line: LayoutLine, name: ItemSpan, amounts: Sequence[Amount]
) -> ItemRow:
    last = amounts[-1]
    row: ItemRow = {
        "description": (" ".join(document.text[name.start : name.end].split()), name, 0.65)
    }
    count = _quantity(document, line, amounts)
    if count:
        row["quantity"] = (plain_number(count[0]), count[1], 0.65)
    if len(amounts) > 1:
        fits = count and abs(count[0] * amounts[-2].value - last.value) < 0.011
        row["unit_price"] = (
            plain_number(amounts[-2].value),
            ItemSpan(amounts[-2].start, amounts[-2].end),
            0.85 if fits else 0.6,
        )
    row["amount"] = (plain_number(last.value), ItemSpan(last.start, last.end), 0.75)
    return row


def _quantity(
    document: DocumentLayout, line: LayoutLine, amounts: Sequence[Amount]
) -> tuple[float, ItemSpan] | None:
    """Return the number before a multiplication sign or unit, else the bare number that the prices
    confirm.
    """
    match = _COUNT.search(line.text)
    if match:
        start, end = match.span("n")
        return float(match["n"]), ItemSpan(line.start + start, line.start + end)
    bare = [a for a in document.amounts_in(line.start, line.end) if not a.exact]
    if len(amounts) > 1 and amounts[-2].value:
        ratio = amounts[-1].value / amounts[-2].value
        for each in bare:
            if abs(each.value - ratio) < 0.01:
                return each.value, ItemSpan(each.start, each.end)
    return None
