"""What the retrieval tool gives, in the Chat document's words."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class ChunkResult:
    """A passage that was found."""

    chunk_text: str = field(repr=False)
    source_url: str
    title: str
    section: str
    similarity_score: float
    chunk_position: int


@dataclass(frozen=True)
class RecallToolResult:
    """Which facts of a memory were found, and the episodes that state them."""

    fact_ids: list[str]
    episode_ids: list[str]


@dataclass(frozen=True)
class RetrievalToolResult:
    results: list[ChunkResult]
    total_results: int
    message: str
