"""Something a person may look for by its name, told by every capability in the same shape."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True)
class Named:
    id: UUID
    title: str = field(repr=False)
    detail: str
    """Its kind or its state, as its capability calls it."""
    at: datetime
