"""The text layer of a PDF page: kept in the file's order, or laid out anew where that jumps."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from pramana.documents.domain.composition import Rows, compose
from pramana.documents.domain.layout import JUMPS, around, jumps_sideways
from pramana.documents.domain.paper import Box, Heading, Table
from pramana.documents.reading.builder import PageBuilder, kept
from pramana.documents.reading.legacy import legacy_text, speller
from pramana.documents.reading.pdf_page import PdfPage
from pramana.kit.evidence import nfc

BODY_LINES = 4
LONG_LINE = 60
LARGER = 1.15
LEVELS = [(1.6, 1), (1.3, 2)]
TITLE_LIKE = re.compile(r"^[\W\d_]*[^\W\d_][^\n]{2,}[^\s.,;:।!?-]\s*$")
RUNS_ON = ".,;:।!?-"
FEW_CHARACTERS = 200
MOST_WORDS = 20_000
UNSEEN = "\x00\x02\ufffe"

Spelling = Callable[[str, int], str]


@dataclass(frozen=True, slots=True)
class Layer:
    """What the file says stands on the page."""

    text: str
    headings: tuple[Heading, ...] = ()
    tables: tuple[Table, ...] = ()
    coverage: float = 1.0
    lost: float = 0.0
    """The share of its characters that no text can hold: glyph numbers without a meaning."""


def read_layer(page: PdfPage, *, legacy: bool = False) -> Layer:
    """The page's text; `legacy` takes it to be typed in an 8-bit Nepali font."""
    raw = page.text()
    coverage = _coverage(page, raw)
    if _may_jump(page, raw) and jumps_sideways(page.runs()):
        return _laid_out(page, coverage, speller(page) if legacy else None)
    whole = (legacy_text(page) if legacy else raw).replace("\r\n", "\n")
    text = nfc(kept(whole))
    lost = 1.0 - len(text) / len(whole) if len(text) < len(whole) * 0.95 else 0.0
    return Layer(text, _headings(page, raw, text), (), coverage, lost)


def words_of(page: PdfPage, spell: Spelling | None = None) -> list[tuple[str, Box]]:
    """The words of the layer in the file's order, each with its box in points."""
    words: list[tuple[str, Box]] = []
    blank = (" ", Box(0, 0, 0, 0), -1)
    letters: list[tuple[str, Box, int]] = []
    for found in [*page.characters(), blank]:
        if not found[0].isspace() and found[0] not in UNSEEN:
            letters.append(found)
        elif letters:
            word = "".join(char for char, _, _ in letters)
            shown = spell(word, letters[0][2]) if spell else word
            words.append((shown, around([box for _, box, _ in letters])))
            letters = []
    return words[:MOST_WORDS]


def _may_jump(page: PdfPage, raw: str) -> bool:
    """Whether more pieces are drawn than there are lines; the cheapest question comes first.

    Fewer objects than lines means that one object holds them all, which says nothing.
    """
    lines = raw.count("\r\n")
    if lines <= page.object_count() < lines + JUMPS:
        return False
    return page.run_count() >= lines + JUMPS


def _laid_out(page: PdfPage, coverage: float, spell: Spelling | None) -> Layer:
    words = words_of(page, spell)
    built = PageBuilder()
    for part in compose([box for _, box in words], page.rules()):
        if isinstance(part, Rows):
            built.table([[_joined(words, cell) for cell in row] for row in part.cells])
        else:
            built.paragraph(_joined(words, part.words))
    return Layer(built.text, (), built.tables, coverage)


def _joined(words: list[tuple[str, Box]], places: tuple[int, ...]) -> str:
    return " ".join(words[place][0] for place in places)


def _coverage(page: PdfPage, text: str) -> float:
    """The share of what is drawn that is text; looked at only where there is little text."""
    if len(text) > FEW_CHARACTERS:
        return 1.0
    objects, pictures = page.drawn()
    if not text.strip():
        return 0.0 if objects else 1.0
    return 1.0 if pictures < 0.5 else len(text) / (20 * FEW_CHARACTERS)


def _headings(page: PdfPage, raw: str, text: str) -> tuple[Heading, ...]:
    """Lines that stand alone in larger letters than the page's running text.

    The heights are those of the file's own lines; a converted text has as many.
    """
    lines = raw.split("\r\n")
    heights = _heights(page, lines)
    usual = _usual(lines, heights)
    if not usual or max(heights) <= usual * LARGER:
        return ()
    found: list[Heading] = []
    at = 0
    for line, height in zip(text.split("\n"), heights, strict=False):
        if height > usual * LARGER and TITLE_LIKE.match(line):
            indent = len(line) - len(line.lstrip())
            found.append(Heading(at + indent, _level(height / usual), line.strip()))
        at += len(line) + 1
    return tuple(found)


def _heights(page: PdfPage, lines: list[str]) -> list[float]:
    """Line heights of what may be a heading and of a few long lines; 0 for the others."""
    heights: list[float] = []
    at = bodies = 0
    for line in lines:
        size = len(line)
        long = size > LONG_LINE
        bodies += long
        asked = bodies <= BODY_LINES if long else size and _may_head(line)
        heights.append(page.height_at(at) if asked else 0.0)
        at += size + 2
    return heights


def _may_head(line: str) -> bool:
    """Whether a short line can be a heading at all; a look at both its ends tells most."""
    return not line[0].islower() and line[-1] not in RUNS_ON


def _usual(lines: list[str], heights: list[float]) -> float:
    """The commonest height of the long lines; 0 where there is no running text."""
    body = Counter(
        round(height, 1)
        for line, height in zip(lines, heights, strict=True)
        if height > 1 and len(line) > LONG_LINE
    )
    return body.most_common(1)[0][0] if body else 0.0


def _level(ratio: float) -> int:
    return next((level for least, level in LEVELS if ratio >= least), 3)
