"""Whose paper it is: the office in the letterhead, or the one named as its author."""

import re
from collections.abc import Sequence

from pramana.agni.domain.metadata_found import Found, Line

TOP = 8
"""Lines a letterhead takes."""

LONGEST = 90
STATE = re.compile(r"^(?:नेपाल सरकार|श्री ५ को सरकार|Government of Nepal|Nepal Government)$", re.I)
_OFFICE_ENDS = (
    r"(?:मन्त्रालय|विभाग|आयोग|समिति|कार्यालय|अदालत|परिषद्?|प्राधिकरण|निगम|बैंक|बैङ्क|संस्थान|"
    r"प्रतिष्ठान|महानगरपालिका|नगरपालिका|गाउँपालिका|विश्वविद्यालय|क्याम्पस|अस्पताल|संघ|महासंघ|पार्टी|"
    r"सचिवालय|निर्देशनालय|बोर्ड|केन्द्र|कम्पनी|लिमिटेड|सरकार|प्रहरी|सेना|दूतावास)"
)
OFFICE = re.compile(
    rf"{_OFFICE_ENDS}(?:\s*[,(].*)?$"
    r"|\b(?:Ministry|Department|Commission|Office|Embassy|Government|University|Bank) (?:of|for)\b"
    r"|\b(?:Ministry|Department|Commission|Committee|Authority|Bank|Court|Council|University|Office|"
    r"Corporation|Limited|Ltd\.?|Inc\.?|Association|Foundation|Municipality|Party|Board|Institute)$",
    re.IGNORECASE,
)
BY = re.compile(
    r"^(?:लेखक|प्रस्तुतकर्ता|प्रकाशक|तयार गर्ने|जारी गर्ने(?: निकाय)?|Author|Authors|Prepared by|"
    r"Issued by|Published by|Publisher|From|By)\s*[:：-]\s*(?P<who>\S.*)$",
    re.IGNORECASE,
)
TO = re.compile(r"^(?:श्री(?!\s*५)|माननीय|सम्माननीय|To\b|Dear\b|Hon\b|M/s)", re.IGNORECASE)
"""Lines about people: to whom it goes, before whom it came."""


def office(head: Sequence[Line]) -> Found[str] | None:
    """The author as a line names it; else the first office of the letterhead below the state's."""
    for line in head:
        named = BY.match(line.text)
        if named:
            return line.found(*named.span("who"), 0.85, "named as the author")
    letterhead = [line for line in head[:TOP] if _is_office(line)]
    own = next((line for line in letterhead if not STATE.match(line.text)), None)
    if own:
        return own.found(0, len(own.text), 0.75, "an office in the letterhead")
    if letterhead:
        state = letterhead[0]
        return state.found(0, len(state.text), 0.6, "the state is in the letterhead")
    return None


def _is_office(line: Line) -> bool:
    return (
        len(line.text) <= LONGEST
        and not line.text.endswith(("।", "."))
        and not TO.match(line.text)
        and bool(OFFICE.search(line.text))
    )
