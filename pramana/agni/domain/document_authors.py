"""Who wrote a document: its letterhead, byline, newspaper, signer, or a contract's first party."""

import re
from collections.abc import Sequence
from itertools import pairwise

from pramana.agni.domain.document_types import type_mention
from pramana.agni.domain.name_reading.latin import is_surname
from pramana.agni.domain.name_reading.words import (
    BROADCASTS,
    ENGLISH_BODY_ENDS,
    LEGAL_FORMS,
    NEPALI_BODY_HEADS,
)
from pramana.agni.domain.text_lines import MetadataLine, ReadValue
from pramana.language.calendar import find_dates
from pramana.language.places import district_of, is_town
from pramana.language.positions import position_meanings
from pramana.language.scripts import contains_devanagari
from pramana.language.tagging.ordinary import is_in_dictionary, is_ordinary

LETTERHEAD_LINES = 8
"""How many lines a letterhead takes."""

MAX_OFFICE_CHARS = 90

STATE = re.compile(r"^(?:नेपाल सरकार|श्री ५ को सरकार|Government of Nepal|Nepal Government)$", re.I)
_OFFICE_ENDS = (
    r"(?:मन्त्रालय|विभाग|आयोग|समिति|कार्यालय|अदालत|परिषद्?|प्राधिकरण|निगम|बैंक|बैङ्क|संस्थान|"
    r"प्रतिष्ठान|महानगरपालिका|नगरपालिका|गाउँपालिका|विश्वविद्यालय|क्याम्पस|अस्पताल|संघ|महासंघ|पार्टी|"
    r"सचिवालय|निर्देशनालय|बोर्ड|केन्द्र|कम्पनी|लिमिटेड|सरकार|प्रहरी|सेना|दूतावास)"
)
_ENGLISH_ENDS = "|".join((*ENGLISH_BODY_ENDS.split(), "Municipality", "City"))
_OFFICE_OF = (
    r"\b(?:Ministry|Department|Commission|Office|Embassy|Government|University|Bank|Academy|"
    r"Institute|Board|Council|Association|Federation|Bureau|Directorate|Secretariat|Centre|Society|"
    r"Trust|Forum|Chamber|Union|Agency|Court|Tribunal) (?:of|for)\b"
)
OFFICE_OF = re.compile(_OFFICE_OF, re.IGNORECASE)
OFFICE = re.compile(
    rf"(?:{_OFFICE_ENDS}|(?<=\s)(?:{'|'.join(NEPALI_BODY_HEADS.split())})(?:बीच)?)(?:\s*[,(].*)?$"
    rf"|{_OFFICE_OF}"
    rf"|\b(?-i:{_ENGLISH_ENDS}|{_ENGLISH_ENDS.upper()})(?:,\s\w+)?$",
    re.IGNORECASE,
)
BY = re.compile(
    r"^(?:संस्था|निकाय|लेखापरीक्षण गर्ने|पेस गर्ने|Audited by|Organi[sz]ation|"
    r"लेखक|प्रस्तुतकर्ता|प्रकाशक|तयार गर्ने|जारी गर्ने(?: निकाय)?|Author|Authors|Prepared by|"
    r"Issued by|Published by|Publisher|From|By)\s*[:：-]\s*(?P<who>\S.*)$",
    re.IGNORECASE,
)
BYLINE = re.compile(
    r"^(?:By|Reported by|Staff report by)\s+"
    r"(?P<who>(?!the\b)[A-Z][\w'’.-]+(?:\s[A-Z][\w'’.-]+){1,3})\s*(?:[|·•–—,/].*)?$"
)
REPORTER = re.compile(r"^(?P<who>[^|·•–—,/\d०-९:।.]{5,40}?)\s*(?:[|·•–—,/]\s*(?P<rest>\S.*))?$")
"""A reporter's name under a headline, with the paper, the place or the date after it."""

