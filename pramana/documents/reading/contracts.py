"""What reading takes and gives: plain frozen values that travel between processes.

Pages are counted from 0 everywhere in code; people are shown one more.
"""

from dataclasses import dataclass
from enum import StrEnum

from pramana.documents.domain.paper import Block, BlockKind, Cell, Heading, Table, WordBox
from pramana.documents.domain.quality import Quality

__all__ = [
    "Block",
    "BlockKind",
    "Cell",
    "DocumentInfo",
    "Heading",
    "How",
    "Kind",
    "PageText",
    "Quality",
    "ReadOptions",
    "Seen",
    "Source",
    "Table",
    "WordBox",
    "broken_page",
]


class Kind(StrEnum):
    """What a file is, by its bytes and its name together."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"
    DOC = "doc"
    DOCX = "docx"
    PDF = "pdf"
    JPEG = "jpeg"
    PNG = "png"
    WEBP = "webp"
    TIFF = "tiff"

    @property
    def is_image(self) -> bool:
        return self in (Kind.JPEG, Kind.PNG, Kind.WEBP, Kind.TIFF)


class How(StrEnum):
    """How a page became text. OCR and conversion name what did it in `PageText.engine`."""

    TEXT_LAYER = "text_layer"
    OCR = "ocr"
    CONVERTED = "converted"
    PARSED = "parsed"


@dataclass(frozen=True, slots=True)
class Source:
    """A file that may be read: its bytes are what its name says."""

    path: str
    filename: str
    kind: Kind
    size: int


@dataclass(frozen=True, slots=True)
class Seen:
    """What an OCR service made of a picture, or why it was not asked or did not answer."""

    engine: str = ""
    markdown: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Limits and choices of one reading."""

    assets: str = ""
    """The folder that holds `tesseract/*.traineddata`; empty: no word lists, no Nepali OCR."""

    ocr: bool = True
    dpi: int = 300
    max_pages: int = 5_000
    max_pixels: int = 80_000_000
    max_unpacked: int = 512 * 1024 * 1024
    """Bytes that a .docx may hold when unpacked."""

    charset: str = ""
    """What the server that sent the file says of its characters; before the file's own word."""

    elsewhere: bool = False
    """Whether a page that needs OCR comes back with its picture, to be read by a service."""

    seen: Seen | None = None
    """What the service said of the page that is read now."""


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """What is known of a document before its pages are read."""

    kind: Kind
    pages: int | None
    """None where only reading tells."""
    title: str
    size: int
    page_sizes: tuple[tuple[float, float], ...] = ()
    """Width and height of the first pages in points, or in pixels of an image."""


@dataclass(frozen=True, slots=True)
class PageText:
    """One page as it was read. With `error` set, its text is empty and the others still come."""

    number: int
    text: str
    how: How
    engine: str
    quality: Quality
    confidence: float = 1.0
    """How sure the reader is, 0 to 1: the OCR engine's own word, else the lexicon share."""

    boxes: tuple[WordBox, ...] = ()
    headings: tuple[Heading, ...] = ()
    tables: tuple[Table, ...] = ()
    code: tuple[Block, ...] = ()
    script: str = "common"
    language: str = ""
    """ISO 639-1, empty where the page says too little."""

    seconds: float = 0.0
    flagged: bool = False
    """The text the file carried was judged unusable, so the page was read in another way."""

    error: str = ""
    picture: bytes = b""
    """With `ReadOptions.elsewhere`: a JPEG of the page, whose text is still to be read."""

    @property
    def read_by(self) -> str:
        """`text_layer`, `parsed`, `ocr:tesseract`, `converted:preeti`."""
        named = self.how in (How.OCR, How.CONVERTED)
        return f"{self.how.value}:{self.engine}" if named else self.how.value

    @property
    def rows(self) -> tuple[Block, ...]:
        """The rows of the page's tables, which passages keep whole."""
        return tuple(
            Block(row[0].start, row[-1].end, BlockKind.ROW) for t in self.tables for row in t.rows
        )


def broken_page(number: int, error: str) -> PageText:
    """A page that could not be read at all: its place is kept, with the reason."""
    quality = Quality(usable=False, reason=error, plausible=0, coverage=0, lexicon_share=None)
    return PageText(number, "", How.PARSED, "", quality, confidence=0, error=error)
