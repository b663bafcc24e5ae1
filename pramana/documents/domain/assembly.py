"""Pages put together into one text with a page map; the offsets of each page are moved along."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pramana.documents.domain.paper import Block, Heading
from pramana.documents.domain.passages import Passage, cut

BETWEEN_PAGES = "\n\n"


class Read(Protocol):
    """A page as it was read."""

    @property
    def text(self) -> str: ...
    @property
    def headings(self) -> tuple[Heading, ...]: ...
    @property
    def code(self) -> tuple[Block, ...]: ...
    @property
    def rows(self) -> tuple[Block, ...]: ...


@dataclass(frozen=True, slots=True)
class Whole:
    """A document's text; page `n` begins at `page_starts[n]`."""

    text: str
    page_starts: tuple[int, ...]
    headings: tuple[Heading, ...]
    blocks: tuple[Block, ...]

    def passages(self) -> list[Passage]:
        return cut(
            self.text,
            headings=self.headings,
            blocks=self.blocks,
            page_starts=self.page_starts or (0,),
        )


def assemble(pages: Iterable[Read]) -> Whole:
    """One text of all pages, in their order."""
    texts: list[str] = []
    starts: list[int] = []
    headings: list[Heading] = []
    blocks: list[Block] = []
    at = 0
    for page in pages:
        starts.append(at)
        texts.append(page.text)
        headings += moved_headings(page.headings, at)
        blocks += moved_blocks([*page.code, *page.rows], at)
        at += len(page.text) + len(BETWEEN_PAGES)
    return Whole(BETWEEN_PAGES.join(texts), tuple(starts), tuple(headings), tuple(blocks))


def moved_headings(headings: Sequence[Heading], by: int) -> list[Heading]:
    return [replace(heading, start=heading.start + by) for heading in headings]


def moved_blocks(blocks: Sequence[Block], by: int) -> list[Block]:
    """Blocks in the order of the text, as cutting wants them."""
    ordered = sorted(blocks, key=lambda block: block.start)
    return [replace(block, start=block.start + by, end=block.end + by) for block in ordered]
