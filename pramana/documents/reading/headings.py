"""Headings of a page: short lines in larger or bolder letters; and the title of a document."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from pramana.documents.reading.contracts import Heading
from pramana.documents.reading.pdf_page import PdfPage
from pramana.documents.reading.table_headers import is_figure

MAX_BODY_LINES = 4
MIN_BODY_LINE = 60
MAX_HEADING_WORDS = 16
HEADING_RATIO = 1.15
LEVEL_RATIOS = [(1.6, 1), (1.3, 2)]
LARGER_LEVEL, BOLD_LEVEL, MAX_LEVEL = 3, 4, 6
TITLE_LIKE = re.compile(r"^[\W\d_]*[^\W\d_][^\n]+[^\s.,;:।!?-]\s*$")
SENTENCE_MARKS = ".,;:।!?-"
NUMBER_PATH = re.compile(r"\s*\(?\d{1,3}((?:\.\d{1,3})*)")
ANNEX = re.compile(
    r"(?:schedule|annex(?:e|ure)?|appendix|अनुसूची|परिशिष्ट)[ -]{1,3}"
    r"(?:\d{1,2}|[०-९]{1,2}|(?-i:[IVX]{1,4}|[A-Z]))(?:\s*[–—:-]\s*\S[^\n]{0,80})?",
    re.IGNORECASE,
)
"""The title of an annex, in whatever letters: "Schedule 2 – Tools"."""

LABEL = re.compile(r"[^\n:]{1,40}:\s+\S")
"""`Name: value`, which is often in bold letters and no heading."""


def find_headings(page: PdfPage, raw: str, text: str) -> tuple[Heading, ...]:
    """Headings of a page in the file's own order.

    Heights and fonts come from the file's own lines; a converted text has as many lines.
    """
    lines = raw.split("\r\n")
    starts = _starts(lines)
    heights = _line_heights(page, lines, starts)
    body_height = _body_height(lines, heights)
    if not body_height:
        return ()
    is_body_bold: bool | None = None
    found: list[Heading] = []
    at = 0
    for place, line in enumerate(text.split("\n")):
        height = heights[place] if place < len(heights) else 0.0
        if height and is_title_like(line):
            level = level_by_size(height / body_height)
            if (
                not level
                and height > 0.95 * body_height
                and _is_bold_line(page, lines, starts, place)
            ):
                if is_body_bold is None:
                    is_body_bold = _is_body_bold(page, lines, starts)
                level = 0 if is_body_bold else bold_level(line)
            level = level or (LARGER_LEVEL if ANNEX.fullmatch(line.strip()) else 0)
            if level:
                indent = len(line) - len(line.lstrip())
                found.append(Heading(at + indent, level, line.strip()))
        at += len(line) + 1
    return tuple(found)


def is_title_like(line: str) -> bool:
    """Whether a line may be a heading by its words."""
    return TITLE_LIKE.match(line) is not None and len(line.split()) <= MAX_HEADING_WORDS


def level_by_size(ratio: float) -> int:
    """The level of a heading by the size of its letters beside the body's; 0 for body text."""
    if ratio <= HEADING_RATIO:
        return 0
    return next((level for least, level in LEVEL_RATIOS if ratio >= least), LARGER_LEVEL)


def bold_level(line: str) -> int:
    """The level of a bold line of the body's size; 0 where it is a label or a total.

    >>> [bold_level(line) for line in ("Opening hours", "2.1 Rooms", "Date: 4 May", "Total 400")]
    [4, 5, 0, 0]
    """
    words = line.split()
    if LABEL.match(line) or (len(words) > 1 and is_figure(words[-1]) and not words[0][0].isdigit()):
        return 0
    path = NUMBER_PATH.match(line)
    return min(BOLD_LEVEL + (path[1].count(".") if path else 0), MAX_LEVEL)


class HeadingLevels:
    """Gives numbered headings of one depth one level throughout a document.

    A page break or a title page may change the size of letters; `4.2` and `4.3` are still siblings.
    """

    def __init__(self) -> None:
        self._levels: dict[int, Counter[int]] = {}

    def settle(self, headings: tuple[Heading, ...]) -> tuple[Heading, ...]:
        return tuple(map(self._settle, headings))

    def _settle(self, heading: Heading) -> Heading:
        path = NUMBER_PATH.match(heading.text)
        if path is None:
            return heading
        levels = self._levels.setdefault(path[1].count("."), Counter())
        levels[heading.level] += 1
        return replace(heading, level=levels.most_common(1)[0][0])


def _starts(lines: Sequence[str]) -> list[int]:
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at += len(line) + 2
    return starts


