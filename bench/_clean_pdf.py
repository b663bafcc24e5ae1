"""Generates a clean PDF of any length, with sections, paragraphs and common English words.

It is written directly, because it must not take longer than the measurement: a page is a stream of
text operators in a standard font, which is all that a reader of text layers needs.
"""

import random
from importlib.resources import files
from itertools import accumulate
from pathlib import Path

LINES, WORDS = 46, 13
TOP, LEFT, LEADING = 780, 60, 15
SEED = 2081


def write_pdf(path: Path, pages: int) -> None:
    """Write a PDF with so many pages, page by page."""
    writer = _Writer()
    for number in range(pages):
        writer.page(_stream(number))
    path.write_bytes(writer.finished())


def _words() -> list[str]:
    return files("pramana.documents.reading").joinpath("common/english.txt").read_text().split()


_VOCABULARY = _words()
_COMMONNESS = list(accumulate(1 / (rank + 3) for rank in range(len(_VOCABULARY))))
_CHANCE = random.Random(SEED)


def _line(words: int) -> str:
    return " ".join(_CHANCE.choices(_VOCABULARY, cum_weights=_COMMONNESS, k=words))


def _stream(number: int) -> bytes:
    parts = [f"BT /F2 15 Tf {LEFT} {TOP} Td (Section {number + 1} {_line(3)}) Tj ET"]
    for line in range(1, LINES):
        end = "." if line % 6 == 0 else ""
        parts.append(
            f"BT /F1 10 Tf {LEFT} {TOP - LEADING * line - 10} Td ({_line(WORDS)}{end}) Tj ET"
        )
    return "\n".join(parts).encode("latin-1")


class _Writer:
    """Objects one after another, and where each begins."""

    def __init__(self) -> None:
        self._body, self._places, self._pages = bytearray(b"%PDF-1.4\n"), [0, 0], list[int]()
        for name in ("Helvetica", "Helvetica-Bold"):
            self._add(f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} >>".encode())

    def page(self, stream: bytes) -> None:
        content = self._add(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        self._pages.append(
            self._add(
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
                b"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>" % content
            )
        )

    def finished(self) -> bytes:
        kids = b" ".join(b"%d 0 R" % number for number in self._pages)
        self._put(1, b"<< /Type /Catalog /Pages 2 0 R >>")
        self._put(2, b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(self._pages), kids))
        start, size = len(self._body), len(self._places) + 1
        self._body += b"xref\n0 %d\n0000000000 65535 f \n" % size
        self._body += b"".join(b"%010d 00000 n \n" % place for place in self._places)
        self._body += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (size, start)
        return bytes(self._body)

    def _add(self, content: bytes) -> int:
        self._places.append(0)
        self._put(len(self._places), content)
        return len(self._places)

    def _put(self, number: int, content: bytes) -> None:
        self._places[number - 1] = len(self._body)
        self._body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
