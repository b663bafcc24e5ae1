"""The shapes of OpenAI's chat completions, models and embeddings, as far as they are offered."""

import time
from collections.abc import Sequence
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from pramana.chat.contracts.answers import ChatResponse, SelectedTextCitation, SourceCitation

MOST_MESSAGES = 200
MOST_TEXTS = 256
LONGEST_TEXT = 32_000


class TextPart(BaseModel):
    """A part of a message. Pictures and sounds are not read."""

    type: Literal["text", "input_text"]
    text: Annotated[str, Field(max_length=LONGEST_TEXT)]


class WireMessage(BaseModel):
    """A message of the conversation as the client sends it."""

    model_config = ConfigDict(extra="ignore")

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: (
        Annotated[str, Field(max_length=LONGEST_TEXT)]
        | Annotated[list[TextPart], Field(max_length=50)]
        | None
    ) = None

    @property
    def text(self) -> str:
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content).strip()
        return (self.content or "").strip()


class StreamOptions(BaseModel):
    model_config = ConfigDict(extra="ignore")

    include_usage: bool = False


class CompletionRequest(BaseModel):
    """What is asked. Parameters of sampling are accepted and have no effect."""

    model_config = ConfigDict(extra="ignore")

    model: Annotated[str, Field(min_length=1, max_length=200)]
    messages: Annotated[list[WireMessage], Field(min_length=1, max_length=MOST_MESSAGES)]
    stream: bool = False
    stream_options: StreamOptions | None = None
    n: Annotated[int, Field(ge=1, le=1)] | None = None


class UrlCitation(BaseModel):
    """A citation in OpenAI's shape, with the quote and its place beside it."""

    start_index: int = Field(description="Where the cited sentence is in the content.")
    end_index: int
    url: str
    title: str
    quote: str = Field(description="The words of the source that the sentence rests on.")
    document_id: UUID | None = None
    page: int | None = Field(default=None, description="From 0.")
    place: str = Field(
        default="", description="A cell such as `Prices!B3`, a slide, or a header of a mail."
    )


class WireAnnotation(BaseModel):
    type: Literal["url_citation"] = "url_citation"
    url_citation: UrlCitation


class CompletionMessage(BaseModel):
    role: Literal["assistant"] = "assistant"
    content: str
    refusal: None = None
    annotations: list[WireAnnotation] = Field(default_factory=list)


class CompletionChoice(BaseModel):
    index: int = 0
    message: CompletionMessage
    finish_reason: Literal["stop"] = "stop"
    logprobs: None = None


class TokenUsage(BaseModel):
    """Counted in words, since no tokenizer of OpenAI's is used."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class ChatCompletion(BaseModel):
    id: str
    object: Literal["chat.completion"] = "chat.completion"
    created: int
    model: str
    choices: list[CompletionChoice]
    usage: TokenUsage


class WireModel(BaseModel):
    """Something that can be asked: everything, a collection, or a case."""

    id: str
    object: Literal["model"] = "model"
    created: int
    owned_by: str = "pramana"
    name: str


class WireModels(BaseModel):
    object: Literal["list"] = "list"
    data: list[WireModel]


EmbeddingText = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class EmbeddingRequest(BaseModel):
    model_config = ConfigDict(extra="ignore")

    model: Annotated[str, Field(min_length=1, max_length=200)] = "pramana"
    input: (
        EmbeddingText | Annotated[list[EmbeddingText], Field(min_length=1, max_length=MOST_TEXTS)]
    )
    encoding_format: Literal["float", "base64"] = "float"

    @property
    def texts(self) -> list[str]:
        return [self.input] if isinstance(self.input, str) else self.input


class EmbeddingRow(BaseModel):
    object: Literal["embedding"] = "embedding"
    index: int
    embedding: list[float] | str = Field(description="Numbers, or base64 of 32-bit floats.")


class EmbeddingList(BaseModel):
    object: Literal["list"] = "list"
    data: list[EmbeddingRow]
    model: str
    usage: dict[str, int]


def completion(request: CompletionRequest, response: ChatResponse) -> ChatCompletion:
    """A finished answer in OpenAI's shape."""
    content = response.answer or response.fallback_message or ""
    message = CompletionMessage(content=content, annotations=annotations(response))
    return ChatCompletion(
        id=completion_id(response.metadata.request_id),
        created=int(time.time()),
        model=request.model,
        choices=[CompletionChoice(message=message)],
        usage=token_usage(request, content),
    )


def completion_id(request_id: UUID) -> str:
    return f"chatcmpl-{request_id.hex}"


def chunk(
    request: CompletionRequest,
    request_id: UUID,
    created: int,
    delta: dict[str, Any],
    finish_reason: str | None = None,
) -> dict[str, Any]:
    """One piece of a streamed answer."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason, "logprobs": None}
    return {
        "id": completion_id(request_id),
        "object": "chat.completion.chunk",
        "created": created,
        "model": request.model,
        "choices": [choice],
    }


def token_usage(request: CompletionRequest, content: str) -> TokenUsage:
    asked = sum(len(message.text.split()) for message in request.messages)
    answered = len(content.split())
    return TokenUsage(
        prompt_tokens=asked, completion_tokens=answered, total_tokens=asked + answered
    )


def annotations(response: ChatResponse) -> list[WireAnnotation]:
    """Every quote of the answer as an annotation of the sentence that rests on it."""
    sentences = response.metadata.sentences
    found = []
    for source in response.sources:
        for quote in source.quotes:
            if quote.sentence >= len(sentences):
                continue
            sentence = sentences[quote.sentence]
            citation = UrlCitation(
                start_index=sentence.start,
                end_index=sentence.end,
                url=_address(source),
                title=_title(source),
                quote=quote.words,
                document_id=quote.document_id,
                page=quote.page,
                place=quote.place,
            )
            found.append(WireAnnotation(url_citation=citation))
    return sorted(found, key=lambda each: each.url_citation.start_index)


def _address(source: SourceCitation | SelectedTextCitation) -> str:
    if isinstance(source, SelectedTextCitation):
        return ""
    if source.source_url or not source.document_id:
        return source.source_url
    return f"/app/documents/{source.document_id}"


def _title(source: SourceCitation | SelectedTextCitation) -> str:
    return "" if isinstance(source, SelectedTextCitation) else source.title


def conversation(messages: Sequence[WireMessage]) -> tuple[str, tuple[str, str] | None]:
    """The question, which is the last message of the user, and the exchange before it.

    >>> said = [("user", "Who is mayor?"), ("assistant", "Sita Rai."), ("user", "Since when?")]
    >>> conversation([WireMessage(role=role, content=text) for role, text in said])
    ('Since when?', ('Who is mayor?', 'Sita Rai.'))
    """
    told = [message for message in messages if message.role in ("user", "assistant")]
    last = max((n for n, message in enumerate(told) if message.role == "user"), default=None)
    if last is None:
        return "", None
    if last >= 2 and (told[last - 2].role, told[last - 1].role) == ("user", "assistant"):
        return told[last].text, (told[last - 2].text, told[last - 1].text)
    return told[last].text, None
