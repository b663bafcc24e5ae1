"""Episodes, entities, facts and communities as values, the views of them, and people's edits."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID, uuid5

from pramana.language.calendar import to_bs

# The spaces of the search index that memory writes to.
FACTS = "memory.fact"
ENTITIES = "memory.entity"
EPISODES = "memory.episode"
COMMUNITIES = "memory.community"
EXCHANGES = "memory.exchange"
"""An episode together with the one before it, under the episode's id. A reply often names nothing
by itself."""


class Grain(StrEnum):
    """How exactly a date is known."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    UNKNOWN = "unknown"


class CalendarSystem(StrEnum):
    """The calendar in which a message states its dates."""

    GREGORIAN = "ad"
    BIKRAM_SAMBAT = "bs"


DATE_PARTS = {Grain.YEAR: 1, Grain.MONTH: 2}


def stated_date(
    moment: datetime, grain: Grain, calendar: CalendarSystem
) -> tuple[str, CalendarSystem]:
    """A moment as a date in its own offset, as exact as it is known, and the date's calendar.

    A date that was stated in Bikram Sambat stays in it, unless the calendar has no such year.

    >>> stated_date(datetime(2024, 5, 1), Grain.MONTH, CalendarSystem.BIKRAM_SAMBAT)[0]
    '2081-01'
    """
    parts = [f"{moment.year:04}", f"{moment:%m}", f"{moment:%d}"]
    if calendar is CalendarSystem.BIKRAM_SAMBAT:
        try:
            parts = str(to_bs(moment.date())).split("-")
        except ValueError:
            calendar = CalendarSystem.GREGORIAN
    return "-".join(parts[: DATE_PARTS.get(grain, 3)]), calendar


@dataclass(frozen=True)
class Interval:
    """When something held: from `start` until before `end`.

    A `start` whose grain is unknown is the latest possible one: the moment at which the fact was
    said to hold. A `start` of None is not even bounded; an `end` of None is unknown or has not
    come yet.
    """

    start: datetime | None = None
    end: datetime | None = None
    start_grain: Grain = Grain.DAY
    end_grain: Grain = Grain.DAY

    @property
    def stated_start(self) -> datetime | None:
        """When it began, if that was said."""
        return None if self.start_grain is Grain.UNKNOWN else self.start

    def overlaps(self, other: "Interval") -> bool:
        """Whether both held at some moment. An interval without a start overlaps nothing."""
        if self.start is None or other.start is None:
            return False
        mine, theirs = self.end, other.end
        return (mine is None or other.start < mine) and (theirs is None or self.start < theirs)

    def ending(self, at: datetime, grain: Grain = Grain.DAY) -> "Interval":
        """The interval with this end. A start that was only bounded from above gives way to it."""
        if self.start is not None and self.stated_start is None and at <= self.start:
            return Interval(None, at, Grain.UNKNOWN, grain)
        return Interval(self.start, at, self.start_grain, grain)


class UniqueSide(StrEnum):
    """Which side of a relation can have only one partner at a time."""

    SUBJECT = "subject"
    """A person has one employer."""
    OBJECT = "object"
    """An office has one holder."""
    NONE = "none"
    """A person may have many friends."""


@dataclass(frozen=True)
class Family:
    """Relations that mean the same, and which side of them is unique."""

    name: str
    aliases: frozenset[str] = frozenset()
    unique_side: UniqueSide = UniqueSide.NONE
    description: str = ""


@dataclass(frozen=True)
class Episode:
    id: UUID
    group_id: str
    content: str = field(repr=False)
    valid_at: datetime
    created_at: datetime
    name: str = ""
    source: str = "message"
    source_description: str = ""


@dataclass(frozen=True)
class Entity:
    id: UUID
    group_id: str
    name: str
    type: str = "Entity"
    attributes: Mapping[str, Any] = field(default_factory=dict)
    is_placeholder: bool = False
    """Known by a description alone, such as "Nisha's husband"."""


