"""The state of reading one file, and how each page's text becomes a `PageText` with its language.

The language is py3langid's guess, restricted to the languages of the page's script. No known
detector recognises Nepali in Latin letters; it is reported as the language it resembles.
"""

import io
import re
import time
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from typing import Any

from pramana.documents.reading.contracts import (
    Block,
    PageContent,
    PageText,
    ReadingMethod,
    ReadOptions,
    RecognisedText,
)
from pramana.documents.reading.headings import HeadingLevels
from pramana.documents.reading.legacy_nepali import (
    PREETI_ENGINE,
    has_written_order,
    preeti_to_unicode,
    to_spoken_order,
)
from pramana.documents.reading.lists import find_items, has_markers
from pramana.documents.reading.ocr import OcrReader
from pramana.documents.reading.page_builder import PageBuilder
from pramana.documents.reading.table_headers import row_blocks
from pramana.documents.reading.text_quality import Quality, judge
from pramana.documents.reading.wordlists import load_lexicon
from pramana.language.scripts import Script, main_script, script_of

MIN_CHARACTERS = 40
"""A shorter text has too little to tell its language."""

LANGUAGE_SAMPLE, SCRIPT_SAMPLE = 800, 400
"""How many characters of a page are looked at."""

DETECT_FIRST, DETECT_EVERY = 2, 500
"""Detection runs for the first pages of a document and then for every 500th."""

LANGUAGES_OF_SCRIPT = {
    Script.DEVANAGARI: frozenset({"ne", "hi", "mr"}),
    Script.ARABIC: frozenset({"ar", "fa", "ur", "ug", "ps"}),
    Script.CYRILLIC: frozenset({"ru", "uk", "bg", "sr", "mk", "kk", "ky", "mn", "be"}),
    Script.BENGALI: frozenset({"bn", "as"}),
    Script.HAN: frozenset({"zh", "ja"}),
    Script.KANA: frozenset({"ja"}),
    Script.HANGUL: frozenset({"ko"}),
    Script.GREEK: frozenset({"el"}),
    Script.HEBREW: frozenset({"he"}),
    Script.THAI: frozenset({"th"}),
    Script.TAMIL: frozenset({"ta"}),
    Script.TELUGU: frozenset({"te"}),
    Script.GUJARATI: frozenset({"gu"}),
    Script.GURMUKHI: frozenset({"pa"}),
    Script.TIBETAN: frozenset({"dz"}),
}
NON_LATIN_LANGUAGES = frozenset(["am", "hy", "ka", "km", "kn", "lo", "ml", "or", "si"]).union(
    *LANGUAGES_OF_SCRIPT.values()
)


def language_of(text: str, script: Script) -> str:
    """The ISO 639-1 code of the language in that script; empty where the text is too short."""
    if len(text) < MIN_CHARACTERS or script in (Script.COMMON, Script.OTHER):
        return ""
    allowed = LANGUAGES_OF_SCRIPT.get(script)
    sample = "".join(
        char for char in text[:LANGUAGE_SAMPLE] if script_of(char) in (script, Script.COMMON)
    )
    for language, _ in _identifier().rank(sample):
        if language in allowed if allowed else language not in NON_LATIN_LANGUAGES:
            return str(language)
    return ""


class LanguageMemory:
    """Remembers the language of each script in a document, so that few pages need detection."""

    def __init__(self) -> None:
        self._languages: dict[Script, str] = {}
        self._pages = 0

    def of(self, text: str) -> tuple[str, str]:
        """The script and the language of the next page."""
        is_latin = text.isascii() and bool(text.strip())
        script = Script.LATIN if is_latin else main_script(text[:SCRIPT_SAMPLE])
        self._pages += 1
        is_due = self._pages <= DETECT_FIRST or self._pages % DETECT_EVERY == 0
        if is_due or script not in self._languages:
            self._languages[script] = language_of(text, script) or self._languages.get(script, "")
        return script.value, self._languages.get(script, "")


@cache
def _identifier() -> Any:
    from py3langid import langid

    langid.rank("")  # loads the model
    return langid.IDENTIFIER


MARKDOWN_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
MARKDOWN_HEADING = re.compile(r"(#{1,6})\s+(.+)")
MARKDOWN_ROW = re.compile(r"\|.*\|\s*$")
MARKDOWN_RULE = re.compile(r"\|[\s:|-]+\|\s*$")
MARKDOWN_EMPHASIS = re.compile(r"(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1")
MARKDOWN_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!|~$-])")


def read_markdown(markdown: str) -> RecognisedText:
    """The text of a page that an OCR service returned as Markdown, with headings and tables."""
    page = PageBuilder()
    lines = MARKDOWN_IMAGE.sub("", markdown).splitlines()
    for is_row, group in groupby(
        map(str.strip, lines), key=lambda line: bool(MARKDOWN_ROW.match(line))
    ):
        if is_row:
            page.table([_cells(line) for line in group if not MARKDOWN_RULE.match(line)])
        else:
            _add_lines(page, list(group))
    return RecognisedText(page.text, page.headings, page.tables)


def _add_lines(page: PageBuilder, lines: list[str]) -> None:
    for line in lines:
        heading = MARKDOWN_HEADING.match(line)
        if heading:
            page.heading(_plain_text(heading[2]), len(heading[1]))
        else:
            page.paragraph(_plain_text(line))


