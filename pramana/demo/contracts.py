"""What the demonstration created, and the steps of its guide."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class PropKind(StrEnum):
    """A kind of thing that the demonstration created.

    The last four are deleted with others; they are recorded so that the guide can link to them.
    """

    DOCUMENT = "document"
    RECORD = "record"
    GROUP = "group"
    STACK = "stack"
    RESEARCH = "research"
    CASE = "case"
    CONVERSATION = "conversation"
    RELEASE = "release"
    REVIEW = "review"
    EXTRACTION = "extraction"
    ENTITY = "entity"


@dataclass(frozen=True)
class Demonstration:
    """What the demonstration created, by kind, and when it was complete."""

    props: Mapping[PropKind, Sequence[str]]
    loaded_at: datetime

    def first(self, kind: PropKind) -> str:
        """The first of its kind, by id or name; empty if there is none."""
        return next(iter(self.props.get(kind, ())), "")

    def id_of(self, kind: PropKind) -> UUID | None:
        first = self.first(kind)
        return UUID(first) if first else None

    def ids(self, kind: PropKind) -> list[UUID]:
        return [UUID(each) for each in self.props.get(kind, ())]


class DemoStepName(StrEnum):
    """The steps of the guide, in order."""

    READ = "read"
    ASK = "ask"
    REVIEW = "review"
    SOURCES = "sources"
    STACK = "stack"
    FACT = "fact"
    CORRECT = "correct"


@dataclass(frozen=True)
class DemoStep:
    """A step of the guide. `about` holds the ids or names that its link needs."""

    name: DemoStepName
    is_done: bool
    about: tuple[str, ...] = ()
