"""The text layer of a PDF page, in the file's order or in a new layout.

The file's order is kept unless it jumps sideways. Text typed in an 8-bit Nepali font is converted.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from pramana.documents.reading.contracts import Box, Heading, PageContent, around
from pramana.documents.reading.layout import MIN_JUMPS, TableRows, compose, jumps_sideways
from pramana.documents.reading.page_builder import PageBuilder, remove_control_characters
from pramana.documents.reading.pdf_page import PdfPage
from pramana.documents.reading.preeti import is_preeti_font, preeti_to_unicode
from pramana.kit.evidence import nfc

LEGACY_SIGNS = "]{;"
"""Signs that are frequent in text typed in such a font and rare in prose."""

MIN_SIGN_SHARE = 0.003
FONT_SAMPLE = 12
"""The font is looked up for one of this many characters."""


def legacy_speller(page: PdfPage) -> Callable[[str, int], str]:
    """A function that converts a word at some index of the page into Unicode.

    Where no font has a known name (subsets are often called F1), every word is converted. The
    quality of the page is judged afterwards, and a wrong guess loses against OCR.
    """
    by_font = _legacy_marks(page)

    def spell(word: str, place: int) -> str:
        return preeti_to_unicode(word) if by_font is None or by_font[place] else word

    return spell


def legacy_text(page: PdfPage) -> str:
    """The page's text in the file's order, with each run in a legacy font converted."""
    by_font = _legacy_marks(page)
    if by_font is None:
        return preeti_to_unicode(page.text())
    marked = [
        (legacy, char) for (char, _, place) in page.characters() for legacy in [by_font[place]]
    ]
    runs = groupby(marked, key=lambda pair: pair[0])
    return "".join(_convert_run(legacy, "".join(char for _, char in run)) for legacy, run in runs)


def uses_legacy_font(page: PdfPage, text: str) -> bool:
    """Whether part of a usable page is typed in a legacy font, such as quotes in Nepali.

    The fonts are looked up only where the signs are frequent, because the look-up takes longer
    than reading the text.
    """
    if sum(map(text.count, LEGACY_SIGNS)) < MIN_SIGN_SHARE * len(text):
        return False
    return any(map(is_preeti_font, page.fonts(FONT_SAMPLE)))


def _convert_run(legacy: bool, text: str) -> str:
    return preeti_to_unicode(text) if legacy else text


def _legacy_marks(page: PdfPage) -> list[bool] | None:
    """For each character, whether its font is a legacy font; None where no font is.

    A generated space belongs to the run before it.
    """
    marks: list[bool] = []
    for name in page.fonts():
        marks.append(is_preeti_font(name) if name else bool(marks) and marks[-1])
    return marks if any(marks) else None


MAX_BODY_LINES = 4
MIN_BODY_LINE = 60
HEADING_RATIO = 1.15
LEVEL_RATIOS = [(1.6, 1), (1.3, 2)]
TITLE_LIKE = re.compile(r"^[\W\d_]*[^\W\d_][^\n]{2,}[^\s.,;:।!?-]\s*$")
SENTENCE_MARKS = ".,;:।!?-"
LITTLE_TEXT = 200
MAX_WORDS = 20_000
INVISIBLE = "\x00\x02\ufffe"

Speller = Callable[[str, int], str]


@dataclass(frozen=True, slots=True)
class TextLayer(PageContent):
    """The text that the file contains for a page."""

    coverage: float = 1.0
    lost: float = 0.0
    """The share of characters that cannot be stored: glyph numbers without a meaning."""


def read_text_layer(page: PdfPage, *, legacy: bool = False) -> TextLayer:
    """The page's text layer; with `legacy`, converted from an 8-bit Nepali font."""
    raw = page.text()
    coverage = _coverage(page, raw)
    if _may_jump_sideways(page, raw) and jumps_sideways(page.runs()):
        return _lay_out(page, coverage, legacy_speller(page) if legacy else None)
    whole = (legacy_text(page) if legacy else raw).replace("\r\n", "\n")
    text = nfc(remove_control_characters(whole))
    lost = 1.0 - len(text) / len(whole) if len(text) < len(whole) * 0.95 else 0.0
    headings = _find_headings(page, raw, text)
    return TextLayer(text, headings, coverage=coverage, lost=lost)