NAVIGATION = re.compile(
    r"\s*[|·•]?\s*\b(?:Subscribe|Log ?in|Sign (?:in|up)|Menu|Search|ePaper|Skip to content)\b.*$"
)
SUB_UNIT = re.compile(
    r"(?:शाखा|महाशाखा|इकाई|एकाइ|फाँट|इजलास|\b(?:Section|Unit|Division|Branch|Bench|Desk|Cell))$"
)
COMPANY = re.compile(rf"(?:\b{LEGAL_FORMS}|प्रा\.?\s?लि|लिमिटेड|(?<=\s)लि)\.?$")
NEWSPAPER = re.compile(
    rf"(?:^The\s.*|\s)(?:{'|'.join(BROADCASTS.split())}|{'|'.join(BROADCASTS.upper().split())})$"
    r"|\s(?:दैनिक|साप्ताहिक|पोस्ट|टाइम्स|पत्रिका|खबर|समाचार|दर्पण|सन्देश|अनलाइन|न्युज|आवाज)$|अनलाइनखबर$"
)
DATELINE = re.compile(r"^[A-Z\u0904-\u0939][\w\u0900-\u097f]+(?:\s[\w\u0900-\u097f]+)?\s*[,।(:]")
RECIPIENT = re.compile(
    r"^(?:To\b|The (?:Director|Manager|Secretary|Chief|Office|Chair|Head|President|Mayor|"
    r"Registrar|Principal)|"
    r"Attention|Dear\b|श्री(?!\s*५|.*अदालत)|श्रीमान्|मिति|विषय)",
    re.IGNORECASE,
)
FIRST_PARTY = re.compile(
    r"\b(?:(?i:between)|(?:signed|made|executed|concluded|entered into)\b[^.\n]{0,60}?\bby)"
    r"(?:\s*/\s*\S+)?[\s:]+"
    r"(?:\(?1\)?[.)]?\s*)?(?:the\s+)?(?P<who>[A-Z][^\n,(;]{3,80}?)(?=\s*[,(;\n]|\s+and\s)"
)
PARTY_CHARS = 2_000
BETWEEN = re.compile(r"^(?:made )?(?:by and )?between\b(?:\s*/\s*\S+)?$", re.IGNORECASE)
MEETING_OF = re.compile(r"(?i:meeting) of (?:the )?(?P<who>[A-Z][\w'’& -]+)$")

SIGNATURE_LINES = 8

TO = re.compile(r"^(?:श्री(?!\s*५|.*अदालत)|माननीय|सम्माननीय|To\b|Dear\b|Hon\b|M/s)", re.IGNORECASE)
"""Lines about people: the recipient, or the judges."""


def find_author(text: str, head: Sequence[MetadataLine]) -> ReadValue[str] | None:
    """The author that a line names; else the letterhead's first office below the government.

    An agreement has no letterhead: its first party counts as its author.
    """
    for line in head:
        named = BY.match(line.text)
        if named and not BYLINE.match(line.text):
            return line.value(*named.span("who"), 0.85, "named as the author")
    letterhead = [line for line in _letterhead(head) if _is_issuer(line)]
    own = [line for line in letterhead if not STATE.match(line.text)]
    if own:
        office = _last_of_chain(letterhead) or own[0]
        return office.value(0, len(office.text), 0.75, "an office in the letterhead")
    if letterhead:
        state = letterhead[0]
        return state.value(0, len(state.text), 0.6, "the state is in the letterhead")
    for line in head[:LETTERHEAD_LINES]:
        met = MEETING_OF.search(line.text)
        if met and OFFICE.search(met["who"]):
            return line.value(*met.span("who"), 0.6, "the body that met")
    party = FIRST_PARTY.search(text, 0, PARTY_CHARS)
    if party:
        start, end = party.span("who")
        return ReadValue(party["who"], 0.6, "the first party", party["who"], start, end)
    return None


SUPERIOR = re.compile(r"(?:सरकार|मन्त्रालय|विभाग)$|\b(?:Government|Ministry|Department) of\b")


def _last_of_chain(letterhead: Sequence[MetadataLine]) -> MetadataLine | None:
    """The office that wrote, under the ministry and the department it belongs to."""
    chain = list(letterhead[:1])
    for line in letterhead[1:]:
        if not SUPERIOR.search(chain[-1].text) or line.index != chain[-1].index + 1:
            break
        chain.append(line)
    own = [line for line in chain if not SUB_UNIT.search(line.text)]
    return own[-1] if len(own) > 1 and not STATE.match(own[-1].text) else None


def _is_issuer(line: MetadataLine) -> bool:
    """An office's name that is not part of a title: Audit Report of Jiri Municipality."""
    return _is_office(line) and not type_mention(line.text) and not SUB_UNIT.search(line.text)


def _letterhead(head: Sequence[MetadataLine]) -> list[MetadataLine]:
    """The first lines, up to the one that names the recipient or begins the text."""
    lines: list[MetadataLine] = []
    for line in head[:LETTERHEAD_LINES]:
        if BETWEEN.match(line.text):
            break
        if (line.index and RECIPIENT.match(line.text)) or (
            lines and len(line.text) > MAX_OFFICE_CHARS
        ):
            break
        lines.append(line)
    return lines


