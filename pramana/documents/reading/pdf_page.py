"""One PDF page through pdfium: its text, the boxes of its characters, its fonts and lines.

pdfium crashes when threads share it, so this runs in child processes only.
"""

import ctypes
import re
from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

from pramana.documents.reading.contracts import Box
from pramana.documents.reading.errors import Unreadable

IMAGE, PATH = 3, 2
MAX_LINE_WIDTH = 2.5
MAX_OBJECTS = 20_000
MAX_PIXELS = 40_000_000
POINTS_PER_INCH = 72
MIN_BULLET, MAX_BULLET = 1.5, 7.0
BOLD_WEIGHT = 600
BOLD_NAME = re.compile(rb"bold|black|heavy|demi", re.IGNORECASE)

Edges = tuple[float, float, float, float]


class PdfPage:
    """A loaded page with its text; it must be closed, or memory grows with every page.

    It uses pdfium's raw handles, because the library's own objects are slow. The library's page
    object is created only when it is needed.
    """

    def __init__(self, document: Any, number: int) -> None:
        self.raw = pdfium()
        self._document, self._number = document, number
        self._handle = self.raw.FPDF_LoadPage(document.raw, number)
        if not self._handle:
            raise Unreadable("the page is damaged")
        self._text = self.raw.FPDFText_LoadPage(self._handle)
        if not self._text:
            self.raw.FPDF_ClosePage(self._handle)
            raise Unreadable("the page's text is damaged")
        self.turn = 90 * int(self.raw.FPDFPage_GetRotation(self._handle))

    def close(self) -> None:
        if "page" in self.__dict__:
            self.page.close()
        self.raw.FPDFText_ClosePage(self._text)
        self.raw.FPDF_ClosePage(self._handle)

    @cached_property
    def page(self) -> Any:
        return self._document[self._number]

    def text(self) -> str:
        """The text in the file's own order, with the file's line ends."""
        count = self.raw.FPDFText_CountChars(self._text)
        if count <= 0:
            return ""
        space = (ctypes.c_ushort * (count + 1))()
        written = self.raw.FPDFText_GetText(self._text, 0, count, space)
        return bytes(space)[: 2 * max(written - 1, 0)].decode("utf-16-le", "replace")

    def run_count(self) -> int:
        """The number of text runs; equal to the number of lines where each line is one run."""
        return int(self.raw.FPDFText_CountRects(self._text, 0, -1))

    def runs(self) -> list[Box]:
        """The boxes of the text runs in the file's order, which cost a tenth of word boxes.

        They are in the file's own coordinates, turned where lines run upwards.
        """
        handle, get_rect, sideways = self._text, self.raw.FPDFText_GetRect, self.turn % 180
        left, top, right, bottom = [ctypes.c_double() for _ in range(4)]
        boxes = []
        for place in range(self.run_count()):
            get_rect(handle, place, left, top, right, bottom)
            boxes.append(Box(left.value, bottom.value, right.value, top.value))
        return [Box(b, a, d, c) for a, b, c, d in boxes] if sideways else boxes

    def characters(self) -> Iterator[tuple[str, Box, int]]:
        """Each character with its box and its index; generated spaces have an empty box."""
        handle, box, edges = self._text, self.raw.FS_RECTF(), self.page.get_bbox()
        get_box, get_char = self.raw.FPDFText_GetLooseCharBox, self.raw.FPDFText_GetUnicode
        for place in range(self.raw.FPDFText_CountChars(handle)):
            get_box(handle, place, box)
            found = to_page_box(self.turn, edges, (box.left, box.bottom, box.right, box.top))
            yield chr(get_char(handle, place)), found, place

    def height_at(self, place: int) -> float:
        """The height of a character's line as drawn; the font size alone may be scaled."""
        box = self.raw.FS_RECTF()
        self.raw.FPDFText_GetLooseCharBox(self._text, place, box)
        return abs(float(box.top - box.bottom if self.turn in (0, 180) else box.right - box.left))

    def fonts(self, step: int = 1) -> Iterator[str]:
        """The font name of every `step`-th character; empty for generated spaces."""
        handle, get_font = self._text, self.raw.FPDFText_GetFontInfo
        flags, name = ctypes.c_int(), ctypes.create_string_buffer(128)
        for place in range(0, self.raw.FPDFText_CountChars(handle), step):
            length = get_font(handle, place, name, 128, flags)
            yield name.value.decode("utf-8", "replace") if length else ""

    def box_at(self, place: int) -> Box:
        """The box of a character."""
        box = self.raw.FS_RECTF()
        self.raw.FPDFText_GetLooseCharBox(self._text, place, box)
        edges = (box.left, box.bottom, box.right, box.top)
        return to_page_box(self.turn, self.page.get_bbox(), edges)

    def bullets(self) -> list[Box]:
        """Small round or square shapes: bullets that are drawn and not written."""
        return [
            box
            for box in self._bounds(PATH)
            if MIN_BULLET <= box.width <= MAX_BULLET
            and abs(box.width - box.height) <= 0.3 * box.width
        ]

    def is_bold(self, place: int) -> bool:
        """Whether a character is drawn in a bold font, by its weight or its name."""
        if int(self.raw.FPDFText_GetFontWeight(self._text, place)) >= BOLD_WEIGHT:
            return True
        flags, name = ctypes.c_int(), ctypes.create_string_buffer(128)
        length = self.raw.FPDFText_GetFontInfo(self._text, place, name, 128, flags)
        return length > 0 and BOLD_NAME.search(name.value) is not None

    def rules(self) -> list[Box]:
        """The lines drawn on the page, and the edges of its rectangles."""
        edges = []
        for box in self._bounds(PATH):
            if box.height < MAX_LINE_WIDTH or box.width < MAX_LINE_WIDTH:
                edges.append(box)
            else:
                edges += _edges(box)
        return edges

    def objects_and_image_share(self) -> tuple[int, float]:
        """The number of objects, and the share of the page covered by images."""
        width, height = self.page.get_size()
        area = sum(box.width * box.height for box in self._bounds(IMAGE))
        return self.object_count(), min(1.0, area / max(width * height, 1.0))

    def render(self, dpi: int) -> tuple[Any, int]:
        """A grey image of the page and its resolution, which is lower for a huge page."""
        scale = render_scale(self.page.get_size(), dpi)
        bitmap = self.page.render(scale=scale, grayscale=True)
        try:
            return bitmap.to_pil().copy(), round(scale * POINTS_PER_INCH)
        finally:
            bitmap.close()

    def object_count(self) -> int:
        return int(self.raw.FPDFPage_CountObjects(self._handle))

    def _bounds(self, kind: int) -> Iterator[Box]:
        if self.object_count() > MAX_OBJECTS:
            return
        edges = self.page.get_bbox()
        for found in self.page.get_objects(filter=[kind], max_depth=3):
            yield to_page_box(self.turn, edges, found.get_bounds())


