"""Reads a new line or a new field from words: "3 chairs at 1,200"."""

import re
from collections.abc import Sequence

from pramana.extraction.contracts.fields import Json
from pramana.extraction.domain.corrections.rows import row_part
from pramana.extraction.domain.corrections.values import number_in, unquote
from pramana.extraction.domain.corrections.words import PATTERNS
from pramana.extraction.domain.reading.amounts import find_amounts, plain_number
from pramana.extraction.domain.reading.dates import find_written_dates

USUAL_KEYS = ("description", "quantity", "unit_price", "amount")
_UNITS = PATTERNS["units"]
_MONEY = (
    r"(?P<price>\S*\s?[\d०-९][\d०-९,.]*(?:\s?(?:lakh|लाख|हजार|thousand|/-))?(?:\s?[A-Z€£$₹]{1,3})?)"
)
_EACH = rf"(?:\s*(?P<each>{PATTERNS['for_each']}))?"
_LINE = re.compile(
    rf"(?:(?P<quantity>\d[\d,.]*)\s*(?:{_UNITS}\s+(?:of\s+|x\s+)?|x\s*|×\s*)?)?(?P<description>[^\d\s].*?)"
    rf"(?:\s*(?:,|\s)\s*(?P<link>at|@|for|costing|worth|priced\s+at|प्रति|दर|रु\.?|रकम|मूल्य)?\s*{_MONEY}{_EACH})?[\s.]*",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\s*[,;]\s*(?=[^\d\s])")


def plan_new_row(words: str, rows: Sequence[Json]) -> Json:
    """Return a new row in the shape of the others; None if the words do not say one.

    >>> plan_new_row("3 chairs at 1,200", [{"description": "desk", "qty": 1, "rate": 5}])
    {'description': 'chairs', 'qty': 3, 'rate': 1200}
    """
    text = unquote(words)
    if not text:
        return None
    if rows and not isinstance(rows[0], dict):
        return text
    keys = list(dict.fromkeys(str(key) for row in rows for key in row)) or list(USUAL_KEYS)
    return _parse_row_parts(text, keys) or _line(text, keys)


def _parse_row_parts(text: str, keys: Sequence[str]) -> dict[str, Json] | None:
    """Read "description Chair, quantity 3, price 1,200"; None if a part has no name."""
    row: dict[str, Json] = {}
    for part in _PARTS.split(text):
        name, sign, value = part.partition(":")
        if not sign:
            name, _, value = part.partition(" ")
        key = row_part(keys, name)
        if key is None or not value.strip():
            return None
        row[key] = _cell(key, value)
    return row or None


def _line(text: str, keys: Sequence[str]) -> dict[str, Json] | None:
    match = _LINE.fullmatch(text)
    if match is None:
        return None
    row: dict[str, Json] = {}
    _set_part(row, keys, "description", unquote(match["description"]))
    if match["quantity"]:
        _set_part(row, keys, "quantity", number_in(match["quantity"]))
    if match["price"]:
        amount = number_in(match["price"])
        is_unit_price = bool(match["each"]) or (match["link"] or "").casefold() in (
            "at",
            "@",
            "priced at",
            "दर",
            "प्रति",
        )
        _set_part(row, keys, "price" if is_unit_price else "amount", amount)
    return row or None


def _set_part(row: dict[str, Json], keys: Sequence[str], part: str, value: Json) -> None:
    key = row_part(keys, part) or row_part(USUAL_KEYS, part)
    if key is not None and value is not None:
        row[key] = plain_number(value) if isinstance(value, float) else value


def _cell(key: str, words: str) -> Json:
    number = number_in(unquote(words)) if key not in ("description", "name", "item") else None
    return plain_number(number) if number is not None else unquote(words)


def field_value(words: str) -> Json:
    """Return the value of a new field: the number or the date that fills the words, else the words.

    >>> field_value("Rs. 1,500"), field_value("5 May 2024"), field_value("PO-7")
    (1500, '2024-05-05', 'PO-7')
    """
    text = unquote(words)
    days, amounts = find_written_dates(text), find_amounts(text)
    if len(days) == 1 and days[0].end - days[0].start == len(text):
        return days[0].day.isoformat()
    if len(amounts) == 1 and amounts[0].end - amounts[0].start == len(text):
        return plain_number(amounts[0].value)
    return text or None
