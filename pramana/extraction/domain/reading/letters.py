"""Letters, press releases, minutes and notices: title, dates, issuer, people, decisions, votes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.extraction.contracts.fields import ExtractedValue
from pramana.extraction.domain.reading.dates import DateMention
from pramana.extraction.domain.reading.document_layout import DocumentLayout, LayoutLine
from pramana.extraction.domain.reading.document_types import (
    names_only_its_type,
    names_type,
    numbered_title,
)
from pramana.extraction.domain.reading.field_questions import FieldQuestion, name_stems
from pramana.extraction.domain.reading.labels import find_labels, labelled_value
from pramana.extraction.domain.reading.letterhead import INSTRUMENT, LABELLED, company_name

_ATTEND = re.compile(
    r"^(?:(?:members? |those )?present|attendees|in attendance|participants|attendance|उपस्थिति?|"
    r"उपस्थित(?: सदस्यहरू?| पदाधिकारीहरू?)?|सहभागीहरू?)\s*[:：ः-]*\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
_DECIDE = re.compile(
    r"^(?:decisions?(?: made| taken)?|resolutions?|निर्णयहरू?|निर्णयहरु|निर्णय)\s*[:：ः-]*\s*$",
    re.IGNORECASE,
)
_RESOLVED = re.compile(
    r"^\W*(?:\d+[.)]\s*)?(?:(?:it was |the (?:meeting|board|committee) )?(?:decided|resolved|"
    r"agreed|approved) "
    r"|निर्णय नं)|निर्णय (?:गरियो|भयो|गर्‍यो)",
    re.IGNORECASE,
)
BULLET = re.compile(r"^\s*(?:[-•*–]|\(?[\divx०-९]{1,4}[.)]|[क-ज][.)])\s*", re.IGNORECASE)
MOST_ROWS = 60
OWN_DATE = re.compile(
    r"(?:\b(?:DATE[D]?|BIZDATE|(?:MADE|ENTERED\s*INTO|SIGNED|EXECUTED)(?:\s*ON)?(?:\s*THIS)?|INVOICE\s*DATE|BILL\s*(?:DATE|DT)|ISSUED?(?:\s*ON)?|DT)\b|मिति|जारी)"
    r"[\s:：.#*-]*$",
    re.IGNORECASE,
)
OTHER_DATE = re.compile(
    r"(?:\b(?:EXPIR\w*|DUE|DELIVER\w*|VALID|UNTIL|(?<!NOT )BEFORE|BIRTH|PRINT\w*|DEADLINE|CLOS\w*"
    r"|FROM|TO|BY|SINCE"
    r"|START\w*|END\w*)\b|म्याद|सम्म|देखि)[\s\w]{0,12}[:：.-]*\s*$",
    re.IGNORECASE,
)
WORDS_BEFORE = 24
"""How many characters before a date may explain it."""
TIME = re.compile(r"\s*,?\s?\d{1,2}[:.]\d{2}")
TOP, LONGEST_TITLE = 15, 180
_HEAD = re.compile(
    r"@|www\.|\b(?:tel|phone|fax|e-?mail|p\.?o\.? box|ref|date|no)\b|फोन|फ्याक्स|इमेल|मिति|"
    r"पत्र संख्या|च\. ?नं|"
    r"^(?:to|dear|from|cc)\b|^श्री|^(?:नेपाल सरकार|government of nepal)$|^\W*\d[\d\s/.-]*$",
    re.IGNORECASE,
)
_SUBJECT_LINE = re.compile(
    r"^(?:subject|betreff|objet|asunto|विषय)[ \t]*[:：][ \t]*(?P<words>\S[^\n]*?)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""The subject of a mail or letter, with every Re: and Fwd: in front of it."""
