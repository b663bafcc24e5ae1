"""Which of the dates of a paper is its own, and which are a deadline, a beginning or an end."""

import re

from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.reading.dates import Written
from pramana.extraction.domain.reading.labels import find_labels
from pramana.extraction.domain.reading.paper import Paper

OWN = re.compile(
    r"(?:\b(?:DATE[D]?|BIZDATE|(?:MADE|ENTERED\s*INTO|SIGNED|EXECUTED)(?:\s*ON)?(?:\s*THIS)?|INVOICE\s*DATE|BILL\s*(?:DATE|DT)|ISSUED?(?:\s*ON)?|DT)\b|मिति|जारी)"
    r"[\s:：.#*-]*$",
    re.IGNORECASE,
)
OTHERS = re.compile(
    r"(?:\b(?:EXPIR\w*|DUE|DELIVER\w*|VALID|UNTIL|BEFORE|BIRTH|PRINT\w*|DEADLINE|CLOS\w*|FROM|TO|BY|SINCE"
    r"|START\w*|END\w*)\b|म्याद|सम्म|देखि)[\s\w]{0,12}[:：.-]*\s*$",
    re.IGNORECASE,
)
BEFORE = 24
"""Characters before a date in which the word that explains it stands."""

TIME = re.compile(r"\s*,?\s?\d{1,2}[:.]\d{2}")


def document_date(paper: Paper, path: str = "document.date") -> Found | None:
    """The date that is called so; else one with a time beside it; else the first."""
    scored = [(_support(paper, each), -each.start, each) for each in paper.dates]
    if not scored:
        return None
    support, _, best = max(scored, key=lambda item: item[:2])
    sure = min(0.97, best.confidence * (0.8 + support / 10))
    return paper.found(path, best.day.isoformat(), best.start, best.end, sure)


def _others(paper: Paper) -> set[int]:
    """Where the dates stand that a label calls something else: a deadline, a period."""
    return {
        date.start
        for label in paper.once(find_labels)
        if label.concept.key != "document.date"
        for date in paper.dates_in(label.value_start, label.value_end)
    }


def _support(paper: Paper, date: Written) -> float:
    if date.start in paper.once(_others):
        return -3.0 + date.confidence
    before = paper.text[max(0, date.start - BEFORE) : date.start]
    own = bool(OWN.search(before))
    return (
        2.0 * own
        - 1.5 * (bool(OTHERS.search(before)) and not own)
        + 0.8 * bool(TIME.match(paper.text, date.end))
        + date.confidence
    )
