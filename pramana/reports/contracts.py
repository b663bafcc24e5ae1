"""A report as every writer takes it: sections of cited paragraphs, and numbered sources."""

from dataclasses import dataclass
from typing import Literal

ReportFormat = Literal["md", "docx", "pdf"]
REPORT_TYPES: dict[str, str] = {
    "md": "text/markdown; charset=utf-8",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "pdf": "application/pdf",
}


@dataclass(frozen=True)
class ReportQuote:
    """Words of a source, and where they are: in words, and as a link."""

    number: int
    words: str
    place: str = ""
    address: str = ""


@dataclass(frozen=True)
class ReportParagraph:
    parts: tuple[str | int, ...]
    """Text, and between it the numbers of sources."""
    quotes: tuple[ReportQuote, ...] = ()


@dataclass(frozen=True)
class ReportSection:
    heading: str
    paragraphs: tuple[ReportParagraph, ...]
    note: str = ""
    """A line below: who edited the section, or why it is empty."""


@dataclass(frozen=True)
class ReportSource:
    number: int
    title: str
    detail: str = ""
    address: str = ""


@dataclass(frozen=True)
class CitedReport:
    title: str
    sections: tuple[ReportSection, ...]
    sources: tuple[ReportSource, ...]
    byline: str = ""
    sources_heading: str = "Sources"
    language: str = "en"
