"""The response to a question, in each mode, made from what was retrieved and composed."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from pramana.chat.contracts.answers import (
    SNIPPET,
    ChatResponse,
    MemorySource,
    Mode,
    ResponseMetadata,
    SelectedTextCitation,
    SourceCitation,
)
from pramana.chat.contracts.passages import AnswerSource, RememberedFact
from pramana.chat.domain.answer_draft import AnswerDraft, Composition
from pramana.chat.domain.messages import SELECTION_UNUSED, SELECTION_USED, localise
from pramana.chat.domain.passage_selection import is_low_confidence, similarity_score
from pramana.chat.domain.refusals import (
    nearest_evidence,
    refusal_code,
    sources_only_message,
)

SEARCH_FLAGS = ("words_unavailable", "vectors_unavailable", "encoder_unavailable")
"""Flags of a search that did less than it should have."""


@dataclass(frozen=True)
class ResponseHeader:
    """What every response repeats about its question."""

    question: str
    session_id: UUID
    request_id: UUID
    took_ms: float = 0.0
    searched_for: str | None = None
    degraded: str | None = None
    """What the search did without, if anything."""


def without_sources(header: ResponseHeader, text: str, mode: Mode = Mode.FULL) -> ChatResponse:
    """Something that chat says of itself: a greeting, or which documents there are."""
    draft = AnswerDraft(numbered=False)
    draft.add_own(text)
    metadata = _metadata(header, mode, draft)
    return ChatResponse(answer=draft.text, metadata=metadata, session_id=header.session_id)


def no_results(
    header: ResponseHeader,
    draft: AnswerDraft,
    nearest: Sequence[AnswerSource] = (),
    engine: str = "",
) -> ChatResponse:
    """Nothing answers the question; the draft says so, and what is there instead."""
    metadata = _metadata(header, Mode.NO_RESULTS, draft, engine=engine)
    metadata = metadata.model_copy(update={"nearest": nearest_evidence(nearest)})
    return ChatResponse(answer=draft.text, metadata=metadata, session_id=header.session_id)


def from_sources(
    header: ResponseHeader, sources: Sequence[AnswerSource], composition: Composition
) -> ChatResponse:
    """An answer with its sources; or the sources alone, with a sentence that says why."""
    if composition.failure or not composition.grounded:
        return _sources_only(header, sources, composition)
    draft = composition.draft
    return ChatResponse(
        answer=draft.text,
        sources=list(_source_citations(sources, draft)),
        metadata=_metadata(header, Mode.FULL, draft, sources, engine=composition.engine),
        session_id=header.session_id,
    )


def _sources_only(
    header: ResponseHeader, sources: Sequence[AnswerSource], composition: Composition
) -> ChatResponse:
    draft = AnswerDraft(numbered=True)
    metadata = _metadata(
        header,
        Mode.RETRIEVAL_ONLY,
        draft,
        sources,
        engine="" if composition.failure else composition.engine,
        reason=refusal_code(composition),
    )
    return ChatResponse(
        fallback_message=sources_only_message(header.question, composition),
        sources=list(_source_citations(sources, draft)),
        metadata=metadata,
        session_id=header.session_id,
    )


def from_selection(
    header: ResponseHeader, selection: str, composition: Composition
) -> ChatResponse:
    """An answer from the selected text, or the statement that it does not answer the question."""
    draft, used = composition.draft, composition.grounded > 0
    citation = SelectedTextCitation(
        selection_length=len(selection),
        snippet=selection[:SNIPPET],
        relevance_note=localise(SELECTION_USED if used else SELECTION_UNUSED, header.question),
        quotes=draft.quotes(1),
    )
    metadata = _metadata(
        header,
        Mode.SELECTED_TEXT,
        draft,
        engine=composition.engine,
        reason=None if used else refusal_code(composition),
    )
    return ChatResponse(
        answer=draft.text, sources=[citation], metadata=metadata, session_id=header.session_id
    )


def search_degradation(sources: Sequence[AnswerSource]) -> str | None:
    """What the search did without, if anything."""
    flags = {flag for source in sources for flag in source.flags}
    return next((flag for flag in SEARCH_FLAGS if flag in flags), None)


def _metadata(
    header: ResponseHeader,
    mode: Mode,
    draft: AnswerDraft,
    sources: Sequence[AnswerSource] = (),
    *,
    engine: str = "",
    reason: str | None = None,
) -> ResponseMetadata:
    return ResponseMetadata(
        query_time_ms=round(header.took_ms, 1),
        retrieval_count=len(sources),
        mode=mode,
        low_confidence=is_low_confidence(sources),
        request_id=header.request_id,
        engine=engine or None,
        degraded_reason=reason or header.degraded,
        searched_for=header.searched_for,
        sentences=draft.sentences,
    )


def _source_citations(sources: Sequence[AnswerSource], draft: AnswerDraft) -> list[SourceCitation]:
    """The sources in their order, each with the words that the answer quotes."""
    return [_citation(source, number, draft) for number, source in enumerate(sources, start=1)]


def _citation(source: AnswerSource, number: int, draft: AnswerDraft) -> SourceCitation:
    fact = source if isinstance(source, RememberedFact) else None
    return SourceCitation(
        source_url=source.source_url,
        title=source.title,
        section=source.section,
        chunk_position=source.position,
        similarity_score=similarity_score(source),
        snippet=source.text[:SNIPPET],
        match=source.match,
        why=source.why,
        document_id=source.document_id,
        page=source.page,
        outside=source.outside,
        memory=_memory_source(fact) if fact else None,
        kind="memory" if fact else "document",
        quotes=draft.quotes(
            number, offset=source.start, page=source.page, document_id=source.document_id
        ),
    )


def _memory_source(fact: RememberedFact) -> MemorySource:
    return MemorySource(
        group_id=fact.group_id,
        episode_id=fact.episode_id,
        fact_id=fact.fact_id,
        valid_at=fact.valid_at,
        invalid_at=fact.invalid_at,
    )
