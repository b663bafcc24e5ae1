"""The report of a run: its answers as a document, in which each sentence carries its quotes.

Each source is named with its address, the moment it was fetched and the hash of what was fetched,
so that a reader can check later whether the page still says it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import Any, Literal
from uuid import UUID

from django.http import HttpResponse

from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import get_document, stored_page
from pramana.external.contracts import ResearchView
from pramana.external.errors import NoReport
from pramana.kit.scope import Scope

ReportFormat = Literal["md", "docx"]
TYPES: dict[str, str] = {
    "md": "text/markdown; charset=utf-8",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}
NO_ANSWER = "The approved pages do not answer this."


@dataclass(frozen=True)
class ReportSource:
    number: int
    title: str
    address: str
    fetched_at: datetime | None
    sha256: str

    @property
    def line(self) -> str:
        fetched = f" Fetched {self.fetched_at:%Y-%m-%d %H:%M} UTC." if self.fetched_at else ""
        digest = f" SHA-256 {self.sha256}." if self.sha256 else ""
        return f"{self.title}. {self.address}.{fetched}{digest}"


@dataclass(frozen=True)
class ReportSentence:
    text: str
    quotes: tuple[tuple[int, str], ...]
    """The number of a source, and its words."""


@dataclass(frozen=True)
class ReportSection:
    question: str
    sentences: tuple[ReportSentence, ...]


@dataclass(frozen=True)
class ResearchReport:
    title: str
    ended_at: datetime | None
    sections: tuple[ReportSection, ...]
    sources: tuple[ReportSource, ...]


def report_of(scope: Scope, research: ResearchView) -> ResearchReport:
    """The report of an answered run, or `NoReport`."""
    if research.answer is None:
        raise NoReport()
    answers = [research.answer, *research.answer.get("sections", ())]
    numbers = {
        document_id: number
        for number, document_id in enumerate(dict.fromkeys(_cited_documents(answers)), start=1)
    }
    sections = [_section(each, each.get("question", research.text), numbers) for each in answers]
    sources = [_source(scope, UUID(document), n) for document, n in numbers.items()]
    return ResearchReport(research.text, research.ended_at, tuple(sections), tuple(sources))


def _cited_documents(answers: list[dict[str, Any]]) -> Iterator[str]:
    for answer in answers:
        for source in answer.get("sources", ()):
            if source.get("quotes") and source.get("document_id"):
                yield source["document_id"]


def _section(answer: dict[str, Any], question: str, numbers: dict[str, int]) -> ReportSection:
    """Only sentences with quotes: a report says nothing that no source says."""
    text, sources = answer.get("answer") or "", answer.get("sources", ())
    sentences = []
    for index, place in enumerate(answer.get("metadata", {}).get("sentences", ())):
        quotes = [
            (numbers[source["document_id"]], " ".join(quote["words"].split()))
            for source in sources
            for quote in source.get("quotes", ())
            if quote["sentence"] == index and source.get("document_id") in numbers
        ]
        if quotes:
            said = _without_numbers(text[place["start"] : place["end"]], place["sources"])
            sentences.append(ReportSentence(said, tuple(dict.fromkeys(quotes))))
    return ReportSection(question, tuple(sentences))


def _without_numbers(sentence: str, sources: list[int]) -> str:
    """The sentence without the chat's citation numbers, which count passages."""
    for number in sources:
        sentence = sentence.replace(f"[{number}]", "")
    return " ".join(sentence.split())


def _source(scope: Scope, document_id: UUID, number: int) -> ReportSource:
    try:
        document = get_document(scope, document_id)
    except DocumentNotFound:  # the answer goes with its documents, so this is a race at worst
        return ReportSource(number, "A deleted document", "", None, "")
    origin = document.origin
    stored = stored_page(scope, origin.address) if origin else None
    return ReportSource(
        number=number,
        title=document.title,
        address=origin.address if origin else document.source_url,
        fetched_at=origin.fetched_at if origin else None,
        sha256=stored.sha256 if stored else "",
    )


def markdown_of(report: ResearchReport) -> str:
    """The report in Markdown. Text of sources is escaped: it cannot become markup."""
    lines = [f"# {_plain(report.title)}", ""]
    for section in report.sections:
        if len(report.sections) > 1 or section.question != report.title:
            lines += [f"## {_plain(section.question)}", ""]
        for sentence in section.sentences:
            marks = "".join(f" [{n}]" for n in dict.fromkeys(n for n, _ in sentence.quotes))
            lines += [f"{_plain(sentence.text)}{marks}", ""]
            lines += [f"> [{number}] “{_plain(words)}”\n" for number, words in sentence.quotes]
        if not section.sentences:
            lines += [NO_ANSWER, ""]
    lines += ["## Sources", ""]
    lines += [f"{source.number}. {_plain(source.line)}" for source in report.sources]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """One line in which no character begins markup.

    >>> _plain("a *b*\\n# <c> [d](e)")
    'a \\\\*b\\\\* \\\\# \\\\<c\\\\> \\\\[d\\\\](e)'
    """
    line = " ".join(text.split())
    return "".join(f"\\{char}" if char in "\\`*_#<>[]|~" else char for char in line)


def docx_of(report: ResearchReport) -> bytes:
    """The report as a Word document."""
    from docx import Document  # loads slowly

    document = Document()
    document.add_heading(_xml_text(report.title), level=0)
    for section in report.sections:
        document.add_heading(_xml_text(section.question), level=1)
        for sentence in section.sentences:
            marks = "".join(f" [{n}]" for n in dict.fromkeys(n for n, _ in sentence.quotes))
            document.add_paragraph(_xml_text(sentence.text) + marks)
            for number, words in sentence.quotes:
                document.add_paragraph(f"[{number}] “{_xml_text(words)}”", style="Quote")
        if not section.sentences:
            document.add_paragraph(NO_ANSWER)
    document.add_heading("Sources", level=1)
    for source in report.sources:
        document.add_paragraph(f"[{source.number}] {_xml_text(source.line)}")
    content = BytesIO()
    document.save(content)
    return content.getvalue()


def _xml_text(text: str) -> str:
    """The text without control characters, which XML cannot hold."""
    return "".join(char for char in text if char.isprintable() or char in "\n\t")


def file_response(report: ResearchReport, kind: ReportFormat) -> HttpResponse:
    """The report as a file to save."""
    content = docx_of(report) if kind == "docx" else markdown_of(report).encode()
    response = HttpResponse(content, content_type=TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="report.{kind}"'
    return response
