"""What a document says about itself, read by rules without a model.

The rules look for a subject line, a letterhead, a date beside the word for date. A value that no
words support is left out. Only the language and, where nothing names it, the type are inferred;
those have no quote.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pramana.agni.domain.document_types import TYPE_ONLY, document_type, type_mention
from pramana.agni.domain.text_lines import MetadataLine, ReadValue, text_lines
from pramana.language.calendar import WrittenDate, find_dates
from pramana.language.scripts import Script, script_shares

HEAD_LINES = 40
"""Lines from the top in which a document introduces itself."""

HINDI = frozenset(("है", "हैं", "में", "था", "थे", "थी", "और", "ने", "नहीं"))
LANGUAGES = {Script.DEVANAGARI: "ne", Script.LATIN: "en"}


@dataclass(frozen=True)
class OfflineMetadata:
    """What the rules found; None where the text says nothing."""

    title: ReadValue[str] | None
    author: ReadValue[str] | None
    date: ReadValue[date] | None
    document_type: ReadValue[str]
    language: ReadValue[str] | None
    summary: ReadValue[str] | None


def read_metadata(text: str) -> OfflineMetadata:
    """Read an NFC text. Offsets count its code points."""
    lines = text_lines(text)
    head = lines[:HEAD_LINES]
    author = find_author(head)
    title = find_title(head, author)
    return OfflineMetadata(
        title=title,
        author=author,
        date=find_date(text, head),
        document_type=document_type(text, head, title),
        language=find_language(text),
        summary=find_summary(lines, title),
    )


def find_language(text: str) -> ReadValue[str] | None:
    """By script, and Hindi by its function words. It is inferred, so it has no quote.

    >>> find_language("यो नेपाली हो ।").value, find_language("It is English.").value
    ('ne', 'en')
    """
    shares = script_shares(text)
    script = next(iter(shares), None)
    if script not in LANGUAGES:
        return None
    language = LANGUAGES[script]
    if language == "ne" and _is_hindi(text):
        language = "hi"
    return ReadValue(language, round(0.9 * shares[script], 2), f"written mostly in {script}")


def _is_hindi(text: str) -> bool:
    words = text[:5000].split()
    return sum(word in HINDI for word in words) * 20 > len(words)


LETTERHEAD_LINES = 8
"""How many lines a letterhead takes."""

MAX_OFFICE_CHARS = 90
STATE = re.compile(r"^(?:नेपाल सरकार|श्री ५ को सरकार|Government of Nepal|Nepal Government)$", re.I)
_OFFICE_ENDS = (
    r"(?:मन्त्रालय|विभाग|आयोग|समिति|कार्यालय|अदालत|परिषद्?|प्राधिकरण|निगम|बैंक|बैङ्क|संस्थान|"
    r"प्रतिष्ठान|महानगरपालिका|नगरपालिका|गाउँपालिका|विश्वविद्यालय|क्याम्पस|अस्पताल|संघ|महासंघ|पार्टी|"
    r"सचिवालय|निर्देशनालय|बोर्ड|केन्द्र|कम्पनी|लिमिटेड|सरकार|प्रहरी|सेना|दूतावास)"
)
OFFICE = re.compile(
    rf"{_OFFICE_ENDS}(?:\s*[,(].*)?$"
    r"|\b(?:Ministry|Department|Commission|Office|Embassy|Government|University|Bank) (?:of|for)\b"
    r"|\b(?:Ministry|Department|Commission|Committee|Authority|Bank|Court|Council|University|Office|"
    r"Corporation|Limited|Ltd\.?|Inc\.?|Association|Foundation|Municipality|Party|Board|Institute)$",
    re.IGNORECASE,
)
BY = re.compile(
    r"^(?:लेखक|प्रस्तुतकर्ता|प्रकाशक|तयार गर्ने|जारी गर्ने(?: निकाय)?|Author|Authors|Prepared by|"
    r"Issued by|Published by|Publisher|From|By)\s*[:：-]\s*(?P<who>\S.*)$",
    re.IGNORECASE,
)
TO = re.compile(r"^(?:श्री(?!\s*५)|माननीय|सम्माननीय|To\b|Dear\b|Hon\b|M/s)", re.IGNORECASE)
"""Lines about people: the recipient, or the judges."""


def find_author(head: Sequence[MetadataLine]) -> ReadValue[str] | None:
    """The author that a line names; else the letterhead's first office below the government."""
    for line in head:
        named = BY.match(line.text)
        if named:
            return line.value(*named.span("who"), 0.85, "named as the author")
    letterhead = [line for line in head[:LETTERHEAD_LINES] if _is_office(line)]
    own = next((line for line in letterhead if not STATE.match(line.text)), None)
    if own:
        return own.value(0, len(own.text), 0.75, "an office in the letterhead")
    if letterhead:
        state = letterhead[0]
        return state.value(0, len(state.text), 0.6, "the state is in the letterhead")
    return None


def _is_office(line: MetadataLine) -> bool:
    return (
        len(line.text) <= MAX_OFFICE_CHARS
        and not line.text.endswith(("।", "."))
        and not TO.match(line.text)
        and bool(OFFICE.search(line.text))
    )


