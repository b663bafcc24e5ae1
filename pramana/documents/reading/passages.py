"""From pages to a document: one text, its passages, and its title."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from pramana.documents.reading.contracts import Block, Heading, PageText
from pramana.documents.reading.cutting import PassageSpan, cut_passages

PAGE_BREAK = "\n\n"
MAX_TITLE = 200
NO_TITLE = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)|untitled|document\s*\d*$|scan|slide 1$|layout 1$"
    r"|.*\.(?:docx?|pdf|indd|pmd|qxd|tif|jpe?g)$|[\W\d_]*$)",
    re.IGNORECASE,
)
"""What programs write where the author gave no title."""

ABBREVIATIONS = r"[A-Z]|Pvt|Ltd|Co|Inc|No|Dr|Er|Mr|Mrs|Ms|Prof|Gen|Col|Hon|Rs|St"
SENTENCE = re.compile(rf"[!?।](?:\s|$)|[,;:]$|\b(?!(?:{ABBREVIATIONS})\.)\w+\.(?:\s|$)")
"""A first line with the end of a sentence is running text and not a title. The dot of an
abbreviation (Pvt. Ltd., No. 4) ends no sentence."""


@dataclass(frozen=True, slots=True)
class AssembledDocument:
    """The result of reading a document."""

    text: str
    page_ranges: tuple[tuple[int, int], ...]
    passages: tuple[PassageSpan, ...]
    title: str
    language: str
    script: str


def assemble_document(
    pages: Sequence[PageText], stated_title: str, filename: str
) -> AssembledDocument:
    """Join the pages into one text and cut it into passages.

    This runs in the CPU pool, because cutting a long text takes a while.
    """
    starts: list[int] = []
    headings: list[Heading] = []
    blocks: list[Block] = []
    at = groups = 0
    for page in pages:
        starts.append(at)
        headings += [replace(each, start=each.start + at) for each in page.headings]
        ordered = sorted(page.blocks, key=lambda block: block.start)
        blocks += [
            replace(each, start=each.start + at, end=each.end + at, group=groups + each.group)
            for each in ordered
        ]
        groups += 1 + max((each.group for each in ordered), default=0)
        at += len(page.text) + len(PAGE_BREAK)
    text = PAGE_BREAK.join(page.text for page in pages)
    return AssembledDocument(
        text=text,
        page_ranges=tuple(
            (start, start + len(page.text)) for start, page in zip(starts, pages, strict=True)
        ),
        passages=tuple(
            cut_passages(text, headings=headings, blocks=blocks, page_starts=starts or (0,))
        ),
        title=title_of(
            stated_title,
            pages[0].headings if pages else (),
            pages[0].text if pages else "",
            filename,
        ),
        language=_commonest((page.language, len(page.text)) for page in pages),
        script=_commonest((page.script, len(page.text)) for page in pages),
    )


def _commonest(values: Iterable[tuple[str, int]]) -> str:
    """The value of most of the text; pages without a value do not count."""
    weights: Counter[str] = Counter()
    for value, weight in values:
        if value and value != "common":
            weights[value] += weight
    return weights.most_common(1)[0][0] if weights else ""


def title_of(stated: str, headings: Sequence[Heading], text: str, filename: str) -> str:
    """The stated title, or the first page's highest heading, its first line, or the file name.

    >>> title_of("Microsoft Word - nlr6.doc", [], "नेपाल कानून पत्रिका\\n२०६५", "a.pdf")
    'नेपाल कानून पत्रिका'
    >>> title_of("", [], "Kalika Works Pvt. Ltd.\\nBagar-7", "scan-0417.jpg")
    'Kalika Works Pvt. Ltd.'
    >>> title_of("", [], "The survey began in May.", "Bridge survey.pdf")
    'Bridge survey'
    """
    highest = min(headings, key=lambda heading: (heading.level, heading.start), default=None)
    first = next((line.strip() for line in text.split("\n", 50) if is_title(line.strip())), "")
    line = "" if SENTENCE.search(first) else first
    candidates = (stated.strip(), highest.text if highest else "", line)
    return next((each for each in candidates if is_title(each)), PurePath(filename).stem)[
        :MAX_TITLE
    ]


def is_title(name: str) -> bool:
    """Whether this can be a title, and not what a program wrote for want of one."""
    return 2 < len(name) <= MAX_TITLE and not NO_TITLE.match(name)
