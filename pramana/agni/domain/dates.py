"""The day a document's own date means, in whichever calendar it is written."""

from datetime import date

from pramana.language.calendar import find_dates


def first_date(written: str) -> date | None:
    """The first date in the words, or None when they hold none.

    >>> first_date("मिति: २०८०।०१।०१"), first_date("2024-05-12"), first_date("soon")
    (datetime.date(2023, 4, 14), datetime.date(2024, 5, 12), None)
    """
    found = find_dates(written)
    return found[0].gregorian if found else None
