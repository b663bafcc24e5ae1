"""Archives (.zip, .tar, .tar.gz): a table of their files, and the files themselves.

Names inside an archive are never used as paths on disk. Sizes are counted while unpacking, because
stated sizes can be false. Links, devices and folders are passed over.
"""

import os
import tarfile
import zipfile
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from pramana.documents.reading.contracts import FileKind, ReadOptions, SourceFile
from pramana.documents.reading.errors import Unreadable, report_damage
from pramana.documents.reading.file_kinds import CHUNK, HEAD_BYTES, identify_file, is_bomb, kind_of
from pramana.documents.reading.mail import attachments, open_mailbox, open_message
from pramana.documents.reading.page_builder import CellContent, PageBuilder

MAIL_KINDS = frozenset({FileKind.EML, FileKind.MSG, FileKind.MBOX})
CONTAINER_KINDS = frozenset({FileKind.ZIP, FileKind.TAR, *MAIL_KINDS})
"""Kinds of files that hold other files, which become documents of their own."""

MAX_MEMBERS = 1_000
MAX_NAME = 1_000
LEFT_OUT = ("__MACOSX/", ".DS_Store", "Thumbs.db")
"""Files that programs put into archives for themselves."""

HEADER = ("File", "Bytes", "Not taken because")
OFFICE_PART = "[Content_Types].xml"


@dataclass(frozen=True, slots=True)
class ContainedFile:
    """A file that was unpacked from another one, and where it lies now."""

    member: str
    """Its path inside the archive, or the number and name of an attachment."""

    filename: str
    path: str


Member = tuple[str, IO[bytes]]
"""The path of a file inside an archive, and its bytes."""


def archive_pages(source: SourceFile, options: ReadOptions) -> Iterator[PageBuilder]:
    """One page: the name of the archive, and a table of its files with why some are not taken."""
    rows = [[CellContent(name, is_header=True) for name in HEADER]]
    for name, head, size in _unpack(source, options):
        rows.append([CellContent(text) for text in (name, str(size), _refusal(name, head))])
    if len(rows) == 1:
        raise Unreadable("The archive holds no files.")
    page = PageBuilder()
    page.heading(source.filename, 1)
    page.table(rows)
    yield page


def check_archive(source: SourceFile, options: ReadOptions) -> None:
    """Unpack everything to nowhere: raises where the archive is damaged or exceeds a limit."""
    for _ in archive_pages(source, options):
        pass


def unpack_files(
    path: str, filename: str, folder: str, *, options: ReadOptions
) -> Iterator[ContainedFile]:
    """Unpack the files that can be read into a folder, one by one, under names of our own."""
    source = identify_file(path, filename)
    with report_damage(source.kind.value):
        if source.kind in MAIL_KINDS:
            yield from _attached_files(source, folder)
            return
        for number, (name, head, _) in enumerate(_unpack(source, options, folder), start=1):
            target = Path(folder, str(number))
            if _refusal(name, head):
                target.unlink()
            else:
                yield ContainedFile(name, PurePosixPath(name).name, str(target))


def _attached_files(source: SourceFile, folder: str) -> Iterator[ContainedFile]:
    is_mailbox = source.kind is FileKind.MBOX
    messages = open_mailbox(source.path) if is_mailbox else [open_message(source)]
    attached = (each for message in messages for each in attachments(message))
    for number, (name, content) in enumerate(attached, start=1):
        plain = PurePosixPath(name.replace("\\", "/")).name
        if number > MAX_MEMBERS or _refusal(plain, content[:HEAD_BYTES]):
            continue
        target = Path(folder, str(number))
        target.write_bytes(content)
        yield ContainedFile(f"{number}/{plain}"[:MAX_NAME], plain, str(target))


def _refusal(name: str, head: bytes) -> str:
    """Why a file is not taken; empty where it is."""
    try:
        kind_of(name, head)
    except Unreadable as refusal:
        return refusal.message
    return ""


def _unpack(
    source: SourceFile, options: ReadOptions, folder: str = ""
) -> Iterator[tuple[str, bytes, int]]:
    """The name, the first bytes and the real size of each file.

    With a folder, the files are written there and named by their numbers from 1.
    """
    total = 0
    open_members = _zip_members if source.kind is FileKind.ZIP else _tar_members
    with report_damage(source.kind.value), closing(open_members(source.path)) as members:
        for count, (name, stream) in enumerate(members, start=1):
            if count > MAX_MEMBERS:
                raise Unreadable(f"The archive has more than {MAX_MEMBERS} files. Divide it.")
            head, size = b"", 0
            target = Path(folder, str(count)) if folder else Path(os.devnull)
            with target.open("wb") as out:
                while chunk := stream.read(CHUNK):
                    head = head or chunk[:HEAD_BYTES]
                    size += len(chunk)
                    if total + size > options.max_unpacked or is_bomb(total + size, source.size):
                        raise Unreadable(
                            "The archive unpacks to far more than its size (a zip bomb)."
                        )
                    out.write(chunk)
            total += size
            yield name, head, size


def _zip_members(path: str) -> Generator[Member, None, None]:
    with zipfile.ZipFile(path) as archive:
        if OFFICE_PART in archive.namelist():
            raise Unreadable("The file is an office document. Give it its true extension.")
        for info in archive.infolist():
            if info.is_dir() or _is_left_out(info.filename):
                continue
            if info.flag_bits & 1:
                raise Unreadable("The archive is locked with a password.")
            with archive.open(info) as stream:
                yield info.filename[:MAX_NAME], stream


def _tar_members(path: str) -> Generator[Member, None, None]:
    with tarfile.open(path, "r|*") as archive:
        for info in archive:
            stream = archive.extractfile(info) if info.isreg() else None
            if stream is not None and not _is_left_out(info.name):
                yield info.name.encode("utf-8", "replace").decode()[:MAX_NAME], stream


def _is_left_out(name: str) -> bool:
    return name.startswith(LEFT_OUT) or PurePosixPath(name).name in LEFT_OUT
