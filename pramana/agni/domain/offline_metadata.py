"""What a document says about itself, read by rules without a model.

The rules look for a subject line, a letterhead, a date beside the word for date. A value that no
words support is left out. Only the language and, where nothing names it, the type are inferred;
those have no quote.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from pramana.agni.domain.document_authors import (
    COMPANY,
    DATE_LINES,
    LETTERHEAD_LINES,
    MAX_DATE_LINE_CHARS,
    MAX_OFFICE_CHARS,
    MIN_PROSE_CHARS,
    NAVIGATION,
    STATE,
    SUB_UNIT,
    TO,
    _has_dateline,
    _is_office,
    find_author,
    find_byline,
    find_newspaper,
    find_signer,
)
from pramana.agni.domain.document_types import TYPE_ONLY, document_type, type_mention
from pramana.agni.domain.text_lines import (
    MetadataLine,
    ReadValue,
    join_wrapped_lines,
    text_lines,
)
from pramana.language.calendar import WrittenDate, find_dates
from pramana.language.positions import position_meanings
from pramana.language.scripts import Script, contains_devanagari, script_shares
from pramana.language.tagging.ordinary import is_in_dictionary, is_ordinary

HEAD_LINES = 40
"""Lines from the top in which a document introduces itself."""

HINDI = frozenset(("है", "हैं", "में", "था", "थे", "थी", "और", "ने", "नहीं"))
LANGUAGES = {Script.DEVANAGARI: "ne", Script.LATIN: "en"}


@dataclass(frozen=True)
class OfflineMetadata:
    """What the rules found; None where the text says nothing."""

    title: ReadValue[str] | None
    author: ReadValue[str] | None
    source: ReadValue[str] | None
    date: ReadValue[date] | None
    document_type: ReadValue[str]
    language: ReadValue[str] | None
    summary: ReadValue[str] | None


def read_metadata(text: str) -> OfflineMetadata:
    """Read an NFC text. Offsets count its code points."""
    joined = join_wrapped_lines(text)
    lines = [line.before(NAVIGATION) for line in text_lines(joined)]
    head = [line for line in lines[:HEAD_LINES] if line.text]
    paper = find_newspaper(head)
    author = find_byline(head) or find_author(joined, head) or paper or find_signer(lines)
    title = find_headline(head) or find_title(head, [author, paper])
    return OfflineMetadata(
        title=title,
        author=author,
        source=paper if paper is not author else None,
        date=find_date(joined, head),
        document_type=document_type(
            text, lines, title, is_news=bool(paper) or _has_dateline(head), is_issued=bool(author)
        ),
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


CUE = re.compile(
    r"(?:मिति|गते जारी|जारी मिति|प्रकाशित|फैसला|Date[d]?|Published|Issued|Released|"
    r"(?:made|signed|executed|concluded|entered into)(?:\s+(?:at|in)\s+\w+)?)"
    r"(?:\s+(?:on|this))?(?:\s+the)?(?:\s+[\w ,]{3,30}\()?\s*[:：।-]*\s*$",
    re.IGNORECASE,
)
CLOSING = re.compile(r"(?:इति|सम्वत्|संवत्|शुभम्)")


OTHER_DATE = re.compile(
    r"(?:जन्म|म्याद|अन्तिम|उमेर|अवधि|birth|\bborn|\bd\.?o\.?b|expir\w*|valid|due|deadline|closing|"
    r"\bbefore|until|till)\b[^।.]{0,25}$",
    re.IGNORECASE,
)
"""A word that says a date is not that of the document."""

CUE_REACH = 60
"""Characters before a date in which a word that explains it is looked for."""

CLOSING_CHARS = 600
"""Characters at the end, where judgments and laws carry their date."""


def find_date(text: str, head: Sequence[MetadataLine]) -> ReadValue[date] | None:
    """The date with the best support; the earlier one of two with the same."""
    dates = [(_support(text, each, head[:DATE_LINES]), each) for each in find_dates(text)]
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


def _support(text: str, written: WrittenDate, head: Sequence[MetadataLine]) -> tuple[float, str]:
    before = text[max(0, written.start - CUE_REACH) : written.start]
    if OTHER_DATE.search(before.rsplit("\n", 1)[-1]):
        return 0.2, "the date of something else"
    has_cue = bool(CUE.search(before))
    line = next((o for o in head if o.start <= written.start and written.end <= o.end), None)
    above = line is not None and len(line.text) <= MAX_DATE_LINE_CHARS
    if has_cue and above:
        return 0.95, "given as the date at the top"
    if has_cue and line is not None:
        return 0.8, "given as the date in the first lines"
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
    r"@|https?:|www\.|फोन|फ्याक्स|इमेल|\b(?:Phone|Tel|Fax|E-?mail|Ref)\b|प\.?\s?सं|च\.?\s?नं|चलानी|"
    r"P\.?\s?O\.?\s?Box|पृष्ठ|^Page\b|^\d+$",
    re.IGNORECASE,
)
ADDRESS = re.compile(
    r"^(?:Head Office\b.*|[^\s,]+(?:\s[^\s,]+)?(?:[-–][\d०-९]+)?(?:,\s[^\s,]+(?:\s[^\s,]+)?){1,2})$"
)
"""Two or three short parts between commas: a place and its district."""

NUMBER_LINE = re.compile(
    r"^[^\d०-९:]{0,40}?(?:\b(?:No|Nos|Number|Code|Ref|ID)\b\.?|नं\.?|नम्बर|संख्या|सङ्ख्या)\s*[:：.-]*\s*"
    r"[\w\u0900-\u097f./()-]*[\d०-९][\w\u0900-\u097f./()-]*$",
    re.IGNORECASE,
)
"""A line that gives only a number of the document: Contract No. 12/081, मुद्दा नं. ०८१-CR-००१२."""

PERIOD_LINE = re.compile(
    r"^(?:(?:for (?:the )?)?(?:fiscal|financial|academic) year|f\.?\s?y\.?|"
    r"(?:for the )?(?:period|quarter|month|year) (?:of|from|ended|ending)|"
    r"आर्थिक वर्ष|आ\.?\s?व\.?|अवधि|शैक्षिक सत्र)\W",
    re.IGNORECASE,
)
PARTIES = re.compile(
    r"^(?:(?:by and )?between|among|and|by|of|versus|vs?\.?|विरुद्ध|बीच|र|एवं)(?:\s*/\s*\S+)?$"
    r"|^(?:(?:members )?present|(?:in )?attendance|participants|उपस्थिति|उपस्थित\b.*)\s*[:：]?$",
    re.IGNORECASE,
)
"""A line between the parties of a contract or case, or above those present: no title follows."""

OPENING = re.compile(
    r"^(?:This|The|These) (?:\w+ )?(?:agreement|contract|deed|mou|memorandum)\b.* (?:is|are|was)\b",
    re.I,
)
"""The first sentence of a contract."""


WRITTEN_BY = re.compile(r"^(?:An? )?(?:\w+ )?(?:report|study|paper|story) by\b", re.IGNORECASE)
LABEL = re.compile(r"^[^:：]{2,25}[:：]\s")
LIST_ITEM = re.compile(
    r"^\(?[\d०-९]{1,3}[.)।]\s|^(?:Present|उपस्थिति|For immediate release|between)\b"
    r"|^(?:Part|Section|Annex|Schedule|Item|खण्ड|भाग|अनुसूची)\s[\w०-९]{1,3}\b",
    re.IGNORECASE,
)
MAX_NAME_WORDS = 5
MIN_TITLE_CHARS, MAX_TITLE_CHARS = 5, 200
TYPE_ONLY_POINTS = 1.9
"""Any headline is a better title than "Press release", but that is better than nothing."""

TITLE_LINES, EARLY_LINES = 20, 6
FIRST_SECTION_LINE, SECTION_POINTS = 3, 1
"""A short heading further up is the title; here it is one if no line says the kind."""

SENTENCE = re.compile(r".+?(?:[।?!]|\.(?=\s|$)|$)", re.DOTALL)


MAX_SUMMARY_CHARS = 400


def find_headline(head: Sequence[MetadataLine]) -> ReadValue[str] | None:
    """The line above a byline."""
    byline = find_byline(head)
    for line, after in pairwise(head[:LETTERHEAD_LINES]):
        is_above = byline is not None and after.start <= byline.start < after.end
        is_line = MIN_TITLE_CHARS <= len(line.text) <= MAX_TITLE_CHARS
        if is_above and is_line and not CONTACT.search(line.text):
            return line.value(0, len(line.text), 0.8, "stands above the byline")
    return None


def find_title(
    head: Sequence[MetadataLine], issuers: Sequence[ReadValue[str] | None]
) -> ReadValue[str] | None:
    """The subject line if there is one; else the line at the top that looks most like a title."""
    for line in head:
        subject = SUBJECT.match(line.text)
        if subject:
            return line.value(*subject.span("what"), 0.9, "given as the subject")
    scored = [
        (_title_points(line), line)
        for line in _before_prose(head[:TITLE_LINES])
        if _can_be_title(line, issuers)
    ]
    best = max(scored, key=lambda pair: (pair[0], -pair[1].index), default=None)
    if best is None or best[0] <= 0:
        return None
    points, line = best
    return line.value(
        0, len(line.text), min(0.75, round(0.35 + points / 10, 2)), "looks like a title"
    )


def _before_prose(lines: Sequence[MetadataLine]) -> list[MetadataLine]:
    """The lines before the running text or the parties, which a title never follows."""
    for at, line in enumerate(lines):
        if at and PARTIES.match(line.text):
            return list(lines[:at])
        ends = line.text.endswith(("।", ".")) and not COMPANY.search(line.text)
        if at and ends and len(line.text) > MAX_OFFICE_CHARS:
            return list(lines[:at])
    return list(lines)


def _can_be_title(line: MetadataLine, issuers: Sequence[ReadValue[str] | None]) -> bool:
    """Whether a line is not an issuer, an office, an address, a contact or a recipient."""
    name, _, post = line.text.partition(", ")
    is_short = len(name.split()) <= MAX_NAME_WORDS and len(post.split()) <= MAX_NAME_WORDS
    is_person = is_short and position_meanings(post) and not re.search(r"[–—‘“?!]", post)
    return (
        MIN_TITLE_CHARS <= len(line.text) <= MAX_TITLE_CHARS
        and not is_person
        and not any(each and _is_of_line(each, line) for each in issuers)
        and not (_is_office(line) and not type_mention(line.text))
        and not ADDRESS.match(line.text)
        and not LIST_ITEM.match(line.text)
        and not NUMBER_LINE.match(line.text)
        and not OPENING.match(line.text)
        and not PERIOD_LINE.match(line.text)
        and not CONTACT.search(line.text)
        and not STATE.match(line.text)
        and not TO.match(line.text)
        and not SUB_UNIT.search(line.text)
        and not WRITTEN_BY.match(line.text)
    )


def _is_of_line(issuer: ReadValue[str], line: MetadataLine) -> bool:
    """Whether a line is an issuer's name; a title may name the body that met at its end."""
    is_within = line.start <= issuer.start < line.end
    return is_within and 2 * (issuer.end - issuer.start) > len(line.text)


def _is_section(line: str) -> bool:
    """Whether a line is the heading of a part, made of a few ordinary words: Main Findings."""
    words = line.split()
    if len(words) > (2 if contains_devanagari(line) else 3) or type_mention(line):
        return False
    return all(is_ordinary(word) or is_in_dictionary(word) for word in words)


def _title_points(line: MetadataLine) -> float:
    """Points for a word for the document, capitals, an early line and no full stop."""
    named = type_mention(line.text)
    if named == TYPE_ONLY:
        return TYPE_ONLY_POINTS
    if line.index >= FIRST_SECTION_LINE and _is_section(line.text):
        return SECTION_POINTS
    words = line.text.split()
    capitals = sum(word[:1].isupper() for word in words if word[:1].isascii())
    return (
        3 * bool(named)
        + 2 * (2 * capitals > len(words))
        + (len(words) > 2)
        + (line.index < EARLY_LINES)
        - 3 * line.text.endswith(("।", ".", ",", ";", ":"))
        - 2 * bool(find_dates(line.text))
        - 3 * bool(LABEL.match(line.text))
        - 2 * (len(words) == 1)
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
