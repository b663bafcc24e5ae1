"""More of a document around what search found: whole lists and tables, or the whole document."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from pramana.chat.contracts.blocks import PassageBlock
from pramana.chat.contracts.passages import AnswerSource
from pramana.chat.domain.document_dates import HEAD, document_date
from pramana.chat.domain.passage_selection import RELEVANCE_FLOOR
from pramana.chat.domain.question_words import pattern_of
from pramana.chat.domain.structured_blocks import structured_blocks
from pramana.documents.contracts import PassageHit
from pramana.documents.selectors import documents_by_id, pages_of, structure_of, text_between
from pramana.documents.structure import DocumentStructure, DocumentTable, ItemList
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.language.stems import content_stems, stems

MOST_CHARACTERS = 4_000
"""A passage does not grow beyond this; a longer list or table is cut."""

TEXT_WORDS = 0.4
"""What a word of the question counts in a document's text, against one in its name."""

WINDOW = 2_400
MOST_WINDOWS = 10
"""A whole document is shown to a composer in so many parts of this size."""


@dataclass(frozen=True)
class SourceInContext:
    """A source with what stands around it in its document."""

    source: AnswerSource
    blocks: tuple[PassageBlock, ...] = ()
    match: tuple[int, int] | None = None
    """The part of the text that search found."""
    dated: str = ""
    """The date of its document, where the sources come from several documents."""


class ContextReader:
    """Reads around passages; the structure of each document is loaded once."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._structures: dict[UUID, DocumentStructure | None] = {}

    def expand(self, sources: Sequence[AnswerSource]) -> list[SourceInContext]:
        """Each source with its whole lists and tables; one that lies in another is left out."""
        expanded: list[SourceInContext] = []
        for source in sources:
            each = self._expand(source) if isinstance(source, PassageHit) else None
            each = each or SourceInContext(source)
            if not any(_lies_in(source, other.source) for other in expanded):
                expanded.append(each)
        return self._with_dates(expanded)

    def _with_dates(self, sources: Sequence[SourceInContext]) -> list[SourceInContext]:
        """The sources with the dates of their documents, if there are several of them."""
        titles = {
            each.source.document_id: each.source.title
            for each in sources
            if isinstance(each.source, PassageHit)
        }
        if len(titles) < 2:
            return list(sources)
        dates = {
            id_: document_date(title, text_between(self._scope, id_, 0, HEAD))
            for id_, title in titles.items()
        }
        return [
            replace(each, dated=dates[each.source.document_id])
            if isinstance(each.source, PassageHit)
            else each
            for each in sources
        ]

    def _expand(self, hit: PassageHit) -> SourceInContext | None:
        structure = self._structure(hit)
        if structure is None:
            return None
        start, end = _whole_parts(structure, hit)
        if (start, end) == (hit.start, hit.end):
            text = hit.text
        else:
            text = text_between(self._scope, hit.document_id, start, end)
        grown = replace(hit, text=text, start=start, end=end)
        match = (hit.start - start, hit.end - start)
        return SourceInContext(grown, structured_blocks(text, structure, start, end), match)

    def _structure(self, hit: PassageHit) -> DocumentStructure | None:
        if hit.document_id not in self._structures:
            try:
                found = structure_of(self._scope, hit.document_id)
            except AppError:
                found = None
            self._structures[hit.document_id] = found
        return self._structures[hit.document_id]

    def document_called(self, question: str, hits: Sequence[PassageHit]) -> PassageHit | None:
        """The first hit of the document whose name the question says most of.

        A hit that is no match counts only if its document is called so.
        """
        documents = documents_by_id(self._scope, {hit.document_id for hit in hits})
        names = {each.id: f"{each.title} {each.filename}" for each in documents}
        wanted = set(content_stems(stems(pattern_of("SUMMARY").sub(" ", question))))

        def likeness(hit: PassageHit) -> float:
            called = set(stems(re.sub(r"[_.]", " ", names.get(hit.document_id, hit.title))))
            written = set(stems(f"{hit.section} {hit.text}"))
            own = len(wanted & called)
            belongs = own or hit.strength >= RELEVANCE_FLOOR
            return own + TEXT_WORDS * len(wanted & written) if belongs else -1.0

        best = max(hits, key=likeness, default=None)
        return best if best and likeness(best) >= 0 else None

    def whole_document(self, hit: PassageHit) -> list[SourceInContext]:
        """The document of a passage in parts, as far as `MOST_WINDOWS` reach."""
        structure = self._structure(hit)
        length = structure.end if structure else hit.end
        if structure is None or not length:
            return [SourceInContext(hit)]
        pages = pages_of(self._scope, hit.document_id)
        parts = []
        for start, end in _windows(structure, length)[:MOST_WINDOWS]:
            text = text_between(self._scope, hit.document_id, start, end)
            page = next((page.number for page in pages if page.start <= start < page.end), hit.page)
            part = replace(hit, text=text, start=start, end=end, page=page)
            parts.append(
                SourceInContext(
                    part, structured_blocks(text, structure, start, end), (0, len(text))
                )
            )
        return parts or [SourceInContext(hit)]


def _lies_in(source: AnswerSource, other: AnswerSource) -> bool:
    if not isinstance(source, PassageHit) or not isinstance(other, PassageHit):
        return False
    same = source.document_id == other.document_id
    return same and other.start <= source.start and source.end <= other.end


def _whole_parts(structure: DocumentStructure, hit: PassageHit) -> tuple[int, int]:
    """The range of a passage, grown to whole lists and tables with their headings."""
    start, end = hit.start, hit.end
    parts: list[ItemList | DocumentTable] = [*structure.lists, *structure.tables]
    for part in parts:
        intro = part.intro if isinstance(part, ItemList) else None
        first = intro.start if intro else part.start
        if part.end <= hit.start or hit.end <= first:
            continue
        section = structure.section_at(first)
        if section is not None and first - section.start < WINDOW // 4:
            first = section.start
        if max(end, part.end) - min(start, first) <= MOST_CHARACTERS:
            start, end = min(start, first), max(end, part.end)
    return start, end


def _windows(structure: DocumentStructure, length: int) -> list[tuple[int, int]]:
    """Parts of a document that end where a paragraph, list or table ends."""
    ends = sorted(
        {length}
        | {each.end for each in structure.paragraphs}
        | {each.end for each in structure.lists}
        | {each.end for each in structure.tables}
    )
    windows, start, last = [], 0, 0
    for end in ends:
        if end - start > WINDOW and last > start:
            windows.append((start, last))
            start = last
        last = max(last, end)
    if length > start:
        windows.append((start, length))
    return windows
