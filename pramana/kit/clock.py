"""Time, always with its offset from UTC."""

from datetime import UTC, datetime


def utcnow() -> datetime:
    """The present moment. Domain code never calls this: time is passed in."""
    return datetime.now(UTC)


def in_utc(moment: datetime) -> datetime:
    """The same moment in UTC.

    Within a day of the first or the last representable year the conversion can overflow; then the
    moment's own numbers are taken as UTC.
    """
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        return moment.replace(tzinfo=UTC)
