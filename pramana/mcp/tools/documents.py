"""Tools for documents: search passages, ask, read a document, extract fields."""

import asyncio
from time import monotonic
from typing import Annotated
from uuid import UUID, uuid4

from pydantic import AwareDatetime, Field

from pramana.chat.contracts.answers import ChatResponse, Citation, SourceCitation
from pramana.chat.contracts.questions import (
    MOST_QUERY,
    Asker,
    ChatQuestion,
    MemoryFilter,
    PassageFilter,
)
from pramana.chat.turns import start_turn
from pramana.documents.contracts import PassageHit
from pramana.documents.search import search as find
from pramana.documents.selectors import get_document, text_between
from pramana.extraction.contracts.extractions import ExtractionMode, ExtractionView
from pramana.extraction.contracts.fields import MOST_FIELDS, FieldSpec
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services.extractions import start_extraction
from pramana.kit.errors import ContextError
from pramana.kit.scope import Scope
from pramana.llm.contracts import quoted
from pramana.mcp.protocol import (
    AnswerResult,
    CitedSource,
    DocumentPart,
    ExtractionResult,
    PassageList,
    PassageResult,
    run_in_thread,
)
from pramana.mcp.tools.work import CaseId, Workflow, matter_of
from pramana.memory.contracts.messages import GROUP_ID, LONGEST_GROUP_ID
from pramana.retrieval.contracts import Filters
from pramana.tenancy.contracts import Principal, RunState
from pramana.tenancy.selectors import get_run

LONGEST_PART = 20_000
FURTHEST = 1_000_000_000
Question = Annotated[str, Field(min_length=1, max_length=MOST_QUERY, pattern=r"\S")]


def search(
    caller: Principal,
    query: Annotated[str, Field(min_length=1, max_length=1000, pattern=r"\S")],
    limit: Annotated[int, Field(ge=1, le=50)] = 8,
    document_id: Annotated[UUID | None, Field(description="Only this document.")] = None,
    collection_id: Annotated[UUID | None, Field(description="Only this collection.")] = None,
) -> PassageList:
    """Find passages of documents for a query, best first, with their position and why they fit.

    Use `read_document` with `document_id` and `start` to read around a passage.
    """
    filters = Filters(
        parent_ids=frozenset([document_id]) if document_id else None,
        collection_ids=frozenset([collection_id]) if collection_id else None,
    )
    hits = find(caller.scope, query, filters=filters, limit=limit)
    return PassageList(passages=[_passage_result(hit) for hit in hits])


async def ask(
    caller: Principal,
    question: Question,
    session_id: Annotated[UUID | None, Field(description="A conversation to continue.")] = None,
    collection_id: Annotated[UUID | None, Field(description="Only this collection.")] = None,
    memory_group: Annotated[
        str | None,
        Field(
            pattern=GROUP_ID,
            max_length=LONGEST_GROUP_ID,
            description="Also use facts of this memory group.",
        ),
    ] = None,
    as_of: Annotated[
        AwareDatetime | None, Field(description="Use facts of the group that held then.")
    ] = None,
    case_id: CaseId = None,
    workflow: Workflow = "",
) -> AnswerResult:
    """Answer a question from the documents. Every sentence is checked against the words it cites.

    If the documents do not say it, `answer` is a sentence that says so, or None with a `message`;
    `mode` tells which.
    """
    if caller.scope.actor_id is None:
        raise ContextError("A conversation belongs to a person.")
    chat_question = ChatQuestion(
        asker=Asker(caller.scope.actor_id),
        request_id=uuid4(),
        query=question.strip(),
        session_id=session_id or uuid4(),
        is_new=session_id is None,
        passages=PassageFilter(collection_id=collection_id),
        memory=MemoryFilter(memory_group, as_of) if memory_group else None,
        matter=matter_of(case_id, workflow),
    )
    live = await start_turn(caller.scope, chat_question)
    return _answer_result(await live.outcome())


