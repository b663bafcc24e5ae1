"""Answers as sections of a report: numbers of passages become numbers of sources."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from pramana.reports.writers import (
    CitedReport,
    ReportParagraph,
    ReportQuote,
    ReportSection,
    ReportSource,
)

CITATION = re.compile(r"\s*\[(\d{1,4})\]")
LONGEST_QUOTE = 300
"""Characters of a quote in a link."""

AddressOf = Callable[[dict[str, Any]], str]
"""The link to a quote of a source."""
PlaceOf = Callable[[dict[str, Any]], str]
"""Where a quote is, in words: its page or cell."""


def source_key(source: dict[str, Any]) -> str:
    """What makes two passages one source: their document, episode or selection."""
    memory = source.get("memory") or {}
    return str(source.get("document_id") or memory.get("episode_id") or "selection")


def number_sources(answers: Sequence[dict[str, Any]]) -> dict[str, int]:
    """A number for each source that is quoted, in the order in which the answers quote them."""
    quoted = (
        source_key(source)
        for answer in answers
        for source in answer.get("sources", ())
        if source.get("quotes")
    )
    return {key: number for number, key in enumerate(dict.fromkeys(quoted), start=1)}


class AnswerParagraphs:
    """The paragraphs of one answer, with each quote below the sentence that rests on it."""

    def __init__(
        self,
        answer: dict[str, Any],
        numbers: dict[str, int],
        *,
        address_of: AddressOf,
        place_of: PlaceOf,
    ) -> None:
        self._text: str = answer.get("answer") or ""
        self._sources: Sequence[dict[str, Any]] = answer.get("sources", ())
        self._sentences: Sequence[dict[str, Any]] = answer.get("metadata", {}).get("sentences", ())
        self._numbers = numbers
        self._address_of, self._place_of = address_of, place_of
        self._shown: set[int] = set()

    def of_lines(self) -> Iterator[ReportParagraph]:
        """One paragraph for each line of the answer."""
        at = 0
        for line in self._text.splitlines(keepends=True):
            if line.strip():
                quotes = self._quotes_within(at, at + len(line), line)
                yield ReportParagraph(tuple(self._parts(line)), tuple(dict.fromkeys(quotes)))
            at += len(line)

    def of_quoted_sentences(self) -> Iterator[ReportParagraph]:
        """One paragraph for each sentence that has quotes; the others are left out."""
        for place in self._sentences:
            start, end = place["start"], place["end"]
            quotes = tuple(dict.fromkeys(self._quotes_within(start, end, "")))
            if quotes:
                yield ReportParagraph(tuple(self._parts(self._text[start:end])), quotes)

    def _parts(self, text: str) -> Iterator[str | int]:
        """Text and numbers in turn. A number that names no quoted source stays text."""
        at, last = 0, 0
        for match in CITATION.finditer(text):
            number = self._number_of(int(match[1]))
            if number is None:
                continue
            if said := text[at : match.start()].rstrip("\n"):
                yield said
                last = 0
            if number != last:
                yield number
            at, last = match.end(), number
        if rest := text[at:].rstrip():
            yield rest

    def _number_of(self, passage: int) -> int | None:
        if not 1 <= passage <= len(self._sources):
            return None
        source = self._sources[passage - 1]
        return self._numbers.get(source_key(source)) if source.get("quotes") else None

    def _quotes_within(self, start: int, end: int, line: str) -> Iterator[ReportQuote]:
        """The quotes of the sentences that begin there.

        A text that a person edited has no sentences any more: a quote is then shown with the first
        line that names its source.
        """
        if not self._sentences:
            cited = {int(match[1]) for match in CITATION.finditer(line)} - self._shown
            self._shown |= cited
            for passage in sorted(cited):
                if self._number_of(passage) is not None:
                    source = self._sources[passage - 1]
                    yield from (self._quote(source, each) for each in source["quotes"])
            return
        begin = {n for n, each in enumerate(self._sentences) if start <= each["start"] < end}
        for source in self._sources:
            for quote in source.get("quotes", ()):
                if quote["sentence"] in begin:
                    yield self._quote(source, quote)

    def _quote(self, source: dict[str, Any], quote: dict[str, Any]) -> ReportQuote:
        return ReportQuote(
            number=self._numbers[source_key(source)],
            words=" ".join(quote["words"].split()),
            place=self._place_of(quote),
            address=self._address_of(quote),
        )


@dataclass(frozen=True)
class ReportWords:
    """What a report says around its answers, in the reader's language."""

    sources: str = "Sources"
    selection: str = "The selected text"
    somewhere: str = "source"
    page: str = "page %(number)s"
    format_number: Callable[[object], str] = str

    def place(self, quote: dict[str, Any]) -> str:
        """A cell, a slide, a header or a page."""
        if quote.get("place"):
            return str(quote["place"])
        if quote.get("page") is None:
            return self.somewhere if quote.get("document_id") else ""
        return self.page % {"number": self.format_number(quote["page"] + 1)}


def quote_address(document_id: UUID | str, quote: dict[str, Any], at: int = 0) -> str:
    """The reader at the quoted words, whose offsets count from `at`."""
    place = {"start": at + quote["start"], "end": at + quote["end"]}
    return f"/app/documents/{document_id}?" + urlencode(
        {**place, "quote": quote["words"][:LONGEST_QUOTE]}
    )


def report_of_answers(
    title: str,
    answers: Sequence[tuple[str, dict[str, Any]]],
    *,
    absolute: Callable[[str], str],
    words: ReportWords | None = None,
    notes: Sequence[str] = (),
    byline: str = "",
    language: str = "en",
) -> CitedReport:
    """Questions with their answers, one section each, linked to the words that were quoted.

    `absolute` turns a path of this product into an address.
    """
    words = words or ReportWords()
    given = [answer for _question, answer in answers]
    numbers = number_sources(given)

    def address_of(quote: dict[str, Any]) -> str:
        document_id = quote["document_id"]
        return absolute(quote_address(document_id, quote)) if document_id else ""

    def section(question: str, answer: dict[str, Any], note: str) -> ReportSection:
        paragraphs = AnswerParagraphs(answer, numbers, address_of=address_of, place_of=words.place)
        return ReportSection(question, tuple(paragraphs.of_lines()), note)

    noted = zip(answers, notes or [""] * len(answers), strict=True)
    return CitedReport(
        title=title,
        sections=tuple(section(question, answer, note) for (question, answer), note in noted),
        sources=_report_sources(given, numbers, absolute, words),
        byline=byline,
        sources_heading=words.sources,
        language=language,
    )


def _report_sources(
    answers: Sequence[dict[str, Any]],
    numbers: dict[str, int],
    absolute: Callable[[str], str],
    words: ReportWords,
) -> tuple[ReportSource, ...]:
    """Each numbered source with its title and its address."""
    first: dict[str, dict[str, Any]] = {}
    for answer in answers:
        for source in answer["sources"]:
            first.setdefault(source_key(source), source)
    return tuple(
        ReportSource(
            number=number,
            title=first[key].get("title") or words.selection,
            address=_source_address(first[key], absolute),
        )
        for key, number in numbers.items()
    )


def _source_address(source: dict[str, Any], absolute: Callable[[str], str]) -> str:
    if document_id := source.get("document_id"):
        return absolute(f"/app/documents/{document_id}")
    path = str(source.get("source_url", ""))
    return absolute(path) if path.startswith("/") else path
