"""Items of lists and steps: their markers, their order, and where each ends.

A line begins an item where it begins with a marker (`2.`, `b)`, `(iv)`, `•`, `Step 3:`). A number
alone proves nothing, because a line of prose may begin with one, so numbered items count only in
sequence: 1, 2, 3. Lines without a marker between two items of a sequence belong to the first.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.documents.reading.contracts import Block, BlockKind

BULLET = "•"
"""What an item without a number begins with in the text."""

BULLETS = "-*+•‣◦▪●○■□▫►➢➤✓✔❖·–—⁃∙\uf0b7\uf0a7"
STEP_WORDS = "step|stage|phase|चरण|खण्ड"
OTHER_LABELS = (
    "table|figure|fig|page|section|chapter|part|schedule|annex|annexure|appendix|article|clause"
    "|तालिका|चित्र|पृष्ठ|परिच्छेद|भाग|दफा|धारा|अनुसूची|खण्ड"
)
"""Words with numbers that name captions and divisions, not items."""

MARKER = re.compile(
    rf"[ \t]*(?:(?P<bullet>[{re.escape(BULLETS)}])"
    rf"|(?P<step>(?:{STEP_WORDS})\s+(?P<count>[\d०-९]{{1,3}}))\s*(?:[.:)–—-])?"
    r"|(?P<path>[\d०-९]{1,3}(?:\.[\d०-९]{1,3})+)[.)]?"
    r"|\(?(?P<number>[\d०-९]{1,3})[.)।]"
    r"|\(?(?P<roman>[ivxlIVXL]{1,6})[.)]"
    r"|\(?(?P<letter>[A-Za-zक-ह])[.)]"
    r"|(?P<bare>[\d०-९]{1,2})(?=[ \t]{2,}\S(?:(?![ \t]{2}).)*\Z)"
    r"|(?P<plain>[\d०-९]{1,2})(?=[ \t](?-i:[A-ZÀ-Þ][a-zà-þ]+)\b(?:(?![ \t]{2}).)*\Z)"
    rf"|(?P<label>(?!(?:{OTHER_LABELS})\b)[^\W\d_][^\W\d_\u0900-\u0903]?[^\s\d.,:;]{{0,14}}"
    r"(?:[ ](?:no|nr|number|नं|नम्बर)\.?)?)[ ]?(?P<place>[\d०-९]{1,3})[ ]?[:–—])"
    r"(?=[ \t]+\S)[ \t]+",
    re.IGNORECASE,
)
"""What a list item begins with, up to its first word."""

ANY_MARKER = re.compile(
    rf"^[ \t]*(?:[{re.escape(BULLETS)}]|\(?[\w.]{{1,7}}[.)।]|[\d.०-९]{{3,9}}|[\d०-९]{{1,2}}[ \t]"
    rf"|(?i:{STEP_WORDS})\s+[\d०-९]+\S?)[ \t]+\S",
    re.MULTILINE,
)
NAMED_MARKER = re.compile(r"[\d०-९] ?[:–—][ \t]")
INLINE_MARKER = re.compile(r":[ \t]+\(?[1१][.)][ \t]")
"""Quick tests for pages without lists, which are most."""

PLAIN = "0 "
"""The style of numbers with nothing behind them but a space: "2 Close the valve."."""

LEAST_PLAIN = 3
"""So many such lines in sequence from 1 on, most of which end as sentences do, are a list."""

ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}
CONSONANTS = "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह"
MAX_BETWEEN = 4
"""Lines without a marker that may follow an item before the next of its sequence."""

MAX_LEVEL = 5


@dataclass(frozen=True, slots=True)
class ItemMarker:
    """The marker at the beginning of a line: its words, its style and its number in that style."""

    text: str
    style: str
    number: int | None
    length: int
    """Characters up to the item's first word."""
    indent: int


def has_markers(text: str) -> bool:
    """Whether any line may begin with a marker."""
    if ANY_MARKER.search(text):
        return True
    is_named = any(sign in text for sign in ":–—") and NAMED_MARKER.search(text) is not None
    return is_named or INLINE_MARKER.search(text) is not None


