"""Things a person may look for by name, beside documents, records and memories."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class Thing(StrEnum):
    EXTRACTION = "extraction"
    STACK = "stack"
    REVIEW = "review"
    RESEARCH = "research"
    CONVERSATION = "conversation"
    CASE = "case"


@dataclass(frozen=True)
class Found:
    thing: Thing
    id: UUID
    title: str = field(repr=False)
    detail: str
    at: datetime
