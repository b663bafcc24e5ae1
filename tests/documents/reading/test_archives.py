"""Archives: a table of their files; the files unpacked; and attacks refused before any work."""

import io
import tarfile
import zipfile

import pytest

from pramana.documents.reading.archives import MAX_MEMBERS, unpack_files
from pramana.documents.reading.contracts import ReadOptions
from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.file_reader import document_info, read_pages
from tests.documents.reading.papers import docx, saved, zipped
from tests.documents.reading.samples import CSV, mailbox, message

FILES = {"wells/depths.csv": CSV, "run.exe": b"MZ", "__MACOSX/._x": b"x", "note.txt": b"Dry."}


def tarred(files: dict[str, bytes], mode: str = "w") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


ARCHIVES = {
    "a.zip": zipped(FILES),
    "a.tar": tarred(FILES),
    "a.tar.gz": tarred(FILES, "w:gz"),
    "a.tgz": tarred(FILES, "w:gz"),
}


def unpacked(tmp_path, name, content) -> list[tuple[str, str, bytes]]:
    folder = tmp_path / "unpacked"
    folder.mkdir()
    path, name = saved(tmp_path, name, content)
    files = unpack_files(path, name, str(folder), options=ReadOptions())
    found = []
    for each in files:
        with open(each.path, "rb") as file:
            found.append((each.member, each.filename, file.read()))
    assert {each.parent for each in tmp_path.rglob("*")} <= {tmp_path, folder}
    return found


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_is_a_table_of_its_files(tmp_path, name):
    where = saved(tmp_path, name, ARCHIVES[name])
    assert document_info(*where).pages == 1
    (page,) = read_pages(*where)
    rows = [[cell.text for cell in row] for row in page.tables[0].rows[1:]]
    assert [row[0] for row in rows] == ["wells/depths.csv", "run.exe", "note.txt"]
    assert rows[0][1:] == [str(len(CSV)), ""]
    assert "not a kind of file" in rows[1][2]


@pytest.mark.parametrize("name", ARCHIVES)
def test_the_files_that_can_be_read_are_unpacked(tmp_path, name):
    assert unpacked(tmp_path, name, ARCHIVES[name]) == [
        ("wells/depths.csv", "depths.csv", CSV),
        ("note.txt", "note.txt", b"Dry."),
    ]


@pytest.mark.parametrize(("file", "mail"), [("a.eml", message()), ("a.mbox", mailbox())])
def test_the_attachments_of_a_mail_are_unpacked(tmp_path, file, mail):
    ((member, name, content),) = unpacked(tmp_path, file, mail)
    assert (member, name, content.strip()) == ("1/wells.csv", "wells.csv", CSV.strip())


@pytest.mark.parametrize("make", [zipped, tarred])
def test_a_name_that_leads_elsewhere_is_only_a_name(tmp_path, make):
    name = "a.zip" if make is zipped else "a.tar"
    files = {"../../outside.txt": b"x", "/etc/outside.txt": b"y"}
    found = unpacked(tmp_path, name, make(files))
    assert [filename for _, filename, _ in found] == ["outside.txt", "outside.txt"]
    assert not (tmp_path.parent / "outside.txt").exists()


def test_links_and_folders_of_a_tar_are_passed_over(tmp_path):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, kind in (("a.txt", tarfile.SYMTYPE), ("b.txt", tarfile.LNKTYPE), ("c", b"5")):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        info = tarfile.TarInfo("d.txt")
        info.size = 4
        archive.addfile(info, io.BytesIO(b"Dry."))
    assert unpacked(tmp_path, "a.tar", out.getvalue()) == [("d.txt", "d.txt", b"Dry.")]


def locked_zip() -> bytes:
    content = bytearray(zipped({"a.txt": b"secret"}))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + place] |= 1
    return bytes(content)


def empty_folder() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("folder/", b"")
    return out.getvalue()


BOMB = {"a.txt": bytes(8_000_000)}
MANY = {f"{number}.txt": b"x" for number in range(MAX_MEMBERS + 1)}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.zip", zipped(BOMB), "bomb"),
        ("a.tar.gz", tarred(BOMB, "w:gz"), "bomb"),
        ("a.zip", zipped(MANY), "more than 1000 files"),
        ("a.tar", tarred(MANY), "more than 1000 files"),
        ("a.zip", docx(lambda document: document.add_paragraph("x")), "true extension"),
        ("a.zip", locked_zip(), "password"),
        ("a.zip", empty_folder(), "no files"),
        ("a.zip", zipped(FILES)[:200], "damaged"),
        ("a.tgz", b"\x1f\x8b\x08\x00" + bytes(40), "damaged"),
        ("a.zip", tarred(FILES), "true extension"),
        ("a.txt", tarred(FILES, "w:gz"), "true extension"),
    ],
)
def test_an_archive_beyond_a_limit_is_refused(tmp_path, name, content, said):
    where = saved(tmp_path, name, content)
    with pytest.raises(Unreadable, match=said):
        document_info(*where)
