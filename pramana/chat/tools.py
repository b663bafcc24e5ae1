"""The two tools a question is answered with: passages of documents, and facts of a memory group.

Each call is returned as an envelope (`ToolResult` or `ToolError`) that is recorded with its run.
"""

import json
import re
import time
from dataclasses import asdict
from typing import Any
from uuid import UUID

from pramana.chat.contracts.passages import (
    ChunkResult,
    RecallToolResult,
    RememberedFact,
    RetrievalToolResult,
    SourceSearch,
)
from pramana.chat.contracts.questions import MemoryFilter
from pramana.chat.domain.passage_selection import fact_relevance, similarity_score
from pramana.chat.domain.romanised import search_text
from pramana.documents.contracts import PassageHit
from pramana.documents.search import search
from pramana.kit.errors import Unavailable
from pramana.kit.scope import ToolContext
from pramana.kit.tools import (
    ToolError,
    ToolErrorDetail,
    ToolErrorType,
    ToolMeta,
    ToolOutcome,
    ToolResult,
)
from pramana.memory.contracts.graph import FactView
from pramana.memory.search import search_facts
from pramana.memory.selectors.evidence import FactEvidence, evidence_of
from pramana.retrieval.contracts import Filters
from pramana.tenancy.steps import ToolCallEntry

PASSAGES = 6
FACTS = 5
FACT_CANDIDATES = 20
"""Facts that are examined to find those that can be cited and belong to the question."""

MAX_SEARCH_CHARACTERS = 2_000
"""How much of a question is searched with; more words no longer tell texts apart."""


def search_book_content(
    context: ToolContext, query: str, *, filters: Filters, limit: int = PASSAGES
) -> SourceSearch[PassageHit]:
    """Search the documents for passages that answer a question.

    Only a search that fails is an error. Finding nothing is a result.
    """
    started = time.perf_counter()
    arguments = {"query": query}
    try:
        text = search_text(query[:MAX_SEARCH_CHARACTERS])
        hits = search(context, text, filters=filters, limit=limit)
    except Unavailable as error:
        return SourceSearch(_tool_error(arguments, error, _meta(started)))
    data = _retrieval_result(hits)
    result: ToolOutcome = ToolResult(input=arguments, data=data, meta=_meta(started))
    return SourceSearch(result, tuple(hits))


def _retrieval_result(hits: list[PassageHit]) -> RetrievalToolResult:
    results = [
        ChunkResult(
            chunk_text=hit.text,
            source_url=hit.source_url,
            title=hit.title,
            section=hit.section,
            similarity_score=similarity_score(hit),
            chunk_position=hit.position,
        )
        for hit in hits
    ]
    message = f"Found {len(hits)} relevant passages" if hits else "Found no relevant passages"
    return RetrievalToolResult(results, len(results), message)


def recall_facts(
    context: ToolContext, query: str, memory: MemoryFilter
) -> SourceSearch[RememberedFact]:
    """Find facts of the group that are true now, or were at `as_of`, best first.

    Only a memory that fails is an error, and then there are no facts.
    """
    started = time.perf_counter()
    as_of = memory.as_of.isoformat() if memory.as_of else None
    arguments = {"query": query, "group_id": memory.group_id, "as_of": as_of}
    try:
        facts = _citable_facts(context, query[:MAX_SEARCH_CHARACTERS], memory)
    except Unavailable as error:
        meta = _meta(started, tool=recall_facts.__name__)
        return SourceSearch(_tool_error(arguments, error, meta))
    result = RecallToolResult(
        fact_ids=[str(fact.fact_id) for fact in facts],
        episode_ids=[str(fact.episode_id) for fact in facts],
    )
    meta = _meta(started, tool=recall_facts.__name__)
    return SourceSearch(ToolResult(input=arguments, data=result, meta=meta), tuple(facts))


def _citable_facts(context: ToolContext, query: str, memory: MemoryFilter) -> list[RememberedFact]:
    """Facts with the words that state them; each stretch of words once, with its first fact."""
    candidates = search_facts(
        context, query, group_ids=[memory.group_id], limit=FACT_CANDIDATES, as_of=memory.as_of
    )
    evidence = evidence_of(context, [fact.id for fact in candidates])
    facts: dict[tuple[UUID, int], RememberedFact] = {}
    for fact in candidates:
        stated = evidence.get(fact.id)
        if stated:
            place = (stated.episode_id, stated.start)
            facts.setdefault(place, _remembered_fact(query, fact, stated))
    return sorted(facts.values(), key=lambda fact: -fact.strength)[:FACTS]


def _remembered_fact(query: str, fact: FactView, stated: FactEvidence) -> RememberedFact:
    return RememberedFact(
        fact_id=fact.id,
        episode_id=stated.episode_id,
        group_id=fact.group_id,
        fact=fact.attributed_text,
        text=stated.words,
        start=stated.start,
        said_at=stated.said_at,
        valid_at=fact.valid_at,
        invalid_at=fact.invalid_at,
        strength=fact_relevance(query, fact.text, stated.words),
        claimed_by=fact.claimed_by,
        confidence=fact.confidence,
    )


IDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def call_entry(outcome: Any) -> ToolCallEntry:
    """A call as it is recorded: which passages, but not their text again.

    Every id in it is cited, because the answer may rest on whatever it names.
    """
    envelope: dict[str, Any] = outcome.model_dump(mode="json", exclude={"data"})
    if outcome.status == "ok":
        data = asdict(outcome.data)
        for result in data.get("results", ()):
            del result["chunk_text"]
        envelope["data"] = data
    return ToolCallEntry(
        getattr(outcome.meta, "tool", search_book_content.__name__),
        envelope,
        cited_ids=frozenset(UUID(each) for each in IDS.findall(json.dumps(envelope, default=str))),
    )


def _tool_error(arguments: dict[str, Any], error: Unavailable, meta: ToolMeta) -> ToolOutcome:
    detail = ToolErrorDetail(type=ToolErrorType.UPSTREAM, message=error.message, code=error.code)
    return ToolError(input=arguments, error=detail, meta=meta)


def _meta(started: float, **extra: str) -> ToolMeta:
    took_ms = round((time.perf_counter() - started) * 1000, 1)
    return ToolMeta.model_validate({"took_ms": took_ms, **extra})
