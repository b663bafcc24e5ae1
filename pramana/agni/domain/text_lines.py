"""The lines of a text, and a value that was read from one of them."""

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Generic, TypeVar

from pramana.language.tagging.english import ORGANISATION_ENDS
from pramana.language.tagging.words import hints, sound, split_ending

T = TypeVar("T")


@dataclass(frozen=True)
class ReadValue(Generic[T]):
    """A value, how sure it is and why, and the words that support it; no quote if inferred."""

    value: T
    confidence: float
    why: str
    quote: str | None = None
    start: int = -1
    end: int = -1


@dataclass(frozen=True)
class MetadataLine:
    """A line of the text without the white space around it."""

    text: str
    start: int
    index: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    def before(self, pattern: re.Pattern[str]) -> "MetadataLine":
        """The line without what matches; the rest stays where it is."""
        return replace(self, text=pattern.sub("", self.text))

    def value(self, start: int, end: int, confidence: float, why: str) -> ReadValue[str]:
        """A part of this line as a value with its quote."""
        words = self.text[start:end]
        value = " ".join(words.split())
        return ReadValue(value, confidence, why, words, self.start + start, self.start + end)


_LINE = re.compile(r"[^\n\f\r]+")
_SPACE = " \t\v\x85\xa0\u2002\u2003\u2009\u200a\u202f\u3000"


def text_lines(text: str) -> list[MetadataLine]:
    """The lines that hold a letter or digit, without Markdown's marks around them."""
    lines: list[MetadataLine] = []
    for match in _LINE.finditer(text):
        rest = match.group().lstrip(f"{_SPACE}#>*_|")
        start = match.end() - len(rest)
        words = rest.rstrip(f"{_SPACE}*_|")
        if any(char.isalnum() for char in words):
            lines.append(MetadataLine(words, start, len(lines)))
    return lines


MAX_LINE_WIDTH = 130
"""A page is not wider than this: longer lines are paragraphs that were never wrapped."""

MIN_LINE_WIDTH = 40
WRAPPED_SHARE = 0.9
"""A line is full if the next word would have made it wider than this share of the page."""

_NEW_ITEM = re.compile(
    r"\s*(?:[-•*–]|\(?[0-9०-९]{1,3}[.)।]|\(?[a-zA-Zक-ह][.)])\s|\s*[A-Za-z][\w ]{1,25}:\s"
)
_ITEM_END = re.compile(r"[:।?!|]\s*$")


_COLUMN_GAP = re.compile(r"(?<=[^\s:.…_-])[ \t]{8,}(?=[^\s:.…_-])")
"""The space between two columns, like the signatures of two parties."""


def join_wrapped_lines(text: str) -> str:
    """The text with a space in place of each line break that only wraps a paragraph.

    Columns that stand side by side are parted by a line break. Every character keeps its place. A
    break wraps a paragraph if the next word would not have fitted on the line (the page's width is
    that of its long lines), if the next line goes on in small letters, or if it stands in the
    middle of a name in running text.

    >>> join_wrapped_lines("The council of the town heard from Mohan\\nRaj Thapa on its new road.")
    'The council of the town heard from Mohan Raj Thapa on its new road.'
    """
    width = _page_width(text)
    joined, start = list(text), 0
    for gap in _COLUMN_GAP.finditer(text):
        joined[gap.start()] = "\n"
    for gap in _EMPTY_LINE.finditer(text):
        joined[gap.start() : gap.end()] = " " * (gap.end() - gap.start())
    paragraph, has_begun = "", False
    for line, after in pairwise(text.split("\n")):
        start += len(line) + 1
        paragraph += line
        has_begun = has_begun or bool(_RUNNING_TEXT.search(paragraph))
        if _may_go_on(line, after) and (
            (width and _is_full(line, after, width)) or _goes_on(paragraph, after, has_begun)
        ):
            joined[start - 1] = " "
            paragraph += "\n"
        else:
            paragraph = ""
    return "".join(joined)


_EMPTY_LINE = re.compile(
    r"(?<=[a-z])\n[ \t]*\n(?=[a-z]{2,})"
    rf"|(?<=[A-Z])\n[ \t]*\n(?=(?:{ORGANISATION_ENDS.upper()})[ \t]*$)",
    re.MULTILINE,
)
"""An empty line within a sentence or a name, where a page put its lines far apart."""


