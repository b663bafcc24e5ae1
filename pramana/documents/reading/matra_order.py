"""Devanagari stored in the order of writing, put into the order of the sounds.

The sign ि is written before its letter and spoken after it. Some programs store it as it is
written. In Unicode no word begins with the sign, so a text where many do has that order throughout,
and every such sign belongs after the letters that follow it. No text gets longer or shorter.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from pramana.documents.reading.contracts import Cell, Heading, Table
from pramana.documents.reading.preeti import EARLY_I

SIGN_I = "\u093f"
FIRST_SIGN = re.compile(rf"(?<![\u0900-\u097f\u200c\u200d]){SIGN_I}(?=[क-ह])")
MIN_FIRST_SIGNS = 3
MIN_FIRST_SHARE = 0.1
"""Of all such signs in the text; in sound Nepali none begins a word."""


def has_written_order(text: str) -> bool:
    """Whether the signs of a text are before their letters.

    >>> has_written_order("िकताब िलने िदन"), has_written_order("किताब लिने दिन")
    (True, False)
    """
    if SIGN_I not in text:
        return False
    first = len(FIRST_SIGN.findall(text))
    return first >= MIN_FIRST_SIGNS and first >= MIN_FIRST_SHARE * text.count(SIGN_I)


def to_spoken_order(text: str) -> str:
    """The text with each sign moved behind the letters that follow it.

    >>> to_spoken_order("िकताब अिनवार्य िस्थित")
    'किताब अनिवार्य स्थिति'
    """
    return EARLY_I.sub(rf"\1{SIGN_I}", text)


def respell_heading(heading: Heading, spell: Callable[[str], str]) -> Heading:
    return replace(heading, text=spell(heading.text))


def respell_table(table: Table, spell: Callable[[str], str]) -> Table:
    def respell(cell: Cell) -> Cell:
        return replace(cell, text=spell(cell.text))

    return Table(tuple(tuple(map(respell, row)) for row in table.rows))
