"""What a decided value teaches: the label at which it stands, and whose document it is."""

import re
from dataclasses import dataclass

from pramana.extraction.contracts.learned import LabelPosition
from pramana.extraction.domain.field_tree import Path
from pramana.extraction.domain.reading.amounts import CURRENCIES
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.labels import labelled_value, normalise_name
from pramana.extraction.domain.reading.letterhead import company_name

MOST_WORDS, LONGEST_LABEL = 6, 60
TOP = 2_000
"""How much of a document is read to find its sender."""
_EDGES = " \t:：#=.-–—|*()"
_CURRENCY = re.compile(rf"(?<!\w)(?:{'|'.join(CURRENCIES.values())})\.?$", re.IGNORECASE)
_CELLS = re.compile(r"\t|\s{3,}|\|")


@dataclass(frozen=True, slots=True)
class TaughtLabel:
    """A label in a document, and the line of its value."""

    words: str
    position: LabelPosition
    line: str


def field_key(path: Path) -> str:
    """Return the name under which a field learns: its names without indexes.

    >>> field_key(("items", 2, "unit_price"))
    'items unit price'
    """
    return normalise_name(" ".join(part for part in path if isinstance(part, str)))


def label_at(text: str, start: int) -> TaughtLabel | None:
    """Return the label of the value that starts here: before it on its line, or on the line above.

    >>> label_at("Amount owing: 500", 14).words
    'Amount owing'
    """
    begins = text.rfind("\n", 0, start) + 1
    ends = text.find("\n", start)
    line = text[begins : ends if ends >= 0 else len(text)]
    before = [cell for cell in _CELLS.split(text[begins:start]) if cell.strip(_EDGES)]
    if before:
        words = _CURRENCY.sub("", before[-1].strip(_EDGES)).strip(_EDGES)
        return TaughtLabel(words, LabelPosition.BEFORE, line.strip()) if _is_label(words) else None
    above = next((each for each in reversed(text[:begins].splitlines()) if each.strip()), "")
    words = above.strip(_EDGES)
    return TaughtLabel(words, LabelPosition.ABOVE, line.strip()) if _is_label(words) else None


def _is_label(words: str) -> bool:
    is_short = 0 < len(words.split()) <= MOST_WORDS and len(words) <= LONGEST_LABEL
    has_letters = sum(char.isalpha() for char in words) >= 2
    return is_short and has_letters and sum(char.isdigit() for char in words) <= 2


def sender_of(text: str) -> str:
    """Return the name of whoever sent a document, folded for comparison; empty if unknown."""
    document = DocumentLayout(text[:TOP])
    found = labelled_value(document, "vendor.name") or company_name(document)
    return normalise_name(str(found.value))[:200] if found else ""
