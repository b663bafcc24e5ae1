"""Values in which every capability lists its things: by name, and what waits for a person."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID


@dataclass(frozen=True)
class NamedItem:
    """Something a person may look for by its name."""

    id: UUID
    title: str = field(repr=False)
    detail: str
    """Its kind or state, in its capability's words."""
    at: datetime


class WaitingKind(StrEnum):
    """What kind of decision or correction is needed."""

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
class WaitingItem:
    """One thing that continues only when somebody decides, corrects or tries again."""

    kind: WaitingKind
    id: UUID
    title: str
    since: datetime
    open: int = 0
    """How many of its parts need attention."""
    parts: int = 0
    place: str = ""
    """Where it is, if its id alone is not enough: a memory's group."""
    detail: str = ""
    """What went wrong, or what it was taken for."""


@dataclass(frozen=True)
class WaitingPage:
    """The newest of one kind, and how many there are in all."""

    kind: WaitingKind
    items: tuple[WaitingItem, ...]
    total: int


def waiting_page(
    kind: WaitingKind, items: Iterable[WaitingItem], *, limit: int, count: Callable[[], int]
) -> WaitingPage:
    """The page of these items; the total is counted only when the page is full."""
    shown = tuple(items)
    return WaitingPage(kind, shown, len(shown) if len(shown) < limit else count())