@dataclass(frozen=True)
class Fact:
    """`valid`: when it held in the world. `created_at` and `expired_at`: when we knew it.

    `asserted_at` is when it was said, in the sender's offset. A fact with a claimant is what that
    person says, and never a plain fact: it closes nothing.
    """

    id: UUID
    group_id: str
    subject_id: UUID
    relation: str
    object_id: UUID
    text: str = field(repr=False)
    created_at: datetime
    family: str = ""
    valid: Interval = Interval()
    expired_at: datetime | None = None
    episode_ids: tuple[UUID, ...] = ()
    asserted_at: datetime | None = None
    calendar: CalendarSystem = CalendarSystem.GREGORIAN
    claimant_id: UUID | None = None

    def side(self, side: UniqueSide) -> UUID:
        return self.object_id if side is UniqueSide.OBJECT else self.subject_id

    def other_side(self, side: UniqueSide) -> UUID:
        return self.subject_id if side is UniqueSide.OBJECT else self.object_id


@dataclass(frozen=True)
class Closing:
    """The end of a fact: when, by which fact, and why. It can be undone."""

    fact_id: UUID
    at: datetime
    by: UUID
    reason: str
    grain: Grain = Grain.DAY


_ATTRIBUTION = re.compile(r"^According to |का अनुसार")
"""How the text of a claim names the person whose claim it is."""


@dataclass(frozen=True)
class FactView:
    """A fact with its two times: when it held, and when we knew it."""

    id: UUID
    group_id: str
    subject_id: UUID
    object_id: UUID
    relation: str
    text: str = field(repr=False)
    valid_at: datetime | None
    invalid_at: datetime | None
    created_at: datetime
    expired_at: datetime | None
    confidence: float = 0.5
    family: str = ""
    asserted_at: datetime | None = None
    """When it was said, in the sender's offset."""
    start_grain: Grain = Grain.UNKNOWN
    end_grain: Grain = Grain.UNKNOWN
    calendar: CalendarSystem = CalendarSystem.GREGORIAN
    claimant_id: UUID | None = None
    claimed_by: str = ""
    """The name of the person whose claim it is; empty for a plain fact."""

    @property
    def attributed_text(self) -> str:
        """The text, which names whose claim it is even where its own words do not."""
        if not self.claimed_by or _ATTRIBUTION.search(self.text):
            return self.text
        return f"According to {self.claimed_by}: {self.text}"

    @property
    def valid_from(self) -> datetime | None:
        """When it began, in the sender's offset; None if that was not said."""
        return None if self.start_grain is Grain.UNKNOWN else self._local(self.valid_at)

    @property
    def valid_until(self) -> datetime | None:
        """When it ended or will end, in the sender's offset."""
        return self._local(self.invalid_at)

    @property
    def asserted_date(self) -> str | None:
        """The day on which it was said: 2024-05-01, or 2081-01-19 BS."""
        return self._date(self.asserted_at, Grain.DAY)

    @property
    def valid_from_date(self) -> str | None:
        """When it began, as exact as it was said: 2081-01 BS is a month."""
        return self._date(self.valid_from, self.start_grain)

    @property
    def valid_until_date(self) -> str | None:
        """When it ended or will end, as exact as it was said."""
        return self._date(self.valid_until, self.end_grain)

    def _date(self, moment: datetime | None, grain: Grain) -> str | None:
        if moment is None:
            return None
        date, calendar = stated_date(moment, grain, self.calendar)
        return f"{date} BS" if calendar is CalendarSystem.BIKRAM_SAMBAT else date

    def _local(self, moment: datetime | None) -> datetime | None:
        if moment is None or self.asserted_at is None:
            return moment
        try:
            return moment.astimezone(self.asserted_at.tzinfo)
        except OverflowError:  # within a day of year 1 or year 9999
            return moment


@dataclass(frozen=True)
class DuplicateView:
    """A name that was merged into an entity, why, and whether a person confirmed or undid it."""

    id: UUID
    group_id: str
    name: str
    entity_id: UUID
    entity_name: str
    how: str
    score: float
    created_at: datetime
    confirmed_at: datetime | None
    undone_at: datetime | None


@dataclass(frozen=True)
class EpisodeView:
    id: UUID
    group_id: str
    name: str
    content: str = field(repr=False)
    source: str
    source_description: str
    valid_at: datetime
    created_at: datetime
    fact_ids: tuple[UUID, ...]
    engine: str
    said_at: datetime
    """`valid_at` in the sender's offset."""


