"""From pages to a document: one text, its passages, and its title."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pramana.documents.reading.contracts import Block, Heading, PageText
from pramana.documents.reading.cutting import PassageSpan, cut_passages
from pramana.documents.reading.titles import title_of

PAGE_BREAK = "\n\n"


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
