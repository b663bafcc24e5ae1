"""The layout of a scanned page: its drawn lines, its skew, and its headings by size.

Everything is measured in points of an upright page, so that the rules for text layers hold for
scans too. A page that lies a little askew is straightened in numbers; its image stays as it is.
"""

import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from pramana.documents.reading.contracts import Box, WordBox, around
from pramana.documents.reading.headings import MAX_LEVEL, is_title_like, level_by_size
from pramana.documents.reading.ruled_tables import RuledTable

POINTS_PER_INCH = 72
MIN_ACROSS, MIN_DOWN = 1 / 40, 1 / 70
"""The shortest drawn lines, as shares of the page's width and height."""

MAX_SKEW = 8.0
MIN_SKEW = 0.15
"""In degrees: less is not worth straightening, more is another orientation."""

MAX_SCAN_HEADING_WORDS = 10
SURER_RATIO = 1.25
"""Boxes of OCR vary in height; a heading is at least so much higher than the body text."""

LONG_LINE = 12
"""Characters: the skew is measured on lines that are longer."""


@dataclass(frozen=True, slots=True)
class ScannedPiece:
    """A piece of text that OCR found, with its box in points of the straightened page."""

    text: str
    box: Box
    words: tuple[WordBox, ...]


@dataclass(frozen=True, slots=True)
class PageFrame:
    """Turns pixels of a scanned image into points of the straightened page."""

    width: int
    height: int
    dpi: int
    skew: float = 0.0

    @property
    def scale(self) -> float:
        """Points per pixel."""
        return POINTS_PER_INCH / self.dpi

    def straighten(self, x: float, y: float) -> tuple[float, float]:
        """A place of the image on the straightened page, in points."""
        angle = math.radians(-self.skew)
        across, down = x - self.width / 2, y - self.height / 2
        turned_x = across * math.cos(angle) - down * math.sin(angle) + self.width / 2
        turned_y = across * math.sin(angle) + down * math.cos(angle) + self.height / 2
        return turned_x * self.scale, turned_y * self.scale

    def box(self, pixels: Box) -> Box:
        """A box around the straightened middle of a line, with the line's own height."""
        left = self.straighten(pixels.x0, (pixels.y0 + pixels.y1) / 2)
        right = self.straighten(pixels.x1, (pixels.y0 + pixels.y1) / 2)
        lean = abs(math.tan(math.radians(self.skew))) * pixels.width
        half = max(pixels.height - lean, pixels.height / 2) * self.scale / 2
        middle = (left[1] + right[1]) / 2
        return Box(left[0], middle - half, right[0], middle + half)


def skew_of(lines: Sequence[tuple[str, Any]]) -> float:
    """The angle of the lines of text in degrees, from the upper edges of long ones."""
    angles = [
        math.degrees(math.atan2(float(b[1]) - float(a[1]), float(b[0]) - float(a[0])))
        for text, (a, b, *_) in lines
        if len(text) > LONG_LINE
    ]
    angle = median(angles) if angles else 0.0
    return angle if MIN_SKEW < abs(angle) < MAX_SKEW else 0.0


def straight_image(image: Any, frame: PageFrame) -> Any:
    """The grey image of the straightened page."""
    from PIL import Image

    grey = image.convert("L")
    return grey.rotate(frame.skew, Image.Resampling.BILINEAR, fillcolor=255) if frame.skew else grey


def find_ruling_lines(straight: Any, frame: PageFrame) -> list[Box]:
    """The straight lines in the image of the straightened page, in points."""
    import cv2
    import numpy

    grey = numpy.asarray(straight)
    ink = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 31, 12
    )
    across = (max(int(frame.width * MIN_ACROSS), 10), 1)
    down = (1, max(int(frame.height * MIN_DOWN), 10))
    scale = frame.scale
    found: list[Box] = []
    for shape in (across, down):
        kernel = cv2.getStructuringElement(cv2.MORPH_RECT, shape)
        opened = cv2.morphologyEx(ink, cv2.MORPH_OPEN, kernel)
        _, _, stats, _ = cv2.connectedComponentsWithStats(opened)
        for x, y, width, height, _ in stats[1:]:
            found.append(
                Box(
                    float(x) * scale,
                    float(y) * scale,
                    float(x + width) * scale,
                    float(y + height) * scale,
                )
            )
    return found


def split_at_rules(
    pieces: Sequence[ScannedPiece], tables: Sequence[RuledTable], frame: PageFrame
) -> list[ScannedPiece]:
    """The pieces; one that OCR read across a drawn line is split into its words."""
    found: list[ScannedPiece] = []
    for piece in pieces:
        if len(piece.words) > 1 and any(_crosses_rule(piece.box, table) for table in tables):
            found += [_word_piece(word, frame) for word in piece.words]
        else:
            found.append(piece)
    return found


