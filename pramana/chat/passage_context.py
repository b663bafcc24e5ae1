"""More of a document around what search found: whole lists and tables, or the whole document."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from uuid import UUID

from pramana.chat.contracts.passages import AnswerSource, PassageBlock
from pramana.chat.domain.document_identity import (
    HEAD,
    DocumentProfile,
    changes_paper,
    document_date,
    document_name,
    is_kind,
    likeliest_document,
)
from pramana.chat.domain.evidence import reading_head
from pramana.chat.domain.named_things import (
    NamedThing,
    ThingKind,
    annex_references,
    is_in,
    names_annex,
    topic_line,
)
from pramana.chat.domain.passage_selection import RELEVANCE_FLOOR
from pramana.chat.domain.row_answers import TASK_HEADINGS, is_task_table
from pramana.chat.domain.structured_blocks import structured_blocks
from pramana.documents.contracts import PassageHit
from pramana.documents.selectors import documents_by_id, pages_of, structure_of, text_between
from pramana.documents.structure import DocumentStructure, DocumentTable, ItemList
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope

MOST_CHARACTERS = 4_000
"""A passage does not grow beyond this; a longer list or table is cut."""

CLAUSE_LINE = re.compile(r"(?m)^\s*\d{1,2}\.\d{1,2}\.?\s+\S")
"""How a clause of an agreement begins."""

MOST_AMENDMENTS = 2
MOST_TASKED = 3
"""In how many documents a table of tasks is looked for."""

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
    head: str = ""
    """The first lines of its document: whom and what it is about."""
    name: str = ""
    """What its document is called where several are listed, if its title only says its kind."""
    cited: bool = False
    """Whether the last answer of the conversation quotes its document."""

    @property
    def titled_source(self) -> AnswerSource:
        """The source under the name that its document is shown by."""
        source = self.source
        if self.name and isinstance(source, PassageHit):
            return replace(source, title=self.name)
        return source


class ContextReader:
    """Reads around passages; the structure of each document is loaded once."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._structures: dict[UUID, DocumentStructure | None] = {}
        self._heads: dict[UUID, str] = {}

    def expand(
        self, sources: Sequence[AnswerSource], *, whole: bool = False
    ) -> list[SourceInContext]:
        """Each source with its whole lists and tables; one that lies in another is left out.

        With `whole`, a short document is taken whole, as its total may stand far from its name.
        """
        expanded: list[SourceInContext] = []
        for source in sources:
            holders = [n for n, each in enumerate(expanded) if _lies_in(source, each.source)]
            if holders and whole:
                expanded[holders[0]] = _with_match(expanded[holders[0]], source)
            if holders:
                continue
            own = self._expand(source, whole=whole) if isinstance(source, PassageHit) else None
            expanded.append(own or SourceInContext(source))
        return self._with_heads(expanded)

    def _with_heads(self, sources: Sequence[SourceInContext]) -> list[SourceInContext]:
        """The sources with the first lines of their documents, and the dates of several."""
        titles = {
            each.source.document_id: each.source.title
            for each in sources
            if isinstance(each.source, PassageHit)
        }
        heads = {id_: self._head(id_) for id_ in titles}
        several = len(titles) > 1
        dates = {
            id_: document_date(title, heads[id_]) if several else ""
            for id_, title in titles.items()
        }
        names = self.names(titles)
        return [
            replace(each, dated=dates[id_], head=heads[id_], name=names.get(id_, ""))
            if isinstance(each.source, PassageHit) and (id_ := each.source.document_id)
            else each
            for each in sources
        ]

    def names(self, titles: Mapping[UUID, str]) -> dict[UUID, str]:
        """What documents are called whose titles only say of what kind they are."""
        kinds = [id_ for id_, title in titles.items() if is_kind(title)]
        files = {each.id: each.filename for each in documents_by_id(self._scope, kinds)}
        return {
            id_: document_name(titles[id_], self._head(id_), files.get(id_, "")) for id_ in kinds
        }

    def names_of(self, words: Sequence[str], hits: Sequence[PassageHit]) -> list[NamedThing]:
        """Those words that the title or the first lines of one of these hits' documents have."""
        heads = [f"{hit.title}\n{self._head(hit.document_id)}" for hit in hits]
        things = [NamedThing(ThingKind.NAME, word) for word in words]
        return [each for each in things if any(is_in(each, head) for head in heads)]

    def documents_about(
        self, things: Sequence[NamedThing], hits: Sequence[PassageHit]
    ) -> list[UUID]:
        """The documents of these hits whose title or first lines name all of the things."""
        titles = {hit.document_id: hit.title for hit in hits}
        return [
            id_
            for id_, title in titles.items()
            if all(is_in(thing, f"{title}\n{self._head(id_)}") for thing in things)
        ]

    def reading_text(self, things: Sequence[NamedThing], hit: PassageHit) -> str:
        """A hit below what its document is about and what it and its section are called."""
        own = f"{hit.title}\n{hit.section}\n{hit.text}"
        topic = topic_line(things, self._head(hit.document_id), own) if things else ""
        return reading_head(hit.title, hit.section, hit.lead, topic) + hit.text

    def _head(self, document_id: UUID) -> str:
        """The first lines of a document; they are loaded once."""
        if document_id not in self._heads:
            try:
                head = text_between(self._scope, document_id, 0, HEAD)
            except AppError:  # it is not read yet, or gone
                head = ""
            self._heads[document_id] = head
        return self._heads[document_id]

    def tasks(self, sources: Sequence[AnswerSource]) -> list[PassageHit]:
        """The tables and sections of tasks in the documents of these sources: no words of a
        question are in them."""
        return [
            each
            for hit in _one_of_each(sources)[:MOST_TASKED]
            for each in (
                *self._task_tables(hit),
                *self._sections(hit, lambda title: TASK_HEADINGS.match(title) is not None),
            )
        ]

    def annexes(self, question: str, sources: Sequence[AnswerSource]) -> list[PassageHit]:
        """The annexes that the question or a clause among these sources names."""
        found: list[PassageHit] = []
        for hit in _one_of_each(sources):
            own = (each.text for each in sources if each.document_id == hit.document_id)
            is_wanted = partial(names_annex, annex_references("\n".join([question, *own])))
            found += self._sections(hit, is_wanted)
        return found

    def _sections(self, hit: PassageHit, is_wanted: Callable[[str], bool]) -> Iterator[PassageHit]:
        """The sections of a hit's document with such a title."""
        structure = self._structure(hit)
        for section in structure.sections if structure else ():
            if is_wanted(section.title):
                end = min(section.end, section.start + MOST_CHARACTERS)
                text = text_between(self._scope, hit.document_id, section.start, end)
                yield replace(hit, text=text, start=section.start, end=end, page=section.page)

    def _task_tables(self, hit: PassageHit) -> Iterator[PassageHit]:
        structure = self._structure(hit)
        for table in structure.tables if structure else ():
            section = structure.section_at(table.start) if structure else None
            names = [cell.text for row in table.rows[: table.header_rows] for cell in row]
            heading = f"{table.title} {section.title if section else ''}"
            if is_task_table(heading, names):
                near = section is not None and table.start - section.start < WINDOW // 4
                start = section.start if section and near else table.start
                text = text_between(self._scope, hit.document_id, start, table.end)
                yield replace(hit, text=text, start=start, end=table.end, page=table.page)

    def _expand(self, hit: PassageHit, *, whole: bool) -> SourceInContext | None:
        structure = self._structure(hit)
        if structure is None:
            return None
        short = whole and structure.end <= MOST_CHARACTERS
        start, end = (0, structure.end) if short else _whole_parts(structure, hit)
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

    def amendments(
        self, sources: Sequence[AnswerSource], hits: Sequence[PassageHit]
    ) -> list[PassageHit]:
        """The texts of papers among the hits that change an agreement which a source is from."""
        own = [each for each in sources if isinstance(each, PassageHit)]
        changed = [each for each in own if CLAUSE_LINE.search(each.text)]
        known = {each.document_id for each in own}
        found: dict[UUID, PassageHit] = {}
        for hit in hits if changed else ():
            id_ = hit.document_id
            if id_ in known or id_ in found or len(found) == MOST_AMENDMENTS:
                continue
            head = self._head(id_)
            heads = [self._head(each.document_id) for each in changed]
            if any(changes_paper(f"{hit.title}\n{head}", each) for each in heads):
                text = text_between(self._scope, id_, 0, MOST_CHARACTERS)
                found[id_] = replace(hit, text=text, start=0, end=len(text))
        return list(found.values())

    def document_called(self, question: str, hits: Sequence[PassageHit]) -> PassageHit | None:
        """The first hit of the document that the question means."""
        own: dict[UUID, list[PassageHit]] = {}
        for hit in hits:
            own.setdefault(hit.document_id, []).append(hit)
        names = {
            each.id: f"{each.title} {each.filename}"
            for each in documents_by_id(self._scope, own.keys())
        }
        profiles = {
            id_: DocumentProfile(
                names.get(id_, found[0].title),
                self._head(id_),
                "\n".join(f"{hit.section} {hit.text}" for hit in found),
                any(hit.strength >= RELEVANCE_FLOOR for hit in found),
            )
            for id_, found in own.items()
        }
        meant = likeliest_document(question, profiles)
        return own[meant][0] if meant else None

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


def _one_of_each(sources: Sequence[AnswerSource]) -> list[PassageHit]:
    """The first source of each document."""
    hits: dict[UUID, PassageHit] = {}
    for source in sources:
        if isinstance(source, PassageHit):
            hits.setdefault(source.document_id, source)
    return list(hits.values())


def _lies_in(source: AnswerSource, other: AnswerSource) -> bool:
    if not isinstance(source, PassageHit) or not isinstance(other, PassageHit):
        return False
    same = source.document_id == other.document_id
    return same and other.start <= source.start and source.end <= other.end


def _with_match(context: SourceInContext, source: AnswerSource) -> SourceInContext:
    """A context whose match reaches to another passage that lies in it."""
    if context.match is None or not isinstance(source, PassageHit):
        return context
    start = source.start - (context.source.start or 0)
    first, last = context.match
    return replace(context, match=(min(first, start), max(last, start + len(source.text))))


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