def layer_words(page: PdfPage, spell: Speller | None = None) -> list[tuple[str, Box]]:
    """The words of the text layer in the file's order, each with its box in points."""
    words: list[tuple[str, Box]] = []
    blank = (" ", Box(0, 0, 0, 0), -1)
    letters: list[tuple[str, Box, int]] = []
    for found in [*page.characters(), blank]:
        if not found[0].isspace() and found[0] not in INVISIBLE:
            letters.append(found)
        elif letters:
            word = "".join(char for char, _, _ in letters)
            spelled = spell(word, letters[0][2]) if spell else word
            words.append((spelled, around([box for _, box, _ in letters])))
            letters = []
    return words[:MAX_WORDS]


def _may_jump_sideways(page: PdfPage, raw: str) -> bool:
    """Whether there are more text runs than lines; the cheapest test comes first.

    Fewer objects than lines says nothing, because one object may contain many lines.
    """
    lines = raw.count("\r\n")
    if lines <= page.object_count() < lines + MIN_JUMPS:
        return False
    return page.run_count() >= lines + MIN_JUMPS


def _lay_out(page: PdfPage, coverage: float, spell: Speller | None) -> TextLayer:
    words = layer_words(page, spell)
    built = PageBuilder()
    for part in compose([box for _, box in words], page.rules()):
        if isinstance(part, TableRows):
            built.table([[_join_words(words, cell) for cell in row] for row in part.cells])
        else:
            built.paragraph(_join_words(words, part.words))
    return TextLayer(built.text, tables=built.tables, coverage=coverage)


def _join_words(words: list[tuple[str, Box]], places: tuple[int, ...]) -> str:
    return " ".join(words[place][0] for place in places)


def _coverage(page: PdfPage, text: str) -> float:
    """The share of the page's content that is text; computed only where there is little."""
    if len(text) > LITTLE_TEXT:
        return 1.0
    objects, pictures = page.objects_and_image_share()
    if not text.strip():
        return 0.0 if objects else 1.0
    return 1.0 if pictures < 0.5 else len(text) / (20 * LITTLE_TEXT)


def _find_headings(page: PdfPage, raw: str, text: str) -> tuple[Heading, ...]:
    """Lines in larger letters than the body text of the page.

    The heights come from the file's own lines; a converted text has the same number of lines.
    """
    lines = raw.split("\r\n")
    heights = _line_heights(page, lines)
    body_height = _body_height(lines, heights)
    if not body_height or max(heights) <= body_height * HEADING_RATIO:
        return ()
    found: list[Heading] = []
    at = 0
    for line, height in zip(text.split("\n"), heights, strict=False):
        if height > body_height * HEADING_RATIO and TITLE_LIKE.match(line):
            indent = len(line) - len(line.lstrip())
            found.append(Heading(at + indent, _heading_level(height / body_height), line.strip()))
        at += len(line) + 1
    return tuple(found)


def _line_heights(page: PdfPage, lines: list[str]) -> list[float]:
    """The heights of lines that may be headings and of a few body lines; 0 for the others."""
    heights: list[float] = []
    at = bodies = 0
    for line in lines:
        size = len(line)
        long = size > MIN_BODY_LINE
        bodies += long
        is_needed = bodies <= MAX_BODY_LINES if long else size and _may_be_heading(line)
        heights.append(page.height_at(at) if is_needed else 0.0)
        at += size + 2
    return heights


def _may_be_heading(line: str) -> bool:
    """Whether a short line may be a heading, by its first and last character."""
    return not line[0].islower() and line[-1] not in SENTENCE_MARKS


def _body_height(lines: list[str], heights: list[float]) -> float:
    """The commonest height of the long lines; 0 where there is no body text."""
    body = Counter(
        round(height, 1)
        for line, height in zip(lines, heights, strict=True)
        if height > 1 and len(line) > MIN_BODY_LINE
    )
    return body.most_common(1)[0][0] if body else 0.0


def _heading_level(ratio: float) -> int:
    return next((level for least, level in LEVEL_RATIOS if ratio >= least), 3)
