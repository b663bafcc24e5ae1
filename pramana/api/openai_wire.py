"""Chat in OpenAI's shape: requests, answers whole or in pieces, and citations as annotations."""

import json
import re
import time
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal
from urllib.parse import quote as percent_encode
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from pramana.chat.answer_report import quote_address
from pramana.chat.contracts.answers import ChatResponse, Citation, QuoteOut, SelectedTextCitation
from pramana.kit.errors import AppError

LONGEST_TITLE = 60


class Unsupported(AppError):
    """The request asks for something that would be ignored, or answered wrongly, without a word."""

    code = "unsupported_parameter"
    status = 400

    def __init__(self, parameter: str, message: str) -> None:
        super().__init__(message, details={"param": parameter})


class MessagePart(BaseModel):
    """A part of a message. Only texts are read."""

    model_config = ConfigDict(extra="ignore")

    type: str
    text: str = ""

    @property
    def is_text(self) -> bool:
        return self.type in ("text", "input_text")


class WireMessage(BaseModel):
    """A message of the conversation as the client sends it."""

    model_config = ConfigDict(extra="ignore")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[MessagePart] | None = None

    @property
    def text(self) -> str:
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.is_text).strip()
        return (self.content or "").strip()

    @property
    def is_text(self) -> bool:
        return not isinstance(self.content, list) or all(part.is_text for part in self.content)


class StreamOptions(BaseModel):
    model_config = ConfigDict(extra="ignore")

    include_usage: bool = False


class CompletionRequest(BaseModel):
    """What is asked. Parameters of sampling and offered tools are accepted and have no effect."""

    model_config = ConfigDict(extra="ignore")

    model: Annotated[str, Field(min_length=1, max_length=200)]
    messages: Annotated[list[WireMessage], Field(min_length=1)]
    stream: bool = False
    stream_options: StreamOptions | None = None
    n: int | None = Field(default=None, description="One answer is given: 1.")
    response_format: dict[str, Any] | None = Field(default=None, description="Only `text`.")
    tool_choice: str | dict[str, Any] | None = Field(
        default=None, description="`auto` or `none`; a tool is never called."
    )

    def check(self) -> None:
        """Refuse what a client would otherwise miss in the answer only later."""
        if self.n not in (None, 1):
            raise Unsupported("n", "One answer is given to a request. Leave out `n`.")
        if self.response_format and self.response_format.get("type", "text") != "text":
            raise Unsupported(
                "response_format",
                "Answers are sentences with citations, not JSON. Leave out `response_format`;"
                " use the extraction agent to fill fields.",
            )
        if self.tool_choice not in (None, "auto", "none"):
            raise Unsupported(
                "tool_choice", "Tools are never called. Leave out `tool_choice`, or set `auto`."
            )


class UrlCitation(BaseModel):
    """A citation in OpenAI's shape, with the quote and its place beside it."""

    number: int = Field(description="The number in brackets after the sentence.")

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


GIVEN_CONTEXT = re.compile(r"<(context|attached_files|attached_knowledge)>.*</\1>", re.DOTALL)
"""Material that programs put beside a question: that of Open WebUI, and a habit of LangChain's."""
QUOTED_CHAT = re.compile(r"<chat_history>\s*(.*?)\s*</chat_history>", re.DOTALL)
QUOTED_QUESTION = re.compile(r"^USER: (.*?)(?=\n(?:USER|ASSISTANT): |\Z)", re.DOTALL | re.MULTILINE)
EXPECTED_KEY = re.compile(r'\{\s*"(\w+)"\s*:')


def conversation(messages: Sequence[WireMessage]) -> tuple[str, tuple[str, str] | None]:
    """The question, which is the last message of the user, and the exchange before it.

    >>> said = [("user", "Who is mayor?"), ("assistant", "Sita Rai."), ("user", "Since when?")]
    >>> conversation([WireMessage(role=role, content=text) for role, text in said])
    ('Since when?', ('Who is mayor?', 'Sita Rai.'))
    """
    exchanged = [message for message in messages if message.role in ("user", "assistant")]
    last = max((n for n, each in enumerate(exchanged) if each.role == "user"), default=None)
    if last is None:
        return "", None
    if not exchanged[last].is_text:
        raise Unsupported(
            "messages",
            "Pictures, sounds and files in a message are not read."
            " Add the file to the documents, then ask about it.",
        )
    question = exchanged[last].text
    if GIVEN_CONTEXT.search(question):
        raise Unsupported(
            "messages",
            "Answers rest on the documents here, not on context or files in a message."
            " Add the files to the documents, then send the question alone.",
        )
    before = exchanged[max(last - 2, 0) : last]
    if [message.role for message in before] == ["user", "assistant"]:
        return question, (before[0].text, before[1].text)
    return question, None