def item_markers(line: str) -> list[ItemMarker]:
    """The ways to read the beginning of a line as a marker; `i)` is a letter and a Roman one.

    >>> [(m.text, m.style, m.number) for m in item_markers("2) Close the valve.")]
    [('2)', '0)', 2)]
    >>> [(m.style, m.number) for m in item_markers("(i) the tenant")]
    [('(i)', 1), ('(a)', 9)]
    >>> item_markers("A plain line")
    []
    """
    match = MARKER.match(line)
    if match is None:
        return []
    text = match.group().strip()
    indent = len(line) - len(line.lstrip(" \t"))
    readings: list[tuple[str, int | None]]
    if match["roman"] and _is_roman(match["roman"]) and len(match["roman"]) > 1:
        readings = [("i", _roman(match["roman"]))]
    elif match["roman"]:
        letter = match["roman"]
        readings = [("i", _roman(letter)), ("a", ord(letter.lower()) - 96)]
        readings = readings if len(letter) == 1 else []
    else:
        readings = [_style_and_number(match)]
    return [
        ItemMarker(text, _style(text, name, match), number, match.end(), indent)
        for name, number in readings
    ]


def _style_and_number(match: re.Match[str]) -> tuple[str, int | None]:
    if match["bullet"]:
        return match["bullet"], None
    if match["step"]:
        return "step", int(match["count"])
    if match["path"]:
        return match["path"].rpartition(".")[0] + ".0", int(match["path"].rpartition(".")[2])
    if match["plain"]:
        return PLAIN, int(match["plain"])
    if match["number"] or match["bare"]:
        return "0", int(match["number"] or match["bare"])
    if match["label"]:
        return match["label"].lower(), int(match["place"])
    letter = match["letter"].lower()
    number = CONSONANTS.index(letter) + 1 if letter in CONSONANTS else ord(letter) - 96
    return ("क" if letter in CONSONANTS else "a"), number


def _style(text: str, name: str, match: re.Match[str]) -> str:
    if match["bullet"] or match["step"] or match["path"] or match["label"] or match["plain"]:
        return name
    opening = "(" if text.startswith("(") else ""
    return f"{opening}{name}{'' if match['bare'] else text[-1]}"


def _is_roman(text: str) -> bool:
    return re.fullmatch(r"x{0,3}(ix|iv|v?i{0,3})|x{0,3}l?x{0,3}v?i{0,3}", text.lower()) is not None


def _roman(text: str) -> int:
    values = [ROMAN[letter] for letter in text.lower()]
    return sum(
        -value if place + 1 < len(values) and values[place + 1] > value else value
        for place, value in enumerate(values)
    )