def _line_heights(page: PdfPage, lines: Sequence[str], starts: Sequence[int]) -> list[float]:
    """The heights of lines that may be headings and of a few body lines; 0 for the others."""
    heights: list[float] = []
    bodies = 0
    for line, start in zip(lines, starts, strict=True):
        long = len(line) > MIN_BODY_LINE
        bodies += long
        is_needed = (long and bodies <= MAX_BODY_LINES) or _may_be_heading(line)
        heights.append(page.height_at(start) if is_needed else 0.0)
    if not bodies:
        return [
            page.height_at(start) if line else 0.0
            for line, start in zip(lines, starts, strict=True)
        ]
    return heights


def _may_be_heading(line: str) -> bool:
    """Whether a line may be a heading, by its length and its first and last character."""
    return (
        0 < len(line) <= 2 * MIN_BODY_LINE
        and not line[0].islower()
        and line[-1] not in SENTENCE_MARKS
    )


def _body_height(lines: Sequence[str], heights: Sequence[float]) -> float:
    """The commonest height of the long lines, or of all lines where none is long."""
    body: Counter[float] = Counter()
    for line, height in zip(lines, heights, strict=True):
        if height > 1 and len(line) > MIN_BODY_LINE:
            body[round(height, 1)] += 1
    if not body:
        for line, height in zip(lines, heights, strict=True):
            if height > 1:
                body[round(height, 1)] += len(line)
    return body.most_common(1)[0][0] if body else 0.0


def _is_bold_line(page: PdfPage, lines: Sequence[str], starts: Sequence[int], place: int) -> bool:
    """Whether a line begins and ends in bold letters."""
    line = lines[place].rstrip()
    first = starts[place] + len(lines[place]) - len(lines[place].lstrip())
    return bool(line) and page.is_bold(first) and page.is_bold(starts[place] + len(line) - 1)


def _is_body_bold(page: PdfPage, lines: Sequence[str], starts: Sequence[int]) -> bool:
    """Whether the body text is bold too: its long lines, or half of all lines."""
    filled = [n for n, line in enumerate(lines) if line.strip()]
    long = [n for n in filled if len(lines[n]) > MIN_BODY_LINE][:MAX_BODY_LINES]
    looked_at = long or filled[:12]
    bold = sum(_is_bold_line(page, lines, starts, n) for n in looked_at)
    return 2 * bold > len(looked_at)


MAX_TITLE = 200

PROGRAM_TITLE_TABLE = """
about:blank|blank|blank page|book|bookmarks|cover page|default|default title|doc|document
document title|draft|empty|excel|file|html document|image|index|layout|main document|name
new document|new microsoft word document|new page|new tab|no name|no title|none|normal
normal.dot|normal.dotm|null|n/a|page|page title|pdf|pdf document|photo|picture
powerpoint presentation|ppt|presentation|presentation title|print|print preview|report title
sample|scan|scanned document|scanned image|sheet|slide|template|temp|test|text document|title
undefined|unknown|unnamed|untitled|untitled document|web page|webpage|word|word document
workbook|(anonymous)|(none)|(unspecified)
अनामाङ्कित|कागजात|दस्तावेज|दस्तावेज़|नयाँ कागजात|बेनामी|शीर्षक|शीर्षक छैन|शीर्षकविहीन
"""
PROGRAM_TITLES = frozenset(
    name for line in PROGRAM_TITLE_TABLE.splitlines() for name in line.split("|") if name
)
"""What programs write where the author gave no title, without the number that may follow."""

STAMP_TABLE = """
received|paid|approved|rejected|registered|entered|posted|dispatched|verified|urgent|confidential
secret|void|cancelled|canceled|original|duplicate|triplicate|specimen|copy|true copy
certified copy|office copy|file copy|carbon copy|for office use|for office use only
प्राप्त|दर्ता|चलानी|भुक्तानी|भुक्तानी भयो|स्वीकृत|गोप्य|अति गोप्य|जरुरी|सक्कल|नक्कल|नक्कल प्रति
प्रतिलिपि|कार्यालय प्रति
"""
STAMP = re.compile(
    rf"(?:{'|'.join(STAMP_TABLE.split(chr(10))[1:-1])})(?:\s+(?:on|by|date))?[\W\d]*"
    r"(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\W\d]+)?",
    re.IGNORECASE,
)
"""What a stamp says about the paper it is on, perhaps with a date."""

