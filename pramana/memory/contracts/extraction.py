"""Input and output of memory's three prompts, for a model and for the offline engine alike.

`memory.extract` is asked once per episode and returns entities with attributes, and facts with
temporal hints. `memory.resolve` is asked only about what code cannot decide: whether two names are
one entity, and whether a new fact ends an old one. `memory.tell` summarises a community.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field

from pramana.memory.contracts.graph import CalendarSystem, Grain

MOST_READ = 1_100_000
"""Characters of an episode that the offline engine reads, which takes about a minute of CPU time.
The rest is stored and searchable, but not read for facts; the result counts it as unread."""


@dataclass(frozen=True)
class EarlierMessage:
    """An earlier episode, given as context."""

    body: str = field(repr=False)
    at: datetime


@dataclass(frozen=True)
class EntityTypeHint:
    """A type the group knows, with the attributes its schema names."""

    name: str
    description: str = ""
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True)
class FamilyHint:
    """A relation family the group knows. Extraction prefers these."""

    name: str
    aliases: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True)
class ExtractionRequest:
    """The input of the prompt `memory.extract`."""

    body: str = field(repr=False)
    """`{role or empty}({role_type}): {content}`"""
    speaker: str
    """The name that "I" refers to: the role, or the role type if there is no role."""
    at: datetime
    """The message's time, with the sender's offset."""
    previous: tuple[EarlierMessage, ...] = ()
    entity_types: tuple[EntityTypeHint, ...] = ()
    excluded_types: tuple[str, ...] = ()
    families: tuple[FamilyHint, ...] = ()


class EntityMention(BaseModel):
    """An entity as the message mentions it. Facts refer to it by `name`."""

    name: str = Field(min_length=1, max_length=300)
    type: str = "Entity"
    attributes: dict[str, Any] = Field(default_factory=dict)
    confidence: float = Field(default=0.5, ge=0, le=1)
    described_by: "Description | None" = None
    """Set if the message gives no name: the entity is looked up by this description."""


class Description(BaseModel):
    """An unnamed person: "my husband" is whoever is MARRIED_TO the owner at that time.

    "The mayor" has no owner, and is whoever holds that office in the group.
    """

    owner: str = Field(default="", max_length=300)
    relation: str = Field(min_length=1, max_length=100)
    role: Literal["subject", "object"] = "subject"
    """The side of the relation on which the described person stands."""
    word: str = Field(default="", max_length=100)
    """The describing noun, such as daughter, which tells a daughter from a son."""


class FactStatement(BaseModel):
    """A fact as the message states it: a relation between two of the mentioned entities.

    It began at `valid_at`, and ended or will end at `invalid_at`, as far as the message says.
    """

    subject: str = Field(min_length=1, max_length=300)
    relation: str = Field(min_length=1, max_length=100)
    """In capitals, such as WORKS_AT; one of the group's families if one fits."""
    object: str = Field(min_length=1, max_length=300)
    fact: str = Field(min_length=1)
    """The relation as a sentence that can be read alone."""
    quote: str = ""
    """The supporting words, copied exactly. Code locates them in the message."""
    valid_at: datetime | None = None
    """When it began to hold, if the message says so."""
    invalid_at: datetime | None = None
    """When it ceased or will cease to hold, if the message says so."""
    valid_grain: Grain = Grain.DAY
    invalid_grain: Grain = Grain.DAY
    """How exactly the message states each date."""
    calendar: CalendarSystem = CalendarSystem.GREGORIAN
    claimed_by: str = Field(default="", max_length=300)
    """Who says so, if the speaker only passes it on: "Ram says that …", "I heard that …"."""
    is_false: bool = False
    """The message says that this was never true: "I never worked there"."""
    corrects: str = Field(default="", max_length=300)
    """The wrong words that this fact corrects: flat 12 in "I wrote flat 12, I meant flat 7"."""
    confidence: float = Field(default=0.5, ge=0, le=1)


class EndingStatement(BaseModel):
    """Something of a person ended, without naming with what: "I retired", "she quit her job"."""

    subject: str = Field(min_length=1, max_length=300)
    relations: list[str] = Field(min_length=1, max_length=100)
    """The relations that ended, such as WORKS_AT; all of the subject's that hold then."""
    at: datetime | None = None
    grain: Grain = Grain.DAY
    quote: str = ""
    successor: str = Field(default="", max_length=300)
    """Who has it from then on: "Ana takes my place as treasurer"."""
    words: list[str] = Field(default_factory=list, max_length=20)
    """What the post or duty is called, such as treasurer; none: every post of the subject."""


class IdentityStatement(BaseModel):
    """Two names are the same person, are not the same, or one is a nickname of the other."""

    kind: Literal["same", "different", "nickname"]
    name: str = Field(min_length=1, max_length=300)
    """The nickname, if it is one."""
    other: str = Field(min_length=1, max_length=300)
    quote: str = ""


class MessageExtraction(BaseModel):
    entities: list[EntityMention] = Field(default_factory=list)
    facts: list[FactStatement] = Field(default_factory=list)
    endings: list[EndingStatement] = Field(default_factory=list)
    identities: list[IdentityStatement] = Field(default_factory=list)


@dataclass(frozen=True)
class OpenPair:
    """A name in the message, and known entities that may be the same."""

    name: str = field(repr=False)
    type: str
    candidates: tuple[str, ...] = field(repr=False)
    kinds: tuple[str, ...] = ()
    """The candidates' types, in their order."""
    relatives: tuple[int, ...] = ()
    """The numbers of the candidates to whom the speaker is tied by family."""


@dataclass(frozen=True)
class OpenFact:
    """A new fact, and known facts of its family that it may contradict."""

    fact: str = field(repr=False)
    known: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True)
class ResolutionRequest:
    """The input of the prompt `memory.resolve`."""

    pairs: tuple[OpenPair, ...] = ()
    facts: tuple[OpenFact, ...] = ()
    body: str = field(default="", repr=False)
    previous: tuple[EarlierMessage, ...] = ()


class Verdicts(BaseModel):
    """For each open pair, the number of the matching candidate from 1, or 0 for none. For each open
    fact, the numbers of the known facts that it contradicts."""

    same: list[int] = Field(default_factory=list)
    contradicted: list[list[int]] = Field(default_factory=list)


@dataclass(frozen=True)
class SummaryRequest:
    """The input of the prompt `memory.tell`: a community's members, best connected first, and the
    facts that hold between them, newest first."""

    members: tuple[str, ...] = field(repr=False)
    facts: tuple[str, ...] = field(default=(), repr=False)


class CommunitySummary(BaseModel):
    """A community's name in a few words, and a short summary of its facts."""

    name: str = Field(min_length=1, max_length=300)
    summary: str = Field(max_length=4_000)