def _cells(line: str) -> list[str]:
    return [_plain_text(cell) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def _plain_text(text: str) -> str:
    """Text without Markdown emphasis and escapes; words are never changed.

    >>> _plain_text("**Total** of 2\\\\*3 and a_b")
    'Total of 2*3 and a_b'
    """
    return MARKDOWN_ESCAPE.sub(r"\1", MARKDOWN_EMPHASIS.sub(r"\2", text))


FAILED_PAGE = Quality(False, "the page could not be read", 1.0, 1.0, None)
PENDING_PAGE = Quality(False, "the page is still to be read", 1.0, 1.0, None)
JPEG_QUALITY = 90
"""Letters stay clean, and a page is one or two megabytes."""


class NeedsOcrService(Exception):
    """Raised to return the page as an image, for an OCR service to read first."""

    def __init__(self, image: Any) -> None:
        super().__init__("The page is to be read by an OCR service.")
        self.image = image


@dataclass
class ReadingSession:
    """Reads one file: its options, its word lists, and what earlier pages showed."""

    options: ReadOptions
    languages: LanguageMemory = field(default_factory=LanguageMemory)

    def __post_init__(self) -> None:
        self.levels = HeadingLevels()
        folder = f"{self.options.assets}/tesseract" if self.options.assets else ""
        self.lexicon = load_lexicon(folder)
        models = f"{self.options.assets}/models" if self.options.assets else ""
        self.ocr = OcrReader(folder, models)

    def page(
        self,
        number: int,
        began: float,
        content: PageContent,
        how: ReadingMethod,
        engine: str,
        quality: Quality,
        *,
        confidence: float | None = None,
        flagged: bool = False,
    ) -> PageText:
        """The page with its script, language and confidence."""
        script, language = self.languages.of(content.text)
        has_layout = how in (ReadingMethod.TEXT_LAYER, ReadingMethod.OCR)
        sure = quality.lexicon_share if confidence is None else confidence
        if confidence is None and quality.usable and not self.lexicon.complete:
            sure = None  # a list of common words gives a verdict, but no measure
        return PageText(
            number=number,
            text=content.text,
            how=how,
            engine=engine,
            quality=quality,
            confidence=1.0 if sure is None else round(sure, 3),
            boxes=content.boxes,
            headings=self.levels.settle(content.headings) if has_layout else content.headings,
            tables=content.tables,
            blocks=(*content.code, *row_blocks(content.tables), *_items(content)),
            script=script,
            language=language,
            seconds=_seconds_since(began),
            flagged=flagged,
        )

    def page_by_ocr(
        self, image: Any, dpi: int, number: int, began: float, *, flagged: bool = False
    ) -> PageText:
        """A page read from its image. Raises `NeedsOcrService` where a service comes first."""
        engine, recognised, quality = self._recognise(image, dpi)
        return self.page(
            number,
            began,
            recognised,
            ReadingMethod.OCR,
            engine,
            quality,
            confidence=recognised.confidence,
            flagged=flagged,
        )

    def _recognise(self, image: Any, dpi: int) -> tuple[str, RecognisedText, Quality]:
        service = self.options.seen
        if service and service.markdown is not None:
            recognised = read_markdown(service.markdown)
            return service.engine, recognised, judge(recognised.text, self.lexicon, sample=0)
        if self.options.elsewhere:
            raise NeedsOcrService(image)
        engine, recognised, quality = self.ocr.read(image, dpi)
        if service and service.reason:
            quality = replace(quality, reason=f"{service.reason} {quality.reason}".strip())
        return engine, recognised, quality

    def parsed_page(self, number: int, began: float, page: PageBuilder, engine: str) -> PageText:
        """A page of a file that contains text. Text typed in a legacy font is converted."""
        if has_written_order(page.text):
            page = page.respell(to_spoken_order)
        quality = judge(page.text, self.lexicon)
        flagged, how = not quality.usable, ReadingMethod.PARSED
        if flagged:
            converted = page.respell(preeti_to_unicode)
            better = judge(converted.text, self.lexicon, sample=0)
            if better.usable and better.rank > quality.rank:
                page, quality, how, engine = (
                    converted,
                    better,
                    ReadingMethod.CONVERTED,
                    PREETI_ENGINE,
                )
        return self.page(number, began, page.content, how, engine, quality, flagged=flagged)


def _items(content: PageContent) -> tuple[Block, ...]:
    """The items of lists that the file marks, or those that the text shows by their markers."""
    if content.items or not has_markers(content.text):
        return content.items
    headings = [(each.start, each.start + len(each.text)) for each in content.headings]
    tables = [(table.start, table.end) for table in content.tables]
    code = [(block.start, block.end) for block in content.code]
    return find_items(content.text, taken=sorted([*headings, *tables, *code]))


def pending_page(number: int, began: float, image: Any) -> PageText:
    """A page as an image, for an OCR service to read."""
    jpeg = io.BytesIO()
    mode = "L" if image.mode in ("1", "L") else "RGB"
    image.convert(mode).save(jpeg, "JPEG", quality=JPEG_QUALITY)
    return PageText(
        number,
        "",
        ReadingMethod.OCR,
        "",
        PENDING_PAGE,
        0.0,
        seconds=_seconds_since(began),
        picture=jpeg.getvalue(),
    )


def failed_page(number: int, began: float, error: Exception) -> PageText:
    """A page that could not be read. The other pages are still read."""
    reason = f"Page {number + 1} could not be read: {error or type(error).__name__}"
    seconds = _seconds_since(began)
    return PageText(
        number, "", ReadingMethod.PARSED, "", FAILED_PAGE, 0.0, seconds=seconds, error=reason
    )


def _seconds_since(began: float) -> float:
    return round(time.perf_counter() - began, 4)
