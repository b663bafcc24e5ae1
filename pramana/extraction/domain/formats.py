"""Types of values: what fits them, and what a field's name lets one expect."""

import re
from datetime import date
from typing import Final

from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.values import Json

ISO: Final = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T[\d:.+Z-]+)?)?)?")
EMAIL: Final = re.compile(r"[^@\s]+@[^@\s.]+\.[^@\s]+")
DATES: Final = re.compile(r"(?:^|_)(?:date|dated|dob|deadline)(?:$|_)|_(?:on|at)$")
AMOUNTS: Final = re.compile(
    r"(?:^|_)(?:total|subtotal|amount|price|cost|fee|tax|vat|discount|balance|quantity|qty|sum)$"
)

WANTED: Final = {
    FieldType.STRING: "text",
    FieldType.TEXT: "text",
    FieldType.NUMBER: "a number without separators, like 1234.5",
    FieldType.INTEGER: "a whole number",
    FieldType.MONEY: "an amount as a number, like 1234.5",
    FieldType.DATE: "a Gregorian date like 2024-05-31",
    FieldType.BOOLEAN: "true or false",
    FieldType.LIST: "a list",
    FieldType.TABLE: "a list of rows",
    FieldType.OBJECT: "an object",
}


def wanted(kind: FieldType) -> str:
    """What to write for this type."""
    return WANTED[kind]


def fits(value: Json, kind: FieldType) -> bool:
    """Whether a value has this type; null fits every type."""
    if value is None:
        return True
    if kind is FieldType.DATE:
        return isinstance(value, str) and is_date(value)
    if kind is FieldType.MONEY:
        return is_number(value.get("amount") if isinstance(value, dict) else value)
    if kind in (FieldType.NUMBER, FieldType.INTEGER):
        return is_number(value) and (kind is FieldType.NUMBER or float(value).is_integer())
    if kind is FieldType.BOOLEAN:
        return isinstance(value, bool)
    if kind is FieldType.OBJECT:
        return isinstance(value, dict)
    if kind in (FieldType.LIST, FieldType.TABLE):
        return isinstance(value, list)
    return isinstance(value, str)


def is_date(text: str) -> bool:
    """A day, month or year of the Gregorian calendar, in ISO 8601."""
    found = ISO.fullmatch(text)
    if found is None:
        return False
    year, month, day = (int(part) if part else 1 for part in found.groups())
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def looks_right(name: str, value: Json) -> bool | None:
    """Whether a value has the form its field's name promises; None where it promises none."""
    key = re.sub(r"[^a-z0-9]+", "_", name.casefold())
    if "email" in key:
        return isinstance(value, str) and bool(EMAIL.fullmatch(value.strip()))
    if DATES.search(key):
        return isinstance(value, str) and is_date(value)
    if AMOUNTS.search(key):
        return is_number(value)
    return None


def is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