def item_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a list whose markers and texts stand in columns like a table; else none.

    >>> item_lines([["1.", "", "Open it."], ["", "a)", "Turn left."], ["2.", "", "Close it."]])
    ['1. Open it.', 'a) Turn left.', '2. Close it.']
    >>> item_lines([["1.", "Rope", "40 m"], ["2.", "Hook", "3"]])
    []
    """
    lines: list[str] = []
    markers = 0
    for row in rows:
        filled = [text for text in row if text]
        is_item = len(filled) == 2 and bool(item_markers(f"{filled[0]} x")) and " " not in filled[0]
        if not is_item and (len(filled) != 1 or not lines):
            return []
        markers += is_item
        lines.append(" ".join(filled))
    return lines if 2 * markers > len(lines) and markers > 1 else []


@dataclass(slots=True)
class _OpenItem:
    marker: ItemMarker
    start: int
    end: int
    level: int
    lines_after: int = 0
    notes_end: int = 0
    """Where the lines after it end, which belong to it if the list goes on."""


def find_items(
    text: str, start: int = 0, end: int | None = None, *, taken: Sequence[tuple[int, int]] = ()
) -> tuple[Block, ...]:
    """The items in a text by their markers, each numbered by its list.

    `taken` are ranges of headings, tables and code, in order; they end a list.

    >>> text = "To drain it:\\n1. Close the valve.\\n2. Open the cock and\\nwait.\\nDone."
    >>> [(text[i.start : i.end], i.marker) for i in find_items(text)]
    [('1. Close the valve.', '1.'), ('2. Open the cock and\\nwait.', '2.')]
    """
    found: list[Block] = []
    for group, run in enumerate(_runs(text, start, len(text) if end is None else end, taken)):
        found += [replace(item, group=group) for item in run]
    return tuple(found)


def _runs(
    text: str, start: int, end: int, taken: Sequence[tuple[int, int]]
) -> Iterator[list[Block]]:
    """The lists of a text: runs of items whose markers follow on each other."""
    items: list[_OpenItem] = []
    stack: list[ItemMarker] = []
    for at, line in _pieces(_lines(text, start, end, taken)):
        if line is None:
            yield from _closed(text, items)
            items, stack = [], []
            continue
        markers = item_markers(line)
        placed = _place(markers, stack, bool(items))
        if placed is not None:
            marker, stack = placed
            is_apart = marker.number is None and items and items[-1].lines_after > 0
            if len(stack) == 1 and items and (is_apart or not _follows(marker, items)):
                yield from _closed(text, items)
                items = []
            if items and items[-1].lines_after:
                items[-1].end = items[-1].notes_end
            first = at + marker.indent
            items.append(_OpenItem(marker, first, at + len(line.rstrip()), len(stack) - 1))
        elif items:
            _extend(items, text, at, line)
            if items[-1].lines_after > MAX_BETWEEN:
                yield from _closed(text, items)
                items, stack = [], []
    yield from _closed(text, items)


INLINE = re.compile(r"(?<=[.;:!?।,])[ \t]+(?=\(?(?:[\d०-९]{1,2}[.)]|[a-zक-ह]\))[ \t]+\S)")
"""Where an item may begin inside a line: `… the lid. 2. Pull out …`."""


def _pieces(lines: Iterable[tuple[int, str | None]]) -> Iterator[tuple[int, str | None]]:
    """The lines, split where items go on inside them: 1 after a colon, or the next number."""
    last: ItemMarker | None = None
    for at, line in lines:
        if line is None:
            last = None
            yield at, None
            continue
        first = item_markers(line)
        last = first[0] if first else last
        begin = 0
        for gap in INLINE.finditer(line):
            found = next(
                (m for m in item_markers(line[gap.end() :]) if _goes_on_inline(m, last, line, gap)),
                None,
            )
            if found is not None:
                yield at + begin, line[begin : gap.start()]
                begin, last = gap.end(), found
        yield at + begin, line[begin:]


def _goes_on_inline(
    marker: ItemMarker, last: ItemMarker | None, line: str, gap: re.Match[str]
) -> bool:
    if last is not None and last.style == marker.style and last.number is not None:
        return marker.number == last.number + 1
    is_first = marker.number == 1 and line[gap.start() - 1] in ":：" and marker.style[-1:] in ".)"
    rest = (item_markers(line[each.end() :]) for each in INLINE.finditer(line, gap.end()))
    return is_first and any(m.style == marker.style and m.number == 2 for ms in rest for m in ms)


def _lines(
    text: str, start: int, end: int, taken: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, str | None]]:
    """Lines with their offsets; None in place of lines that are something else."""
    at, ranges = start, iter([*taken, (end + 1, end + 1)])
    first, last = next(ranges)
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        while last <= at and first <= end:
            first, last = next(ranges)
        yield at, None if first < stop and at < last else text[at:stop]
        at = stop + 1


def _place(
    markers: Sequence[ItemMarker], stack: list[ItemMarker], is_open: bool
) -> tuple[ItemMarker, list[ItemMarker]] | None:
    """The marker's reading that fits the open lists, and the stack of open lists with it."""
    for depth in range(len(stack) - 1, -1, -1):
        for marker in markers:
            last = stack[depth]
            if marker.style == last.style and _is_next(last, marker):
                return marker, [*stack[:depth], marker]
    for marker in markers:
        if (marker.number in (None, 1) or not stack) and len(stack) < MAX_LEVEL:
            nested = stack if is_open and _is_nested(marker, stack) else []
            return marker, [*nested, marker]
    return None


