"""Find passages, ask a question, read a document."""

from typing import Annotated
from uuid import UUID, uuid4

from pydantic import AwareDatetime, Field

from pramana.chat.contracts.answering import ChatResponse, Citation, SourceCitation
from pramana.chat.contracts.asking import MOST_QUERY, Ask, Asker, Narrowing, Remembering
from pramana.chat.turns import begin
from pramana.documents.contracts import Hit
from pramana.documents.search import search as find
from pramana.documents.selectors import get_document, text_between
from pramana.kit.errors import ContextError
from pramana.llm.fencing import quoted
from pramana.mcp.answers import Answered, Cited, DocumentPart, PassageFound, Passages
from pramana.mcp.matters import CaseId, Workflow, matter_of
from pramana.memory.contracts.messages import GROUP_ID, LONGEST_GROUP_ID
from pramana.retrieval.filters import Filters
from pramana.tenancy.contracts import Principal

LONGEST_PART = 20_000
FURTHEST = 1_000_000_000
Question = Annotated[str, Field(min_length=1, max_length=MOST_QUERY, pattern=r"\S")]


def search(
    caller: Principal,
    query: Annotated[str, Field(min_length=1, max_length=1000, pattern=r"\S")],
    limit: Annotated[int, Field(ge=1, le=50)] = 8,
    document_id: Annotated[UUID | None, Field(description="Only this document.")] = None,
    collection_id: Annotated[UUID | None, Field(description="Only this collection.")] = None,
) -> Passages:
    """Find passages of the documents for a query, best first, each with where it stands and why.

    Use `read_document` with `document_id` and `start` to read around a passage.
    """
    filters = Filters(
        parent_ids=frozenset([document_id]) if document_id else None,
        collection_ids=frozenset([collection_id]) if collection_id else None,
    )
    found = find(caller.scope, query, filters=filters, limit=limit)
    return Passages(passages=[_passage(hit) for hit in found])


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
            description="Facts of this group may be cited too.",
        ),
    ] = None,
    as_of: Annotated[
        AwareDatetime | None, Field(description="Facts of the group that held then.")
    ] = None,
    case_id: CaseId = None,
    workflow: Workflow = "",
) -> Answered:
    """Answer a question from the documents. Every sentence was checked against the words it cites.

    What the documents do not say is not answered: then `answer` is a sentence that says so, or None
    with a `message`, and `mode` tells which.
    """
    if caller.scope.actor_id is None:
        raise ContextError("A conversation belongs to a person.")
    asked = Ask(
        asker=Asker(caller.scope.actor_id),
        request_id=uuid4(),
        query=question.strip(),
        session_id=session_id or uuid4(),
        is_new=session_id is None,
        narrowing=Narrowing(collection_id=collection_id),
        remembering=Remembering(memory_group, as_of) if memory_group else None,
        matter=matter_of(case_id, workflow),
    )
    live = await begin(caller.scope, asked)
    return _answered(await live.outcome())


def read_document(
    caller: Principal,
    document_id: UUID,
    start: Annotated[int, Field(ge=0, le=FURTHEST, description="A place in the text.")] = 0,
    length: Annotated[int, Field(ge=1, le=LONGEST_PART)] = 8_000,
) -> DocumentPart:
    """Read a part of a document's text. Continue with `start` = the `next_start` of the answer."""
    document = get_document(caller.scope, document_id)
    text = text_between(caller.scope, document_id, start, start + length + 1)
    shown = text[:length]
    end = start + len(shown)
    return DocumentPart(
        id=document.id,
        title=document.title,
        status=document.status,
        page_count=document.page_count,
        start=start,
        end=end,
        next_start=end if len(text) > length else None,
        text=quoted(shown),
    )


def _passage(hit: Hit) -> PassageFound:
    own = {name: getattr(hit, name) for name in PassageFound.model_fields}
    return PassageFound(**{**own, "text": quoted(hit.text)})


def _answered(response: ChatResponse) -> Answered:
    metadata = response.metadata
    return Answered(
        answer=response.answer,
        message=response.fallback_message,
        mode=metadata.mode,
        low_confidence=metadata.low_confidence,
        engine=metadata.engine,
        session_id=response.session_id,
        sources=[_cited(number, each) for number, each in enumerate(response.sources, 1)],
    )


def _cited(number: int, source: Citation) -> Cited:
    words = [quote.words for quote in source.quotes]
    if not isinstance(source, SourceCitation):
        raise ContextError("Only documents and memory are asked here, never a selection.")
    return Cited(
        number=number,
        title=source.title,
        source_url=source.source_url,
        document_id=source.document_id,
        page=source.page,
        quotes=words,
    )