def find_byline(head: Sequence[MetadataLine]) -> ReadValue[str] | None:
    """The reporter named under a headline: By Sita Rai."""
    for line in head[:LETTERHEAD_LINES]:
        named = BYLINE.match(line.text)
        if named:
            return line.value(*named.span("who"), 0.8, "named in the byline")
    for line, after in pairwise(head[1:LETTERHEAD_LINES]):
        reporter = None if RECIPIENT.match(line.text) else REPORTER.match(line.text)
        if not reporter or not _is_persons_name(reporter["who"]):
            continue
        rest = reporter["rest"] or after.text[:MAX_DATE_LINE_CHARS]
        if find_dates(rest) or DATELINE.match(rest) or NEWSPAPER.search(f" {rest}"):
            return line.value(*reporter.span("who"), 0.7, "named under the headline")
    return None


def _is_persons_name(words: str) -> bool:
    parts = words.split()
    if not 2 <= len(parts) <= 4 or position_meanings(words) or OFFICE.search(words):
        return False
    if contains_devanagari(words):
        return is_surname(parts[-1])
    is_name = is_surname(parts[-1]) or not is_in_dictionary(parts[-1])
    return is_name and words.istitle()


def find_newspaper(head: Sequence[MetadataLine]) -> ReadValue[str] | None:
    """The newspaper whose name is the first line."""
    if head and len(head[0].text) <= MAX_OFFICE_CHARS and NEWSPAPER.search(head[0].text):
        return head[0].value(0, len(head[0].text), 0.7, "the name of a newspaper")
    return None


def find_signer(lines: Sequence[MetadataLine]) -> ReadValue[str] | None:
    """The name above a position at the end of a text."""
    for name, position in pairwise(lines[-SIGNATURE_LINES:]):
        is_name = 2 <= len(name.text.split()) <= 4 and not name.text.endswith((":", "।", ".", ","))
        is_position = len(position.text) <= 60 and position_meanings(position.text)
        if is_name and is_position and not position_meanings(name.text):
            return name.value(0, len(name.text), 0.5, "signed at the end")
    return None


def _has_dateline(head: Sequence[MetadataLine]) -> bool:
    """Whether a place and a date stand under the first line, as in a newspaper."""
    return any(
        DATELINE.match(line.text) and find_dates(line.text) and not _is_office(head[0])
        for line in head[1:4]
    ) and not any(type_mention(line.text) for line in head[:4] if len(line.text) < MIN_PROSE_CHARS)


def _is_office(line: MetadataLine) -> bool:
    return (
        len(line.text) <= MAX_OFFICE_CHARS
        and (not line.text.endswith(("।", ".")) or _is_company(line.text))
        and not (TO.match(line.text) and line.index)
        and not _is_headline(line.text)
        and not LABELLED.match(line.text)
        and any(OFFICE.search(part) or _is_company(part) for part in _name_parts(line.text))
    )


LABELLED = re.compile(r"^[A-Z\u0904-\u0939][\w\u0900-\u097f ]{2,25}[:：]\s")
"""What a form says of someone: Borrower: Kankai Traders."""


def _is_company(line: str) -> bool:
    return COMPANY.search(line.title() if line.isupper() else line) is not None


def _is_headline(line: str) -> bool:
    """Whether a line tells something of a body: it has a verb, or names work that is done."""
    words = line.split()
    small = [word for word in words if word[0].islower() and word not in NAME_JOINTS]
    is_work = " of the " in line and is_ordinary(words[0]) and not OFFICE_OF.search(line)
    return bool(small) or is_work


NAME_JOINTS = frozenset(("of", "the", "and", "for", "in", "to", "on", "at", "de", "von"))


def _name_parts(line: str) -> list[str]:
    """A line as it is, without its part after a comma, and without the place at its end."""
    first = re.sub(r"\s*\([^)]*\)$", "", line.split(",")[0])
    words = line.rsplit(" ", 1)
    is_seat = district_of(words[-1]) or is_town(words[-1])
    return [line, first, *(words[:1] if is_seat else ())]


DATE_LINES, MAX_DATE_LINE_CHARS = 15, 100
"""A date in a longer line belongs to the story, not to the document."""

MIN_PROSE_CHARS = 60
"""A line with this many characters is likely running text."""
