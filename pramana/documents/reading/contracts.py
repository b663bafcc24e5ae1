"""The values that reading takes and returns; all of them can be sent between processes.

Offsets are code points of NFC text. Pages are counted from 0 in code and from 1 on screens.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pramana.documents.reading.text_quality import Quality


class FileKind(StrEnum):
    """What a file is, by its bytes and its name together."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"
    CSV = "csv"
    TSV = "tsv"
    JSON = "json"
    XML = "xml"
    EML = "eml"
    MBOX = "mbox"
    MSG = "msg"
    RTF = "rtf"
    DOC = "doc"
    DOCX = "docx"
    XLSX = "xlsx"
    PPTX = "pptx"
    ODT = "odt"
    ODS = "ods"
    ODP = "odp"
    ZIP = "zip"
    TAR = "tar"
    PDF = "pdf"
    JPEG = "jpeg"
    PNG = "png"
    WEBP = "webp"
    TIFF = "tiff"
    GIF = "gif"
    BMP = "bmp"
    HEIC = "heic"

    @property
    def is_image(self) -> bool:
        return self in IMAGE_KINDS


IMAGE_KINDS = frozenset(
    {
        FileKind.JPEG,
        FileKind.PNG,
        FileKind.WEBP,
        FileKind.TIFF,
        FileKind.GIF,
        FileKind.BMP,
        FileKind.HEIC,
    }
)


class ReadingMethod(StrEnum):
    """How a page became text. For OCR and conversion, `PageText.engine` names the engine."""

    TEXT_LAYER = "text_layer"
    OCR = "ocr"
    CONVERTED = "converted"
    PARSED = "parsed"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file whose bytes are what its name says, so that it may be read."""

    path: str
    filename: str
    kind: FileKind
    size: int


@dataclass(frozen=True, slots=True)
class ServiceReading:
    """What an OCR service returned for a page image, or why there is no result."""

    engine: str = ""
    markdown: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Limits and choices for reading one file."""

    assets: str = ""
    """The folder that holds `tesseract/*.traineddata`; empty: no word lists, no Nepali OCR."""

    ocr: bool = True
    dpi: int = 300
    max_pages: int = 5_000
    max_pixels: int = 80_000_000
    max_unpacked: int = 512 * 1024 * 1024
    """The most bytes that a zipped file may hold when unpacked."""

    charset: str = ""
    """The charset that the server stated; it takes precedence over the file's own statement."""

    elsewhere: bool = False
    """Whether a page that needs OCR is returned as an image, for an OCR service to read."""

    seen: ServiceReading | None = None
    """What the OCR service returned for the page that is being read."""


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """What is known about a document before its pages are read."""

    kind: FileKind
    pages: int | None
    """None where the number is not known before reading."""
    title: str
    size: int
    page_sizes: tuple[tuple[float, float], ...] = ()
    """Width and height of the first pages in points, or of an image in pixels."""
    thread: tuple[str, ...] = ()
    """Of a mail: the ids of the messages before it, oldest first, and its own."""


@dataclass(frozen=True, slots=True)
class WordBox:
    """A word and its box, as fractions of the page's width and height from the top left."""

    word: str
    x0: float
    y0: float
    x1: float
    y1: float


class Box(NamedTuple):
    """A rectangle in points from the page's top left. A tuple, because a page has thousands."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def middle(self) -> float:
        return (self.y0 + self.y1) / 2


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box that contains all of them."""
    return Box(
        min(box.x0 for box in boxes),
        min(box.y0 for box in boxes),
        max(box.x1 for box in boxes),
        max(box.y1 for box in boxes),
    )


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Words of one line without a wide gap, by their indexes in the page's list of words."""

    box: Box
    words: tuple[int, ...]


TextRow = list[TextPiece]
"""The pieces of one line, from left to right."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A section heading. Level 1 is the highest."""

    start: int
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell and its range in the text of the page.

    A cell that spans several rows or columns is at the first of them; the others are empty cells.
    """

    start: int
    end: int
    text: str
    columns: int = 1
    rows: int = 1
    is_header: bool = False
    """Whether the file marks it as a header; where nothing is marked, headers are inferred."""

    address: str = ""
    """What the file calls the place: `Prices!B3` in a workbook, `orders[2].total` in JSON."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells from the top; rows of older readings may differ in length."""

    rows: tuple[tuple[Cell, ...], ...]

    @property
    def start(self) -> int:
        return self.rows[0][0].start

    @property
    def end(self) -> int:
        return max(cell.end for cell in self.rows[-1])


class BlockKind(StrEnum):
    CODE = "code"
    ROW = "row"
    HEADER_ROW = "header_row"
    ITEM = "item"


@dataclass(frozen=True, slots=True)
class Block:
    """A range that passages keep whole: a code block, a table row or an item of a list.

    `group` numbers the tables of a page and the lists of a page. An item has its level from 0 and
    its marker as it is in the text: `2.`, `b)`, `•`.
    """

    start: int
    end: int
    kind: BlockKind
    group: int = 0
    level: int = 0
    marker: str = ""


@dataclass(frozen=True, slots=True)
class PageContent:
    """The text of a page and what it consists of, in whatever way it was read."""

    text: str
    headings: tuple[Heading, ...] = ()
    tables: tuple[Table, ...] = ()
    code: tuple[Block, ...] = ()
    boxes: tuple[WordBox, ...] = ()
    items: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class RecognisedText(PageContent):
    """The text of an image, with the engine's confidence from 0 to 1.

    A service may return no word boxes. Where it gives no confidence either, `confidence` is None
    and the lexicon share takes its place.
    """

    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class PageText:
    """One page as it was read. With `error` set, its text is empty; other pages still follow."""

    number: int
    text: str
    how: ReadingMethod
    engine: str
    quality: Quality
    confidence: float = 1.0
    """From 0 to 1: the OCR engine's own confidence, otherwise the lexicon share."""

    boxes: tuple[WordBox, ...] = ()
    headings: tuple[Heading, ...] = ()
    tables: tuple[Table, ...] = ()
    blocks: tuple[Block, ...] = ()
    script: str = "common"
    language: str = ""
    """ISO 639-1; empty where the page has too little text to tell."""

    seconds: float = 0.0
    flagged: bool = False
    """The text layer was unusable, so the page was read in another way."""

    error: str = ""
    picture: bytes = b""
    """With `ReadOptions.elsewhere`: a JPEG of the page, whose text has not been read yet."""

    @property
    def read_by(self) -> str:
        """`text_layer`, `parsed`, `ocr:tesseract`, `converted:preeti`."""
        has_engine = self.how in (ReadingMethod.OCR, ReadingMethod.CONVERTED)
        return f"{self.how.value}:{self.engine}" if has_engine else self.how.value

    @property
    def code(self) -> tuple[Block, ...]:
        return tuple(block for block in self.blocks if block.kind is BlockKind.CODE)


def broken_page(number: int, error: str) -> PageText:
    """A page that could not be read: it keeps its number and the reason."""
    quality = Quality(usable=False, reason=error, plausible=0, coverage=0, lexicon_share=None)
    return PageText(number, "", ReadingMethod.PARSED, "", quality, confidence=0, error=error)