def reply_to_program(text: str) -> str | None:
    """The reply to a chat program that asks about its own conversation; None for other texts.

    Open WebUI asks for a title, tags, follow-ups and search queries after an answer. Documents do
    not say them, so only what the conversation itself gives is in the reply.

    >>> quoted = "<chat_history>USER: Who is mayor?\\nASSISTANT: Sita Rai.</chat_history>"
    >>> reply_to_program('Give a title as JSON: { "title": "The title" } ' + quoted)
    '{"title": "Who is mayor?"}'
    >>> reply_to_program("Who is mayor?")
    """
    chat, key = QUOTED_CHAT.search(text), EXPECTED_KEY.search(text)
    if not chat or not key:
        return None
    questions = [" ".join(each.split()) for each in QUOTED_QUESTION.findall(chat[1])] or [""]
    replies: dict[str, str | list[str]] = {
        "title": _shortened(questions[0]),
        "queries": questions[-1:],
        "tags": [],
        "follow_ups": [],
    }
    return json.dumps({key[1]: replies.get(key[1], "")}, ensure_ascii=False)


def _shortened(text: str) -> str:
    if len(text) <= LONGEST_TITLE:
        return text
    return text[:LONGEST_TITLE].rsplit(" ", 1)[0] + "…"


MARKS = re.compile(r"(?:\[\d+\])+$")
MARK = re.compile(r"\[(\d+)\]")
Absolute = Callable[[str], str]
"""Turns a path of this product into an address."""


class CitationNumbers:
    """The numbers after sentences, counted by the sources that the answer cites.

    Programs count the annotations: for them `[2]` is the second source among these, while an answer
    of ours counts the sources that were found, cited or not.

    >>> numbers = CitationNumbers()
    >>> numbers.renumber("Twelve lamps. [3]"), numbers.renumber(" Nine came. [1][3]")
    ('Twelve lamps. [1]', ' Nine came. [2][1]')
    """

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}

    def number(self, source: int) -> int:
        return self._numbers.setdefault(source, len(self._numbers) + 1)

    def renumber(self, sentence: str) -> str:
        """A sentence with its numbers, which are at its end."""
        return MARKS.sub(
            lambda marks: MARK.sub(lambda mark: f"[{self.number(int(mark[1]))}]", marks[0]),
            sentence,
        )


def completion(
    request: CompletionRequest, request_id: UUID, content: str, cited: Sequence[WireAnnotation] = ()
) -> ChatCompletion:
    """A finished answer."""
    message = CompletionMessage(content=content, annotations=list(cited))
    return ChatCompletion(
        id=_completion_id(request_id),
        created=int(time.time()),
        model=request.model,
        choices=[CompletionChoice(message=message)],
        usage=token_usage(request, content),
    )


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
        "id": _completion_id(request_id),
        "object": "chat.completion.chunk",
        "created": created,
        "model": request.model,
        "choices": [choice],
    }


def _completion_id(request_id: UUID) -> str:
    return f"chatcmpl-{request_id.hex}"


def token_usage(request: CompletionRequest, content: str) -> TokenUsage:
    asked = sum(len(message.text.split()) for message in request.messages)
    answered = len(content.split())
    return TokenUsage(
        prompt_tokens=asked, completion_tokens=answered, total_tokens=asked + answered
    )


def cited_answer(response: ChatResponse, absolute: Absolute) -> tuple[str, list[WireAnnotation]]:
    """The text with its numbers, and every quote as an annotation of the sentence that rests on it.

    Annotations are in the order of the numbers, so that a program that counts them finds them.
    """
    text = response.answer or response.fallback_message or ""
    numbers, content, places, at = CitationNumbers(), "", [], 0
    for sentence in response.metadata.sentences:
        content += text[at : sentence.start]
        written = numbers.renumber(text[sentence.start : sentence.end])
        places.append((len(content), len(content) + len(written)))
        content, at = content + written, sentence.end
    content += text[at:]
    cited = [
        _annotation(source, quote, numbers.number(n), places[quote.sentence], absolute)
        for n, source in enumerate(response.sources, start=1)
        for quote in source.quotes
        if quote.sentence < len(places)
    ]
    cited.sort(key=lambda each: (each.url_citation.number, each.url_citation.start_index))
    return content, cited


def _annotation(
    source: Citation, quote: QuoteOut, number: int, place: tuple[int, int], absolute: Absolute
) -> WireAnnotation:
    citation = UrlCitation(
        number=number,
        start_index=place[0],
        end_index=place[1],
        url=_address(source, absolute),
        title="" if isinstance(source, SelectedTextCitation) else source.title,
        quote=quote.words,
        document_id=quote.document_id,
        page=quote.page,
        place=quote.place,
    )
    return WireAnnotation(url_citation=citation)


def _address(source: Citation, absolute: Absolute) -> str:
    """Where the first quoted words of a source are: on its web page, or in our reader.

    Programs take two citations with one address for one source, so sources never share one.
    """
    if isinstance(source, SelectedTextCitation):
        return ""
    first = source.quotes[0]
    if source.source_url.startswith(("http:", "https:")):
        page, _, anchor = source.source_url.partition("#")
        return f"{page}#{anchor}:~:text={percent_encode(' '.join(first.words.split()), safe='')}"
    if source.document_id:
        return absolute(quote_address(source.document_id, first.model_dump()))
    return absolute(source.source_url) if source.source_url else ""
