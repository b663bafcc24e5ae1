"""What a document is called, and the sentences that open it."""

import re
from collections.abc import Sequence

from pramana.agni.domain.metadata_found import Found, Line
from pramana.agni.domain.metadata_offices import STATE, TO
from pramana.agni.domain.metadata_types import ONLY_THAT, names_a_type
from pramana.language.calendar import find_dates

SUBJECT = re.compile(
    r"^(?:विषय|शीर्षक|मुद्दा|Subject|Sub|Re|Title)\s*[:：ः।.-]+\s*(?P<what>\S.*?)[\s।.]*$",
    re.IGNORECASE,
)
CONTACT = re.compile(
    r"@|https?:|www\.|फोन|फ्याक्स|इमेल|Phone|Tel\b|Fax|E-?mail|प\.?\s?सं|च\.?\s?नं|चलानी|Ref\b|"
    r"P\.?\s?O\.?\s?Box|पृष्ठ|^Page\b|^\d+$",
    re.IGNORECASE,
)
SHORTEST, LONGEST = 8, 200
TOP, EARLY = 20, 6
SENTENCE = re.compile(r".+?(?:[।?!]|\.(?=\s|$)|$)", re.DOTALL)
A_SENTENCE = 60
"""Characters from which a line is likely running text."""

LONGEST_SUMMARY = 400


def title(head: Sequence[Line], by: Found[str] | None) -> Found[str] | None:
    """The subject where one is given; else the line at the top that most looks like a title."""
    for line in head:
        subject = SUBJECT.match(line.text)
        if subject:
            return line.found(*subject.span("what"), 0.9, "given as the subject")
    scored = [(_likeness(line), line) for line in head[:TOP] if _may_be(line, by)]
    best = max(scored, key=lambda pair: (pair[0], -pair[1].index), default=None)
    if best is None or best[0] <= 0:
        return None
    likeness, line = best
    return line.found(
        0, len(line.text), min(0.75, round(0.35 + likeness / 10, 2)), "looks like a title"
    )


def _may_be(line: Line, by: Found[str] | None) -> bool:
    """A line that is not the letterhead's, an address or about people."""
    return (
        SHORTEST <= len(line.text) <= LONGEST
        and not (by and line.start <= by.start < line.end)
        and not CONTACT.search(line.text)
        and not STATE.match(line.text)
        and not TO.match(line.text)
    )


def _likeness(line: Line) -> int:
    """Points for what titles have: a word for the document, capitals, an early place, no stop."""
    named = names_a_type(line.text)
    if named == ONLY_THAT:
        return 1
    words = line.text.split()
    capitals = sum(word[:1].isupper() for word in words if word[:1].isascii())
    return (
        3 * bool(named)
        + 2 * (2 * capitals > len(words))
        + (len(words) > 2)
        + (line.index < EARLY)
        - 3 * line.text.endswith(("।", ".", ",", ";", ":"))
        - 2 * bool(find_dates(line.text))
    )


def summary(lines: Sequence[Line], called: Found[str] | None) -> Found[str] | None:
    """The first sentences of running text, word for word."""
    after = called.end if called else -1
    body = (line for line in lines if line.start > after and len(line.text) >= A_SENTENCE)
    line = next(body, None)
    if line is None:
        return None
    end = 0
    for sentence in SENTENCE.finditer(line.text):
        if end and sentence.end() > LONGEST_SUMMARY:
            break
        end = min(sentence.end(), LONGEST_SUMMARY)
    return line.found(0, end, 0.5, "the first sentences")
