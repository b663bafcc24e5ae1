"""The title of a document: stated by its file, or read from its first page."""

import re
from collections.abc import Sequence
from pathlib import PurePath

from pramana.documents.reading.contracts import Heading

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

    >>> [is_title(name) for name in ("Word Document", "notice.src.html", "Document 4", "Ward 4")]
    [False, False, False, True]
    >>> [is_title(name) for name in ("RECEIVED", "प्राप्त २०८१/०१/१५", "Paid leave")]
    [False, False, True]
    """
    if not 2 < len(name) <= MAX_TITLE or CODE.match(name) or ADDRESS.match(name):
        return False
    if STAMP.fullmatch(name.strip()):
        return False
    plain = NUMBER.sub("", " ".join(name.casefold().split()))
    return not (plain in PROGRAM_TITLES or PROGRAM_PREFIX.match(name) or FILE_NAME.search(name))
