"""Readings become values with their places in the text, or are lost.

A model is believed about who is named, never about where: an entity none of whose names or quotes
stand in the document is not in it.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from pramana.agni.contracts.entities import ExtractedEntity, Mention
from pramana.agni.contracts.session import DocumentMetadata, FieldTrust
from pramana.agni.domain.spelling import written
from pramana.agni.prompts.entities import EntityRead
from pramana.agni.prompts.metadata import TYPES, MetadataRead, Stated
from pramana.kit.evidence import locate, nfc

MOST_MENTIONS = 200
UNFOUND = 0.5
"""What the trust in a value is multiplied by when its quote is not in the text."""
STATED = ("title", "author", "publication_date", "document_type", "source")


@dataclass(frozen=True)
class Paper:
    """A document's text, and the first offset of each of its pages."""

    text: str = field(repr=False)
    page_starts: Sequence[int] = ()

    def page_at(self, offset: int) -> int | None:
        """The page an offset falls on, counted from 0 as documents count them."""
        starts = self.page_starts
        return max(bisect_right(starts, offset) - 1, 0) if starts else None

    def mention(self, start: int, end: int, alignment: str = "exact") -> Mention:
        return Mention(start, end, self.text[start:end], self.page_at(start), alignment)

    def find(self, quote: str | None) -> Mention | None:
        span = locate(quote, self.text) if quote else None
        return self.mention(span.start, span.end, span.alignment.value) if span else None


def ground_metadata(
    read: MetadataRead, paper: Paper, *, dated: Callable[[str], date | None], engine: str
) -> DocumentMetadata:
    """Metadata with evidence per field; a quote that is not there halves the trust."""
    written = read.publication_date.value
    kind = read.document_type.value
    return DocumentMetadata(
        title=read.title.value,
        summary=read.summary,
        author=read.author.value,
        publication_date=dated(written) if written else None,
        document_type=kind if kind in TYPES else ("other" if kind else None),
        source=read.source.value,
        date_text=written,
        trust={
            name: _trust(getattr(read, name), paper) for name in STATED if getattr(read, name).value
        },
        engine=engine,
    )


def _trust(stated: Stated, paper: Paper) -> FieldTrust:
    evidence = paper.find(stated.quote or stated.value)
    factor = 1.0 if evidence else UNFOUND
    return FieldTrust(round(stated.confidence * factor, 3), evidence)


def ground_entities(
    read: Iterable[EntityRead], paper: Paper, *, engine: str, said: Sequence[str] = ()
) -> list[ExtractedEntity]:
    """One entity per real thing, with every place that names it; unfounded ones are left out."""
    reviewers = Paper("\n".join(said))
    grounded = []
    for entity in read:
        mentions = _mentions(entity, paper)
        if mentions:
            grounded.append(_entity(entity, mentions, _founded(entity, paper, reviewers), engine))
    return _one_each(grounded)


def _founded(read: EntityRead, *texts: Paper) -> dict[str, str]:
    """The attributes whose words stand in the document, or were said by a reviewer."""
    stated = read.attributes.items()
    return {name: value for name, value in stated if any(text.find(value) for text in texts)}


def _entity(
    read: EntityRead, mentions: tuple[Mention, ...], data: dict[str, str], engine: str
) -> ExtractedEntity:
    sub_type = read.sub_type
    return ExtractedEntity(
        entity_type=read.type,
        entity_sub_type=sub_type if sub_type and sub_type.entity_type is read.type else None,
        names=tuple(written(name.text, name.language) for name in read.names),
        entity_data=dict(data),
        confidence=read.confidence,
        mentions=mentions,
        engine=engine,
    )


def _mentions(read: EntityRead, paper: Paper) -> tuple[Mention, ...]:
    """Where the names stand; where none does, the quotes that are said to hold them."""
    spans = sorted({span for name in read.names for span in _places(nfc(name.text), paper.text)})
    named = [paper.mention(start, end) for start, end in _outermost(spans)]
    found = named or [each for each in map(paper.find, read.quotes) if each]
    return tuple(found[:MOST_MENTIONS])


def _places(name: str, text: str) -> Iterator[tuple[int, int]]:
    """A name as a word of its own; in Devanagari case endings may follow it."""
    if not name.strip():
        return
    words = r"\s+".join(re.escape(word) for word in name.split())
    for found in re.finditer(rf"(?<![\w\u0900-\u097f]){words}(?![A-Za-z0-9])", text):
        yield found.start(), found.end()


def _outermost(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Of a name inside a longer name only the longer one."""
    reached = -1
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if end > reached:
            yield start, end
            reached = end


def _one_each(entities: Iterable[ExtractedEntity]) -> list[ExtractedEntity]:
    """Readings of several parts name the same things; they meet in one entity."""
    found: dict[tuple[str, str], int] = {}
    result: list[ExtractedEntity] = []
    for entity in entities:
        keys = [(entity.entity_type, str(name["text"]).casefold()) for name in entity.names]
        place = next((found[key] for key in keys if key in found), None)
        if place is None:
            place = len(result)
            result.append(entity)
        else:
            result[place] = joined(result[place], entity)
        found.update(dict.fromkeys(keys, place))
    return result


def joined(first: ExtractedEntity, second: ExtractedEntity) -> ExtractedEntity:
    """Two readings of one thing; what the first says stands, the second adds."""
    known = {str(name["text"]).casefold() for name in first.names}
    further = [name for name in second.names if str(name["text"]).casefold() not in known]
    mentions = {(each.start, each.end): each for each in (*first.mentions, *second.mentions)}
    return replace(
        first,
        entity_sub_type=first.entity_sub_type or second.entity_sub_type,
        names=(*first.names, *further),
        entity_data={**second.entity_data, **first.entity_data},
        confidence=max(first.confidence, second.confidence),
        mentions=tuple(mentions[key] for key in sorted(mentions))[:MOST_MENTIONS],
    )