JOINED_WORDS = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])|(?<=[a-z])(?=[A-Z])")
"""Where the words of two cells may have been read as one: `Himalaya2,100`, `OpeningIn`."""


def split_at_columns(
    pieces: Sequence[ScannedPiece], cuts: Mapping[int, Iterable[float]], frame: PageFrame
) -> list[ScannedPiece]:
    """The pieces; one that OCR read across the columns of a table is split there."""
    found: list[ScannedPiece] = []
    for place, piece in enumerate(pieces):
        edges = sorted(cuts.get(place, ()))
        words = [part for word in piece.words for part in _split_word(word, edges, frame)]
        sides: dict[int, list[ScannedPiece]] = {}
        for part in words if edges else ():
            middle = (part.box.x0 + part.box.x1) / 2
            sides.setdefault(bisect_right(edges, middle), []).append(part)
        if len(sides) < 2:
            found.append(piece)
        else:
            found += [_joined_piece(sides[side]) for side in sorted(sides)]
    return found


def _split_word(word: WordBox, edges: Sequence[float], frame: PageFrame) -> list[ScannedPiece]:
    """The word, or its two parts where it crosses an edge and looks like two words."""
    whole = _word_piece(word, frame)
    box = whole.box
    crossed = [edge for edge in edges if box.x0 < edge < box.x1]
    joints = [match.start() for match in JOINED_WORDS.finditer(word.word)]
    if len(crossed) != 1 or not joints:
        return [whole]
    share = (crossed[0] - box.x0) / box.width
    at = min(joints, key=lambda joint: abs(joint / len(word.word) - share))
    middle = word.x0 + (word.x1 - word.x0) * share
    left = WordBox(word.word[:at], word.x0, word.y0, middle, word.y1)
    right = WordBox(word.word[at:], middle, word.y0, word.x1, word.y1)
    return [_word_piece(left, frame), _word_piece(right, frame)]


def _joined_piece(parts: Sequence[ScannedPiece]) -> ScannedPiece:
    text = " ".join(part.text for part in parts)
    words = tuple(word for part in parts for word in part.words)
    return ScannedPiece(text, around([part.box for part in parts]), words)


def _crosses_rule(box: Box, table: RuledTable) -> bool:
    reach = box.height / 2
    inside = table.ys[0] < box.middle < table.ys[-1]
    return inside and any(box.x0 + reach < x < box.x1 - reach for x in table.xs)


def _word_piece(word: WordBox, frame: PageFrame) -> ScannedPiece:
    pixels = Box(
        word.x0 * frame.width,
        word.y0 * frame.height,
        word.x1 * frame.width,
        word.y1 * frame.height,
    )
    return ScannedPiece(word.word, frame.box(pixels), (word,))


def body_height(pieces: Sequence[ScannedPiece]) -> float:
    """The usual height of the text, by its characters."""
    heights = [piece.box.height for piece in pieces for _ in range(max(len(piece.text) // 8, 1))]
    return median(heights) if heights else 0.0


def scan_heading_level(line: Sequence[ScannedPiece], text: str, body: float) -> int:
    """The level of a line in larger letters; 0 for other lines."""
    if not body or not is_title_like(text) or len(text.split()) > MAX_SCAN_HEADING_WORDS:
        return 0
    ratio = around([piece.box for piece in line]).height / body
    return min(level_by_size(ratio), MAX_LEVEL) if ratio >= SURER_RATIO else 0


TALL = 1.3
MIN_TALL_WORDS = 5


def is_sideways(boxes: Sequence[WordBox], width: int, height: int) -> bool:
    """Whether most words are higher than they are wide: the page lies on its side."""
    words = [box for box in boxes if len(box.word) > 2]
    tall = sum((b.y1 - b.y0) * height > TALL * (b.x1 - b.x0) * width for b in words)
    return len(words) >= MIN_TALL_WORDS and 2 * tall > len(words)


def turn_back(box: WordBox, turn: int) -> WordBox:
    """The box on the page before it was turned by 90, 180 or 270 degrees to the left.

    >>> turn_back(WordBox("a", 0.25, 0.5, 0.5, 0.75), 90)
    WordBox(word='a', x0=0.25, y0=0.25, x1=0.5, y1=0.5)
    """
    if turn == 90:
        return WordBox(box.word, 1 - box.y1, box.x0, 1 - box.y0, box.x1)
    if turn == 270:
        return WordBox(box.word, box.y0, 1 - box.x1, box.y1, 1 - box.x0)
    return WordBox(box.word, 1 - box.x1, 1 - box.y1, 1 - box.x0, 1 - box.y0)
