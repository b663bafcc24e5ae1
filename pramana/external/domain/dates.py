"""When a page is from, in whatever words its provider says so."""

import re
from datetime import date
from email.utils import parsedate_to_datetime
from time import strptime

YEAR_FIRST = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?")
WRITTEN = ("%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%B %Y", "%b %Y", "%Y")


def dated(published: str) -> date | None:
    """The day a provider names; None where it names none that can be one.

    >>> dated("2024-05-12T09:00:00Z"), dated("12 May 2024"), dated("3 days ago")
    (datetime.date(2024, 5, 12), datetime.date(2024, 5, 12), None)
    """
    words = published.strip()
    found = YEAR_FIRST.match(words)
    try:
        if found:
            year, month, day = found.groups(default="1")
            return date(int(year), int(month), int(day))
    except ValueError:
        return None
    return _written(words) or _mailed(words)


def _written(words: str) -> date | None:
    for form in WRITTEN:
        try:
            return date(*strptime(words, form)[:3])
        except ValueError:
            continue
    return None


def _mailed(words: str) -> date | None:
    """As mail and feeds write it: Sun, 12 May 2024 09:00:00 GMT."""
    try:
        return parsedate_to_datetime(words).date()
    except (ValueError, TypeError, IndexError):
        return None
