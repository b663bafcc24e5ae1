"""The text layer of a PDF page, in the file's order or in a new layout.

The file's order is kept unless it jumps sideways. Text typed in an 8-bit Nepali font is converted.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import median

from pramana.documents.reading.contracts import Box, PageContent, around
from pramana.documents.reading.headings import (
    BOLD_LEVEL,
    NUMBER_PATH,
    bold_level,
    find_headings,
    is_title_like,
    level_by_size,
)
from pramana.documents.reading.layout import MIN_JUMPS, TableRows, compose, jumps_sideways
from pramana.documents.reading.legacy_nepali import (
    has_written_order,
    is_preeti_font,
    preeti_to_unicode,
    respell_heading,
    respell_table,
    to_spoken_order,
)
from pramana.documents.reading.lists import BULLET, item_markers
from pramana.documents.reading.page_builder import (
    CellContent,
    PageBuilder,
    add_table,
    part_labels,
    remove_control_characters,
)
from pramana.documents.reading.pdf_page import PdfPage
from pramana.documents.reading.ruled_tables import ruled_tables
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


LITTLE_TEXT = 200
MAX_WORDS = 20_000
INVISIBLE = "\x00\x02\ufffe"
BROKEN_WORD = "\ufffe"
"""pdfium's sign for the hyphen of a word that goes on in the next line."""

BROKEN_LETTERS = re.compile(r"([^\W\d_]{2,})- ([^\W\d_]*[a-z])")
BROKEN_RANGE = re.compile(r"(?<=\d)([-–]) (?=\d)")
RANGE_OVER_LINES = re.compile(r"(\d[-–])\n(\d\S*) ?")
BOLD_SAMPLE = 40
MIN_TABLE_OBJECTS = 12
MAX_BULLETS = 300
BULLET_GAP = 2.0
"""In line heights: a bullet is not further from its line."""
MAX_HEADER_ROWS = 3

Speller = Callable[[str, int], str]


@dataclass(frozen=True, slots=True)
class TextLayer(PageContent):
    """The text that the file contains for a page."""

    coverage: float = 1.0
    lost: float = 0.0
    """The share of characters that cannot be stored: glyph numbers without a meaning."""


def read_text_layer(page: PdfPage, *, legacy: bool = False) -> TextLayer:
    """The page's text layer; with `legacy`, converted from an 8-bit Nepali font."""
    layer = _stored_layer(page, legacy=legacy)
    if not has_written_order(layer.text):
        return layer
    headings = tuple(respell_heading(each, to_spoken_order) for each in layer.headings)
    tables = tuple(respell_table(each, to_spoken_order) for each in layer.tables)
    return replace(layer, text=to_spoken_order(layer.text), headings=headings, tables=tables)


def _stored_layer(page: PdfPage, *, legacy: bool) -> TextLayer:
    raw = page.text()
    coverage = _coverage(page, raw)
    if _may_jump_sideways(page, raw) and (jumps_sideways(page.runs()) or _has_tables(page)):
        return _lay_out(page, coverage, legacy_speller(page) if legacy else None)
    whole = (legacy_text(page) if legacy else raw).replace("\r\n", "\n")
    text = nfc(remove_control_characters(whole))
    if "-\n" in text or "–\n" in text:
        text = RANGE_OVER_LINES.sub(r"\1\2\n", text)  # as many lines as the file has
    lost = 1.0 - len(text) / len(whole) if len(text) < len(whole) * 0.95 else 0.0
    text = _with_bullets(page, raw, text)
    headings = find_headings(page, raw, text)
    return TextLayer(text, headings, coverage=coverage, lost=lost)


def _with_bullets(page: PdfPage, raw: str, text: str) -> str:
    """The text with a bullet before each line that has one drawn beside it."""
    lines = raw.split("\r\n")
    if page.object_count() <= len(lines) + 1:
        return text
    bullets = page.bullets()
    if not 0 < len(bullets) <= MAX_BULLETS:
        return text
    marked = []
    at = 0
    for place, line in enumerate(text.split("\n")):
        own = lines[place] if place < len(lines) else ""
        is_item = bool(own.strip()) and _has_bullet(page.box_at(at), bullets)
        marked.append(f"{BULLET} {line}" if is_item and not item_markers(line) else line)
        at += len(own) + 2
    return "\n".join(marked)


def _has_bullet(first: Box, bullets: Sequence[Box]) -> bool:
    """Whether a bullet is right before the first letter of a line."""
    return any(
        first.y0 <= bullet.middle <= first.y1
        and 0 < first.x0 - bullet.x1 < BULLET_GAP * first.height
        for bullet in bullets
    )


def layer_words(page: PdfPage, spell: Speller | None = None) -> list[tuple[str, Box]]:
    """The words of the text layer in the file's order, each with its box in points."""
    words = [(word.text, word.box) for word in _words_on(page, spell)]
    if not has_written_order(" ".join(word for word, _ in words)):
        return words
    return [(to_spoken_order(word), box) for word, box in words]


@dataclass(frozen=True, slots=True)
class _PageWord:
    text: str
    box: Box
    place: int
    """The index of its first character."""


