"""Where the sentences of a passage begin and end, in any script, without changing a character.

A passage is not only prose: headings, items of a list, rows of a table and "name: value" lines are
each one sentence too, because each can be the answer.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

WRAPPED_AT, WRAPPED_NARROW = 60, 25
WRAPPED_SHARE = 0.6
"""A line of prose is wrapped at 60 characters or, in a narrow column, near its longest line; one
that is shorter stands alone."""

OWN_LINE = re.compile(
    r"\s*(?:#{1,6}\s|[-*•‣◦▪]\s|\(?[0-9०-९a-zक-ह]{1,3}[.)]\s|\||>\s|```)|.*(?:\t| \| )"
    r"|[^\W\da-z_][\w /’'()-]{0,40}:\s"
)
"""Lines that carry on nothing: headings, items, rows, quotations, fences, "Name: value"."""

PAUSE = re.compile(r"(?:(?<![.!?…])[.!?…]+[\"'”’)\]]*(?=\s)|[।॥]+[\"'”’)\]]*)\s*")
"""Only from the first of several stops: tried from each, a line of dots would take its square."""
LAST_WORD = re.compile(r"[^\s(\[“‘\"'/]+\Z")
LONGEST_WORD = 200
"""How far back it is looked for; no short form is nearly so long."""
INITIALS = re.compile(r"(?:[^\W\d_]\.)*[A-Z]|(?:[a-z]\.)+[a-z]|(?:[क-ह][ा-ौ]?\.)+[क-ह][ा-ौं]?")
SHORT = """
mr mrs ms dr prof hon rev gen col capt lt sgt gov sen rep st jr sr rs no nos vol fig figs art
sec ch p pp v vs cf ca al approx dept est inc ltd pvt corp co jan feb mar apr jun jul aug sep
sept oct nov dec डा डॉ प्रो प्रा इ रु रू नं क्र श्री सं ई मि कि लि
"""
SHORT_FORMS = frozenset(SHORT.split())
"""A full stop after one of these belongs to the word."""

OPENS = re.compile(r"(?:The|This|That|These|Those|It|Its|He|She|They|We|In|On|At|But|And|If)\s")
"""Unless a sentence begins right after it, as in "… Pvt. Ltd. The other …"."""

LONGEST_LABEL = 3
"""Characters of the number of an item, "12." or "(a).", which does not end where it stops."""

WORDY = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Half-open, in code points of the passage."""

    start: int
    end: int


def sentences(text: str) -> list[Stretch]:
    """The sentences of a passage in order; white space around them left out.

    >>> text = "Dr. Rai came. राम आए। Budget: Rs. 5"
    >>> [text[each.start : each.end] for each in sentences(text)]
    ['Dr. Rai came.', 'राम आए।', 'Budget: Rs. 5']
    """
    return [
        stretch
        for start, end in _blocks(text.splitlines(keepends=True))
        for stretch in _within(text, start, end)
        if WORDY.search(text, stretch.start, stretch.end)
    ]


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Stretches in which sentences may run over the end of a line."""
    longest = max(map(len, lines), default=0)
    wrapped = max(WRAPPED_NARROW, min(WRAPPED_AT, WRAPPED_SHARE * longest))
    begin = at = 0
    before = ""
    for line in lines:
        if at > begin and _breaks(before, line, wrapped):
            yield begin, at
            begin = at
        before = line
        at += len(line)
    if at > begin:
        yield begin, at


def _breaks(before: str, line: str, wrapped: float) -> bool:
    """Whether a line opens something new rather than carrying on the one before."""
    if not before.strip() or not line.strip() or OWN_LINE.match(line) or before.startswith("#"):
        return True
    return len(before) < wrapped and not line.lstrip()[0].islower()


def _within(text: str, start: int, end: int) -> Iterator[Stretch]:
    begin = start
    for pause in PAUSE.finditer(text, start, end):
        if _is_end(text, begin, pause):
            yield _trimmed(text, begin, pause.end())
            begin = pause.end()
    if text[begin:end].strip():
        yield _trimmed(text, begin, end)


def _is_end(text: str, begin: int, pause: re.Match[str]) -> bool:
    if text[pause.start()] != ".":
        return True
    last = LAST_WORD.search(text, max(begin, pause.start() - LONGEST_WORD), pause.start())
    if last is None:  # a stop that stands alone, as in texts that were taken apart
        return True
    word = last.group()
    if word.lower() in SHORT_FORMS or INITIALS.fullmatch(word):
        return OPENS.match(text, pause.end()) is not None
    if not text[begin : last.start()].strip("([\t ") and len(word) <= LONGEST_LABEL:
        return False
    runs_on = text[pause.end() : pause.end() + 1].islower()
    return not (runs_on and text[begin : begin + 1].isupper())


def _trimmed(text: str, start: int, end: int) -> Stretch:
    piece = text[start:end]
    return Stretch(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip()))
