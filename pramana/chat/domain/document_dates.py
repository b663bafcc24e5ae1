"""The date of a document, as its first lines give it: what tells two versions apart."""

import re
from datetime import date

from pramana.chat.domain.question_words import pattern_of
from pramana.language.calendar import find_dates

MONTHS = "january february march april may june july august september october november december"
MONTH_NUMBERS = {name: number for number, name in enumerate(MONTHS.split(), start=1)}
MONTH = re.compile(rf"\b(?P<month>{'|'.join(MONTH_NUMBERS)})\s+(?P<year>20\d\d)\b", re.I)
AMENDING = pattern_of("AMENDING_PAPERS")
AMENDING_HEAD = 120
AMENDED_DATE = re.compile(
    r"\b(?:agreement|contract|lease|licen[cs]e|deed|policy)\b[^.;\n]{0,60}?"
    r"\b(?:of|dated|made on|from)\s+(?:the\s+)?"
    r"\d{1,2}(?:st|nd|rd|th)?(?:\s+of)?\s+[A-Za-z]+,?\s+20\d\d",
    re.I,
)
"""Where a paper that changes another says so in its first lines, and the date of that other."""

HEAD = 500
"""Characters of a document in which its own date is looked for."""


def document_date(title: str, text: str) -> str:
    """The words of the first date in a document's title or its first lines; empty without any.

    >>> document_date("Newsletter", "Newsletter, June 2025\\nFrom 1 July we open earlier.")
    'June 2025'
    """
    for place in (title, text[:HEAD]):
        if AMENDING.search(f"{title} {place[:AMENDING_HEAD]}"):
            place = AMENDED_DATE.sub(" ", place)
        days = [(each.start, place[each.start : each.end]) for each in find_dates(place)]
        months = [(match.start(), match.group()) for match in MONTH.finditer(place)]
        inside = [each for each in months if not any(each[1] in words for _, words in days)]
        found = sorted([*days, *inside])
        if found:
            return found[0][1]
    return ""


def day_of(words: str) -> date | None:
    """The day that such words stand for; the first of a month without a day."""
    days = [each.gregorian for each in find_dates(words) if each.gregorian]
    month = MONTH.search(words)
    if days:
        return days[0]
    if month is None:
        return None
    return date(int(month["year"]), MONTH_NUMBERS[month["month"].lower()], 1)