def _is_next(last: ItemMarker, marker: ItemMarker) -> bool:
    if last.number is None or marker.number is None:
        return abs(last.indent - marker.indent) < 2
    return marker.number == last.number + 1


def _is_nested(marker: ItemMarker, stack: list[ItemMarker]) -> bool:
    """Whether a list that begins here is inside the last item.

    It is where it is indented more, and where bullets or letters follow a number: files often lose
    the indentation.
    """
    if not stack or marker.indent > stack[-1].indent + 1:
        return bool(stack)
    is_new = marker.style not in {one.style for one in stack}
    return is_new and stack[-1].number is not None and not marker.style.lstrip("(").startswith("0")


def _follows(marker: ItemMarker, items: list[_OpenItem]) -> bool:
    return any(
        one.marker.style == marker.style and _is_next(one.marker, marker)
        for one in reversed(items)
        if one.level == 0
    )


def _extend(items: list[_OpenItem], text: str, at: int, line: str) -> None:
    """Add a line without a marker to the last item, or count it as a line between items."""
    last = items[-1]
    if not line.strip():
        return
    blank_before = text[last.end : at].count("\n") > 1
    indented = len(line) - len(line.lstrip()) > last.marker.indent
    is_near = not blank_before and last.lines_after == 0
    if indented or (is_near and _is_wrapped(text, last, line)):
        last.end = at + len(line.rstrip())
        return
    last.lines_after += 1
    last.notes_end = at + len(line.rstrip())


def _is_wrapped(text: str, last: _OpenItem, line: str) -> bool:
    """Whether a line goes on with the sentence of the item."""
    body = text[last.start : last.end]
    starts_low = line.lstrip()[:1].islower() or line.lstrip()[:1].isdigit()
    width = len(body.rpartition("\n")[2])
    return starts_low or (width > 50 and body[-1:] not in ".!?।:;")


def _are_plain_steps(text: str, items: Sequence[_OpenItem]) -> bool:
    """Whether lines that begin with a bare number are a list, and not headings, rows or prose."""
    plain = [one for one in items if one.marker.style == PLAIN]
    ended = sum(text[one.start : one.end].endswith((".", "!", "।", ";")) for one in plain)
    counted = len(plain) >= LEAST_PLAIN and plain[0].marker.number == 1
    return counted and 2 * ended > len(plain)


def _closed(text: str, items: list[_OpenItem]) -> Iterator[list[Block]]:
    """The items as blocks, if they are a list: bullets, or two numbers in sequence."""
    if any(one.marker.style == PLAIN for one in items) and not _are_plain_steps(text, items):
        items = [one for one in items if one.marker.style != PLAIN]
    numbered = [one for one in items if one.marker.number is not None and one.level == 0]
    bullets = [one for one in items if one.marker.number is None]
    if len(numbered) < 2:
        nested = [one for one in items if one.level] if numbered else items
        items = nested if len(nested) > 1 or bullets else []
    if items:
        least = min(one.level for one in items)
        yield [
            Block(
                one.start,
                one.end,
                BlockKind.ITEM,
                level=one.level - least,
                marker=one.marker.text,
            )
            for one in items
        ]


def numeral(number: int, style: str) -> str:
    """A number as a list shows it.

    >>> [numeral(4, style) for style in ("1", "a", "A", "i", "I")]
    ['4', 'd', 'D', 'iv', 'IV']
    """
    if style in ("a", "A") and 1 <= number <= 26:
        letter = chr(ord("a") + number - 1)
        return letter if style == "a" else letter.upper()
    if style in ("i", "I") and 1 <= number < 40:
        units = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"][number % 10]
        roman = "x" * (number // 10) + units
        return roman if style == "i" else roman.upper()
    return str(number)
