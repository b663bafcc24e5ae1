import pytest

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.text import read_text


@pytest.mark.parametrize(
    "content",
    ["नेपाल सरकार".encode(), "\ufeffनेपाल सरकार".encode(), "नेपाल सरकार".encode("utf-16")],
    ids=["utf-8", "with mark", "utf-16"],
)
def test_encodings_people_use_are_read(content):
    assert read_text(content) == "नेपाल सरकार"


def test_an_old_code_page_is_read_as_such():
    assert read_text("café".encode("cp1252")) == "café"


def test_line_ends_become_one_kind():
    assert read_text(b"a\r\nb\rc\n") == "a\nb\nc\n"


def test_letters_are_composed():
    assert read_text("e\u0301".encode()) == "\u00e9"


@pytest.mark.parametrize("content", [b"a\x00b", b"  \n", b"\xef\xbb\xbf"])
def test_what_is_no_text_is_said_to_be_none(content):
    with pytest.raises(Unreadable):
        read_text(content)
