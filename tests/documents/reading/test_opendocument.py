"""OpenDocument texts: headings, paragraphs, lists, tables, and nothing that is not shown."""

from pramana.documents.reading.contracts import BlockKind
from pramana.documents.reading.file_reader import document_info, read_pages
from tests.documents.reading.papers import saved
from tests.documents.reading.samples import ODT, opendocument


def test_a_text_keeps_its_headings_lists_and_tables(tmp_path):
    where = saved(tmp_path, "a.odt", ODT)
    assert document_info(*where).title == "Plan of the wells"
    (page,) = read_pages(*where)
    assert [(each.text, each.level) for each in page.headings] == [("Wells", 1)]
    assert "The keeper of Khola is Asha Tamang." in page.text
    items = [block for block in page.blocks if block.kind is BlockKind.ITEM]
    assert [(page.text[b.start : b.end], b.level) for b in items] == [("• Khola", 0), ("• dry", 1)]
    (table,) = page.tables
    assert [cell.is_header for cell in table.rows[0]] == [True, True]
    assert table.rows[1][1].text == "42 m"


def test_comments_and_deleted_words_are_left_out_and_footnotes_are_read(tmp_path):
    body = (
        "<text:tracked-changes><text:p>deleted words</text:p></text:tracked-changes>"
        "<text:p>The well<office:annotation><text:p>a comment</text:p></office:annotation> is dry"
        "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Since May."
        "</text:p></text:note-body></text:note>.</text:p>"
    )
    (page,) = read_pages(*saved(tmp_path, "a.odt", opendocument("text", body)))
    assert page.text == "The well is dry (Since May.)."
