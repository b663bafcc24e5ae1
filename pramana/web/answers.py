"""An exchange as the Ask page prints it: sentences with their citations, sources, and what to know.

The answer's text comes with our own numbers in it; here they become citations that know which words
they rest on and where those words can be read.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from pramana.chat.contracts.answering import SNIPPET
from pramana.chat.contracts.history import TurnView
from pramana.chat.contracts.states import Mode, RequestState
from pramana.web.degraded import reason_sentence
from pramana.web.highlight import word_end

NUMBERS = re.compile(r"\s*(\[\d+\])+$")
TOPIC = re.compile("“([^”]+)”")
LONGEST_QUOTE = 300


@dataclass(frozen=True)
class Place:
    """Where in a document a selection begins, when the page knows which was asked about."""

    document_id: UUID
    start: int


@dataclass(frozen=True)
class Cite:
    """A number in the answer: the words it rests on, and where they stand."""

    number: int
    quote: str
    title: str
    address: str
    is_memory: bool = False


@dataclass(frozen=True)
class Said:
    text: str
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True)
class Source:
    """A passage that was found, with the reason it is here."""

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


@dataclass(frozen=True)
class Answer:
    """One exchange, as far as it has come."""

    turn: TurnView
    said: tuple[Said, ...]
    sources: tuple[Source, ...]
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
        """What could be asked instead: chat names it between quotation marks."""
        return TOPIC.findall(self.turn.response) if self.has_nothing else []

    @property
    def cited(self) -> list[Source]:
        return [each for each in self.sources if each.is_cited]

    @property
    def uncited(self) -> list[Source]:
        """What was found besides; where nothing was said, that is all there is to show."""
        return [each for each in self.sources if not each.is_cited]

    @property
    def engine(self) -> str:
        return str(self.turn.metadata.get("engine") or "")

    @property
    def copied(self) -> str:
        """The answer as it is put on the clipboard, with its sources below."""
        listed = [f"[{each.number}] {each.title}" for each in self.cited or self.sources]
        return "\n\n".join([self.turn.query, self.turn.response, "\n".join(listed)]).strip()


def answer_of(turn: TurnView, place: Place | None = None) -> Answer:
    sources = tuple(_sources(turn.sources))
    return Answer(turn, tuple(_said(turn, place)), sources, tuple(_notes(turn.metadata)))


def _said(turn: TurnView, place: Place | None) -> Iterator[Said]:
    if turn.state is not RequestState.COMPLETED:
        yield from (Said(text.strip()) for text in turn.said)
        return
    for index, sentence in enumerate(turn.metadata.get("sentences", ())):
        text = turn.response[sentence["start"] : sentence["end"]]
        cites = tuple(_cites(turn.sources, index, sentence["sources"], place))
        yield Said(NUMBERS.sub("", text) if cites else text, cites)


def _cites(
    sources: Sequence[dict[str, Any]], index: int, numbers: Sequence[int], place: Place | None
) -> Iterator[Cite]:
    for number in numbers:
        source = sources[number - 1]
        quotes = [each for each in source["quotes"] if each["sentence"] == index]
        words = " … ".join(each["words"] for each in quotes) or source["snippet"]
        address = _address(quotes[0], place) if quotes else ""
        if _is_memory(source):
            yield Cite(number, words, source["title"], source["source_url"], is_memory=True)
        else:
            yield Cite(number, words, source.get("title", _("The selected text")), address)


def _is_memory(source: dict[str, Any]) -> bool:
    """Whether it was told to a memory: it is read there, and not in a document."""
    return source.get("kind") == "memory"


def _address(quote: dict[str, Any], place: Place | None) -> str:
    """Where the quoted words can be read; a selection's count from where it began."""
    document_id, at = quote["document_id"], 0
    if document_id is None:
        if place is None:
            return ""
        document_id, at = place.document_id, place.start
    where = {"start": at + quote["start"], "end": at + quote["end"]}
    query = urlencode({**where, "quote": quote["words"][:LONGEST_QUOTE]})
    return f"{reverse('web:library-document', args=[document_id])}?{query}"


def _sources(sources: Sequence[dict[str, Any]]) -> Iterator[Source]:
    for number, source in enumerate(sources, start=1):
        if "source_url" not in source:  # a selection is no passage
            continue
        quotes = source["quotes"]
        yield Source(
            number=number,
            title=source["title"],
            section=source["section"],
            page=source["page"],
            snippet=source["snippet"],
            why=source["why"],
            share=round(100 * source["similarity_score"]),
            by_words=source["match"] == "lexical",
            address=_read_at(source),
            is_cited=bool(quotes),
            is_memory=_is_memory(source),
        )


def _read_at(source: dict[str, Any]) -> str:
    """Where a source can be read, at the first words that were used."""
    if _is_memory(source):
        return str(source["source_url"])
    quotes = source["quotes"]
    return _address(quotes[0], None) if quotes else _at_snippet(source["document_id"], source)


def _at_snippet(document_id: str, source: dict[str, Any]) -> str:
    """Where a passage begins: its first words, without the one that was cut off."""
    words = source["snippet"]
    query = urlencode({"quote": words[: word_end(words, SNIPPET - 1)]})
    return f"{reverse('web:library-document', args=[document_id])}?{query}"


def _notes(metadata: dict[str, Any]) -> Iterator[str]:
    """What to know before relying on it, one plain line each."""
    if metadata.get("low_confidence"):
        yield _("The sources fit this question only loosely. Read them before you rely on this.")
    if reason := metadata.get("degraded_reason"):
        yield reason_sentence(reason)
    if metadata.get("searched_for"):
        yield _("Searched for: “%(words)s”.") % {"words": metadata["searched_for"]}
