"""Periodic work of the whole system: which of it is due, and that one worker starts each tick."""

from datetime import datetime, timedelta

from pramana.jobs.connection import execute_prepared
from pramana.jobs.registry import PERIODIC, Periodic
from pramana.kit.clock import utcnow

LATE = timedelta(minutes=10)
"""A tick that nobody had time for is made up for within this time; then the next one will do."""
FIELDS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 6))
TAKE_TICK = """
    INSERT INTO jobs_periodictick AS tick (name, minute) VALUES (%(name)s, %(minute)s)
        ON CONFLICT (name) DO UPDATE SET minute = excluded.minute
     WHERE tick.minute < excluded.minute
 RETURNING name
"""


def cron_matches(cron: str, minute: datetime) -> bool:
    """Whether a minute (in UTC) belongs to a cron line of five fields.

    A field is `*`, a number, a range, a list of these with commas, or one of them with a step.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)  # a Monday
    >>> [cron_matches(line, noon) for line in ("*/10 * * * *", "0 9-17 * * 1", "5,17 * * * *")]
    [True, True, False]
    """
    now = (minute.minute, minute.hour, minute.day, minute.month, minute.isoweekday() % 7)
    fields = cron.split()
    if len(fields) != len(FIELDS):
        raise ValueError(f"A cron line has five fields; {cron!r} has {len(fields)}.")
    return all(
        value in _values(field, *bounds)
        for field, bounds, value in zip(fields, FIELDS, now, strict=True)
    )


def _values(field: str, lowest: int, highest: int) -> set[int]:
    values: set[int] = set()
    for part in field.split(","):
        span, _, step = part.partition("/")
        first, _, last = span.partition("-")
        if span == "*":
            first, last = str(lowest), str(highest)
        end = int(last) if last else highest if step else int(first)
        values.update(range(int(first), end + 1, int(step or 1)))
    return values


def last_tick(cron: str, now: datetime) -> datetime | None:
    """The latest minute of the cron line, if it is not too long ago."""
    minute = now.replace(second=0, microsecond=0)
    for back in range(int(LATE.total_seconds()) // 60):
        if cron_matches(cron, earlier := minute - timedelta(minutes=back)):
            return earlier
    return None


class Scheduler:
    """Hands out periodic work, each tick once over all workers.

    What a worker took and did not finish is not taken again: the next tick does it. Periodic work
    must therefore be safe to skip and to do twice.
    """

    def __init__(self) -> None:
        self._minute: datetime | None = None
        self._due: list[tuple[Periodic, datetime]] = []

    def take_due(self) -> Periodic | None:
        """A piece of work whose tick is due and that no other worker has started."""
        now = utcnow()
        minute = now.replace(second=0, microsecond=0)
        if minute != self._minute:
            self._minute = minute
            ticks = [(each, last_tick(each.cron, now)) for each in PERIODIC.values()]
            self._due = [(each, tick) for each, tick in ticks if tick]
        while self._due:
            periodic, tick = self._due[-1]
            taken = execute_prepared(TAKE_TICK, {"name": periodic.name, "minute": tick}).fetchone()
            self._due.pop()  # only now: without a database it stays due
            if taken:
                return periodic
        return None
