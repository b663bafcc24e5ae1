"""What a person may ask for an entity."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, Field


class Action(StrEnum):
    MATCH = "match"
    CREATE = "create"
    SKIP = "skip"


class Name(BaseModel):
    text: str = Field(min_length=1, max_length=500)
    language: str = Field(default="", max_length=8)


class Resolution(BaseModel):
    """A decision on one entity, as it is asked for."""

    action: str = ""
    nes_id: str | None = Field(default=None, max_length=300)
    confirmed: bool = False
    reason: str = Field(default="", max_length=2000)
    names: list[Name] | None = Field(default=None, min_length=1, max_length=50)
    """Names to create it with, where the person edited them."""
    entity_data: dict[str, Any] | None = None
    seen: datetime | None = None
    """The session's `updated_at` as the person saw it: others' later decisions conflict."""