def read_document(
    caller: Principal,
    document_id: UUID,
    start: Annotated[int, Field(ge=0, le=FURTHEST, description="Where to begin in the text.")] = 0,
    length: Annotated[int, Field(ge=1, le=LONGEST_PART)] = 8_000,
) -> DocumentPart:
    """Read a part of a document's text. To continue, pass `next_start` as `start`."""
    document = get_document(caller.scope, document_id)
    text = text_between(caller.scope, document_id, start, start + length + 1)
    part = text[:length]
    end = start + len(part)
    return DocumentPart(
        id=document.id,
        title=document.title,
        status=document.status,
        page_count=document.page_count,
        start=start,
        end=end,
        next_start=end if len(text) > length else None,
        text=quoted(part),
    )


def _passage_result(hit: PassageHit) -> PassageResult:
    fields = {name: getattr(hit, name) for name in PassageResult.model_fields}
    return PassageResult(**{**fields, "text": quoted(hit.text)})


def _answer_result(response: ChatResponse) -> AnswerResult:
    metadata = response.metadata
    return AnswerResult(
        answer=response.answer,
        message=response.fallback_message,
        mode=metadata.mode,
        low_confidence=metadata.low_confidence,
        engine=metadata.engine,
        session_id=response.session_id,
        sources=[_cited_source(number, each) for number, each in enumerate(response.sources, 1)],
    )


def _cited_source(number: int, source: Citation) -> CitedSource:
    words = [quote.words for quote in source.quotes]
    if not isinstance(source, SourceCitation):
        raise ContextError("Only documents and memory are searched here, never a selection.")
    return CitedSource(
        number=number,
        title=source.title,
        source_url=source.source_url,
        document_id=source.document_id,
        page=source.page,
        quotes=words,
    )


LONGEST_WAIT = 50
"""In seconds. Clients commonly abort a call after a minute."""

POLL_EVERY_S = 0.5


def extract(
    caller: Principal,
    document_id: UUID,
    fields: Annotated[
        list[FieldSpec] | None,
        Field(max_length=MOST_FIELDS, description="The fields to read; inferred if not given."),
    ] = None,
    case_id: CaseId = None,
    workflow: Workflow = "",
) -> ExtractionResult:
    """Start extracting fields from a document, in the background.

    Then call `extraction` with the returned `id`, which waits for the result.
    """
    mode = ExtractionMode.CUSTOM if fields else ExtractionMode.AUTO
    started = start_extraction(
        caller.scope,
        document_id,
        mode=mode,
        custom_fields=fields or (),
        matter=matter_of(case_id, workflow),
    )
    return _result_fields(started, running=True)


async def extraction(
    caller: Principal,
    extraction_id: UUID,
    wait_s: Annotated[
        int, Field(ge=0, le=LONGEST_WAIT, description="Seconds to wait while a run is in progress.")
    ] = 20,
) -> ExtractionResult:
    """The result of an extraction: its fields, how well each was checked, and their evidence.

    Waits for a run that is in progress. Call again as long as `running` is true.
    """
    until = monotonic() + wait_s
    while True:
        found: ExtractionResult = await run_in_thread(
            _extraction_result, caller.scope, extraction_id
        )
        if not found.running or monotonic() >= until:
            return found
        await asyncio.sleep(POLL_EVERY_S)


def _extraction_result(scope: Scope, extraction_id: UUID) -> ExtractionResult:
    """Whether it is running comes from its run: a correction does not change the status."""
    found = get_extraction(scope, extraction_id)
    running = found.run_id and get_run(scope, found.run_id).state is RunState.ACTIVE
    return _result_fields(found, running=bool(running))


def _result_fields(found: ExtractionView, *, running: bool) -> ExtractionResult:
    return ExtractionResult(
        id=found.id,
        document_id=found.document_id,
        document_title=found.document_title,
        document_type=found.document_type,
        status=found.status,
        running=running,
        error=found.error,
        approved=found.approved_at is not None,
        engine=found.engine,
        fields=dict(found.extracted_fields),
        trust=dict(found.trust),
        evidence=dict(found.evidence),
        summary=found.summary,
    )
