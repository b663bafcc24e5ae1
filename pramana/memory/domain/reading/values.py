"""What reading a message yields on the way to an extraction: things, and claims about them."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

Token = Any
"""A word of the parse. spaCy is loaded on first use, so its types are not named here."""


class Kind(StrEnum):
    """What a thing is, as far as the words say."""

    PERSON = "Person"
    ORGANIZATION = "Organization"
    LOCATION = "Location"
    OTHER = "Entity"


class Aspect(StrEnum):
    """How a verb stands to the relation it tells."""

    STATE = "state"
    """It holds: lives in."""
    START = "start"
    """It begins: joined, bought."""
    END = "end"
    """It ends: left, sold."""


@dataclass(frozen=True)
class Thing:
    """Somebody or something a claim is about. `shown` is how a sentence would name it."""

    name: str
    kind: Kind = Kind.OTHER
    confidence: float = 0.8
    shown: str = ""
    attributes: tuple[tuple[str, Any], ...] = ()
    is_named: bool = False
    """Whether the text gives it a name of its own, or the speaker is meant."""

    @property
    def words(self) -> str:
        return self.shown or self.name


@dataclass(frozen=True)
class Held:
    """From when to when, as far as it is said."""

    start: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True)
class Claim:
    """One relation as the words tell it. `start` and `end` are those of the quoted sentence."""

    subject: Thing
    relation: str
    object: Thing
    text: str = field(repr=False)
    start: int
    end: int
    held: Held = Held()
    confidence: float = 0.7
