"""Messages as they come in, and where each of them stands."""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from enum import StrEnum
from uuid import UUID

GROUP_ID = r"^[A-Za-z0-9_-]+$"
LONGEST_GROUP_ID = 255


class RoleType(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"


BODY = re.compile(r"\A(?P<role>.{0,300}?)\((?P<type>user|assistant|system)\): ", re.DOTALL)
"""How an episode's content begins."""


class MessageState(StrEnum):
    """Where a message stands. A failed one stays, with its error, until it is tried again."""

    QUEUED = "queued"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True)
class Incoming:
    """A message to be remembered, as it was sent."""

    group_id: str
    content: str = field(repr=False)
    role_type: RoleType
    valid_at: datetime
    """When it was said, with the sender's offset."""
    role: str = ""
    name: str = ""
    uuid: str = ""
    source_description: str = ""

    @property
    def body(self) -> str:
        """The episode's content.

        >>> at = datetime(2026, 1, 1, tzinfo=timezone.utc)
        >>> Incoming("g", "Hello", RoleType.USER, at, role="Sita").body
        'Sita(user): Hello'
        """
        return f"{self.role}({self.role_type}): {self.content}"

    @property
    def speaker(self) -> str:
        """Who says I."""
        return self.role or self.role_type.value


@dataclass(frozen=True)
class MessageView:
    """A message in the inbox as pages and APIs see it: never its content."""

    id: UUID
    group_id: str
    state: MessageState
    attempts: int
    error: str
    created_at: datetime
    finished_at: datetime | None
    job_id: UUID | None


def speaker_in(body: str) -> str:
    """Who says I in an episode; empty where its content does not say.

    >>> speaker_in("Sita(user): Hello"), speaker_in("(user): Hello")
    ('Sita', 'user')
    """
    said = BODY.match(body)
    return (said["role"] or said["type"]) if said else ""


def offset_minutes(moment: datetime) -> int:
    offset = moment.utcoffset() or timedelta()
    return round(offset.total_seconds() / 60)


def with_offset(moment: datetime, minutes: int) -> datetime:
    """The moment as its sender's clock showed it."""
    try:
        return moment.astimezone(timezone(timedelta(minutes=minutes)))
    except OverflowError:  # within a day of the first or the last year there is
        return moment
