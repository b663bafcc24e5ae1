"""Who made out a paper: the name in the block at its top."""

import re
from collections.abc import Sequence
from statistics import median

from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.reading.kinds import says_only_its_kind
from pramana.extraction.domain.reading.paper import Line, Paper
from pramana.extraction.domain.reading.seller_words import (
    ABOUT,
    CENTS,
    EDGES,
    GREETING,
    INSTRUMENT,
    LABELLED,
    LEGAL,
    ONLY_MORE,
    PLACE,
    REGISTERED,
    TRADE,
    is_abbreviated,
)

SDN_BHD = re.compile(r"\bSDN\.? BHD\b", re.IGNORECASE)
RUN_TOGETHER = re.compile(r"S[DO]N\.?\s?BH[DO0]\b", re.IGNORECASE)
TOP, LONGEST_NAME, LONGEST_LINE = 14, 80, 160


def company(paper: Paper, path: str = "vendor.name") -> Found | None:
    """The line at the top that most looks like a firm's name, with the lines it runs over."""
    head = paper.once(top_lines)
    first = next((i for i, line in enumerate(head) if i and _is_place(line)), len(head))
    usual = paper.once(_usual_size)
    for stop in (first, len(head)):
        scored = [(_likeness(head, i, usual), -i) for i in range(stop) if _may_be(head[i].text)]
        best = max(scored, default=None)
        if best and best[0] > 0:
            return _whole_name(paper, head, -best[1], path, best[0])
    return None


def top_lines(paper: Paper) -> list[Line]:
    """The lines at the top; a long one is running text and neither a name nor an address."""
    return [line for line in paper.lines[: TOP + 2] if len(line.text) <= LONGEST_LINE]


def _may_be(text: str) -> bool:
    bare = REGISTERED.sub("", text)
    if CENTS.search(bare) or LABELLED.match(bare) or says_only_its_kind(bare):
        return False
    letters = sum(char.isalpha() for char in bare)
    return (
        letters >= 3
        and letters * 2 > len(bare.replace(" ", ""))
        and len(bare) <= LONGEST_NAME
        and not GREETING.search(bare)
        and not INSTRUMENT.search(bare)
        and (bool(LEGAL.search(bare)) or not ABOUT.search(bare))
    )


def _is_place(line: Line) -> bool:
    return bool(PLACE.search(line.text)) and not LEGAL.search(line.text)


def _usual_size(paper: Paper) -> float:
    return median([line.size for line in paper.lines if line.size] or [0.0])


def _likeness(head: Sequence[Line], index: int, usual: float) -> float:
    """Points for a legal form, a trade, an early place, large type and what follows below."""
    line = head[index]
    after = head[index + 1].text if index + 1 < len(head) else ""
    large = line.size / usual if usual and line.size else 1.0
    return (
        4.0 * bool(LEGAL.search(line.text))
        + 2.5 * bool(TRADE.search(line.text))
        + 1.5 * bool(REGISTERED.search(line.text) or REGISTERED.search(after))
        + 1.0 * (bool(PLACE.search(after)) or bool(LEGAL.search(after)))
        + min(large - 1, 1.0)
        - 0.5 * index
        - 2.5 * line.text.islower()
        - 6.0 * (_only_trade(line.text) or bool(ONLY_MORE.match(line.text)))
        + 1.0
    )


def _only_trade(text: str) -> bool:
    """BISTRO & CAFE says what a house is, not what it is called."""
    return not re.search(r"\w{2,}", re.sub(r"\b(?:AND|DAN|THE)\b", "", TRADE.sub("", text)))


def _whole_name(paper: Paper, head: Sequence[Line], index: int, path: str, points: float) -> Found:
    first = last = index
    if index and _runs_on(head[index - 1].text, head[index].text):
        first = index - 1
    if index + 1 < len(head) and _runs_on(head[index].text, head[index + 1].text):
        last = index + 1
    start, end = head[first].start, head[last].end
    words = _trimmed(paper.text[start:end])
    start = paper.text.index(words, start, end)
    value = cleaned_name(words)
    return paper.found(path, value, start, start + len(words), min(0.95, 0.4 + points / 12))


def _runs_on(line: str, after: str) -> bool:
    """Whether a name that begins on one line ends on the next."""
    if ABOUT.search(after) or GREETING.search(line):
        return False
    if line.rstrip().endswith(("&", " AND", " DAN")) and _may_be(line):
        return True
    bare = REGISTERED.sub("", after)
    return bool(
        ONLY_MORE.match(bare) or re.fullmatch(LEGAL.pattern, bare.strip(" ()."), re.I)
    ) and (_may_be(line) and not LEGAL.search(line))


def _trimmed(words: str) -> str:
    """Without the company's number and what stands after it."""
    number = REGISTERED.search(words)
    if number and words[: number.start()].strip(EDGES + "("):
        words = words[: number.start()]
    balanced = words.count("(") == words.count(")")
    trimmed = words.strip(EDGES if balanced else EDGES + "()")
    stop = words[words.index(trimmed) + len(trimmed) :][:1] == "."
    return f"{trimmed}." if stop and is_abbreviated(trimmed) else trimmed


def cleaned_name(words: str) -> str:
    """A name with its white space folded and a legal form that OCR ran together parted again.

    >>> cleaned_name("LIGHT ROOM SDNBHD"), cleaned_name("Light Room Sdn. Bhd.")
    ('LIGHT ROOM SDN BHD', 'Light Room Sdn. Bhd.')
    """
    folded = " ".join(words.split())
    return folded if SDN_BHD.search(folded) else RUN_TOGETHER.sub("SDN BHD", folded)
