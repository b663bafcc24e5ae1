"""What an extractor is given and what it must give back, whichever engine reads.

One question per episode (`memory.extract`) returns entities, facts with temporal hints, and
attributes together. A second (`memory.resolve`) is asked only for what code leaves open: whether
two names are one entity, and whether a new fact ends an old one.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

MOST_READ = 1_100_000
"""Characters of an episode that are read without a model, which takes a processor about a minute.
What follows is kept and found like the rest, only not read for facts; the result says so."""


@dataclass(frozen=True)
class Spoken:
    """An earlier episode, as context."""

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
    """A relation family the group knows: extraction chooses from these first."""

    name: str
    aliases: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True)
class ExtractInput:
    """The typed value behind the prompt `memory.extract`; the offline engine reads this."""

    body: str = field(repr=False)
    """`{role or empty}({role_type}): {content}`"""
    speaker: str
    """Who says I: the role, or the role type where no role is given."""
    at: datetime
    """The message's time, with the sender's offset."""
    previous: tuple[Spoken, ...] = ()
    entity_types: tuple[EntityTypeHint, ...] = ()
    excluded_types: tuple[str, ...] = ()
    families: tuple[FamilyHint, ...] = ()


class EntityFound(BaseModel):
    """Something the message is about. `name` is how facts refer to it."""

    name: str = Field(min_length=1, max_length=300)
    type: str = "Entity"
    attributes: dict[str, Any] = Field(default_factory=dict)
    confidence: float = Field(default=0.5, ge=0, le=1)


class FactFound(BaseModel):
    """One relation between two of the entities, in the message's own words."""

    subject: str = Field(min_length=1, max_length=300)
    relation: str = Field(min_length=1, max_length=100)
    """In capitals: WORKS_AT. One of the group's families where one fits."""
    object: str = Field(min_length=1, max_length=300)
    fact: str = Field(min_length=1)
    """The relation as a sentence that can be read alone."""
    quote: str = ""
    """The words it rests on, copied exactly; code looks for them."""
    valid_at: datetime | None = None
    """When it began to hold, where the message says so."""
    invalid_at: datetime | None = None
    """When it ceased to hold, where the message says so."""
    confidence: float = Field(default=0.5, ge=0, le=1)


class Extraction(BaseModel):
    entities: list[EntityFound] = Field(default_factory=list)
    facts: list[FactFound] = Field(default_factory=list)


@dataclass(frozen=True)
class OpenPair:
    """A name of this message, and known entities that might be the same."""

    name: str = field(repr=False)
    type: str
    candidates: tuple[str, ...] = field(repr=False)
    kinds: tuple[str, ...] = ()
    """The candidates' types, in their order."""


@dataclass(frozen=True)
class OpenFact:
    """A new fact, and held facts of its family that it may contradict."""

    fact: str = field(repr=False)
    held: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True)
class ResolveInput:
    """The typed value behind the prompt `memory.resolve`."""

    pairs: tuple[OpenPair, ...] = ()
    facts: tuple[OpenFact, ...] = ()
    body: str = field(default="", repr=False)
    previous: tuple[Spoken, ...] = ()


class Verdicts(BaseModel):
    """For each open pair the number of the same candidate, from 1, or 0; for each fact the numbers
    of the held facts that it contradicts."""

    same: list[int] = Field(default_factory=list)
    contradicted: list[list[int]] = Field(default_factory=list)
