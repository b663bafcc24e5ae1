"""Mentions: the names that tagging finds, and where they stand in the text."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum


class MentionKind(StrEnum):
    PERSON = "PERSON"
    ORGANIZATION = "ORGANIZATION"
    LOCATION = "LOCATION"


@dataclass(frozen=True)
class NameMention:
    """A name as written in the text, without title and case ending.

    `start` and `end` count code points of the NFC text. `ids` are the registry records of that
    name, where a gazetteer found it.
    """

    start: int
    end: int
    kind: MentionKind
    text: str
    confidence: float
    why: str
    ids: tuple[str, ...] = ()

    def shift(self, by: int) -> "NameMention":
        """The same mention, `by` characters further on in a longer text."""
        return replace(self, start=self.start + by, end=self.end + by)


def drop_overlaps(mentions: Iterable[NameMention]) -> list[NameMention]:
    """The mentions in the order of the text. Of two that overlap, the surer or longer one stays.

    >>> short = NameMention(0, 3, MentionKind.PERSON, "Ram", 0.5, "")
    >>> long = NameMention(0, 9, MentionKind.PERSON, "Ram Thapa", 0.5, "")
    >>> drop_overlaps([short, long]) == [long]
    True
    """
    kept: list[NameMention] = []
    taken: set[int] = set()
    for mention in sorted(mentions, key=lambda each: (-each.confidence, each.start - each.end)):
        places = range(mention.start, mention.end)
        if taken.isdisjoint(places):
            taken.update(places)
            kept.append(mention)
    return sorted(kept, key=lambda each: each.start)


def replace_overlapped(
    mentions: Iterable[NameMention], rule_mentions: Iterable[NameMention]
) -> list[NameMention]:
    """The mentions, with each rule's mention in place of those it overlaps.

    A mention of the same kind that contains the rule's mention stays: the rule saw only part of
    the name.
    """
    kept = list(mentions)
    for rule in rule_mentions:
        overlapping = [each for each in kept if _overlap(each, rule)]
        if not any(_contains(each, rule) for each in overlapping):
            kept = [each for each in kept if each not in overlapping] + [rule]
    return kept


def _overlap(one: NameMention, other: NameMention) -> bool:
    return one.start < other.end and other.start < one.end


def _contains(one: NameMention, other: NameMention) -> bool:
    if one.kind is not other.kind or not (one.start <= other.start and other.end <= one.end):
        return False
    return one.end - one.start > other.end - other.start or one.confidence >= other.confidence
