"""Word documents, new and old."""

import pytest
from docx.oxml.parser import parse_xml
from docx.shared import Pt

from pramana.documents.reading.contracts import BlockKind
from pramana.documents.reading.file_reader import document_info, read_pages
from tests.documents.reading.papers import doc, docx, saved


def filled(document) -> None:
    document.core_properties.title = "Report of the year"
    document.add_heading("Findings", 1)
    document.add_paragraph("The court decided.")
    table = document.add_table(2, 3)
    for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = f"cell {number}"
    table.rows[1].cells[0].merge(table.rows[1].cells[1])
    document.add_heading("Reasons", 2)
    document.add_paragraph("नेपाल सरकार <script>alert(1)</script>")


def test_paragraphs_headings_and_tables_keep_their_order_and_places(tmp_path):
    [page] = read_pages(*saved(tmp_path, "a.docx", docx(filled)))
    assert [(h.level, h.text) for h in page.headings] == [(1, "Findings"), (2, "Reasons")]
    assert all(page.text[h.start :].startswith(h.text) for h in page.headings)
    [table] = page.tables
    assert [[cell.columns for cell in row] for row in table.rows] == [[1, 1, 1], [2, 1, 1]]
    assert [cell.text for cell in table.rows[1]] == ["cell 3 cell 4", "", "cell 5"]
    assert all(page.text[c.start : c.end] == c.text for row in table.rows for c in row)
    assert page.text.index("decided") < page.text.index("cell 0") < page.text.index("Reasons")


def test_a_script_is_text_like_any_other(tmp_path):
    [page] = read_pages(*saved(tmp_path, "a.docx", docx(filled)))
    assert "<script>alert(1)</script>" in page.text


def test_a_page_ends_where_word_ended_it(tmp_path):
    def build(document) -> None:
        document.add_paragraph("one")
        document.add_page_break()
        document.add_paragraph("two")

    pages = list(read_pages(*saved(tmp_path, "a.docx", docx(build))))
    assert [(page.number, page.text) for page in pages] == [(0, "one"), (1, "two")]
    assert [p.text for p in read_pages(*saved(tmp_path, "a.docx", docx(build)), first_page=1)] == [
        "two"
    ]


def test_the_stated_title_is_told(tmp_path):
    assert document_info(*saved(tmp_path, "a.docx", docx(filled))).title == "Report of the year"


def test_a_document_typed_in_a_legacy_font_is_converted_with_its_headings(tmp_path):
    def build(document) -> None:
        document.add_heading("g]kfn ;/sf/", 1)
        for _ in range(4):
            document.add_paragraph("lg0f{o ;jf]{Rr cbfnt sfof{no cfof]u ;ldlt cWoIf")

    [page] = read_pages(*saved(tmp_path, "a.docx", docx(build)))
    assert page.read_by == "converted:preeti" and page.flagged
    assert page.headings[0].text == "नेपाल सरकार"
    assert "निर्णय सर्वोच्च अदालत कार्यालय आयोग समिति अध्यक्ष" in page.text


OLD = (
    "अख्तियार दुरुपयोग\rA second paragraph\r\x13HYPERLINK x\x14shown\x15 here\r"
    "a\x07b\x07\x07c\x07d\x07\x07after\x0cpage two\r"
)


def test_an_old_word_file_gives_its_paragraphs_cells_and_pages(tmp_path):
    first, second = read_pages(*saved(tmp_path, "a.doc", doc(OLD)))
    assert first.text.startswith("अख्तियार दुरुपयोग\nA second paragraph\nshown here")
    [table] = first.tables
    assert [[cell.text for cell in row] for row in table.rows] == [["a", "b"], ["c", "d"]]
    assert first.text.endswith("after") and second.text == "page two"


@pytest.mark.parametrize("mark", ["\x13" * 5000, "\x14\x15" * 5000])
def test_fields_that_never_end_do_not_hang_the_reader(tmp_path, mark):
    assert list(read_pages(*saved(tmp_path, "a.doc", doc("x" + mark + "y"))))


def test_lists_have_the_numbers_that_word_shows(tmp_path):
    def build(document) -> None:
        document.add_paragraph("To start the pump:")
        document.add_paragraph("Open the valve.", style="List Number")
        document.add_paragraph("Press start.", style="List Number")
        document.add_paragraph("Bring with you:")
        document.add_paragraph("a torch", style="List Bullet")

    [page] = read_pages(*saved(tmp_path, "a.docx", docx(build)))
    assert page.text.split("\n") == [
        "To start the pump:",
        "1. Open the valve.",
        "2. Press start.",
        "Bring with you:",
        "• a torch",
    ]
    items = [block for block in page.blocks if block.kind is BlockKind.ITEM]
    assert [(item.marker, item.group) for item in items] == [("1.", 1), ("2.", 1), ("•", 2)]


def test_a_heading_by_its_look_is_below_the_last_styled_one(tmp_path):
    def build(document) -> None:
        document.add_heading("Handbook", 1)
        document.add_paragraph().add_run("Opening hours").bold = True
        document.add_paragraph("From ten to five.")
        document.add_paragraph().add_run("Larger words").font.size = Pt(18)
        document.add_paragraph().add_run("Never open the lid.").bold = True

    [page] = read_pages(*saved(tmp_path, "a.docx", docx(build)))
    assert [(h.level, h.text) for h in page.headings] == [
        (1, "Handbook"),
        (2, "Opening hours"),
        (2, "Larger words"),
    ]


def test_what_a_reader_sees_is_text_and_what_was_deleted_is_not(tmp_path):
    def build(document) -> None:
        document.sections[0].header.paragraphs[0].text = "Seti Hydro Company, Pokhara"
        body = document.add_paragraph("Seen. ")._p
        parent = document.element.body
        word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
        body.append(parse_xml(f"<w:ins {word}><w:r><w:t>Added.</w:t></w:r></w:ins>"))
        body.append(parse_xml(f"<w:del {word}><w:r><w:delText>Gone.</w:delText></w:r></w:del>"))
        control = "<w:p><w:r><w:t>In a control.</w:t></w:r></w:p>"
        box = f"<w:sdt {word}><w:sdtContent>{control}</w:sdtContent></w:sdt>"
        parent.insert(1, parse_xml(box))

    [page] = read_pages(*saved(tmp_path, "a.docx", docx(build)))
    assert page.text.split("\n") == [
        "Seti Hydro Company, Pokhara",
        "Seen. Added.",
        "In a control.",
    ]


def test_cells_merged_downwards_leave_the_grid_whole(tmp_path):
    def build(document) -> None:
        table = document.add_table(3, 2)
        for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
            cell.text = f"c{number}"
        table.rows[1].cells[0].merge(table.rows[2].cells[0])
        for cell in table.rows[0].cells:
            cell.paragraphs[0].runs[0].bold = True

    [page] = read_pages(*saved(tmp_path, "a.docx", docx(build)))
    rows = page.tables[0].rows
    assert [[cell.text for cell in row] for row in rows] == [
        ["c0", "c1"],
        ["c2 c4", "c3"],
        ["", "c5"],
    ]
    assert rows[1][0].rows == 2 and all(cell.is_header for cell in rows[0])
