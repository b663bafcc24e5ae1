"""An exchange as the Ask page shows it: sentences with citations, sources and warnings.

The answer's text contains citation numbers. Here they become links to the cited words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import gettext_noop as noted

from pramana.chat.answer_report import quote_address
from pramana.chat.contracts.answers import SNIPPET, AnswerFeedback, Mode, RequestState, TurnView
from pramana.web.formatting import whole_percent
from pramana.web.highlight import word_end
from pramana.web.wording import Label


@dataclass(frozen=True)
class SelectionStart:
    """Where in a document the text that was asked about begins."""

    document_id: UUID
    start: int


@dataclass(frozen=True)
class CitationLink:
    """A citation number in the answer, with its quote and a link to it."""

    number: int
    quote: str
    title: str
    address: str
    is_memory: bool = False


@dataclass(frozen=True)
class AnswerSource:
    """A retrieved passage, with the reason it was retrieved."""

    number: int
    title: str
    section: str
    page: int | None
    snippet: str
    why: str
    share: int
    by_words: bool
    address: str
    is_cited: bool
    is_memory: bool = False
    place: str = ""
    """The cell, slide or mail header of the first quote."""


def citation_links(
    sources: Sequence[dict[str, Any]],
    index: int,
    numbers: Sequence[int],
    place: SelectionStart | None,
) -> Iterator[CitationLink]:
    for number in numbers:
        source = sources[number - 1]
        quotes = [each for each in source["quotes"] if each["sentence"] == index]
        words = " … ".join(each["words"] for each in quotes) or source["snippet"]
        address = quote_url(quotes[0], place) if quotes else ""
        if _is_memory(source):
            yield CitationLink(number, words, source["title"], source["source_url"], is_memory=True)
        else:
            yield CitationLink(number, words, source.get("title", _("The selected text")), address)


def _is_memory(source: dict[str, Any]) -> bool:
    """Whether the source is a memory rather than a document."""
    return source.get("kind") == "memory"


def quote_url(quote: dict[str, Any], place: SelectionStart | None) -> str:
    """The reader at the quoted words. Offsets of a selection are relative to its start."""
    document_id, at = quote["document_id"], 0
    if document_id is None:
        if place is None:
            return ""
        document_id, at = place.document_id, place.start
    return quote_address(document_id, quote, at)


def answer_sources(sources: Sequence[dict[str, Any]]) -> Iterator[AnswerSource]:
    for number, source in enumerate(sources, start=1):
        if "source_url" not in source:  # a selection is not a passage
            continue
        quotes = source["quotes"]
        yield AnswerSource(
            number=number,
            title=source["title"],
            section="" if source["section"] == source["title"] else source["section"],
            page=source["page"],
            snippet=source["snippet"],
            why=source["why"],
            share=whole_percent(source["similarity_score"]),
            by_words=source["match"] == "lexical",
            address=_source_url(source),
            is_cited=bool(quotes),
            is_memory=_is_memory(source),
            place=next((quote["place"] for quote in quotes if quote.get("place")), ""),
        )


def _source_url(source: dict[str, Any]) -> str:
    """The reader at the first words that were used."""
    if _is_memory(source):
        return str(source["source_url"])
    quotes = source["quotes"]
    return quote_url(quotes[0], None) if quotes else _snippet_url(source["document_id"], source)


def _snippet_url(document_id: str, source: dict[str, Any]) -> str:
    """The reader at the start of a passage, found by its first whole words."""
    words = source["snippet"]
    query = urlencode({"quote": words[: word_end(words, SNIPPET - 1)]})
    return f"{reverse('web:library-document', args=[document_id])}?{query}"


REASONS: dict[str, Label] = {
    "words_unavailable": later(
        "Keyword search was unavailable, so only meaning was compared. Try again later."
    ),
    "vectors_unavailable": later(
        "Semantic search was unavailable, so only keywords were compared. Try again later."
    ),
    "encoder_unavailable": later(
        "Semantic search was unavailable, so only keywords were compared. Try again later."
    ),
    "answer_not_supported": later("Sentences without support in the sources were left out."),
    "model_output_invalid": later("The language model's answer could not be verified."),
    "history_not_saved": later("This message could not be saved. Copy it if you need it."),
    "model_timeout": later("The language model took too long."),
    "model_unavailable": later("The language model is not responding."),
    "model_cut_off": later("The language model stopped in the middle."),
    "model_rate_limited": later("The language model is receiving too many requests."),
    "model_busy": later("Too many questions are waiting for the language model."),
    "model_paused": later("The language model failed repeatedly and is paused."),
    "model_declined": later("The language model declined to answer."),
    "model_not_configured": later("No language model is set up. Ask your administrator."),
    "model_quota_exceeded": later("The language model's quota is used up."),
    "model_refused_request": later("The language model's provider refused the request."),
    "model_input_too_long": later("The passages were too long for the language model."),
    "model_error": later("The language model failed."),
}

ENDINGS = (
    noted("The language model does not answer. Try again later; nothing was lost."),
    noted(
        "The language model broke off in the middle of its answer. "
        "Try again later; nothing was lost."
    ),
)
"""What chat says when a model gave no answer; chat composes each from two parts."""


def reason_sentence(code: str) -> str:
    """The sentence for a code; an unknown code is shown as it is."""
    known = REASONS.get(code)
    return str(known) if known else _("Something was unavailable: %(code)s.") % {"code": code}


FEEDBACK: tuple[tuple[AnswerFeedback, Label, str], ...] = (
    (AnswerFeedback.RIGHT, later("Right"), "check"),
    (AnswerFeedback.WRONG, later("Wrong"), "close"),
    (AnswerFeedback.MISSING, later("Something is missing"), "help"),
)
"""Each with its word and its icon."""

NUMBERS = re.compile(r"\s*(\[\d+\])+$")
TOPIC = re.compile("“([^”]+)”")


@dataclass(frozen=True)
class AnswerSentence:
    text: str
    cites: tuple[CitationLink, ...] = ()


@dataclass(frozen=True)
class AnswerView:
    """One exchange, possibly still in progress."""

    turn: TurnView
    sentences: tuple[AnswerSentence, ...]
    sources: tuple[AnswerSource, ...]
    notes: tuple[str, ...]

    @property
    def is_under_way(self) -> bool:
        return not self.turn.state.is_over

    @property
    def is_failed(self) -> bool:
        return self.turn.state is RequestState.FAILED

    @property
    def is_selection(self) -> bool:
        return bool(self.turn.metadata.get("mode") == Mode.SELECTED_TEXT)

    @property
    def has_nothing(self) -> bool:
        return bool(self.turn.metadata.get("mode") == Mode.NO_RESULTS)

    @property
    def topics(self) -> list[str]:
        """Alternative questions, which chat puts in quotation marks."""
        return TOPIC.findall(self.turn.response) if self.has_nothing else []

    @property
    def cited_sources(self) -> list[AnswerSource]:
        return [each for each in self.sources if each.is_cited]

    @property
    def other_sources(self) -> list[AnswerSource]:
        """Sources that were retrieved but not cited."""
        return [each for each in self.sources if not each.is_cited]

    @property
    def engine(self) -> str:
        return str(self.turn.metadata.get("engine") or "")

    @property
    def feedback_choices(self) -> tuple[tuple[AnswerFeedback, Label, str], ...]:
        return FEEDBACK

    @property
    def clipboard_text(self) -> str:
        """The question, answer and sources as copied to the clipboard."""
        listed = [f"[{each.number}] {each.title}" for each in self.cited_sources or self.sources]
        return "\n\n".join([self.turn.query, self.turn.response, "\n".join(listed)]).strip()


def answer_view(turn: TurnView, place: SelectionStart | None = None) -> AnswerView:
    sources = tuple(answer_sources(turn.sources))
    return AnswerView(turn, tuple(_sentences(turn, place)), sources, tuple(_notes(turn.metadata)))


def _sentences(turn: TurnView, place: SelectionStart | None) -> Iterator[AnswerSentence]:
    if turn.state is not RequestState.COMPLETED:
        yield from (AnswerSentence(text.strip()) for text in turn.said)
        return
    for index, sentence in enumerate(turn.metadata.get("sentences", ())):
        text = turn.response[sentence["start"] : sentence["end"]]
        cites = tuple(citation_links(turn.sources, index, sentence["sources"], place))
        yield AnswerSentence(NUMBERS.sub("", text) if cites else text, cites)


def _notes(metadata: dict[str, Any]) -> Iterator[str]:
    """Warnings to show with the answer, one line each."""
    if metadata.get("low_confidence"):
        yield _(
            "The sources match this question only loosely. Read them before relying on this answer."
        )
    if reason := metadata.get("degraded_reason"):
        yield reason_sentence(reason)
    if metadata.get("searched_for"):
        yield _("Searched for: “%(words)s”.") % {"words": metadata["searched_for"]}
