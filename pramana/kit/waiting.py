"""What waits for a person, told by every capability in the same shape."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class WaitingKind(StrEnum):
    """What has to be done about it."""

    REVIEW = "review"
    REGISTRY_CHANGE = "registry_change"
    SOURCES = "sources"
    EXTRACTION = "extraction"
    STACK = "stack"
    DUPLICATE = "duplicate"
    READING = "reading"
    """A document that could not be read."""
    JOB = "job"
    """Work that was given up."""


@dataclass(frozen=True)
class Waiting:
    """One thing that goes on only when somebody decides, corrects or tries again."""

    kind: WaitingKind
    id: UUID
    title: str
    since: datetime
    open: int = 0
    """How many of its parts want a look."""
    parts: int = 0
    place: str = ""
    """Where it lies, if its id alone does not lead there: a memory's group."""
    detail: str = ""
    """What went wrong, or what it was taken for."""


@dataclass(frozen=True)
class WaitingPage:
    """The newest of one kind, and how many there are in all."""

    kind: WaitingKind
    items: tuple[Waiting, ...]
    total: int


def waiting_page(
    kind: WaitingKind, found: Iterable[Waiting], *, limit: int, count: Callable[[], int]
) -> WaitingPage:
    """The page of so many; only a full one has to be counted."""
    items = tuple(found)
    return WaitingPage(kind, items, len(items) if len(items) < limit else count())
