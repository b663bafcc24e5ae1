"""What an answer may rest on: passages of documents, and what a memory group was told."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal
from uuid import UUID

from pramana.documents.contracts import Hit


@dataclass(frozen=True)
class Remembered:
    """A fact that holds, with the words of the episode that states it.

    It has what chat reads of a passage, so that both are numbered, quoted and cited alike.
    """

    fact_id: UUID
    episode_id: UUID
    group_id: str
    fact: str = field(repr=False)
    text: str = field(repr=False)
    start: int
    """Where the words begin in the episode."""
    said_at: datetime
    valid_at: datetime | None
    invalid_at: datetime | None
    strength: float
    document_id: None = None
    page: None = None
    position: int = 0
    cosine: None = None
    match: Literal["vector", "lexical"] = "lexical"
    flags: tuple[str, ...] = ()
    outside: bool = False

    @property
    def title(self) -> str:
        return self.fact

    @property
    def section(self) -> str:
        """When it was said, and in which group; beside the fact, all a composer knows of it."""
        return f"{self.group_id}, {self.said_at.date().isoformat()}"

    @property
    def source_url(self) -> str:
        return f"/app/memory/{self.group_id}?fact={self.fact_id}"

    @property
    def why(self) -> str:
        return f"the memory “{self.group_id}” holds this fact"


Found = Hit | Remembered
