"""Time, always with its offset."""

from datetime import UTC, datetime


def utcnow() -> datetime:
    """The present moment. Domain code never calls this: time is passed in."""
    return datetime.now(UTC)
