"""The retrieval tool, in the document's shape, and the envelope in which each call is kept."""

import time
from dataclasses import asdict
from typing import Any

from pramana.chat.contracts.searching import ChunkResult, RetrievalToolResult
from pramana.chat.domain.strength import similarity
from pramana.chat.ports import Searched
from pramana.documents.contracts import Hit
from pramana.documents.search import search
from pramana.kit.errors import Unavailable
from pramana.kit.scope import ToolContext
from pramana.kit.tools import ToolError, ToolErrorDetail, ToolErrorType, ToolMeta, ToolResult
from pramana.retrieval.filters import Filters

PASSAGES = 6
LONGEST = 2_000
"""Characters of a question that are searched with: beyond, words no longer tell texts apart."""


def search_book_content(context: ToolContext, query: str, *, filters: Filters) -> Searched:
    """Search the documents for passages that answer a question.

    Whatever happened is an envelope. Only the search being away is an error; finding nothing is a
    result.
    """
    began = time.perf_counter()
    asked = {"query": query}
    try:
        hits = search(context, query[:LONGEST], filters=filters, limit=PASSAGES)
    except Unavailable as error:
        detail = ToolErrorDetail(
            type=ToolErrorType.UPSTREAM, message=error.message, code=error.code
        )
        return Searched(ToolError(input=asked, error=detail, meta=_meta(began)))
    return Searched(ToolResult(input=asked, data=tool_result(hits), meta=_meta(began)), tuple(hits))


def tool_result(hits: list[Hit]) -> RetrievalToolResult:
    """The passages in the words of the document."""
    results = [
        ChunkResult(
            chunk_text=hit.text,
            source_url=hit.source_url,
            title=hit.title,
            section=hit.section,
            similarity_score=similarity(hit),
            chunk_position=hit.position,
        )
        for hit in hits
    ]
    found = f"Found {len(hits)} relevant passages" if hits else "Found no relevant passages"
    return RetrievalToolResult(results, len(results), found)


def kept_call(outcome: Any) -> dict[str, Any]:
    """An envelope as it is stored with its turn: which passages, but not their text again."""
    kept: dict[str, Any] = outcome.model_dump(mode="json", exclude={"data"})
    if outcome.status == "ok":
        data = asdict(outcome.data)
        for result in data.get("results", ()):
            del result["chunk_text"]
        kept["data"] = data
    tool = getattr(outcome.meta, "tool", search_book_content.__name__)
    return {"tool": tool, **kept}


def _meta(began: float) -> ToolMeta:
    return ToolMeta(took_ms=round((time.perf_counter() - began) * 1000, 1))
