"""What a person typed, as the value it means."""

import json
import re
from typing import Any

from pramana.extraction.contracts.fields import FieldType

NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:,\d{2,3})+)(?:\.\d{1,6})?")
"""As numbers are written here, 4,87,50,000.00 too; a leading zero makes it a code."""
LONGEST_NEW = 9
"""A longer row of digits in a new field is a telephone or registration number, not an amount."""
YES = frozenset({"yes", "true", "1", "हो"})
NO = frozenset({"no", "false", "0", "होइन"})
COUNTED = (FieldType.NUMBER, FieldType.INTEGER, FieldType.MONEY)


def typed_value(text: str, before: Any, kind: FieldType | None = None) -> Any:
    """The value of the kind that is asked for or stood there; nothing written means null.

    >>> typed_value("11,300.50", 11000)
    11300.5
    >>> typed_value("0912", "0911")
    '0912'
    """
    plain = text.strip()
    if not plain:
        return None
    if kind is FieldType.BOOLEAN or isinstance(before, bool):
        return _told(plain)
    if isinstance(before, dict | list):
        return _parts(plain)
    is_counted = kind in COUNTED or isinstance(before, int | float)
    return _number(plain) if is_counted else plain


def new_value(text: str, kind: FieldType | None = None) -> Any:
    """The same where nothing stood: what looks like an amount is one."""
    plain = text.strip()
    digits = sum(letter.isdigit() for letter in plain)
    if kind is None and NUMBER.fullmatch(plain) and digits <= LONGEST_NEW:
        return _number(plain)
    return typed_value(plain, None, kind)


def _number(plain: str) -> int | float | str:
    if not NUMBER.fullmatch(plain):
        return plain
    bare = plain.replace(",", "")
    return float(bare) if "." in bare else int(bare)


def _told(plain: str) -> bool | str:
    folded = plain.casefold()
    if folded in YES | NO:
        return folded in YES
    return plain


def _parts(plain: str) -> Any:
    try:
        return json.loads(plain)
    except ValueError:
        return plain
