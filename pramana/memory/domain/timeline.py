"""How facts end each other. Nothing is deleted: a fact is closed where its successor begins."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from pramana.memory.contracts.graph import Closing, Fact, Family, Interval, UniqueSide

SUPERSEDED = "superseded"


@dataclass(frozen=True)
class Settled:
    """The incoming fact as it is to be kept, and the known ones it ends."""

    fact: Fact
    closings: tuple[Closing, ...] = ()
    arrival: Closing | None = None
    """Why the incoming fact arrives already closed, where it does."""


def settle(known: Iterable[Fact], incoming: Fact, family: Family, *, now: datetime) -> Settled:
    """Place a fact among those that its family's unique side allows only one of.

    An older fact that overlaps is closed where the new one begins. Where the newer fact is already
    known, the incoming one is late news about the past: it arrives closed, and ends nothing that
    began after it. Facts that ended already count for as long as they held, so that the past is
    told without two holders at once. Unknown beginnings decide nothing.
    """
    rivals = [fact for fact in known if _contradicts(fact, incoming, family)]
    later = [fact for fact in rivals if _starts_after(fact, incoming)]
    earlier = [rival for rival in rivals if rival not in later]
    closings = tuple(_closing(rival, incoming) for rival in earlier)
    if not later:
        return Settled(incoming, closings)
    arrival = _closing(incoming, min(later, key=_start))
    ended = Interval(incoming.valid.start, arrival.at)
    return Settled(replace(incoming, valid=ended, expired_at=now), closings, arrival)


def _contradicts(fact: Fact, incoming: Fact, family: Family) -> bool:
    side = family.unique_side
    return (
        side is not UniqueSide.NONE
        and fact.family == incoming.family
        and fact.side(side) == incoming.side(side)
        and fact.other_side(side) != incoming.other_side(side)
        and fact.valid.overlaps(incoming.valid)
        and fact.valid.start != incoming.valid.start
    )


def _start(fact: Fact) -> datetime:
    assert fact.valid.start  # it is known wherever facts overlap
    return fact.valid.start


def _starts_after(fact: Fact, incoming: Fact) -> bool:
    return _start(fact) > _start(incoming)


def _closing(fact: Fact, by: Fact) -> Closing:
    return Closing(fact.id, _start(by), by.id, SUPERSEDED)
