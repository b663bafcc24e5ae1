"""What letters, releases, minutes and notices say of themselves: subject, people, decisions."""

import re
from collections.abc import Sequence

from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.reading.days import document_date
from pramana.extraction.domain.reading.kinds import NAMED, says_only_its_kind
from pramana.extraction.domain.reading.labels import labelled
from pramana.extraction.domain.reading.meetings import BULLET
from pramana.extraction.domain.reading.paper import Line, Paper
from pramana.extraction.domain.reading.seller_words import INSTRUMENT, LABELLED
from pramana.extraction.domain.reading.sellers import company

TOP, LONGEST_TITLE = 15, 180
_KIND = re.compile("|".join(f"(?:{words})" for words in NAMED.values()), re.IGNORECASE)
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


def title(paper: Paper) -> Found | None:
    """The subject where one is given; else the heading: what the paper is called, or says it is.

    Where a line says only that the paper is a release or a notice, its heading stands below.
    """
    subject = labelled(paper, "document.title")
    if subject:
        return subject
    head = [line for line in paper.lines[:TOP] if _may_head(line)]
    named = next((line for line in head if _KIND.search(line.text)), None)
    below = [line for line in head if named and named.index < line.index <= named.index + 3]
    best = next((line for line in below if len(line.text.split()) > 3), named)
    if named and not says_only_its_kind(named.text):
        best = named
    best = best or (head[0] if head else None)
    return paper.words("document.title", best.start, best.end, 0.6) if best else None


def _may_head(line: Line) -> bool:
    return (
        4 <= len(line.text) <= LONGEST_TITLE
        and not _HEAD.search(line.text)
        and not BULLET.match(line.text)
        and not LABELLED.match(line.text)
        and not (INSTRUMENT.search(line.text) and any(char.isdigit() for char in line.text))
        and not line.text.endswith((",", ";", ".", "।", ":"))
    )


def issuer(paper: Paper) -> Found | None:
    """The body whose paper it is: an office named above the heading, the firm, or an office below.

    A sentence names no body, even where a bank or an office stands in it.
    """
    top = paper.lines[:TOP]
    heading = next((i for i, line in enumerate(top) if says_only_its_kind(line.text)), len(top))
    firm = company(paper, "issuer.name")
    above, below = (_office(paper, lines) for lines in (top[:heading], top[heading:]))
    return above or (firm if firm and _is_titled(firm.quote) else below)


def _office(paper: Paper, lines: Sequence[Line]) -> Found | None:
    named = (
        line
        for line in lines
        if _OFFICE.search(INSTRUMENT.sub("", line.text))
        and _is_titled(line.text)
        and not _STATE.match(line.text)
        and not LABELLED.match(line.text)
    )
    line = next(named, None)
    return paper.words("issuer.name", line.start, line.end, 0.7) if line else None


def _is_titled(text: str) -> bool:
    """Whether words are written as names are: what runs on in small letters is a sentence."""
    words = [word for word in text.split() if len(word) > 3]
    return 2 * sum(word[0].islower() for word in words) <= len(words)


def recipient(paper: Paper) -> Found | None:
    """Whom a letter is to: below "To", after श्री or Dear."""
    for place, line in enumerate(paper.lines[: 2 * TOP]):
        if _TO.match(line.text) and place + 1 < len(paper.lines):
            below = paper.lines[place + 1]
            return paper.words("letter.recipient", below.start, below.end, 0.8)
        match = _SHRI.match(line.text) or _DEAR.match(line.text)
        if match:
            start, end = match.span("who")
            return paper.words("letter.recipient", line.start + start, line.start + end, 0.75)
    return labelled(paper, "letter.recipient")


def sender(paper: Paper) -> Found | None:
    """Who signs: the first line of a name below the closing words."""
    for place, line in enumerate(paper.lines):
        if _CLOSING.match(line.text):
            below = next((each for each in paper.lines[place + 1 : place + 4] if _name(each)), None)
            if below:
                words = below.text.strip("() .")
                at = below.start + below.text.index(words)
                return paper.words("letter.sender", at, at + len(words), 0.75)
    return labelled(paper, "letter.sender")


def _name(line: Line) -> bool:
    return len(line.text) <= 60 and sum(char.isalpha() for char in line.text) >= 4


def deadline(paper: Paper) -> Found | None:
    """The last day: labelled, or a date beside words for it that is not the paper's own."""
    given = labelled(paper, "notice.deadline")
    if given:
        return given
    own = document_date(paper)
    for date in paper.dates:
        around = paper.text[max(0, date.start - 90) : date.end + 60]
        if _BY.search(around) and not (own and own.start == date.start):
            return paper.found("notice.deadline", date.day.isoformat(), date.start, date.end, 0.65)
    return None
