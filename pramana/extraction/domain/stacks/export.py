"""Cells for programs that calculate: nothing a document says may become a formula."""

from typing import Any

from pramana.extraction.contracts.stacks.cells import as_text

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What spreadsheets take for the beginning of a formula, also in full width."""


def for_csv(value: Any) -> str | int | float:
    """The value as a field of a CSV file: numbers as they are, text so that it stays text.

    >>> for_csv("=1+1"), for_csv(-5), for_csv("Ram")
    ("'=1+1", -5, 'Ram')
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    text = as_text(value)
    return f"'{text}" if text.lstrip(" ").startswith(DANGEROUS) else text