def _page_width(text: str) -> int:
    """The length of the longest lines, or 0 for a text whose lines are paragraphs."""
    lengths = sorted(len(line.rstrip()) for line in text.split("\n") if line.strip())
    if len(lengths) < 2 or lengths[-1] > MAX_LINE_WIDTH:
        return 0
    width = lengths[-1 - len(lengths) // 20]
    return width if width >= MIN_LINE_WIDTH else 0


def _may_go_on(line: str, after: str) -> bool:
    """Whether neither line is a cell, an item of a list, a label or a heading."""
    if not line.strip() or not after.strip() or "\t" in line or "  " in line.strip():
        return False
    if "|" in after or (_is_in_capitals(line) and not after.isupper()):
        return False
    return not (_NEW_ITEM.match(after) or _ITEM_END.search(line) or after.rstrip().endswith(":"))


def _is_in_capitals(line: str) -> bool:
    """Whether a line is a heading or a name in capitals, which the text below does not continue."""
    return line.isupper() and len(line.split()) > 1


def _is_full(line: str, after: str, width: int) -> bool:
    return len(line.rstrip()) + 1 + len(after.split()[0]) > WRAPPED_SHARE * width


SMALL_WORDS = "a an and as at by for from in is of on or that the to was were with"
SENTENCE_STARTS = """
A About According After All Also An And As At Before Between Both But By Copy Dated Dear Every
First For From He Her His However I If In Issued It Its Meanwhile No On One Our Prepared
Published She Signed Since Some Submitted That The Their There These They This To Under We What
When Where While With Witness Yours You Your
"""
"""Words with which a sentence or a heading begins, and a name does not go on."""

_RUNNING_TEXT = re.compile(
    r"\b(?:the|is|are|was|were|has|have|had|will|shall|may|be|its|his|her|who|which)\b"
    r"|\bThe [a-z]"
    r"|[a-z]{3}\.\s*$"
)
"""What a sentence has and a headline has not."""

_SMALL_WORDS, _SENTENCE_STARTS = frozenset(SMALL_WORDS.split()), frozenset(SENTENCE_STARTS.split())
_NAME_ITEM = re.compile(r"\s*[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){1,3}\s*(?:,|\(| [–—-] |\|)")
_DATELINE = re.compile(
    r"\s*[A-Z]\w+(?: [A-Z]\w+)?\s*(?:[:|—–-]|,\s*(?:\d|[A-Z]\w+ \d))|.*(?:@|www\.|https?:)"
)
_OPEN_END = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Er|Prof|Adv|Hon|Shri|Smt)\.?(?:\s[A-Z][\w.'’-]*){0,2}"
    r"|\b(?:of|the|and|von|van|de|for|by|between|Messrs))$"
)
_BODY_ENDS = frozenset(word.upper() for word in ORGANISATION_ENDS.split("|"))
_DEVANAGARI = re.compile(r"[\u0904-\u0963\u0971-\u097f]+")


def _goes_on(paragraph: str, after: str, has_begun: bool) -> bool:
    """Whether the next line goes on in small letters or, in running text, with a name's rest."""
    first = after.split()[0]
    if paragraph.isupper() and after.isupper():
        is_rest = first.strip(",") in _BODY_ENDS and first in (
            after.strip(),
            f"{first.strip(',')},",
        )
        return is_rest and paragraph.split()[-1] not in _BODY_ENDS
    if first[0].islower():
        return not _DATELINE.match(after) and paragraph.rstrip()[-1] not in ".;"
    if _DEVANAGARI.match(first):
        return _splits_nepali_name(paragraph, first)
    if not first[0].isupper() or first.strip(",.") in _SENTENCE_STARTS or _DATELINE.match(after):
        return False
    if has_begun and _OPEN_END.search(paragraph.rstrip()):
        return True
    line = paragraph.rsplit("\n", 1)[-1]
    if not has_begun or (_NAME_ITEM.match(line) and _NAME_ITEM.match(after)):
        return False
    words = paragraph.split()
    if words[-1].upper() in _BODY_ENDS and first.strip(",.").upper() not in _BODY_ENDS:
        return False  # the name of a body is whole
    plain = [word for word in words if word.islower() and word not in _SMALL_WORDS]
    last = words[-1]
    return bool(plain) and last[0].isupper() and last[-1].isalpha() and len(line.split()) > 2


def _splits_nepali_name(paragraph: str, first: str) -> bool:
    """Whether a line ends in a given or middle name, and the next begins with a surname."""
    words = paragraph.split()
    own, rest = hints(sound(words[-1])), hints(sound(split_ending(first)[0]))
    is_begun = bool({"given", "middle", "ends_in_middle_name"} & set(own)) and "surname" not in own
    return len(words) > 2 and is_begun and bool({"middle", "surname"} & set(rest))
