"""From what was found and composed to what is answered: every mode, and what is said in each."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from pramana.chat.contracts.answering import ChatResponse, ResponseMetadata
from pramana.chat.contracts.finding import Found
from pramana.chat.contracts.states import Mode
from pramana.chat.domain import words
from pramana.chat.domain.composition import Composition
from pramana.chat.domain.draft import Draft, cited, cited_selection
from pramana.chat.domain.strength import is_low

UNSUPPORTED = "answer_not_supported"
RUBBISH = "model_output_invalid"
SEARCH_FLAGS = ("words_unavailable", "vectors_unavailable", "encoder_unavailable")
"""Flags of a search that did less than it should have."""


@dataclass(frozen=True)
class Asked:
    """What every answer repeats about its question."""

    question: str
    session_id: UUID
    request_id: UUID
    took_ms: float = 0.0
    searched_for: str | None = None
    degraded: str | None = None
    """What the search did without, if anything."""


def no_results(asked: Asked, draft: Draft) -> ChatResponse:
    """Nothing belongs to the question; the draft says so, and what could be asked instead."""
    metadata = _metadata(asked, Mode.NO_RESULTS, draft)
    return ChatResponse(answer=draft.text, metadata=metadata, session_id=asked.session_id)


def from_sources(asked: Asked, hits: Sequence[Found], made: Composition) -> ChatResponse:
    """An answer with its sources; or the sources alone, and a sentence on why."""
    if made.failure or not made.kept:
        return _sources_alone(asked, hits, made)
    metadata = _metadata(asked, Mode.FULL, made.draft, hits, engine=made.engine)
    return ChatResponse(
        answer=made.draft.text,
        sources=list(cited(hits, made.draft)),
        metadata=metadata,
        session_id=asked.session_id,
    )


def _sources_alone(asked: Asked, hits: Sequence[Found], made: Composition) -> ChatResponse:
    nothing, engine = Draft(numbered=True), "" if made.failure else made.engine
    metadata = _metadata(
        asked, Mode.RETRIEVAL_ONLY, nothing, hits, engine=engine, reason=_reason(made)
    )
    return ChatResponse(
        fallback_message=words.say(_why(made), asked.question),
        sources=list(cited(hits, nothing)),
        metadata=metadata,
        session_id=asked.session_id,
    )


def _why(made: Composition) -> words.Words:
    if made.failure:
        return words.MODEL_AWAY
    return words.NOT_SUPPORTED if made.dropped or made.rubbish else words.NOT_SAID


def _reason(made: Composition) -> str | None:
    if made.failure:
        return made.failure
    if made.dropped:
        return UNSUPPORTED
    return RUBBISH if made.rubbish else None


def from_selection(asked: Asked, selection: str, made: Composition) -> ChatResponse:
    """An answer from the selection alone, or the plain word that it does not say."""
    used = made.kept > 0
    note = words.SELECTION_USED if used else words.SELECTION_UNUSED
    metadata = _metadata(
        asked,
        Mode.SELECTED_TEXT,
        made.draft,
        engine=made.engine,
        reason=None if used else _reason(made),
    )
    return ChatResponse(
        answer=made.draft.text,
        sources=[cited_selection(selection, made.draft, words.say(note, asked.question))],
        metadata=metadata,
        session_id=asked.session_id,
    )


def _metadata(
    asked: Asked,
    mode: Mode,
    draft: Draft,
    hits: Sequence[Found] = (),
    *,
    engine: str = "",
    reason: str | None = None,
) -> ResponseMetadata:
    return ResponseMetadata(
        query_time_ms=round(asked.took_ms, 1),
        retrieval_count=len(hits),
        mode=mode,
        low_confidence=is_low(hits),
        request_id=asked.request_id,
        engine=engine or None,
        degraded_reason=reason or asked.degraded,
        searched_for=asked.searched_for,
        sentences=draft.sentences,
    )


def search_reason(hits: Sequence[Found]) -> str | None:
    """What the search did without, if anything."""
    flags = {flag for hit in hits for flag in hit.flags}
    return next((flag for flag in SEARCH_FLAGS if flag in flags), None)