def to_page_box(turn: int, edges: Edges, place: Edges) -> Box:
    """Convert the file's coordinates (left, bottom, right, top) to points from the top left."""
    (x0, y0, x1, y1), (left, bottom, right, top) = edges, place
    if turn == 90:
        return Box(bottom - y0, left - x0, top - y0, right - x0)
    if turn == 180:
        return Box(x1 - right, bottom - y0, x1 - left, top - y0)
    if turn == 270:
        return Box(y1 - top, x1 - right, y1 - bottom, x1 - left)
    return Box(left - x0, y1 - top, right - x0, y1 - bottom)


def _edges(box: Box) -> list[Box]:
    x0, y0, x1, y1 = box
    return [Box(x0, y0, x1, y0), Box(x0, y1, x1, y1), Box(x0, y0, x0, y1), Box(x1, y0, x1, y1)]


def render_scale(size: tuple[float, float], dpi: int) -> float:
    """The scale for this resolution, smaller where the image would have too many pixels."""
    scale = dpi / POINTS_PER_INCH
    pixels = max(size[0] * size[1], 1.0) * scale * scale
    return scale if pixels <= MAX_PIXELS else scale * float((MAX_PIXELS / pixels) ** 0.5)


@cache
def pdfium() -> Any:
    """The pdfium library, imported when the first page is read."""
    from pypdfium2 import raw

    return raw