CUE = re.compile(
    r"(?:मिति|गते जारी|जारी मिति|प्रकाशित|फैसला|Date[d]?|Published|Issued|Released)"
    r"(?:\s+on)?\s*[:：।-]*\s*$",
    re.IGNORECASE,
)
CLOSING = re.compile(r"(?:इति|सम्वत्|संवत्|शुभम्)")
DATE_LINES, MAX_DATE_LINE_CHARS = 15, 100
"""A date in a longer line belongs to the story, not to the document."""

CUE_REACH = 30
"""Characters before a date in which a word that explains it is looked for."""

CLOSING_CHARS = 600
"""Characters at the end, where judgments and laws carry their date."""


def find_date(text: str, head: Sequence[MetadataLine]) -> ReadValue[date] | None:
    """The date with the best support; the earlier one of two with the same."""
    top = [line for line in head[:DATE_LINES] if len(line.text) <= MAX_DATE_LINE_CHARS]
    dates = [(_support(text, each, top), each) for each in find_dates(text)]
    if not dates:
        return None
    (support, why), best = max(dates, key=lambda pair: (pair[0][0], -pair[1].start))
    return ReadValue(
        best.gregorian,
        round(support * best.confidence, 2),
        f"{why}; {best.calendar}: {best.why}",
        best.text,
        best.start,
        best.end,
    )


def _support(text: str, written: WrittenDate, top: Sequence[MetadataLine]) -> tuple[float, str]:
    before = text[max(0, written.start - CUE_REACH) : written.start]
    has_cue = bool(CUE.search(before))
    above = any(line.start <= written.start and written.end <= line.end for line in top)
    if has_cue and above:
        return 0.95, "given as the date at the top"
    if CLOSING.search(before + written.text) and written.start > len(text) - CLOSING_CHARS:
        return 0.85, "given as the date at the end"
    if above:
        return 0.75, "stands at the top"
    if has_cue:
        return 0.5, "a date is given in the text"
    return 0.35, "mentioned in the text"


SUBJECT = re.compile(
    r"^(?:विषय|शीर्षक|मुद्दा|Subject|Sub|Re|Title)\s*[:：ः।.-]+\s*(?P<what>\S.*?)[\s।.]*$",
    re.IGNORECASE,
)
CONTACT = re.compile(
    r"@|https?:|www\.|फोन|फ्याक्स|इमेल|Phone|Tel\b|Fax|E-?mail|प\.?\s?सं|च\.?\s?नं|चलानी|Ref\b|"
    r"P\.?\s?O\.?\s?Box|पृष्ठ|^Page\b|^\d+$",
    re.IGNORECASE,
)
MIN_TITLE_CHARS, MAX_TITLE_CHARS = 8, 200
TITLE_LINES, EARLY_LINES = 20, 6
SENTENCE = re.compile(r".+?(?:[।?!]|\.(?=\s|$)|$)", re.DOTALL)
MIN_PROSE_CHARS = 60
"""A line with this many characters is likely running text."""

MAX_SUMMARY_CHARS = 400


def find_title(
    head: Sequence[MetadataLine], author: ReadValue[str] | None
) -> ReadValue[str] | None:
    """The subject line if there is one; else the line at the top that looks most like a title."""
    for line in head:
        subject = SUBJECT.match(line.text)
        if subject:
            return line.value(*subject.span("what"), 0.9, "given as the subject")
    scored = [
        (_title_points(line), line) for line in head[:TITLE_LINES] if _can_be_title(line, author)
    ]
    best = max(scored, key=lambda pair: (pair[0], -pair[1].index), default=None)
    if best is None or best[0] <= 0:
        return None
    points, line = best
    return line.value(
        0, len(line.text), min(0.75, round(0.35 + points / 10, 2)), "looks like a title"
    )


def _can_be_title(line: MetadataLine, author: ReadValue[str] | None) -> bool:
    """Whether a line is not the author, a contact, the government or a recipient."""
    return (
        MIN_TITLE_CHARS <= len(line.text) <= MAX_TITLE_CHARS
        and not (author and line.start <= author.start < line.end)
        and not CONTACT.search(line.text)
        and not STATE.match(line.text)
        and not TO.match(line.text)
    )


def _title_points(line: MetadataLine) -> int:
    """Points for a word for the document, capitals, an early line and no full stop."""
    named = type_mention(line.text)
    if named == TYPE_ONLY:
        return 1
    words = line.text.split()
    capitals = sum(word[:1].isupper() for word in words if word[:1].isascii())
    return (
        3 * bool(named)
        + 2 * (2 * capitals > len(words))
        + (len(words) > 2)
        + (line.index < EARLY_LINES)
        - 3 * line.text.endswith(("।", ".", ",", ";", ":"))
        - 2 * bool(find_dates(line.text))
    )


def find_summary(
    lines: Sequence[MetadataLine], title: ReadValue[str] | None
) -> ReadValue[str] | None:
    """The first sentences of running text, word for word."""
    after = title.end if title else -1
    body = (line for line in lines if line.start > after and len(line.text) >= MIN_PROSE_CHARS)
    line = next(body, None)
    if line is None:
        return None
    end = 0
    for sentence in SENTENCE.finditer(line.text):
        if end and sentence.end() > MAX_SUMMARY_CHARS:
            break
        end = min(sentence.end(), MAX_SUMMARY_CHARS)
    return line.value(0, end, 0.5, "the first sentences")
