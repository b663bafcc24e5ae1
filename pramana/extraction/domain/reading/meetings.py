"""What minutes say: who was there, and what was decided."""

import re
from collections.abc import Iterator, Sequence

from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.reading.paper import Line, Paper

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


def attendees(paper: Paper) -> list[Found]:
    """The people present, one to a line below the heading or parted by commas beside it."""
    for place, line in enumerate(paper.lines):
        match = _ATTEND.match(line.text)
        if match:
            start, end = match.span("rest")
            spans = list(_parted(paper, line.start + start, line.start + end))
            spans = spans or list(_below(paper.lines[place + 1 :]))
            return [
                paper.words(f"meeting.attendees[{i}]", *span, 0.7) for i, span in enumerate(spans)
            ]
    return []


def _parted(paper: Paper, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in re.finditer(r"[^,;]+", paper.text[start:end]):
        words = match.group().strip(" .।")
        if words:
            at = start + match.start() + match.group().index(words)
            yield at, at + len(words)


def _below(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Rows of a list, up to the first line that is none; the first may come without a bullet."""
    bulleted = bool(lines) and bool(BULLET.match(lines[0].text))
    for line in lines[:MOST_ROWS]:
        bullet = BULLET.match(line.text)
        if (bulleted and not bullet) or line.text.endswith(":") or len(line.text) > 400:
            return
        if not bulleted and len(line.text) > 80:
            return
        yield line.start + (bullet.end() if bullet else 0), line.end


def decisions(paper: Paper) -> list[Found]:
    """What was decided: the list below the heading, else the lines that say so."""
    spans: list[tuple[int, int]] = []
    for place, line in enumerate(paper.lines):
        if _DECIDE.match(line.text):
            spans = [*_listed(paper.lines[place + 1 :])]
            break
    if not spans:
        spans = [(line.start, line.end) for line in paper.lines if _RESOLVED.search(line.text)]
    return [
        paper.words(f"meeting.decisions[{i}]", *span, 0.7)
        for i, span in enumerate(spans[:MOST_ROWS])
    ]


def _listed(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    for line in lines[:MOST_ROWS]:
        bullet = BULLET.match(line.text)
        if not bullet:
            return
        yield line.start + bullet.end(), line.end