SUBJECT_WITHIN = 2_000
_TO = re.compile(r"^(?:to,?|श्रीमान्?,?)\s*[:,]?\s*$", re.IGNORECASE)
_SHRI = re.compile(r"^श्री\s?(?P<who>\S.{2,100}?)[,।]?\s*$")
_DEAR = re.compile(r"^dear\s+(?P<who>[^,:\n]{2,80})[,:]?", re.IGNORECASE)
_CLOSING = re.compile(
    r"^(?:yours\s+\w+|sincerely|(?:best |kind |warm )?regards|भवदीय|निवेदक|thanking you)[,।]?\s*$",
    re.IGNORECASE,
)
_STATE = re.compile(r"^\W*(?:नेपाल सरकार|government of nepal|प्रदेश सरकार|संघीय)\W*$", re.IGNORECASE)
_OFFICE = re.compile(
    r"\b(?:ministry|department|office|bank|council|commission|authority|municipality|corporation|university|"
    r"committee|board|institute|foundation|association|secretariat|agency|court|police|federation)\b|"
    r"मन्त्रालय|कार्यालय|विभाग|बैंक|आयोग|परिषद्?|नगरपालिका|गाउँपालिका|समिति|प्राधिकरण|निगम|विश्वविद्यालय|संस्थान|सचिवालय|अदालत",
    re.IGNORECASE,
)
_BY = re.compile(
    r"\b(?:on or before|not later than|no later than|by|until|deadline|last date|submitted)\b|"
    r"भित्र|सम्म|अन्तिम|"
    r"म्याद|पेश गर्न|दाखिला",
    re.IGNORECASE,
)


def attendees(document: DocumentLayout) -> list[ExtractedValue]:
    """Return the people present: one a line below the heading, or separated by commas beside it."""
    for place, line in enumerate(document.lines):
        match = _ATTEND.match(line.text)
        if match:
            start, end = match.span("rest")
            spans = list(_comma_separated(document, line.start + start, line.start + end))
            spans = spans or list(_list_below(document.lines[place + 1 :]))
            return [
                document.text_value(f"meeting.attendees[{i}]", *span, 0.7)
                for i, span in enumerate(spans)
            ]
    return []


