"""Values of properties: what a person typed, as a value of the property's kind."""

import math
from collections.abc import Callable
from datetime import date
from typing import Any

from pramana.documents.contracts import PropertyKind, PropertyValue
from pramana.kit.errors import InvalidRequest
from pramana.kit.texts import is_storable, with_visible_overrides

LONGEST_VALUE = 1000
YES, NO = frozenset({"yes", "true", "1", "on"}), frozenset({"no", "false", "0", "off"})


def parse_property_value(kind: PropertyKind, raw_value: Any) -> PropertyValue | None:
    """The value, or None where there is none.

    >>> parse_property_value(PropertyKind.NUMBER, "1,20,000.50")
    120000.5
    >>> parse_property_value(PropertyKind.BOOLEAN, "no")
    False
    >>> parse_property_value(PropertyKind.DATE, "  ")
    """
    if raw_value is None or (isinstance(raw_value, str) and not raw_value.strip()):
        return None
    value = PARSERS[kind](raw_value)
    if value is None:
        raise InvalidRequest(f"{str(raw_value)[:80]!r} is not {NAMES[kind]}.")
    return value


def _parse_text(raw_value: Any) -> str | None:
    if not isinstance(raw_value, str) or len(raw_value) > LONGEST_VALUE:
        return None
    text = raw_value.strip()
    return with_visible_overrides(text)[:LONGEST_VALUE] if is_storable(text) else None


def _parse_number(raw_value: Any) -> float | None:
    """Digits may be those of any script, grouped by commas."""
    if isinstance(raw_value, bool) or len(str(raw_value)) > 40:
        return None
    try:
        number = float(str(raw_value).replace(",", ""))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _parse_date(raw_value: Any) -> str | None:
    try:
        return date.fromisoformat(str(raw_value).strip()).isoformat()
    except ValueError:
        return None


def _parse_boolean(raw_value: Any) -> bool | None:
    said = str(raw_value).strip().lower()
    return True if said in YES else False if said in NO else None


PARSERS: dict[PropertyKind, Callable[[Any], PropertyValue | None]] = {
    PropertyKind.TEXT: _parse_text,
    PropertyKind.NUMBER: _parse_number,
    PropertyKind.DATE: _parse_date,
    PropertyKind.BOOLEAN: _parse_boolean,
}
NAMES = {
    PropertyKind.TEXT: f"a text of at most {LONGEST_VALUE} characters",
    PropertyKind.NUMBER: "a number",
    PropertyKind.DATE: "a date like 2026-04-13",
    PropertyKind.BOOLEAN: "yes or no",
}
