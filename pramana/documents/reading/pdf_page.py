"""One PDF page through pdfium: its text, where the words stand, which fonts drew them.

pdfium crashes when threads share it, so this runs in child processes only.
"""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from pramana.documents.domain.paper import Box

IMAGE, PATH = 3, 2
THIN = 2.5
LONG = 20.0
MOST_OBJECTS = 20_000

Edges = tuple[float, float, float, float]


@dataclass(slots=True)
class PdfPage:
    """A loaded page with its text page; close it, or memory grows with every page."""

    page: Any
    text_page: Any
    turn: int
    raw: Any
    """pdfium's own functions."""

    @classmethod
    def load(cls, document: Any, number: int) -> "PdfPage":
        page = document[number]
        try:
            return cls(page, page.get_textpage(), page.get_rotation(), pdfium())
        except Exception:
            page.close()
            raise

    def close(self) -> None:
        self.text_page.close()
        self.page.close()

    def text(self) -> str:
        """The text in the file's own order, with its own line ends."""
        return str(self.text_page.get_text_range(errors="replace"))

    def run_count(self) -> int:
        """How many runs the text has; as many as lines where each line is drawn as one."""
        return int(self.raw.FPDFText_CountRects(self.text_page.raw, 0, -1))

    def runs(self) -> list[Box]:
        """The rectangles of the text's runs in the file's order; a tenth of the cost of words.

        In the file's own coordinates, turned where lines run upwards: enough to see jumps.
        """
        handle, get_rect, sideways = self.text_page.raw, self.raw.FPDFText_GetRect, self.turn % 180
        left, top, right, bottom = [ctypes.c_double() for _ in range(4)]
        boxes = []
        for place in range(self.run_count()):
            get_rect(handle, place, left, top, right, bottom)
            boxes.append(Box(left.value, bottom.value, right.value, top.value))
        return [Box(b, a, d, c) for a, b, c, d in boxes] if sideways else boxes

    def characters(self) -> Iterator[tuple[str, Box, int]]:
        """Each character with its box and its place; made-up spaces have none of their own."""
        handle, box, edges = self.text_page.raw, self.raw.FS_RECTF(), self.page.get_bbox()
        get_box, get_char = self.raw.FPDFText_GetLooseCharBox, self.raw.FPDFText_GetUnicode
        for place in range(self.raw.FPDFText_CountChars(handle)):
            get_box(handle, place, box)
            found = shown(self.turn, edges, (box.left, box.bottom, box.right, box.top))
            yield chr(get_char(handle, place)), found, place

    def height_at(self, place: int) -> float:
        """How high a character's line is as drawn, because a font's own size may be scaled."""
        box = self.raw.FS_RECTF()
        self.raw.FPDFText_GetLooseCharBox(self.text_page.raw, place, box)
        return abs(float(box.top - box.bottom if self.turn in (0, 180) else box.right - box.left))

    def fonts(self) -> Iterator[str]:
        """The name of the font of each character; empty for made-up spaces."""
        handle, get_font = self.text_page.raw, self.raw.FPDFText_GetFontInfo
        flags, name = ctypes.c_int(), ctypes.create_string_buffer(128)
        for place in range(self.raw.FPDFText_CountChars(handle)):
            length = get_font(handle, place, name, 128, flags)
            yield name.value.decode("utf-8", "replace") if length else ""

    def rules(self) -> list[Box]:
        """Horizontal lines and the upper and lower edges of rectangles."""
        edges = []
        for box in self._bounds(PATH):
            if box.width > LONG:
                edges.append(Box(box.x0, box.y0, box.x1, box.y0))
                if box.height > THIN:
                    edges.append(Box(box.x0, box.y1, box.x1, box.y1))
        return edges

    def drawn(self) -> tuple[int, float]:
        """The number of objects, and the share of the page that pictures cover."""
        width, height = self.page.get_size()
        area = sum(box.width * box.height for box in self._bounds(IMAGE))
        return self._count(), min(1.0, area / max(width * height, 1.0))

    def _count(self) -> int:
        return int(self.raw.FPDFPage_CountObjects(self.page.raw))

    def _bounds(self, kind: int) -> Iterator[Box]:
        if self._count() > MOST_OBJECTS:
            return
        edges = self.page.get_bbox()
        for found in self.page.get_objects(filter=[kind], max_depth=3):
            yield shown(self.turn, edges, found.get_bounds())


def shown(turn: int, edges: Edges, place: Edges) -> Box:
    """From the file's coordinates (left, bottom, right, top) to points from the page's top left."""
    (x0, y0, x1, y1), (left, bottom, right, top) = edges, place
    if turn == 90:
        return Box(bottom - y0, left - x0, top - y0, right - x0)
    if turn == 180:
        return Box(x1 - right, bottom - y0, x1 - left, top - y0)
    if turn == 270:
        return Box(y1 - top, x1 - right, y1 - bottom, x1 - left)
    return Box(left - x0, y1 - top, right - x0, y1 - bottom)


@cache
def pdfium() -> Any:
    """Imported when the first page is read."""
    from pypdfium2 import raw

    return raw
