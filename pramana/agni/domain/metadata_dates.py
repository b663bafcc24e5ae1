"""The day a document was made, among the days it mentions."""

import re
from collections.abc import Sequence
from datetime import date

from pramana.agni.domain.metadata_found import Found, Line
from pramana.language.calendar import DateFound, find_dates

CUE = re.compile(
    r"(?:मिति|गते जारी|जारी मिति|प्रकाशित|फैसला|Date[d]?|Published|Issued|Released)"
    r"(?:\s+on)?\s*[:：।-]*\s*$",
    re.IGNORECASE,
)
CLOSING = re.compile(r"(?:इति|सम्वत्|संवत्|शुभम्)")
TOP, LONGEST = 15, 100
"""Short lines at the top; a date in a longer one is told about."""

BEFORE = 30
"""Characters before a date in which a word that explains it stands."""

END = 600
"""Characters at the end, where judgments and laws carry their date."""


def dated(text: str, head: Sequence[Line]) -> Found[date] | None:
    """The best supported of the dates; earlier ones first where they are equal."""
    top = [line for line in head[:TOP] if len(line.text) <= LONGEST]
    found = [(_support(text, each, top), each) for each in find_dates(text)]
    if not found:
        return None
    (support, why), best = max(found, key=lambda pair: (pair[0][0], -pair[1].start))
    return Found(
        best.gregorian,
        round(support * best.confidence, 2),
        f"{why}; {best.calendar}: {best.why}",
        best.text,
        best.start,
        best.end,
    )


def _support(text: str, found: DateFound, top: Sequence[Line]) -> tuple[float, str]:
    before = text[max(0, found.start - BEFORE) : found.start]
    said = bool(CUE.search(before))
    above = any(line.start <= found.start and found.end <= line.end for line in top)
    if said and above:
        return 0.95, "given as the date at the top"
    if CLOSING.search(before + found.text) and found.start > len(text) - END:
        return 0.85, "given as the date at the end"
    if above:
        return 0.75, "stands at the top"
    if said:
        return 0.5, "a date is given in the text"
    return 0.35, "mentioned in the text"