@dataclass(frozen=True)
class EntityView:
    id: UUID
    group_id: str
    name: str
    type: str
    summary: str
    attributes: Mapping[str, Any]
    created_at: datetime


@dataclass(frozen=True)
class CommunityView:
    id: UUID
    group_id: str
    name: str
    summary: str = field(repr=False)
    """Empty until it is written, moments after the members changed."""
    engine: str
    member_ids: tuple[UUID, ...]
    created_at: datetime


@dataclass(frozen=True)
class CommunityMembership:
    """An entity's link to its community."""

    entity_id: UUID
    community_id: UUID


@dataclass(frozen=True)
class Alias:
    """Another name of an entity, how it was matched, and how surely."""

    name: str
    entity_id: UUID
    how: str
    score: float = 1.0


@dataclass(frozen=True)
class AddEpisodeResult:
    """The episode with everything that was learned from it."""

    episode: Episode
    mentions: tuple[UUID, ...]
    """Entities that the episode is linked to."""
    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]
    """The facts that the message added."""
    restated: tuple[UUID, ...]
    invalidated: tuple[Closing, ...]
    duplicates: tuple[Alias, ...]
    engine: str
    counts: Mapping[str, int]
    communities: tuple[CommunityView, ...] = ()
    """The communities of the episode's entities, if they were updated."""
    memberships: tuple[CommunityMembership, ...] = ()


def group_key(tenant_id: UUID, group_id: str) -> UUID:
    """The id of the group's collection in the search index.

    >>> a, b = UUID(int=1), UUID(int=2)
    >>> group_key(a, "g") == group_key(b, "g")
    False
    """
    return uuid5(tenant_id, group_id)


BY_HAND = "by hand"
"""How a name was merged: a person decided it."""


class EditKind(StrEnum):
    FACT_ADDED = "fact_added"
    FACT_CORRECTED = "fact_corrected"
    FACT_CONFIRMED = "fact_confirmed"
    FACT_REFUSED = "fact_refused"
    FACT_REOPENED = "fact_reopened"
    ENTITY_RENAMED = "entity_renamed"
    ENTITIES_MERGED = "entities_merged"
    ENTITY_SPLIT = "entity_split"
    DUPLICATE_CONFIRMED = "duplicate_confirmed"


class Weakness(StrEnum):
    """Why a fact deserves a second look."""

    LOW_CONFIDENCE = "low_confidence"
    CLAIM = "claim"
    """Somebody says so, and nobody has confirmed it."""
    UNNAMED = "unnamed"
    """It is about somebody known by a description alone."""
    NO_QUOTE = "no_quote"
    """No message contains the words that it rests on."""


@dataclass(frozen=True)
class GraphEditView:
    id: UUID
    group_id: str
    kind: EditKind
    actor_id: UUID | None
    """The person; None for an API key without a person."""
    reason: str = field(repr=False)
    created_at: datetime
    undone_at: datetime | None
    undone_by_id: UUID | None
    fact_id: UUID | None
    entity_id: UUID | None
    before: Mapping[str, Any] = field(repr=False)
    after: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class FactEnd:
    """An end of a fact that is added by hand: a known entity, or a name to find or to add."""

    id: UUID | None = None
    name: str = field(default="", repr=False)


@dataclass(frozen=True)
class NewFact:
    """A fact that a person states."""

    subject: FactEnd
    relation: str
    object: FactEnd
    text: str = field(default="", repr=False)
    valid_from: datetime | None = None
    start_grain: Grain = Grain.DAY
    valid_until: datetime | None = None
    end_grain: Grain = Grain.DAY


@dataclass(frozen=True)
class FactCorrection:
    """What a person changes about a fact. What is None stays as it is.

    `valid_from` and `valid_until` may be removed: the beginning is then unknown, and the fact has
    not ended.
    """

    text: str | None = field(default=None, repr=False)
    relation: str | None = None
    subject_id: UUID | None = None
    object_id: UUID | None = None
    valid_from: datetime | None = None
    start_grain: Grain | None = None
    removes_start: bool = False
    valid_until: datetime | None = None
    end_grain: Grain | None = None
    removes_end: bool = False
