"""Good files of every kind that is read, and the ways in which files get broken."""

import io
import random
import zipfile
from collections.abc import Callable
from typing import Any

from pramana.documents.reading.file_kinds import extension_of
from tests.documents.many_kinds import samples
from tests.documents.reading.papers import docx, sentence, zipped
from tests.documents.reading.samples import good_files

PACKAGES = (".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp")


def originals() -> list[tuple[str, bytes]]:
    """Good files of every kind, each with the extension it is known by."""
    named = [(each.name, each.content) for each in samples()]
    return [(extension_of(name), content) for name, content in (*named, *good_files().items())]


def damaged(kind: str, content: bytes, chance: random.Random) -> bytes:
    """The file with one to three kinds of damage, half of the time behind its first bytes, by which
    it is known; a package sometimes only inside a part of it."""
    if kind in PACKAGES and chance.random() < 0.5:
        return _damaged_part(content, chance)
    head = chance.choice((0, min(64, len(content) // 2)))
    kept, content = content[:head], content[head:]
    for way in chance.choices(WAYS, k=chance.choice((1, 1, 1, 2, 3))):
        content = way(content, chance)
    return kept + content


def bombs() -> dict[str, bytes]:
    """Small files that want to become large ones."""
    good = docx(_fill)
    with zipfile.ZipFile(io.BytesIO(good)) as package:
        parts = {part: package.read(part) for part in package.namelist()}
    deep = b"<w:p>" * 200_000 + b"</w:p>" * 200_000
    laughs = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>'
    return {
        "zeros.docx": zipped({**parts, "word/media/x.bin": bytes(300_000_000)}),
        "parts.docx": zipped({**parts, **{f"word/{n}.xml": b"<x/>" for n in range(12_000)}}),
        "deep.docx": zipped({**parts, "word/document.xml": deep}),
        "laughs.docx": zipped({**parts, "word/document.xml": laughs}),
        "deep.html": b"<div>" * 200_000 + b"words",
        "spaces.txt": b" " * 20_000_000 + b"words",
        "line.md": b"| " * 2_000_000,
    }


def _flip(content: bytes, chance: random.Random) -> bytes:
    broken = bytearray(content)
    for _ in range(chance.choice((1, 8, 64))):
        broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
    return bytes(broken)


def _cut(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(1, len(content) + 1)]


def _swap(content: bytes, chance: random.Random) -> bytes:
    size = max(1, len(content) // chance.choice((4, 16, 64)))
    one, other = (
        sorted(chance.sample(range(0, len(content), size), 2)) if len(content) > size else (0, 0)
    )
    chunks = content[one : one + size], content[other : other + size]
    middle = content[one + size : other]
    return content[:one] + chunks[1] + middle + chunks[0] + content[other + size :]


def _blank(content: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(content))
    size = chance.randrange(1, len(content) // 2 + 2)
    return content[:start] + bytes(len(content[start : start + size])) + content[start + size :]


def _repeat(content: bytes, chance: random.Random) -> bytes:
    start, end = sorted(chance.choices(range(len(content) + 1), k=2))
    return content[:end] + content[start:end] * chance.randrange(1, 4) + content[end:]


def _junk(content: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(content))
    return content[:start] + chance.randbytes(chance.randrange(1, 400)) + content[start:]


WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip, _cut, _swap, _blank, _repeat, _junk,
)  # fmt: skip


def _damaged_part(content: bytes, chance: random.Random) -> bytes:
    """A whole package around one broken part, so that what reads the part gets to see it."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = {part: package.read(part) for part in package.namelist()}
    name = chance.choice([part for part in parts if parts[part]])
    return zipped({**parts, name: chance.choice(WAYS)(parts[name], chance)})


def _fill(document: Any) -> None:
    document.core_properties.title = "Report of the year"
    document.add_heading("Findings", 1)
    document.add_paragraph(sentence(40))
    for row in document.add_table(2, 2).rows:
        for cell in row.cells:
            cell.text = "नेपाल"