def _comma_separated(document: DocumentLayout, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in re.finditer(r"[^,;]+", document.text[start:end]):
        words = match.group().strip(" .।")
        if words:
            at = start + match.start() + match.group().index(words)
            yield at, at + len(words)


def _list_below(lines: Sequence[LayoutLine]) -> Iterator[tuple[int, int]]:
    """Yield the lines of a list, up to the first that does not belong. Bullets are optional."""
    bulleted = bool(lines) and bool(BULLET.match(lines[0].text))
    for line in lines[:MOST_ROWS]:
        bullet = BULLET.match(line.text)
        if (bulleted and not bullet) or line.text.endswith(":") or len(line.text) > 400:
            return
        if not bulleted and len(line.text) > 80:
            return
        yield line.start + (bullet.end() if bullet else 0), line.end


def decisions(document: DocumentLayout) -> list[ExtractedValue]:
    """Return the decisions: the list below the heading, otherwise the sentences that state one."""
    spans: list[tuple[int, int]] = []
    for place, line in enumerate(document.lines):
        if _DECIDE.match(line.text):
            spans = [*_bulleted_lines(document.lines[place + 1 :])]
            break
    if not spans:
        spans = [(line.start, line.end) for line in document.lines if _RESOLVED.search(line.text)]
    return [
        document.text_value(f"meeting.decisions[{i}]", *span, 0.7)
        for i, span in enumerate(spans[:MOST_ROWS])
    ]


def _bulleted_lines(lines: Sequence[LayoutLine]) -> Iterator[tuple[int, int]]:
    for line in lines[:MOST_ROWS]:
        bullet = BULLET.match(line.text)
        if not bullet:
            return
        yield line.start + bullet.end(), line.end


def document_date(document: DocumentLayout, path: str = "document.date") -> ExtractedValue | None:
    """Return the document's own date: a labelled one, else one with a time, else the first."""
    scored = [(_date_support(document, each), -each.start, each) for each in document.dates]
    if not scored:
        return None
    support, _, best = max(scored, key=lambda item: item[:2])
    confidence = min(0.97, best.confidence * (0.8 + support / 10))
    return document.value(path, best.day.isoformat(), best.start, best.end, confidence)


def _other_dates(document: DocumentLayout) -> set[int]:
    """Return the offsets of dates that a label calls something else: a deadline, a period."""
    return {
        date.start
        for label in document.cached(find_labels)
        if label.concept.key != "document.date"
        for date in document.dates_in(label.value_start, label.value_end)
    }


def _date_support(document: DocumentLayout, date: DateMention) -> float:
    title = document.cached(numbered_title)
    if title and "\n" not in document.text[title[2] : date.start] and title[2] <= date.start:
        return 3.0 + date.confidence
    has_time = TIME.match(document.text, date.end) is not None
    if date.start in document.cached(_other_dates) and not has_time:
        return -3.0 + date.confidence
    before = document.text[max(0, date.start - WORDS_BEFORE) : date.start]
    own = bool(OWN_DATE.search(before))
    return (
        2.0 * own
        - 1.5 * (bool(OTHER_DATE.search(before)) and not own)
        + 0.8 * has_time
        + date.confidence
    )


def document_title(document: DocumentLayout) -> ExtractedValue | None:
    """Return the subject if there is one, otherwise the heading.

    If a line says only that the document is a release or a notice, its heading is below.
    """
    if header := _SUBJECT_LINE.search(document.text, 0, SUBJECT_WITHIN):
        return document.text_value("document.title", *header.span("words"), 0.99)
    subject = labelled_value(document, "document.title")
    if subject:
        return subject
    head = [line for line in document.lines[:TOP] if _may_be_title(line)]
    named = next((line for line in head if names_type(line.text)), None)
    below = [line for line in head if named and named.index < line.index <= named.index + 3]
    best = next((line for line in below if len(line.text.split()) > 3), named)
    if named and not names_only_its_type(named.text):
        best = named
    best = best or (head[0] if head else None)
    return document.text_value("document.title", best.start, best.end, 0.6) if best else None


def _may_be_title(line: LayoutLine) -> bool:
    return (
        4 <= len(line.text) <= LONGEST_TITLE
        and not _HEAD.search(line.text)
        and not BULLET.match(line.text)
        and not LABELLED.match(line.text)
        and not (INSTRUMENT.search(line.text) and any(char.isdigit() for char in line.text))
        and not line.text.endswith((",", ";", ".", "।", ":"))
    )


def issuer(document: DocumentLayout) -> ExtractedValue | None:
    """Return the issuing body: an office above the heading, the company, or an office below.

    A sentence is not a name, even if it mentions a bank or an office.
    """
    top = document.lines[:TOP]
    heading = next((i for i, line in enumerate(top) if names_only_its_type(line.text)), len(top))
    firm = company_name(document, "issuer.name")
    above, below = (_office(document, lines) for lines in (top[:heading], top[heading:]))
    return above or (firm if firm and _is_written_as_name(firm.quote) else below)


def _office(document: DocumentLayout, lines: Sequence[LayoutLine]) -> ExtractedValue | None:
    named = (
        line
        for line in lines
        if _OFFICE.search(INSTRUMENT.sub("", line.text))
        and _is_written_as_name(line.text)
        and not _STATE.match(line.text)
        and not LABELLED.match(line.text)
    )
    line = next(named, None)
    return document.text_value("issuer.name", line.start, line.end, 0.7) if line else None


def _is_written_as_name(text: str) -> bool:
    """Whether words are capitalised like a name. Mostly lower-case words are a sentence."""
    words = [word for word in text.split() if len(word) > 3]
    return 2 * sum(word[0].islower() for word in words) <= len(words)


def recipient(document: DocumentLayout) -> ExtractedValue | None:
    """Return the addressee of a letter: below "To", after श्री or Dear."""
    for place, line in enumerate(document.lines[: 2 * TOP]):
        if _TO.match(line.text) and place + 1 < len(document.lines):
            below = document.lines[place + 1]
            return document.text_value("letter.recipient", below.start, below.end, 0.8)
        match = _SHRI.match(line.text) or _DEAR.match(line.text)
        if match:
            start, end = match.span("who")
            return document.text_value(
                "letter.recipient", line.start + start, line.start + end, 0.75
            )
    return labelled_value(document, "letter.recipient")


def sender(document: DocumentLayout) -> ExtractedValue | None:
    """Return who signs: the first line below the closing words that looks like a name."""
    for place, line in enumerate(document.lines):
        if _CLOSING.match(line.text):
            below = next(
                (each for each in document.lines[place + 1 : place + 4] if _is_name(each)), None
            )
            if below:
                words = below.text.strip("() .")
                at = below.start + below.text.index(words)
                return document.text_value("letter.sender", at, at + len(words), 0.75)
    return labelled_value(document, "letter.sender")


def _is_name(line: LayoutLine) -> bool:
    return len(line.text) <= 60 and sum(char.isalpha() for char in line.text) >= 4


def deadline(document: DocumentLayout) -> ExtractedValue | None:
    """Return the deadline: a labelled date, or a date near words like "until" that is not the
    document's own.
    """
    labelled = labelled_value(document, "notice.deadline")
    if labelled:
        return labelled
    own = document_date(document)
    for date in document.dates:
        around = document.text[max(0, date.start - 90) : date.end + 60]
        if _BY.search(around) and not (own and own.start == date.start):
            return document.value(
                "notice.deadline", date.day.isoformat(), date.start, date.end, 0.65
            )
    return None


MEETING_LINES = 8
"""The number of a meeting stands in this many lines; later ones speak of other meetings."""
_MEETING = r"(?:meetings?|session|assembly|\w*sitzung|versammlung|r[ée]union|s[ée]ance|sesi[óo]n)"
_NUMBER = re.compile(
    rf"(?<!\w)(?P<before>[\d०-९]{{1,4}})(?:st|nd|rd|th|\.|e|[èe]me|ère|ª|º|\s?(?:औँ|औं|औ|अौं|रौं))"
    rf"(?:\s+[^\W\d_]+){{0,3}}?\s+(?:{_MEETING}\b|बैठक)"
    rf"|(?:\b{_MEETING}|बैठक)\s*(?:no\b|number|nr\b|n[°º]|num\b|[#№]|नं|संख्या)[\s.:：]*(?P<after>[\d०-९]{{1,4}})",
    re.IGNORECASE,
)
_WRITER = re.compile(
    r"(?P<name>[^,;:()\n\t]{3,60}?)\s*\([^()\n]{0,60}?"
    r"(?:\bminutes\b|minute[- ]taker|took (?:the )?notes|\w*protokoll|proc[èe]s-verbal|\bacta\b"
    r"|माइन्युट|टिपोट)"
    r"[^()\n]{0,40}\)"
    r"|(?:^|[.;,]\s)(?P<who>[^,;:()\n\t.]{3,40}?)\s(?:took|wrote|kept|recorded)\s(?:the\s)?minutes\b",
    re.IGNORECASE | re.MULTILINE,
)
_COUNTS = {
    word: str(count)
    for count, words in enumerate(
        ("no none keine zero", "one eine un una", "two zwei deux dos", "three drei trois tres",
         "four vier quatre cuatro", "five fünf cinq cinco", "six sechs seis",
         "seven sieben sept siete", "eight acht huit ocho", "nine neun neuf nueve",
         "ten zehn dix diez", "eleven elf onze once", "twelve zwölf douze doce")
    )
    for word in words.split()
}  # fmt: skip
_COUNT = rf"(?:[\d०-९]{{1,4}}|{'|'.join(_COUNTS)})"
_VOTES = r"(?:votes?|stimmen?|voix|votos?|members?|मत|जना)"
_TALLY = re.compile(
    rf"(?<!\w)(?P<for>{_COUNT})\s+(?:{_VOTES}\s+)?(?:were\s+|voted\s+)?(?:for|in\s+favou?r|ayes?|yes|dafür|pour|a\s+favor)\b"
    rf"[^.\n]{{0,24}}?(?<!\w)(?P<against>{_COUNT})\s+(?:{_VOTES}\s+)?(?:voted\s+)?(?:against|opposed|noe?s|dagegen|contre|en\s+contra)\b"
    rf"(?:[^.\n]{{0,24}}?(?<!\w)(?P<abstained>{_COUNT})\s+(?:{_VOTES}\s+)?(?:abst\w+|enth\w+))?"
    rf"|(?<!\w)(?P<for2>{_COUNT})\s+{_VOTES}\s+(?:to|against|gegen|contre|contra)\s+(?P<against2>{_COUNT})(?!\w)"
    rf"(?:[^.\n]{{0,24}}?(?<!\w)(?P<abstained2>{_COUNT})\s+(?:{_VOTES}\s+)?(?:abst\w+|enth\w+))?"
    rf"|पक्षमा\s+(?P<for3>{_COUNT})[^।\n]{{0,24}}?विपक्षमा\s+(?P<against3>{_COUNT})",
    re.IGNORECASE,
)
_PARTS = {
    "against": name_stems("against opposed no noes gegen dagegen contre contra विपक्षमा विपक्ष"),
    "abstained": name_stems("abstained abstention abstentions enthaltung abstención"),
    "for": name_stems("favour favor yes ayes dafür pour approval पक्षमा पक्ष"),
}
_VOTE_STEMS = frozenset(name_stems("votes vote voted stimmen voix votos मत number count"))
_ABOUT = frozenset(name_stems("votes vote stimmen voix votos मत"))


@dataclass(frozen=True, slots=True)
class VoteTally:
    """The votes on one matter: where they are told, and the words of the matter."""

    match: re.Match[str]
    about: frozenset[str]


def meeting_number(document: DocumentLayout) -> ExtractedValue | None:
    """Return the number of the meeting that the minutes are of, as their heading has it."""
    for line in document.lines[:MEETING_LINES]:
        if match := _NUMBER.search(line.text):
            start, end = match.span("before" if match["before"] else "after")
            return document.text_value("", line.start + start, line.start + end, 0.99)
    return None


def minute_taker(document: DocumentLayout) -> ExtractedValue | None:
    """Return who wrote the minutes, where a bracket behind the name or a sentence says so."""
    match = _WRITER.search(document.text)
    if match is None:
        return None
    start, end = match.span("name" if match["name"] else "who")
    words = document.text[start:end].strip(" \t-–•")
    start = document.text.index(words, start)
    return document.text_value("", start, start + len(words), 0.99) if words else None


def vote_tallies(document: DocumentLayout) -> list[VoteTally]:
    results = []
    for match in _TALLY.finditer(document.text):
        line = next(
            (line for line in document.lines if line.start <= match.start() < line.end), None
        )
        above = document.lines[line.index - 1].text if line and line.index else ""
        heading = above if len(above) <= 60 else ""
        about = frozenset(name_stems(f"{heading} {line.text}")) if line else frozenset[str]()
        results.append(VoteTally(match, about))
    return results


def votes(document: DocumentLayout, question: FieldQuestion) -> Iterator[tuple[int, int, str]]:
    """Yield the count that a field such as "Votes against the budget" asks for."""
    stems = set(question.stems)
    if not stems & _ABOUT:
        return
    part = next((part for part, words in _PARTS.items() if stems & set(words)), "for")
    matter = stems - _VOTE_STEMS - {each for words in _PARTS.values() for each in words}
    every = document.cached(vote_tallies)
    fitting = [each for each in every if not matter or matter & each.about]
    if len(fitting) != 1 and not matter:
        return
    for tally in fitting[:1]:
        for name in (part, f"{part}2", f"{part}3"):
            if name in tally.match.re.groupindex and tally.match[name]:
                written = tally.match[name]
                start, end = tally.match.span(name)
                yield start, end, _COUNTS.get(written.casefold(), written)
