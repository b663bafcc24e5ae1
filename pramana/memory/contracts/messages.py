"""Incoming messages, the state of each in the inbox, and who speaks."""

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
"""The prefix of an episode's content, `{role}({role_type}): `."""


class MessageState(StrEnum):
    """The state of a message. A failed one stays, with its error, until it is retried.

    A partly read one is stored, but a stage of reading it was skipped; it is read again.
    """

    QUEUED = "queued"
    DONE = "done"
    PARTLY_READ = "partly_read"
    FAILED = "failed"


@dataclass(frozen=True)
class IncomingMessage:
    """A message to store, as it was sent."""

    group_id: str
    content: str = field(repr=False)
    role_type: RoleType
    valid_at: datetime
    """When it was said, with the sender's offset."""
    role: str = ""
    name: str = ""
    uuid: str = ""
    source_description: str = ""
    is_dated: bool = True
    """Whether the sender gave the moment; otherwise it is when the message came."""

    @property
    def body(self) -> str:
        """The episode's content.

        >>> at = datetime(2026, 1, 1, tzinfo=timezone.utc)
        >>> IncomingMessage("g", "Hello", RoleType.USER, at, role="Sita").body
        'Sita(user): Hello'
        """
        return f"{self.role}({self.role_type}): {self.content}"

    @property
    def speaker(self) -> str:
        """The name that "I" refers to."""
        return self.role or self.role_type.value


@dataclass(frozen=True)
class MessageView:
    """An inbox message as pages and APIs see it, without its content."""

    id: UUID
    group_id: str
    state: MessageState
    attempts: int
    error: str
    created_at: datetime
    finished_at: datetime | None
    job_id: UUID | None


def offset_minutes(moment: datetime) -> int:
    offset = moment.utcoffset() or timedelta()
    return round(offset.total_seconds() / 60)


def with_offset(moment: datetime, minutes: int) -> datetime:
    """The moment in the sender's offset from UTC."""
    try:
        return moment.astimezone(timezone(timedelta(minutes=minutes)))
    except OverflowError:  # within a day of year 1 or year 9999
        return moment


@dataclass(frozen=True)
class Speaker:
    role: str
    type: str

    @property
    def name(self) -> str:
        return self.role or self.type


def prefix_of(content: str) -> str:
    """The speaker's part of an episode's content.

    >>> prefix_of("Sita(user): Hello")
    'Sita(user): '
    """
    match = BODY.match(content)
    return match[0] if match else ""


def speaker_of(content: str) -> Speaker:
    """Who says an episode, read from the prefix of its content.

    >>> speaker_of("Sita(user): Hello")
    Speaker(role='Sita', type='user')
    """
    match = BODY.match(content)
    return Speaker(match["role"].strip(), match["type"]) if match else Speaker("", "")
