"""The day that a date in a paper means, where its numbers leave open which of them is the month."""

import re
from datetime import date, timedelta

from pramana.chat.domain.question_words import pattern_of
from pramana.language.calendar import WrittenDate, find_dates

SLASHED = re.compile(r"(?<![\d/])(?P<first>\d{1,2})/(?P<second>\d{1,2})/\d{2,4}(?![\d/])")
MONTHS = 12
AMERICAN = re.compile(
    r"\b[A-Z]{2} \d{5}(?:-\d{4})?\b|\bEIN\b|\bZIP\b|\b(?:Inc|LLC|Corp)\b\.?|\bSales tax\b"
)
"""What stands in papers from the United States: the postcode, the number of a firm."""

NET_DAYS = re.compile(
    r"\b(?:net|within)\s+(?P<days>\d{1,3})(?:\s+days)?\b|\b(?P<net>\d{1,3}) days net\b", re.I
)
DUE_DATE = pattern_of("DUE_DATES")


def day_in_paper(written: WrittenDate, text: str) -> date:
    """The day of a date: 04/05 is in April where the paper writes the month first.

    >>> paper = "Invoice date: 04/02/2026, terms: net 30, due date: 05/02/2026"
    >>> day_in_paper(find_dates("05/02/2026")[0], paper).isoformat()
    '2026-05-02'
    """
    day = written.gregorian
    ambiguous = SLASHED.fullmatch(written.text) is not None and day.day <= MONTHS
    return _turned(day) if ambiguous and writes_month_first(text) else day


def writes_month_first(text: str) -> bool:
    """Whether a paper writes 02/19 for the 19th of February: another date of it has a month that is
    no month, its days to pay fit only so, or it is from the United States."""
    slashed = list(SLASHED.finditer(text))
    if any(int(match["second"]) > MONTHS for match in slashed):
        return True
    if any(int(match["first"]) > MONTHS for match in slashed):
        return False
    fits = _fits_terms(text)
    return AMERICAN.search(text) is not None if fits is None else fits


def _fits_terms(text: str) -> bool | None:
    """Whether the day to pay is as many days after another date as the terms give, with the month
    first; None where the terms do not tell."""
    terms, label = NET_DAYS.search(text), DUE_DATE.search(text)
    days = [each for each in find_dates(text) if SLASHED.fullmatch(each.text)]
    due = next((each for each in days if label and each.start >= label.end()), None)
    if terms is None or due is None or due.gregorian.day > MONTHS:
        return None
    span = timedelta(days=int(terms["days"] or terms["net"]))
    others = [each.gregorian for each in days if each != due and each.gregorian.day <= MONTHS]
    plain = any(due.gregorian - each == span for each in others)
    turned = any(_turned(due.gregorian) - _turned(each) == span for each in others)
    return turned if plain != turned else None


def _turned(day: date) -> date:
    return day.replace(month=day.day, day=day.month)
