"""One report in three formats: the same words, numbers and links, and nothing becomes markup."""

from io import BytesIO
from pathlib import Path

import docx
import pypdfium2 as pdfium
import pytest
from django.conf import settings

from pramana.reports.writers import (
    CitedReport,
    ReportParagraph,
    ReportQuote,
    ReportSection,
    ReportSource,
    report_response,
    write_docx,
    write_markdown,
    write_pdf,
)

LINK = "https://pramana.example/app/documents/7?start=3&end=9"
HOSTILE = "Say #panic() *now* <b>[2](x)</b> $y$ @z \x07"
SENTENCE = "मन्त्रालयले भवन निर्माणका लागि रकम छुट्यायो।"


def report(*, language: str = "en") -> CitedReport:
    quote = ReportQuote(1, "छुट्यायो", "page 3", LINK)
    return CitedReport(
        "Ward hall",
        (
            ReportSection("Who paid?", (ReportParagraph((SENTENCE, 1), (quote,)),)),
            ReportSection(HOSTILE, (ReportParagraph((HOSTILE, 2)),), "Edited by Maya."),
        ),
        (
            ReportSource(1, "भवन बजेट", "", LINK),
            ReportSource(2, "Notes", "SHA-256 00", "https://b.example/x> [y](z)"),
        ),
        byline="16 November 2026",
        language=language,
    )


def test_markdown_keeps_numbers_and_links_and_escapes_the_rest() -> None:
    text = write_markdown(report())
    assert f"{SENTENCE} [1]" in text
    assert f"> [1] “छुट्यायो” ([page 3](<{LINK}>))" in text
    assert "Say \\#panic() \\*now\\* \\<b\\>\\[2\\](x)\\</b\\>" in text
    assert "2. Notes. <https://b.example/x%3E%20[y](z)> SHA-256 00" in text
    assert "*Edited by Maya.*" in text


def test_word_has_headings_quotes_and_links() -> None:
    document = docx.Document(BytesIO(write_docx(report())))
    lines = [(each.style.name, each.text) for each in document.paragraphs]
    assert ("Heading 1", "Who paid?") in lines
    assert ("Normal", f"{SENTENCE} [1]") in lines
    assert ("Quote", "[1] “छुट्यायो” page 3") in lines
    links = {each.target_ref for each in document.part.rels.values() if each.is_external}
    assert LINK in links


@pytest.mark.parametrize("language", ["en", "ne"])
def test_a_pdf_shapes_nepali_and_links_its_sources(language: str) -> None:
    fonts = Path(settings.PRAMANA.assets) / "fonts"
    assert (fonts / "Mukta-Regular.ttf").exists(), "./run setup fetches it"
    document = pdfium.PdfDocument(write_pdf(report(language=language), str(fonts)))
    page = document[0].get_textpage()
    text = " ".join(page.get_text_range().split())
    for words in ("रकम", "लागि", "भवन बजेट", "Say #panic() *now* <b>[2](x)</b> $y$ @z", "1 / 1"):
        assert words in text, words
    names = {each.get_base_name() for each in fonts_of(document[0])}
    assert any(name.endswith("+Mukta-Regular") for name in names), names
    document.close()


def fonts_of(page: pdfium.PdfPage) -> list[pdfium.PdfFont]:
    texts = page.get_objects(filter=[pdfium.raw.FPDF_PAGEOBJ_TEXT])
    return [each.get_font() for each in texts]


def test_an_empty_report_is_written_too() -> None:
    empty = CitedReport("", (ReportSection("", ()),), ())
    assert write_markdown(empty) and write_docx(empty)
    assert write_pdf(empty, "nowhere").startswith(b"%PDF")


def test_a_download_names_its_file_and_type() -> None:
    sent = report_response(report(), "pdf", "ward-hall")
    assert sent["Content-Disposition"] == 'attachment; filename="ward-hall.pdf"'
    assert sent["Content-Type"] == "application/pdf" and sent.content.startswith(b"%PDF")
