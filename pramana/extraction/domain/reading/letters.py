"""What letters, releases, minutes and notices say of themselves: subject, people, decisions."""

import re
from collections.abc import Iterator, Sequence

from pramana.extraction.contracts.fields import ExtractedValue
from pramana.extraction.domain.reading.dates import WrittenDate
from pramana.extraction.domain.reading.document_layout import DocumentLayout, LayoutLine
from pramana.extraction.domain.reading.document_types import TYPE_NAMES, names_only_its_type
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


def attendees(paper: DocumentLayout) -> list[ExtractedValue]:
    """The people present, one to a line below the heading or parted by commas beside it."""
    for place, line in enumerate(paper.lines):
        match = _ATTEND.match(line.text)
        if match:
            start, end = match.span("rest")
            spans = list(_comma_separated(paper, line.start + start, line.start + end))
            spans = spans or list(_list_below(paper.lines[place + 1 :]))
            return [
                paper.words(f"meeting.attendees[{i}]", *span, 0.7) for i, span in enumerate(spans)
            ]
    return []


def _comma_separated(paper: DocumentLayout, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in re.finditer(r"[^,;]+", paper.text[start:end]):
        words = match.group().strip(" .।")
        if words:
            at = start + match.start() + match.group().index(words)
            yield at, at + len(words)


def _list_below(lines: Sequence[LayoutLine]) -> Iterator[tuple[int, int]]:
    """Rows of a list, up to the first line that is none; the first may come without a bullet."""
    bulleted = bool(lines) and bool(BULLET.match(lines[0].text))
    for line in lines[:MOST_ROWS]:
        bullet = BULLET.match(line.text)
        if (bulleted and not bullet) or line.text.endswith(":") or len(line.text) > 400:
            return
        if not bulleted and len(line.text) > 80:
            return
        yield line.start + (bullet.end() if bullet else 0), line.end


def decisions(paper: DocumentLayout) -> list[ExtractedValue]:
    """What was decided: the list below the heading, else the lines that say so."""
    spans: list[tuple[int, int]] = []
    for place, line in enumerate(paper.lines):
        if _DECIDE.match(line.text):
            spans = [*_bulleted_lines(paper.lines[place + 1 :])]
            break
    if not spans:
        spans = [(line.start, line.end) for line in paper.lines if _RESOLVED.search(line.text)]
    return [
        paper.words(f"meeting.decisions[{i}]", *span, 0.7)
        for i, span in enumerate(spans[:MOST_ROWS])
    ]


def _bulleted_lines(lines: Sequence[LayoutLine]) -> Iterator[tuple[int, int]]:
    for line in lines[:MOST_ROWS]:
        bullet = BULLET.match(line.text)
        if not bullet:
            return
        yield line.start + bullet.end(), line.end


OWN_DATE = re.compile(
    r"(?:\b(?:DATE[D]?|BIZDATE|(?:MADE|ENTERED\s*INTO|SIGNED|EXECUTED)(?:\s*ON)?(?:\s*THIS)?|INVOICE\s*DATE|BILL\s*(?:DATE|DT)|ISSUED?(?:\s*ON)?|DT)\b|मिति|जारी)"
    r"[\s:：.#*-]*$",
    re.IGNORECASE,
)
OTHER_DATE = re.compile(
    r"(?:\b(?:EXPIR\w*|DUE|DELIVER\w*|VALID|UNTIL|BEFORE|BIRTH|PRINT\w*|DEADLINE|CLOS\w*|FROM|TO|BY|SINCE"
    r"|START\w*|END\w*)\b|म्याद|सम्म|देखि)[\s\w]{0,12}[:：.-]*\s*$",
    re.IGNORECASE,
)
WORDS_BEFORE = 24
"""Characters before a date in which the word that explains it stands."""

TIME = re.compile(r"\s*,?\s?\d{1,2}[:.]\d{2}")


def document_date(paper: DocumentLayout, path: str = "document.date") -> ExtractedValue | None:
    """The date that is called so; else one with a time beside it; else the first."""
    scored = [(_date_support(paper, each), -each.start, each) for each in paper.dates]
    if not scored:
        return None
    support, _, best = max(scored, key=lambda item: item[:2])
    sure = min(0.97, best.confidence * (0.8 + support / 10))
    return paper.found(path, best.day.isoformat(), best.start, best.end, sure)


def _other_dates(paper: DocumentLayout) -> set[int]:
    """Where the dates stand that a label calls something else: a deadline, a period."""
    return {
        date.start
        for label in paper.once(find_labels)
        if label.concept.key != "document.date"
        for date in paper.dates_in(label.value_start, label.value_end)
    }


def _date_support(paper: DocumentLayout, date: WrittenDate) -> float:
    if date.start in paper.once(_other_dates):
        return -3.0 + date.confidence
    before = paper.text[max(0, date.start - WORDS_BEFORE) : date.start]
    own = bool(OWN_DATE.search(before))
    return (
        2.0 * own
        - 1.5 * (bool(OTHER_DATE.search(before)) and not own)
        + 0.8 * bool(TIME.match(paper.text, date.end))
        + date.confidence
    )


TOP, LONGEST_TITLE = 15, 180
_KIND = re.compile("|".join(f"(?:{words})" for words in TYPE_NAMES.values()), re.IGNORECASE)
_HEAD = re.compile(
    r"@|www\.|\b(?:tel|phone|fax|e-?mail|p\.?o\.? box|ref|date|no)\b|फोन|फ्याक्स|इमेल|मिति|"
    r"पत्र संख्या|च\. ?नं|"
    r"^(?:to|dear|from|cc)\b|^श्री|^(?:नेपाल सरकार|government of nepal)$|^\W*\d[\d\s/.-]*$",
    re.IGNORECASE,
)
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


def document_title(paper: DocumentLayout) -> ExtractedValue | None:
    """The subject where one is given; else the heading: what the paper is called, or says it is.

    Where a line says only that the paper is a release or a notice, its heading stands below.
    """
    subject = labelled_value(paper, "document.title")
    if subject:
        return subject
    head = [line for line in paper.lines[:TOP] if _may_be_title(line)]
    named = next((line for line in head if _KIND.search(line.text)), None)
    below = [line for line in head if named and named.index < line.index <= named.index + 3]
    best = next((line for line in below if len(line.text.split()) > 3), named)
    if named and not names_only_its_type(named.text):
        best = named
    best = best or (head[0] if head else None)
    return paper.words("document.title", best.start, best.end, 0.6) if best else None


def _may_be_title(line: LayoutLine) -> bool:
    return (
        4 <= len(line.text) <= LONGEST_TITLE
        and not _HEAD.search(line.text)
        and not BULLET.match(line.text)
        and not LABELLED.match(line.text)
        and not (INSTRUMENT.search(line.text) and any(char.isdigit() for char in line.text))
        and not line.text.endswith((",", ";", ".", "।", ":"))
    )


def issuer(paper: DocumentLayout) -> ExtractedValue | None:
    """The body whose paper it is: an office named above the heading, the firm, or an office below.

    A sentence names no body, even where a bank or an office stands in it.
    """
    top = paper.lines[:TOP]
    heading = next((i for i, line in enumerate(top) if names_only_its_type(line.text)), len(top))
    firm = company_name(paper, "issuer.name")
    above, below = (_office(paper, lines) for lines in (top[:heading], top[heading:]))
    return above or (firm if firm and _is_written_as_name(firm.quote) else below)


def _office(paper: DocumentLayout, lines: Sequence[LayoutLine]) -> ExtractedValue | None:
    named = (
        line
        for line in lines
        if _OFFICE.search(INSTRUMENT.sub("", line.text))
        and _is_written_as_name(line.text)
        and not _STATE.match(line.text)
        and not LABELLED.match(line.text)
    )
    line = next(named, None)
    return paper.words("issuer.name", line.start, line.end, 0.7) if line else None


def _is_written_as_name(text: str) -> bool:
    """Whether words are written as names are: what runs on in small letters is a sentence."""
    words = [word for word in text.split() if len(word) > 3]
    return 2 * sum(word[0].islower() for word in words) <= len(words)


def recipient(paper: DocumentLayout) -> ExtractedValue | None:
    """Whom a letter is to: below "To", after श्री or Dear."""
    for place, line in enumerate(paper.lines[: 2 * TOP]):
        if _TO.match(line.text) and place + 1 < len(paper.lines):
            below = paper.lines[place + 1]
            return paper.words("letter.recipient", below.start, below.end, 0.8)
        match = _SHRI.match(line.text) or _DEAR.match(line.text)
        if match:
            start, end = match.span("who")
            return paper.words("letter.recipient", line.start + start, line.start + end, 0.75)
    return labelled_value(paper, "letter.recipient")


def sender(paper: DocumentLayout) -> ExtractedValue | None:
    """Who signs: the first line of a name below the closing words."""
    for place, line in enumerate(paper.lines):
        if _CLOSING.match(line.text):
            below = next(
                (each for each in paper.lines[place + 1 : place + 4] if _is_name(each)), None
            )
            if below:
                words = below.text.strip("() .")
                at = below.start + below.text.index(words)
                return paper.words("letter.sender", at, at + len(words), 0.75)
    return labelled_value(paper, "letter.sender")


def _is_name(line: LayoutLine) -> bool:
    return len(line.text) <= 60 and sum(char.isalpha() for char in line.text) >= 4


def deadline(paper: DocumentLayout) -> ExtractedValue | None:
    """The last day: labelled, or a date beside words for it that is not the paper's own."""
    given = labelled_value(paper, "notice.deadline")
    if given:
        return given
    own = document_date(paper)
    for date in paper.dates:
        around = paper.text[max(0, date.start - 90) : date.end + 60]
        if _BY.search(around) and not (own and own.start == date.start):
            return paper.found("notice.deadline", date.day.isoformat(), date.start, date.end, 0.65)
    return None
