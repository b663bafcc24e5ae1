"""The rows of goods and services: from a table with headings, else from lines that end in money."""

import re
from collections.abc import Iterator, Sequence

from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.reading.addresses import address
from pramana.extraction.domain.reading.amounts import Amount, plain
from pramana.extraction.domain.reading.item_tables import Place, Row, is_heading, rows_of_tables
from pramana.extraction.domain.reading.kinds import says_only_its_kind
from pramana.extraction.domain.reading.paper import Line, Paper
from pramana.extraction.domain.reading.roles import Role, is_worded, role_of
from pramana.extraction.domain.reading.seller_words import ABOUT
from pramana.extraction.domain.reading.sellers import company

_SERIAL = re.compile(r"[\s*#-]*(?:\d+(?:\.\d+)?[.)]?\s+(?!\d+\s?[xX@]))?")
_COUNTS = re.compile(
    r"(?:\s+(?:\d+(?:\.\d+)?|[xX×@*=(/-]|SR|ZRL?|RM|UNI|PCS?))+\s*$", re.IGNORECASE
)
_COUNT = re.compile(
    r"(?<![\w.])(?P<n>\d{1,4}(?:\.\d{1,3})?)\s?(?:[xX×*@]|pcs?\b|units?\b|nos?\b|PC\b)"
)
_TOTAL = re.compile(r"\bTOT(?:AL)?\b", re.IGNORECASE)
_ENDS = frozenset({Role.TOTAL, Role.SUBTOTAL})
MOST, LONGEST = 500, 200


def read_items(paper: Paper) -> list[Found]:
    """Every row with what it says, from the first table whose headings name goods and amounts."""
    rows = list(rows_of_tables(paper)) or list(_from_lines(paper))
    found: list[Found] = []
    for place, row in enumerate(rows[:MOST]):
        for key, (value, where, sure) in row.items():
            found.append(paper.found(f"items[{place}].{key}", value, where.start, where.end, sure))
    return found


def _from_lines(paper: Paper) -> Iterator[Row]:
    """Lines that end in money before the first sum; a name may stand a line above or below."""
    body = _body(paper)
    priced = [i for i, line in enumerate(body) if _money(paper, line)]
    above = bool(priced) and priced[0] > 0 and not _named(paper, body[priced[0]])
    for i in priced:
        line, amounts = body[i], _money(paper, body[i])
        name = _own_name(paper, line, amounts) or _neighbour(paper, body, i, above=above)
        if name:
            yield _row(paper, line, name, amounts)


def _body(paper: Paper) -> list[Line]:
    """From below the seller, and below the headings where there are some, to the first sum."""
    head = _head_end(paper)
    body: list[Line] = []
    for line in paper.lines:
        money = _money(paper, line)
        role = role_of(line.text)
        if money and (role in _ENDS or _TOTAL.search(line.text)):
            break
        if money and role is not Role.OTHER:
            continue
        if not money and (is_heading(line.text) or says_only_its_kind(line.text)):
            body = []
        elif line.start >= head and (money or not (ABOUT.search(line.text) or ":" in line.text)):
            body.append(line)
    return body


def _head_end(paper: Paper) -> int:
    """Where the block with the seller's name and address ends: house numbers are no prices."""
    name = company(paper)
    place = address(paper, name)
    return max((each.end for each in (name, place) if each), default=0)


def _money(paper: Paper, line: Line) -> list[Amount]:
    return [amount for amount in paper.amounts_in(line.start, line.end) if amount.exact]


def _named(paper: Paper, line: Line) -> bool:
    return _own_name(paper, line, _money(paper, line)) is not None


def _own_name(paper: Paper, line: Line, amounts: Sequence[Amount]) -> Place | None:
    return _name(paper, line.start, amounts[0].start)


def _neighbour(paper: Paper, body: Sequence[Line], i: int, *, above: bool) -> Place | None:
    near = range(i - 1, max(-1, i - 4), -1) if above else range(i + 1, min(len(body), i + 2))
    best = None
    for j in near:
        if _money(paper, body[j]):
            break
        best = _name(paper, body[j].start, body[j].end) or best
    return best


def _name(paper: Paper, start: int, end: int) -> Place | None:
    """The words of a stretch without a serial number before them and a count after them."""
    words = paper.text[start : min(end, start + LONGEST)]
    serial = _SERIAL.match(words)
    begin = serial.end() if serial else 0
    trimmed = _COUNTS.sub("", words[begin:]).rstrip()
    return Place(start + begin, start + begin + len(trimmed)) if is_worded(trimmed, 3) else None


def _row(paper: Paper, line: Line, name: Place, amounts: Sequence[Amount]) -> Row:
    last = amounts[-1]
    row: Row = {"description": (" ".join(paper.text[name.start : name.end].split()), name, 0.65)}
    count = _quantity(paper, line, amounts)
    if count:
        row["quantity"] = (plain(count[0]), count[1], 0.65)
    if len(amounts) > 1:
        fits = count and abs(count[0] * amounts[-2].value - last.value) < 0.011
        row["unit_price"] = (
            plain(amounts[-2].value),
            Place(amounts[-2].start, amounts[-2].end),
            0.85 if fits else 0.6,
        )
    row["amount"] = (plain(last.value), Place(last.start, last.end), 0.75)
    return row


def _quantity(paper: Paper, line: Line, amounts: Sequence[Amount]) -> tuple[float, Place] | None:
    """A count before a sign for it; else the bare number that the prices confirm."""
    match = _COUNT.search(line.text)
    if match:
        start, end = match.span("n")
        return float(match["n"]), Place(line.start + start, line.start + end)
    bare = [a for a in paper.amounts_in(line.start, line.end) if not a.exact]
    if len(amounts) > 1 and amounts[-2].value:
        wanted = amounts[-1].value / amounts[-2].value
        for each in bare:
            if abs(each.value - wanted) < 0.01:
                return each.value, Place(each.start, each.end)
    return None
