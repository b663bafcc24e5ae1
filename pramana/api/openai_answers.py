"""Answers in OpenAI's shape: whole or in pieces, with citations as annotations."""

import re
import time
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote as percent_encode
from uuid import UUID

from pramana.api.openai_wire import (
    ChatCompletion,
    CompletionChoice,
    CompletionMessage,
    CompletionRequest,
    TokenUsage,
    UrlCitation,
    WireAnnotation,
)
from pramana.chat.answer_report import quote_address
from pramana.chat.contracts.answers import ChatResponse, Citation, QuoteOut, SelectedTextCitation

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
