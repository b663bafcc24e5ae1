"""What the demonstration brought, and the steps through it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class PropKind(StrEnum):
    """A thing on the stage. The last four go with others, and are there to lead to."""

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
class Story:
    """What was brought, by kind, and when all of it stood ready."""

    props: Mapping[PropKind, Sequence[str]]
    told_at: datetime

    def first(self, kind: PropKind) -> str:
        """The one of its kind, by id or name; empty where there is none."""
        return next(iter(self.props.get(kind, ())), "")

    def id_of(self, kind: PropKind) -> UUID | None:
        found = self.first(kind)
        return UUID(found) if found else None

    def ids(self, kind: PropKind) -> list[UUID]:
        return [UUID(each) for each in self.props.get(kind, ())]


class StepName(StrEnum):
    """The way through the story, in order."""

    READ = "read"
    ASK = "ask"
    REVIEW = "review"
    SOURCES = "sources"
    STACK = "stack"
    FACT = "fact"
    CORRECT = "correct"


@dataclass(frozen=True)
class Step:
    """`about` leads there: an id, or the name of a group, and what to look at on its page."""

    name: StepName
    is_done: bool
    about: tuple[str, ...] = ()
