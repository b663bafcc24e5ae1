"""What an answer may rest on: passages of documents, their blocks, and facts of a memory group."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Generic, Literal, TypeVar
from uuid import UUID

from pramana.documents.contracts import PassageHit
from pramana.kit.tools import ToolOutcome


class BlockShape(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class PassagePiece:
    """A stretch of the text: a cell, an item, a line of a paragraph."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class TableRow:
    start: int
    end: int
    cells: tuple[PassagePiece, ...]


@dataclass(frozen=True, slots=True)
class PassageBlock:
    """A heading, paragraph, list or table, with the headings above it from the outermost in."""

    kind: BlockShape
    start: int
    end: int
    path: tuple[str, ...] = ()
    pieces: tuple[PassagePiece, ...] = ()
    """The items of a list, or the whole of a heading or paragraph."""
    header: tuple[PassagePiece, ...] = ()
    """The column headers of a table; empty where it has none."""
    rows: tuple[TableRow, ...] = ()
    """The rows of a table without its header."""
    ordered: bool = False
    level: int = 1

    @property
    def heading(self) -> str:
        return self.path[-1] if self.path else ""


@dataclass(frozen=True)
class RememberedFact:
    """A fact with the words of the episode that states it.

    It has the attributes that chat reads of a passage, so both are numbered, quoted and cited
    alike.
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
    claimed_by: str = ""
    """Whose claim it is; empty for a plain fact."""
    confidence: float = 0.5
    lead: str = ""
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
        """The group and the day it was said: beside the fact, all that a composer is told."""
        return f"{self.group_id}, {self.said_at.date().isoformat()}"

    @property
    def source_url(self) -> str:
        return f"/app/memory/{self.group_id}?fact={self.fact_id}"

    @property
    def why(self) -> str:
        return f"the memory “{self.group_id}” holds this fact"


AnswerSource = PassageHit | RememberedFact

AnySource = TypeVar("AnySource", PassageHit, RememberedFact)


@dataclass(frozen=True)
class SourceSearch(Generic[AnySource]):
    """A call of a tool, and the sources it brought; none when the call failed."""

    call: ToolOutcome
    sources: tuple[AnySource, ...] = ()


@dataclass(frozen=True)
class ChunkResult:
    """A passage in the result of `search_book_content`, named as the Chat document names it."""

    chunk_text: str = field(repr=False)
    source_url: str
    title: str
    section: str
    similarity_score: float
    chunk_position: int


@dataclass(frozen=True)
class RetrievalToolResult:
    """The result of `search_book_content`."""

    results: list[ChunkResult]
    total_results: int
    message: str


@dataclass(frozen=True)
class RecallToolResult:
    """The result of `recall_facts`: the facts, and the episodes that state them."""

    fact_ids: list[str]
    episode_ids: list[str]


@dataclass(frozen=True)
class PassageReading:
    """The words of a passage that answer a question best, and the chance that they do."""

    start: int
    end: int
    probability: float
    margin: float


ReadPassages = Callable[[str, Sequence[str]], Sequence[PassageReading]]
"""Reads each passage with a question in mind, as the reading model does."""
