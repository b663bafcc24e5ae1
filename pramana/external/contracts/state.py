"""What travels through the graph. The first class is the document's table, field for field."""

from typing import Any, NotRequired, Required, TypedDict


class ExternalKnowledgeState(TypedDict, total=False):
    query: Required[str]
    collection_id: Required[str]
    enable_hitl: Required[bool]
    context: Required[dict[str, Any]]
    """Ids and numbers only: it is kept with each checkpoint. Objects travel beside it."""
    search_results: list[dict[str, Any]]
    selected_result: dict[str, Any] | None
    ingestion_result: dict[str, Any] | None
    error: str | None
    auto_ingest: bool


class ResearchGraphState(ExternalKnowledgeState):
    """The same, with what a person is shown and what they chose."""

    candidates: NotRequired[list[dict[str, Any]]]
    approved: NotRequired[list[dict[str, Any]]]
