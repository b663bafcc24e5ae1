"""Where the one who made out a paper is: the lines below the name that say so."""

import re

from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.reading.paper import Line, Paper
from pramana.extraction.domain.reading.seller_words import (
    ABOUT,
    CENTS,
    EDGES,
    GREETING,
    LABELLED,
    LEGAL,
    PLACE,
    POSTCODE,
    REGION,
    REGISTERED,
)
from pramana.extraction.domain.reading.sellers import top_lines

LONGEST = 6
"""Lines that an address takes at most."""


def address(paper: Paper, after: Found | None, path: str = "vendor.address") -> Found | None:
    """The lines below the name that say where it is, up to the first about something else."""
    from_place = after.end if after else 0
    head = [line for line in paper.once(top_lines) if line.start >= from_place]
    begin = next((i for i, line in enumerate(head) if _begins(paper, line)), None)
    if begin is None:
        return None
    last = begin
    for i in range(begin + 1, min(begin + LONGEST, len(head))):
        if not _goes_on(head[last].text, head[i].text) or _counts(paper, head[i]):
            break
        last = i
    start, end = head[begin].start, _address_end(head[last])
    sure = 0.8 if POSTCODE.search(paper.text[start:end]) else 0.6
    return paper.words(path, start, end, sure)


def _begins(paper: Paper, line: Line) -> bool:
    text = line.text
    about = ABOUT.search(text) or LABELLED.match(re.sub(r"^\W*NO\b\s*:", "NO", text, flags=re.I))
    return bool(PLACE.search(text)) and not (about or _is_number(text) or _counts(paper, line))


def _counts(paper: Paper, line: Line) -> bool:
    """Whether a line tells of money or days, which addresses do not."""
    return bool(CENTS.search(line.text)) or bool(paper.dates_in(line.start, line.end))


def _is_number(text: str) -> bool:
    return bool(REGISTERED.fullmatch(text.strip(EDGES)))


def _goes_on(before: str, line: str) -> bool:
    if ABOUT.search(line) and REGION.match(line) and POSTCODE.search(before):
        return True
    if ABOUT.search(line) or GREETING.search(line) or REGISTERED.fullmatch(line.strip(EDGES)):
        return False
    if POSTCODE.search(before) and not before.rstrip().endswith(","):
        return bool(REGION.search(line)) and not LEGAL.search(line)
    complete = REGION.search(before) and not before.rstrip().endswith(",")
    return bool(PLACE.search(line) or REGION.search(line) or not complete)


def _address_end(line: Line) -> int:
    about = ABOUT.search(line.text)
    words = line.text[: about.start()] if about else line.text
    return line.start + len(words.rstrip(EDGES + "(" if about else EDGES))
