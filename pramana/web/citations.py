"""The numbers and sources of an answer: the words they rest on, and where those can be read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from pramana.chat.contracts.answering import SNIPPET
from pramana.web.figures import hundredths
from pramana.web.highlight import word_end

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


def cites_of(
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


def sources_of(sources: Sequence[dict[str, Any]]) -> Iterator[Source]:
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
            share=hundredths(source["similarity_score"]),
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
