"""Reports with numbered sources, and their writers. Text of sources cannot become markup."""

import json
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from django.conf import settings
from django.http import HttpResponse

from pramana.jobs.cpu import run_cpu

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph


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


TEMPLATE = Path(__file__).with_name("report.typ")
MARKUP = "\\`*_#<>[]|~"
HYPERLINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"


def report_file(report: CitedReport, kind: ReportFormat) -> bytes:
    """The report in a format. Word and PDF are made in the CPU pool."""
    if kind == "md":
        return write_markdown(report).encode()
    if kind == "docx":
        content: bytes = run_cpu("pramana.reports.writers.write_docx", report)
    else:
        fonts = str(settings.PRAMANA.assets / "fonts")
        content = run_cpu("pramana.reports.writers.write_pdf", report, fonts)
    return content


def report_response(report: CitedReport, kind: ReportFormat, name: str = "report") -> HttpResponse:
    """The report as a file to save."""
    response = HttpResponse(report_file(report, kind), content_type=REPORT_TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


def write_markdown(report: CitedReport) -> str:
    lines = [f"# {_plain(report.title)}", ""]
    if report.byline:
        lines += [_plain(report.byline), ""]
    for section in report.sections:
        lines += _markdown_section(section, report)
    lines += [f"## {_plain(report.sources_heading)}", ""] if report.sources else []
    lines += [_markdown_source(source) for source in report.sources]
    return "\n".join(lines).rstrip() + "\n"


def _markdown_section(section: ReportSection, report: CitedReport) -> list[str]:
    is_named = len(report.sections) > 1 or section.heading != report.title
    lines = [f"## {_plain(section.heading)}", ""] if is_named else []
    for paragraph in section.paragraphs:
        lines += ["".join(_markdown_part(part) for part in paragraph.parts).strip(), ""]
        lines += [f"> {_markdown_quote(quote)}\n" for quote in paragraph.quotes]
    return [*lines, f"*{_plain(section.note)}*", ""] if section.note else lines


def _markdown_part(part: str | int) -> str:
    return f" [{part}]" if isinstance(part, int) else _plain(part, keep_ends=True)


def _markdown_quote(quote: ReportQuote) -> str:
    place = _plain(quote.place)
    if quote.address:
        place = f"[{place or '→'}](<{_address(quote.address)}>)"
    return f"[{quote.number}] “{_plain(quote.words)}”" + (f" ({place})" if place else "")


def _markdown_source(source: ReportSource) -> str:
    address = f" <{_address(source.address)}>" if source.address else ""
    detail = f" {_plain(source.detail)}" if source.detail else ""
    return f"{source.number}. {_plain(source.title)}.{address}{detail}"


def _plain(text: str, *, keep_ends: bool = False) -> str:
    """One line in which no character begins markup.

    >>> _plain("a *b*\\n# <c> [d](e)")
    'a \\\\*b\\\\* \\\\# \\\\<c\\\\> \\\\[d\\\\](e)'
    """
    line = " ".join(text.split())
    if keep_ends:
        line = f"{' ' * text[:1].isspace()}{line}{' ' * (bool(line) and text[-1:].isspace())}"
    return "".join(f"\\{char}" if char in MARKUP else char for char in line)


def _address(text: str) -> str:
    """An address that cannot end its link.

    >>> _address("https://a.example/x> [y](z)")
    'https://a.example/x%3E%20[y](z)'
    """
    return "".join(
        char if char.isprintable() and char not in "<> \\" else f"%{ord(char):02X}" for char in text
    )


def write_docx(report: CitedReport) -> bytes:
    from docx import Document  # loads slowly

    document = Document()
    document.add_heading(_xml_text(report.title), level=0)
    if report.byline:
        document.add_paragraph(_xml_text(report.byline))
    for section in report.sections:
        document.add_heading(_xml_text(section.heading), level=1)
        for paragraph in section.paragraphs:
            _add_docx_paragraph(document, paragraph)
        if section.note:
            document.add_paragraph().add_run(_xml_text(section.note)).italic = True
    if report.sources:
        document.add_heading(_xml_text(report.sources_heading), level=1)
    for source in report.sources:
        line = document.add_paragraph(f"[{source.number}] {_xml_text(source.title)}. ")
        _add_docx_link(line, source.address, source.address)
        line.add_run(f" {_xml_text(source.detail)}" if source.detail else "")
    content = BytesIO()
    document.save(content)
    return content.getvalue()


def _add_docx_paragraph(document: "Document", paragraph: ReportParagraph) -> None:
    texts = (f" [{part}]" if isinstance(part, int) else part for part in paragraph.parts)
    document.add_paragraph(_xml_text("".join(texts)).strip())
    for quote in paragraph.quotes:
        line = document.add_paragraph(f"[{quote.number}] “{_xml_text(quote.words)}” ", "Quote")
        _add_docx_link(line, quote.place or quote.address, quote.address)


def _add_docx_link(line: "Paragraph", text: str, address: str) -> None:
    """Add the text, as a link where there is an address."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    run = line.add_run(_xml_text(text))
    if not address:
        return
    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), line.part.relate_to(_address(address), HYPERLINK, is_external=True))
    run.underline = True
    link.append(run._r)
    line._p.append(link)


def _xml_text(text: str) -> str:
    """The text without control characters, which XML cannot hold."""
    return "".join(char for char in text if char.isprintable() or char in "\n\t\u200c\u200d")


def write_pdf(report: CitedReport, fonts: str) -> bytes:
    """Typeset the report. It reaches the template as JSON, so nothing in it is run as markup."""
    import typst  # only in the CPU pool

    content: Any = typst.compile(
        str(TEMPLATE),
        root=str(TEMPLATE.parent),
        font_paths=[fonts],
        sys_inputs={"report": json.dumps(_printable(asdict(report)))},
    )
    return bytes(content)


def _printable(value: Any) -> Any:
    """The same value with texts that a page can show."""
    if isinstance(value, str):
        return _xml_text(value)
    if isinstance(value, dict):
        return {key: _printable(each) for key, each in value.items()}
    return [_printable(each) for each in value] if isinstance(value, list | tuple) else value
