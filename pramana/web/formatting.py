"""Numbers, sizes and times in the reader's language and digits."""

import re
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from pramana.kit.clock import utcnow
from pramana.language.calendar import FAR_AHEAD, to_bs
from pramana.tenancy.contracts import Quota

DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
UNITS = ("B", "kB", "MB", "GB")
TIME_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"))


def format_number(value: object) -> str:
    """A number in the reader's digits.

    >>> format_number(12)
    '12'
    """
    written = f"{value:,}" if isinstance(value, int) else str(value)
    return written.translate(DEVANAGARI) if get_language() == "ne" else written


def format_day_field(day: date) -> str:
    """A day as a date field holds it: in Nepali by Bikram Sambat, else by the Gregorian calendar.

    `parse_day` reads each back as the same day, so a Gregorian year that could be taken for one of
    Bikram Sambat carries its era.

    >>> format_day_field(date(2024, 4, 27)), format_day_field(date(2045, 1, 1))
    ('2024-04-27', '2045-01-01 AD')
    """
    if get_language() == "ne":
        with suppress(ValueError):
            return str(to_bs(day)).translate(DEVANAGARI)
    return day.isoformat() + (" AD" if day.year >= FAR_AHEAD else "")


def is_plain_day(value: object) -> bool:
    """Whether a value is an ISO date that nobody can take for one of Bikram Sambat.

    >>> is_plain_day("2024-04-27"), is_plain_day("2081-01-15"), is_plain_day("20240427")
    (True, False, False)
    """
    if not (isinstance(value, str) and _ISO_DAY.fullmatch(value)):
        return False
    try:
        return date.fromisoformat(value).year < FAR_AHEAD
    except ValueError:
        return False


def format_stored_day(value: str) -> str:
    """A stored day, such as a field of the type date has it, as a date field holds it.

    >>> format_stored_day("2045-01-01"), format_stored_day("next spring")
    ('2045-01-01 AD', 'next spring')
    """
    try:
        return format_day_field(date.fromisoformat(value))
    except ValueError:
        return value


def format_percent(share: float) -> str:
    """A share as a whole percentage, in the reader's digits.

    >>> format_percent(0.834)
    '83'
    """
    return format_number(whole_percent(share))


def whole_percent(share: float) -> int:
    """Round to whole percent, but keep 0 and 100 for exactly none and all.

    >>> whole_percent(0.996), whole_percent(1.0), whole_percent(0.004), whole_percent(0.0)
    (99, 100, 1, 0)
    """
    least, most = (1 if share > 0 else 0), (99 if share < 1 else 100)
    return max(least, min(most, round(100 * share)))


def format_decimal(value: float, places: int) -> str:
    """A number with a fixed number of decimal places.

    >>> format_decimal(0.8312, 2)
    '0.83'
    """
    return format_number(f"{value:.{places}f}")


def format_file_size(count: int) -> str:
    """A file size with three digits at most.

    >>> format_file_size(1536)
    '1.5 kB'
    """
    size, unit = float(count), 0
    while size >= 1000 and unit < len(UNITS) - 1:
        size, unit = size / 1024, unit + 1
    written = f"{size:.1f}" if unit and size < 10 else f"{size:.0f}"
    return f"{format_number(written)} {UNITS[unit]}"


def format_quota(quota: Quota, amount: Decimal) -> str:
    """A quota's amount: a file size, dollars or a count.

    >>> format_quota(Quota.COST_PER_MONTH, Decimal("3.5"))
    '$3.50'
    """
    if quota.is_spending:
        return f"${format_decimal(float(amount), 2)}"
    return format_file_size(int(amount)) if quota is Quota.BYTES else format_number(int(amount))


def time_ago(moment: datetime, *, now: datetime | None = None) -> str:
    """How long ago, in the largest fitting unit."""
    seconds = max(0, int(((now or utcnow()) - moment).total_seconds()))
    for size, unit in TIME_UNITS:
        if seconds >= size:
            count = round(seconds / size)
            return time_ago_text(unit, count) % {"count": format_number(count)}
    return _("just now")


def time_ago_text(unit: str, count: int) -> str:
    """ "… days ago" for a unit and count, with a slot for the number."""
    return {
        "day": ngettext("%(count)s day ago", "%(count)s days ago", count),
        "hour": ngettext("%(count)s hour ago", "%(count)s hours ago", count),
        "minute": ngettext("%(count)s minute ago", "%(count)s minutes ago", count),
    }[unit]


def count_text(singular: str, plural: str, count: int) -> str:
    """A counting sentence with its `%(count)s` as people write it."""
    return ngettext(singular, plural, count) % {"count": format_number(count)}


def format_duration(start: datetime, end: datetime) -> str:
    """A duration in seconds up to 90 seconds, then in minutes."""
    seconds = (end - start).total_seconds()
    if seconds < 90:
        return _("%(count)s s") % {"count": format_number(f"{seconds:.1f}")}
    return _("%(count)s min") % {"count": format_number(round(seconds / 60))}
