"""Claims: relations between two referents, as the sentences of a message state them."""

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from pramana.memory.contracts.graph import CalendarSystem, Grain, Interval

Token = Any
"""A word of a parsed sentence. spaCy is loaded on first use, so its types are not named here."""


class EntityKind(StrEnum):
    """The kind of an entity, as far as the words say."""

    PERSON = "Person"
    ORGANIZATION = "Organization"
    LOCATION = "Location"
    OTHER = "Entity"


class Aspect(StrEnum):
    """Whether a verb says that its relation holds, begins or ends."""

    STATE = "state"
    """lives in"""
    START = "start"
    """joined, bought"""
    END = "end"
    """left, sold"""


@dataclass(frozen=True)
class Referent:
    """A person or thing that words refer to. A sentence calls it `phrase`, or else `name`."""

    name: str
    kind: EntityKind = EntityKind.OTHER
    confidence: float = 0.8
    phrase: str = ""
    attributes: tuple[tuple[str, Any], ...] = ()
    is_named: bool = False
    """Whether it has a proper name in the text, or is the speaker."""
    owner: str = ""
    tie: str = ""
    """For a described person such as "my husband": the owner, and the noun."""

    @property
    def words(self) -> str:
        return self.phrase or self.name


@dataclass(frozen=True)
class RelationClaim:
    """One relation as a sentence states it. `start` and `end` locate the quoted sentence."""

    subject: Referent
    relation: str
    object: Referent
    text: str = field(repr=False)
    start: int
    end: int
    interval: Interval
    confidence: float = 0.7
    is_false: bool = False
    """The sentence says that this was never so."""
    claimed_by: str = ""
    corrects: str = ""
    calendar: CalendarSystem = CalendarSystem.GREGORIAN
    is_handover: bool = False
    """The sentence says that a post passes from one person to another."""


BLOOD_TIES = frozenset(("PARENT_OF", "CHILD_OF", "SIBLING_OF"))


def with_lasting_tie(claim: RelationClaim) -> RelationClaim:
    """A tie of blood without an end: who "was her father" remains so."""
    if claim.relation not in BLOOD_TIES or claim.is_false or claim.interval.end is None:
        return claim
    interval = replace(claim.interval, end=None, end_grain=Grain.UNKNOWN)
    return replace(claim, interval=interval)


FORMER = re.compile(r"^(?:former|previous|old|ex)[\s-]+(?=\w)", re.IGNORECASE)


def as_former_post(claim: RelationClaim) -> RelationClaim:
    """A position that somebody held once, as one that is over: "our old cook"."""
    match = FORMER.match(claim.object.name) if claim.relation == "HAS_POSITION" else None
    start = claim.interval.start
    if match is None or claim.interval.end is not None or start is None:
        return claim
    name = claim.object.name[match.end() :]
    text = claim.text.replace(match.group(), "").replace(" is ", " was ", 1)
    interval = Interval(None, start, end_grain=Grain.UNKNOWN)
    return replace(claim, object=replace(claim.object, name=name), text=text, interval=interval)


@dataclass(frozen=True)
class EndClaim:
    """These relations of the subject ended, whatever their object: "I retired"."""

    subject: Referent
    relations: tuple[str, ...]
    interval: Interval
    start: int
    end: int
    successor: Referent | None = None
    """Who has it from then on."""
    words: tuple[str, ...] = ()
    """Words of which a fact must contain one, unless it is an office; none: any fact."""


def with_kind(referent: Referent, kind: EntityKind | None) -> Referent:
    """The referent with the kind that its relation implies, whatever the tagger said."""
    return replace(referent, kind=kind) if kind and referent.kind is not kind else referent


def make_claim(
    token: Token,
    subject: Referent,
    relation: str,
    other: Referent,
    text: str,
    interval: Interval,
    confidence: float,
) -> RelationClaim:
    """Make a claim that quotes the sentence of the token."""
    sentence = token.sent
    start = sentence.start_char + len(sentence.text) - len(sentence.text.lstrip())
    end = start + len(sentence.text.strip())
    return RelationClaim(
        subject, relation, other, text, start, end, interval, round(min(0.95, confidence), 2)
    )
