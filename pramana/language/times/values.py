"""What is found: a stretch of time, and how the words around it use it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Cue(StrEnum):
    """What the words before or after say about the time."""

    AT = "at"
    SINCE = "since"
    UNTIL = "until"
    FOR = "for"
    """How long: "for three years". It begins that long before the moment of speaking."""


@dataclass(frozen=True)
class Period:
    """From `begins` until before `ends`, and how surely the words mean it."""

    begins: datetime
    ends: datetime
    confidence: float = 0.9


@dataclass(frozen=True)
class TimeFound:
    """Words of a text that tell a time. `begins` and `ends` have the offset of the speaker."""

    start: int
    end: int
    text: str
    begins: datetime
    ends: datetime
    cue: Cue = Cue.AT
    confidence: float = 0.9