PROGRAM_PREFIX = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel|publisher)|scan(?:ned)?\b|untitled|img[_ -]|dsc[_ -])",
    re.IGNORECASE,
)
FILE_NAME = re.compile(
    r"\.(?:docx?|docm|dotx?|dotm|odt|ott|rtf|txt|md|pdf|xps|indd|idml|pmd|qxd|pub|pages|tex|dvi|ps|eps|ai"
    r"|cdr|psd|svg|tiff?|jpe?g|png|gif|bmp|webp|heic|xlsx?|xlsm|xlsb|csv|tsv|ods|numbers|pptx?|ppsx?|odp|key"
    r"|html?|xhtml|xml|json|php|aspx?|jsp|eml|msg|mbox|zip|tar|gz|tmp|bak|dwg)$",
    re.IGNORECASE,
)
ADDRESS = re.compile(
    r"^(?:[a-z][a-z0-9+.-]*://|about:|file:|data:|www\.|[a-z]:\\|/)", re.IGNORECASE
)
CODE = re.compile(r"^(?:[\W\d_]*|[0-9a-f]{8,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$", re.I)
NUMBER = re.compile(r"[\s_(-]*\d*\)?$")

ABBREVIATIONS = r"[A-Z]|Pvt|Ltd|Co|Inc|No|Dr|Er|Mr|Mrs|Ms|Prof|Gen|Col|Hon|Rs|St"
SENTENCE = re.compile(rf"[!?।](?:\s|$)|[,;:]$|\b(?!(?:{ABBREVIATIONS})\.)\w+\.(?:\s|$)")
"""A first line with the end of a sentence is running text and not a title. The dot of an
abbreviation (Pvt. Ltd., No. 4) ends no sentence."""


WIDE_GAP = re.compile(r"[ \u00a0]{3,}")
"""What is set apart on the first line is an address or a date, and no part of the title."""

SECTION = re.compile(r"(?:\d+|[IVX]+|[A-Za-z]|[०-९]+|[क-ह])[.):।]\s")
"""A heading with the number of a section, such as "1. Services"."""

HEADER_ROW = re.compile(r"[^\t\n]*\t[^\t\n]*\t")
"""A first line of three cells names the columns of a table."""


def title_of(stated: str, headings: Sequence[Heading], text: str, filename: str) -> str:
    """The stated title, or the first page's highest heading, its first line, or the file name.

    >>> title_of("Microsoft Word - nlr6.doc", [], "नेपाल कानून पत्रिका\\n२०६५", "a.pdf")
    'नेपाल कानून पत्रिका'
    >>> title_of("", [], "Kalika Works Pvt. Ltd.\\nBagar-7", "scan-0417.jpg")
    'Kalika Works Pvt. Ltd.'
    >>> title_of("", [], "The survey began in May.", "Bridge survey.pdf")
    'Bridge survey'
    >>> title_of("about:blank", [], "RECEIVED 4 MAY 2026", "Minutes of May.pdf")
    'Minutes of May'
    """
    named = sorted((each for each in headings if is_title(each.text)), key=_rank)
    above = [each.text for each in named if _is_above(each, text)]
    lines = (WIDE_GAP.split(line.strip())[0] for line in text.split("\n", 50))
    first = next((line for line in lines if is_title(line)), "")
    line = "" if SENTENCE.search(first) else first
    if HEADER_ROW.match(text.lstrip("\n")):
        line = ""
    candidates = (stated.strip(), *above[:1], line, *(each.text for each in named[:1]))
    chosen = next((each for each in candidates if is_title(each)), PurePath(filename).stem)
    return chosen[:MAX_TITLE]


def _rank(heading: Heading) -> tuple[int, int]:
    return heading.level, heading.start


def _is_above(heading: Heading, text: str) -> bool:
    """Whether it can name the whole: no numbered section, and nothing at the foot of the page."""
    return not SECTION.match(heading.text) and heading.start <= len(text) / 2


def is_title(name: str) -> bool:
    """Whether this can be a title, and not what a program wrote for want of one.

    >>> [is_title(name) for name in ("(anonymous)", "notice.src.html", "Document 4", "Ward 4")]
    [False, False, False, True]
    >>> [is_title(name) for name in ("RECEIVED", "प्राप्त २०८१/०१/१५", "Paid leave")]
    [False, False, True]
    """
    if not 2 < len(name) <= MAX_TITLE or CODE.match(name) or ADDRESS.match(name):
        return False
    if STAMP.fullmatch(name.strip()):
        return False
    whole = " ".join(name.casefold().split())
    by_program = not PROGRAM_TITLES.isdisjoint((whole, NUMBER.sub("", whole)))
    return not (by_program or PROGRAM_PREFIX.match(name) or FILE_NAME.search(name))
