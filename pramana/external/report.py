"""The report of a run: its answers as a document, in which each sentence carries its quotes.

Each source is named with its address, the moment it was fetched and the hash of what was fetched,
so that a reader can check later whether the page still says it.
"""

from typing import Any
from uuid import UUID

from pramana.chat.answer_report import AnswerParagraphs, number_sources
from pramana.documents.errors import DocumentNotFound
from pramana.documents.selectors import get_document, stored_page
from pramana.external.contracts import ResearchView
from pramana.external.errors import NoReport
from pramana.kit.scope import Scope
from pramana.reports.writers import CitedReport, ReportSection, ReportSource

NO_ANSWER = "The approved pages do not answer this."


def research_report(scope: Scope, research: ResearchView) -> CitedReport:
    """The report of an answered run, or `NoReport`."""
    if research.answer is None:
        raise NoReport()
    answers = [research.answer, *research.answer.get("sections", ())]
    numbers = number_sources(answers)
    sections = [_section(each, each.get("question", research.text), numbers) for each in answers]
    sources = [_source(scope, UUID(document), n) for document, n in numbers.items()]
    return CitedReport(research.text, tuple(sections), tuple(sources))


def _section(answer: dict[str, Any], question: str, numbers: dict[str, int]) -> ReportSection:
    """Only sentences with quotes: a report says nothing that no source says."""
    paragraphs = AnswerParagraphs(
        answer, numbers, address_of=lambda _quote: "", place_of=lambda _quote: ""
    )
    quoted = tuple(paragraphs.of_quoted_sentences())
    return ReportSection(question, quoted, "" if quoted else NO_ANSWER)


def _source(scope: Scope, document_id: UUID, number: int) -> ReportSource:
    try:
        document = get_document(scope, document_id)
    except DocumentNotFound:  # the answer goes with its documents, so this is a race at worst
        return ReportSource(number, "A deleted document")
    origin = document.origin
    stored = stored_page(scope, origin.address) if origin else None
    fetched = f"Fetched {origin.fetched_at:%Y-%m-%d %H:%M} UTC." if origin else ""
    digest = f"SHA-256 {stored.sha256}." if stored else ""
    return ReportSource(
        number=number,
        title=document.title,
        detail=f"{fetched} {digest}".strip(),
        address=origin.address if origin else document.source_url,
    )
