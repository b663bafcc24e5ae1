"""Small files made on the spot: PDFs, Word documents old and new, pictures, and bad ones."""

import io
import struct
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

Text = tuple[float, float, float, str]
"""x, y from the bottom, size, words."""

Rule = tuple[float, float, float, float]
"""A drawn line from one point to another."""

_SENTENCE = (
    "The district court decided that the contract between both parties is valid and that the "
    "amount must be paid within the month"
)
ENGLISH = tuple(_SENTENCE.split())


BOLD_FONT = b"/F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>"


class Bold(str):
    """Words that a PDF draws in bold letters."""


def sentence(words: int, start: int = 0) -> str:
    return " ".join(ENGLISH[(start + n) % len(ENGLISH)] for n in range(words))


def pdf(
    *pages: list[Text], font: str = "Helvetica", rules: Sequence[Rule] = (), extra: str = ""
) -> bytes:
    """A PDF that draws each page's texts in the order given."""
    objects: list[bytes] = [
        b"",
        b"",
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} >>".encode(),
    ]
    kids = []
    for texts in pages:
        stream = _stream(texts, rules)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R %s >> >> %s >>"
            % (len(objects), BOLD_FONT, extra.encode())
        )
        kids.append(len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    listed = b" ".join(b"%d 0 R" % kid for kid in kids)
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), listed)
    return finished(objects)


def finished(objects: list[bytes], trailer: bytes = b"") -> bytes:
    body, places = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(body)
    body += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    body += b"".join(b"%010d 00000 n \n" % place for place in places)
    body += b"trailer << /Size %d /Root 1 0 R %s >>\n" % (len(objects) + 1, trailer)
    return bytes(body + b"startxref\n%d\n%%%%EOF" % start)


def locked_pdf() -> bytes:
    """A PDF whose user password is not the empty one."""
    key = b"41" * 32
    encryption = b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>" % (key, key)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count 0 /Kids [] >>",
        encryption,
    ]
    return finished(objects, b"/Encrypt 3 0 R /ID [<00> <00>]")


def column(x: float, lines: list[str], top: float = 760) -> list[Text]:
    return [(x, top - 14 * place, 10, line) for place, line in enumerate(lines)]


def _stream(texts: list[Text], rules: Sequence[Rule]) -> bytes:
    parts = [f"{a} {b} m {c} {d} l S".encode() for a, b, c, d in rules]
    for x, y, size, words in texts:
        escaped = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        font = "F2" if isinstance(words, Bold) else "F1"
        parts.append(f"BT /{font} {size} Tf {x} {y} Td ({escaped}) Tj ET".encode("cp1252"))
    return b"\n".join(parts)


def doc(text: str, *, flags: int = 0x0200) -> bytes:
    """A Word 97 file with one piece of UTF-16 text."""
    content = text.encode("utf-16-le")
    main = bytearray(0x400)
    struct.pack_into("<H", main, 0, 0xA5EC)
    struct.pack_into("<H", main, 0x0A, flags)
    struct.pack_into("<i", main, 0x4C, len(text))
    pieces = b"\x02" + struct.pack("<I", 16) + struct.pack("<II", 0, len(text))
    pieces += struct.pack("<HIH", 0, len(main), 0)
    struct.pack_into("<II", main, 0x01A2, 0, len(pieces))
    return ole({"WordDocument": bytes(main) + content, "1Table": pieces})


def ole(streams: dict[str, bytes]) -> bytes:
    """A compound file of a few streams, each padded to be a large one."""
    sectors: list[bytes] = []
    fat: list[int] = []
    entries = [_entry("Root Entry", 5, 0xFFFFFFFE, 0, child=1)]
    for place, (name, content) in enumerate(streams.items(), start=1):
        padded = content.ljust(4096, b"\x00")
        start, count = len(sectors), -(-len(padded) // 512)
        sectors += [padded[512 * n : 512 * n + 512].ljust(512, b"\x00") for n in range(count)]
        fat += [*range(start + 1, start + count), 0xFFFFFFFE]
        right = place + 1 if place < len(streams) else 0xFFFFFFFF
        entries.append(_entry(name, 2, start, len(padded), right=right))
    directory = b"".join(entries).ljust(512, b"\x00")
    sectors.append(directory)
    fat += [0xFFFFFFFE, 0xFFFFFFFD]
    table = struct.pack("<128I", *(fat + [0xFFFFFFFF] * (128 - len(fat))))
    return _header(len(sectors) - 1, len(sectors)) + b"".join(sectors) + table


def _header(directory: int, fat: int) -> bytes:
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    head += struct.pack("<HHHHH6xIIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, 0, 1, directory, 0, 4096,
                        0xFFFFFFFE, 0, 0xFFFFFFFE, 0, fat)  # fmt: skip
    return head + b"\xff" * (512 - len(head))


def _entry(
    name: str, kind: int, start: int, size: int, *, child: int = 0xFFFFFFFF, right: int = 0xFFFFFFFF
) -> bytes:
    raw = name.encode("utf-16-le") + b"\x00\x00"
    return (
        raw.ljust(64, b"\x00")
        + struct.pack("<HBBIII", len(raw), kind, 1, 0xFFFFFFFF, right, child)
        + bytes(36)
        + struct.pack("<IQ", start, size)
    )


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds almost nothing."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content))
            + kind
            + content
            + struct.pack(">I", zlib.crc32(kind + content))
        )

    size = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    data = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def written(lines: list[str], size: tuple[int, int] = (1000, 420), font: str = "") -> object:
    """A picture of a page with printed lines."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("L", size, 255)
    face = ImageFont.truetype(font, 44) if font else ImageFont.load_default(40)
    draw = ImageDraw.Draw(image)
    for place, line in enumerate(lines):
        draw.text((80, 80 + 90 * place), line, fill=0, font=face)
    return image


def docx(build: object) -> bytes:
    """A Word document that `build` fills."""
    import docx as library

    document = library.Document()
    build(document)  # type: ignore[operator]
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def zipped(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return out.getvalue()


def with_part(name: str, content: bytes) -> bytes:
    """A good Word document with one part changed."""
    good = docx(lambda document: document.add_paragraph("text"))
    with zipfile.ZipFile(io.BytesIO(good)) as package:
        parts = {part: package.read(part) for part in package.namelist()}
    return zipped({**parts, name: content})


def saved(folder: Path, name: str, content: bytes) -> tuple[str, str]:
    """Path and file name, as the reader wants them."""
    path = folder / name
    path.write_bytes(content)
    return str(path), name
