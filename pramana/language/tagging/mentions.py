"""What tagging finds: an entity's name at a place in a text."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum


class Kind(StrEnum):
    PERSON = "PERSON"
    ORGANIZATION = "ORGANIZATION"
    LOCATION = "LOCATION"


@dataclass(frozen=True)
class Mention:
    """A name as it stands in the text, without title and case ending.

    `start` and `end` count code points of the text, which is NFC. `ids` are the records whose name
    it is, where a gazetteer found it.
    """

    start: int
    end: int
    kind: Kind
    text: str
    confidence: float
    why: str
    ids: tuple[str, ...] = ()

    def moved(self, by: int) -> "Mention":
        """The same mention in a text of which this one's is a part."""
        return replace(self, start=self.start + by, end=self.end + by)


def without_overlaps(mentions: Iterable[Mention]) -> list[Mention]:
    """In the order of the text; where two overlap, the surer one, then the longer one, stays.

    >>> short = Mention(0, 3, Kind.PERSON, "Ram", 0.5, "")
    >>> long = Mention(0, 9, Kind.PERSON, "Ram Thapa", 0.5, "")
    >>> without_overlaps([short, long]) == [long]
    True
    """
    kept: list[Mention] = []
    taken: set[int] = set()
    for mention in sorted(mentions, key=lambda each: (-each.confidence, each.start - each.end)):
        places = range(mention.start, mention.end)
        if taken.isdisjoint(places):
            taken.update(places)
            kept.append(mention)
    return sorted(kept, key=lambda each: each.start)


def replaced(read: Iterable[Mention], ruled: Iterable[Mention]) -> list[Mention]:
    """What was read, with a rule's mention in place of those it overlaps.

    A rule gives way to a mention that holds it whole: it knows part of a name, and there the name
    was read further.
    """
    kept = list(read)
    for rule in ruled:
        overlapping = [each for each in kept if _overlap(each, rule)]
        if not any(_holds(each, rule) for each in overlapping):
            kept = [each for each in kept if each not in overlapping] + [rule]
    return kept


def _overlap(one: Mention, other: Mention) -> bool:
    return one.start < other.end and other.start < one.end


def _holds(one: Mention, other: Mention) -> bool:
    if one.kind is not other.kind or not (one.start <= other.start and other.end <= one.end):
        return False
    return one.end - one.start > other.end - other.start or one.confidence >= other.confidence
