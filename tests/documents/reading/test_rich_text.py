"""Rich text: the words without the formatting."""

import pytest

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.reader import document_info, read_pages
from tests.documents.reading.papers import saved
from tests.documents.reading.samples import RTF


def test_words_and_tables_are_read_and_formatting_is_not(tmp_path):
    where = saved(tmp_path, "a.rtf", RTF)
    assert document_info(*where).title == "Report on wells"
    (page,) = read_pages(*where)
    assert "The keeper of Khola is Asha Tamang." in page.text
    assert "The café has no well." in page.text
    assert "Last line." in page.text
    assert "\\" not in page.text
    (table,) = page.tables
    assert [cell.text for cell in table.rows[1]] == ["Khola", "42 m"]


def test_letters_outside_the_code_page_are_read(tmp_path):
    (page,) = read_pages(*saved(tmp_path, "a.rtf", rb"{\rtf1\ansi\uc1 \u2344?\u2350? here.\par}"))
    assert page.text == "नम here."


def test_a_file_without_words_is_refused(tmp_path):
    with pytest.raises(Unreadable, match="no text"):
        list(read_pages(*saved(tmp_path, "a.rtf", rb"{\rtf1\ansi }")))
