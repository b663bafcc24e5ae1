"""Slides of PowerPoint and OpenDocument: a page each, with titles, items, tables and notes."""

from pramana.documents.reading.contracts import BlockKind
from pramana.documents.reading.file_reader import document_info, read_pages
from tests.documents.reading.papers import saved
from tests.documents.reading.samples import ODP, presentation

SHOW = presentation()


def test_a_presentation_has_a_page_per_slide(tmp_path):
    where = saved(tmp_path, "a.pptx", SHOW)
    info = document_info(*where)
    assert (info.pages, info.title) == (2, "Wells of Ilam")
    first, second = read_pages(*where)
    assert [each.text for each in first.headings] == ["What we found", "Notes"]
    assert [each.text for each in second.headings] == ["Depths"]


def test_items_text_boxes_and_notes_are_in_the_text(tmp_path):
    first, _ = read_pages(*saved(tmp_path, "a.pptx", SHOW))
    items = [block for block in first.blocks if block.kind is BlockKind.ITEM]
    assert [(first.text[b.start : b.end], b.level) for b in items] == [
        ("• Two wells are dry", 0),
        ("• Khola since May", 1),
    ]
    assert "Survey of 2026" in first.text.split("\n")
    assert first.text.endswith("Notes\nAsk Asha Tamang for the photographs.")


def test_the_figures_of_tables_and_charts_are_tables(tmp_path):
    _, second = read_pages(*saved(tmp_path, "a.pptx", SHOW))
    table, chart = second.tables
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["Well", "Depth"],
        ["Khola", "42 m"],
    ]
    assert table.rows[0][0].is_header and not table.rows[1][0].is_header
    assert [[cell.text for cell in row] for row in chart.rows] == [
        ["", "Rain (mm)"],
        ["2024", "1800"],
        ["2025", "1650.5"],
    ]


def test_an_opendocument_presentation_is_read_alike(tmp_path):
    where = saved(tmp_path, "a.odp", ODP)
    assert document_info(*where).pages == 1
    (page,) = read_pages(*where)
    assert page.text.split("\n") == [
        "What we found",
        "• Two wells are dry",
        "",
        "Notes",
        "Ask Asha.",
    ]
