"""Communities: entities that belong together, and what is said of them."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field


@dataclass(frozen=True)
class CommunityView:
    id: UUID
    group_id: str
    name: str
    summary: str = field(repr=False)
    """Empty until it was told, moments after its members changed."""
    engine: str
    member_ids: tuple[UUID, ...]
    created_at: datetime


@dataclass(frozen=True)
class Membership:
    """An entity's link to its community."""

    entity_id: UUID
    community_id: UUID


@dataclass(frozen=True)
class TellInput:
    """The typed value behind the prompt `memory.tell`: members by how connected they are, and
    facts that hold between them, newest first."""

    members: tuple[str, ...] = field(repr=False)
    facts: tuple[str, ...] = field(default=(), repr=False)


class Told(BaseModel):
    """A community's name in a few words, and a short summary of what is known of it."""

    name: str = Field(min_length=1, max_length=300)
    summary: str = Field(max_length=4_000)