def _words_on(page: PdfPage, spell: Speller | None) -> list[_PageWord]:
    words: list[_PageWord] = []
    blank = (" ", Box(0, 0, 0, 0), -1)
    letters: list[tuple[str, Box, int]] = []
    for found in [*page.characters(), blank]:
        char = found[0]
        if not char.isspace() and char not in INVISIBLE:
            letters.append(found)
            continue
        if letters:
            word = "".join(char for char, _, _ in letters) + ("-" if char == BROKEN_WORD else "")
            spelled = spell(word, letters[0][2]) if spell else word
            box = around([box for _, box, _ in letters])
            words.append(_PageWord(spelled, box, letters[0][2]))
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


def _has_tables(page: PdfPage) -> bool:
    """Whether drawn lines form a table; asked only of pages with many objects."""
    return page.object_count() > MIN_TABLE_OBJECTS and bool(ruled_tables(page.rules()))


def _lay_out(page: PdfPage, coverage: float, spell: Speller | None) -> TextLayer:
    words = _words_on(page, spell)
    built = PageBuilder()
    body = _body_look(page, words)
    bullets = page.bullets()
    look = _PageLook(page, words, body)
    for part in compose([word.box for word in words], page.rules(), look=look):
        if isinstance(part, TableRows):
            content = _table_content(page, words, part, is_body_bold=body.is_bold)
            add_table(built, content)
            continue
        line = [words[place] for place in part.words]
        text = join_words([word.text for word in line])
        if bullets and not item_markers(text) and _has_bullet(line[0].box, bullets):
            built.paragraph(f"{BULLET} {text}")
        elif level := _heading_level(page, line, text, body):
            built.heading(text, level)
        else:
            pieces = [join_words([words[n].text for n in piece]) for piece in part.pieces]
            for each in part_labels(pieces) if len(pieces) > 1 else [text]:
                built.paragraph(each)
    page_content = built.content
    return TextLayer(
        page_content.text, page_content.headings, page_content.tables, coverage=coverage
    )


@dataclass(frozen=True, slots=True)
class _BodyLook:
    """How the body text of a page looks."""

    height: float
    is_bold: bool


def _body_look(page: PdfPage, words: Sequence[_PageWord]) -> _BodyLook:
    heights = Counter(round(word.box.height, 1) for word in words)
    height = heights.most_common(1)[0][0] if heights else 0.0
    step = max(len(words) // BOLD_SAMPLE, 1)
    sample = [word for word in words if round(word.box.height, 1) == height][::step]
    bold = sum(page.is_bold(word.place) for word in sample)
    return _BodyLook(height, 2 * bold > len(sample))


@dataclass(frozen=True, slots=True)
class _PageLook:
    """What the words of a page look like, for the finding of tables."""

    page: PdfPage
    words: Sequence[_PageWord]
    body: _BodyLook
    are_sizes_exact: bool = True

    def text(self, word: int) -> str:
        return self.words[word].text

    def is_bold(self, word: int) -> bool:
        return not self.body.is_bold and self.page.is_bold(self.words[word].place)

    def is_heading(self, words: Sequence[int]) -> bool:
        line = [self.words[place] for place in words]
        text = join_words([word.text for word in line])
        level = _heading_level(self.page, line, text, self.body)
        return 0 < level < BOLD_LEVEL or (level > 0 and NUMBER_PATH.match(text) is not None)


def _heading_level(page: PdfPage, line: Sequence[_PageWord], text: str, body: _BodyLook) -> int:
    if not body.height or not is_title_like(text):
        return 0
    height = median(word.box.height for word in line)
    if level := level_by_size(height / body.height):
        return level
    is_bold = not body.is_bold and all(page.is_bold(w.place) for w in (line[0], line[-1]))
    return bold_level(text) if is_bold else 0


def _table_content(
    page: PdfPage, words: Sequence[_PageWord], table: TableRows, *, is_body_bold: bool
) -> list[list[CellContent]]:
    """The cells with their text; the first rows are headers where all their words are bold."""
    rows: list[list[CellContent]] = []
    in_head = not is_body_bold and not table.header_rows
    for number, cells in enumerate(table.cells):
        firsts = [words[cell[0]] for cell in cells if cell]
        in_head = in_head and number < MAX_HEADER_ROWS and bool(firsts)
        in_head = in_head and all(page.is_bold(word.place) for word in firsts)
        rows.append(
            [
                CellContent(
                    join_words([words[place].text for place in cell]),
                    *table.spans.get((number, column), (1, 1)),
                    is_header=in_head or number < table.header_rows,
                )
                for column, cell in enumerate(cells)
            ]
        )
    is_all_head = all(cell.is_header for row in rows for cell in row)
    return (
        [[replace(cell, is_header=False) for cell in row] for row in rows] if is_all_head else rows
    )


def join_words(words: Sequence[str]) -> str:
    """Words with spaces between them; a word or a range that a line end broke is whole again.

    >>> join_words(["from", "60-", "3300", "volts", "trans-", "port", "A-", "B"])
    'from 60-3300 volts transport A- B'
    """
    text = " ".join(words)
    if "- " not in text:
        return text
    return BROKEN_RANGE.sub(r"\1", BROKEN_LETTERS.sub(r"\1\2", text))


def _coverage(page: PdfPage, text: str) -> float:
    """The share of the page's content that is text; computed only where there is little."""
    if len(text) > LITTLE_TEXT:
        return 1.0
    objects, pictures = page.objects_and_image_share()
    if not text.strip():
        return 0.0 if objects else 1.0
    return 1.0 if pictures < 0.5 else len(text) / (20 * LITTLE_TEXT)
