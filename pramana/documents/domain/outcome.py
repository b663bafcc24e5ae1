"""What a reading ends in: one text, the page map, passages, and what the document is called."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pramana.documents.domain.assembly import assemble
from pramana.documents.domain.paper import Block, Heading
from pramana.documents.domain.passages import Passage
from pramana.documents.domain.titles import title_of


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page as it was kept while the others were still being read."""

    text: str
    headings: tuple[Heading, ...]
    code: tuple[Block, ...]
    rows: tuple[Block, ...]
    language: str
    script: str


@dataclass(frozen=True, slots=True)
class Outcome:
    text: str
    page_ranges: tuple[tuple[int, int], ...]
    passages: tuple[Passage, ...]
    title: str
    language: str
    script: str


def conclude(pages: Sequence[KeptPage], stated_title: str, filename: str) -> Outcome:
    """Put the pages together. Runs in the CPU pool: a long text takes a while to cut."""
    whole = assemble(pages)
    ends = [start + len(page.text) for start, page in zip(whole.page_starts, pages, strict=True)]
    first = pages[0] if pages else None
    return Outcome(
        text=whole.text,
        page_ranges=tuple(zip(whole.page_starts, ends, strict=True)),
        passages=tuple(whole.passages()),
        title=title_of(
            stated_title, first.headings if first else (), first.text if first else "", filename
        ),
        language=_most((page.language, len(page.text)) for page in pages),
        script=_most((page.script, len(page.text)) for page in pages),
    )


def _most(values: Iterable[tuple[str, int]]) -> str:
    """The value that most of the text has; pages that say too little do not count."""
    counted: Counter[str] = Counter()
    for value, weight in values:
        if value and value != "common":
            counted[value] += weight
    return counted.most_common(1)[0][0] if counted else ""
