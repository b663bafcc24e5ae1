"""Files made to hurt, or that are not what they say: refused with a reason, before any work."""

import pytest

from pramana.documents.reading.contracts import FileKind
from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.file_kinds import identify_file
from pramana.documents.reading.file_reader import document_info, read_pages
from tests.documents.reading.papers import (
    doc,
    docx,
    ole,
    pdf,
    png_header,
    saved,
    with_part,
    zipped,
)

ENTITIES = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "boom">]><w:document/>'
UTF16_ENTITIES = '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x [<!ENTITY a "b">]><x/>'.encode(
    "utf-16"
)
REFUSED = {
    "nothing in it": ("a.txt", b"", "empty"),
    "only white space": ("a.txt", b" \n\t ", "empty"),
    "only zeros": ("a.md", bytes(5000), "empty"),
    "NUL bytes": ("a.txt", b"text\x00more", "NUL"),
    "NUL bytes far in": ("a.txt", b"text " * 1000 + b"\x00", "NUL"),
    "an unknown extension": ("a.exe", b"MZ", "kind of file"),
    "no extension": ("README", b"text", "kind of file"),
    "a PDF called text": ("a.txt", pdf([]), "true extension"),
    "a PDF called Word": ("a.docx", pdf([]), "true extension"),
    "text called PDF": ("a.pdf", b"hello", "bytes are not"),
    "a picture of another kind": ("a.jpg", png_header(10, 10), "true extension"),
    "a zip that is no Word document": ("a.docx", zipped({"x.txt": b"x"}), "not a Word document"),
    "a zip bomb": ("a.docx", with_part("word/media/x.bin", bytes(8_000_000)), "zip bomb"),
    "XML entities": ("a.docx", with_part("word/document.xml", ENTITIES), "entities"),
    "XML entities in UTF-16": ("a.docx", with_part("word/styles.xml", UTF16_ENTITIES), "entities"),
    "a zip cut off": ("a.docx", docx(lambda d: d.add_paragraph("x"))[:2000], "damaged"),
    "an image bomb": ("a.png", png_header(40_000, 25_000), "million pixels"),
    "a picture cut off": ("a.png", png_header(2_000, 2_000), "damaged"),
    "an Office file of another kind": ("a.doc", ole({"Workbook": b"x"}), "another kind"),
    "a locked .doc": ("a.doc", doc("secret", flags=0x0300), "password"),
    "a .doc cut off": ("a.doc", doc("text")[:700], "damaged"),
}


@pytest.mark.parametrize(("name", "content", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_it_is_refused_with_a_reason(tmp_path, name, content, said):
    where = saved(tmp_path, name, content)
    with pytest.raises(Unreadable, match=said) as refusal:
        told_and_read(*where)
    assert refusal.value.message.endswith(".")


def told_and_read(path: str, name: str) -> None:
    document_info(path, name)
    list(read_pages(path, name))


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("A.PDF", pdf([]), FileKind.PDF),
        ("a.html", b"<p>x</p>", FileKind.HTML),
        ("a.markdown", b"# x", FileKind.MARKDOWN),
        ("a.txt", "नेपाल".encode("utf-16"), FileKind.TEXT),
        ("a.pdf", b"junk before\n" + pdf([]), FileKind.PDF),
    ],
)
def test_bytes_and_name_that_agree_are_taken(tmp_path, name, content, kind):
    assert identify_file(*saved(tmp_path, name, content)).kind is kind
