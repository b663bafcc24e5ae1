"""When a schedule starts its next run."""

from datetime import datetime, timedelta, tzinfo


def next_start(weekday: int | None, hour: int, after: datetime, zone: tzinfo) -> datetime:
    """The first moment after `after` that is this hour, on this weekday, in this time zone.

    >>> from zoneinfo import ZoneInfo
    >>> kathmandu = ZoneInfo("Asia/Kathmandu")
    >>> sunday = datetime(2026, 11, 15, 12, tzinfo=kathmandu)
    >>> next_start(0, 8, sunday, kathmandu).isoformat()
    '2026-11-16T08:00:00+05:45'
    >>> next_start(None, 12, sunday, kathmandu).isoformat()
    '2026-11-16T12:00:00+05:45'
    """
    local = after.astimezone(zone)
    day = local.date()
    for ahead in range(8):
        candidate = datetime.combine(day + timedelta(days=ahead), local.min.time(), zone)
        candidate = candidate.replace(hour=hour)
        if candidate > after and (weekday is None or candidate.weekday() == weekday):
            return candidate
    raise ValueError("a weekday is a number from 0 to 6")
