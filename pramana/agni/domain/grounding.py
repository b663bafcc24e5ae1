"""Model readings become values with their places in the text; the rest is dropped.

The model is believed about who is named, never about where: an entity is dropped if neither its
names nor its quotes occur in the document.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from pramana.agni.contracts import DocumentMetadata, ExtractedEntity, FieldTrust, TextMention
from pramana.agni.domain.merging import MAX_MENTIONS, merge_same_names
from pramana.agni.domain.names import entity_name
from pramana.agni.prompts.entities import EntityReading
from pramana.agni.prompts.metadata import DOCUMENT_TYPES, MetadataReading, StatedValue
from pramana.kit.evidence import locate, nfc
from pramana.language.calendar import find_dates

NO_EVIDENCE_FACTOR = 0.5
"""What the confidence in a value is multiplied by when its quote is not in the text."""
STATED_FIELDS = ("title", "author", "publication_date", "document_type", "source")


@dataclass(frozen=True)
class PagedText:
    """A document's text, and the offset at which each page begins."""

    text: str = field(repr=False)
    page_starts: Sequence[int] = ()

    def page_at(self, offset: int) -> int | None:
        """The page of an offset, counted from 0 as documents count them."""
        starts = self.page_starts
        return max(bisect_right(starts, offset) - 1, 0) if starts else None

    def mention(self, start: int, end: int, alignment: str = "exact") -> TextMention:
        return TextMention(start, end, self.text[start:end], self.page_at(start), alignment)

    def find(self, quote: str | None) -> TextMention | None:
        span = locate(quote, self.text) if quote else None
        return self.mention(span.start, span.end, span.alignment.value) if span else None

    def mentions_of(self, names: Iterable[str]) -> tuple[TextMention, ...]:
        """Every place that bears one of the names."""
        spans = {span for name in names for span in _places(nfc(name), self.text)}
        named = [self.mention(start, end) for start, end in _outermost(spans)]
        return tuple(named[:MAX_MENTIONS])


def ground_metadata(reading: MetadataReading, text: PagedText, *, engine: str) -> DocumentMetadata:
    """Metadata with evidence for each field. A quote that is not in the text halves the trust."""
    date_text = reading.publication_date.value
    kind = reading.document_type.value
    stated = {name: getattr(reading, name) for name in STATED_FIELDS}
    return DocumentMetadata(
        title=reading.title.value,
        summary=reading.summary,
        author=reading.author.value,
        publication_date=first_date(date_text) if date_text else None,
        document_type=kind if kind in DOCUMENT_TYPES else ("other" if kind else None),
        source=reading.source.value,
        date_text=date_text,
        trust={name: _trust(value, text) for name, value in stated.items() if value.value},
        engine=engine,
    )


def first_date(text: str) -> date | None:
    """The first date in a text, in whichever calendar it is written.

    >>> first_date("मिति: २०८०।०१।०१"), first_date("2024-05-12"), first_date("soon")
    (datetime.date(2023, 4, 14), datetime.date(2024, 5, 12), None)
    """
    dates = find_dates(text)
    return dates[0].gregorian if dates else None


def ground_entities(
    readings: Iterable[EntityReading],
    text: PagedText,
    *,
    engine: str,
    reviewer_messages: Sequence[str] = (),
) -> list[ExtractedEntity]:
    """One entity for each real thing, with every place that names it."""
    sources = (text, PagedText("\n".join(reviewer_messages)))
    entities = []
    for reading in readings:
        mentions = _mentions(reading, text)
        if mentions:
            attributes = _supported_attributes(reading, sources)
            entity = _entity(reading, mentions, attributes, engine)
            entities.append(replace(entity, evidence=_evidence(reading, attributes, text)))
    return merge_same_names(entities)


def _trust(stated: StatedValue, text: PagedText) -> FieldTrust:
    evidence = text.find(stated.quote or stated.value)
    factor = 1.0 if evidence else NO_EVIDENCE_FACTOR
    return FieldTrust(round(stated.confidence * factor, 3), evidence)


def _supported_attributes(reading: EntityReading, sources: Sequence[PagedText]) -> dict[str, str]:
    """The attributes whose words occur in the document or in a reviewer's message."""
    return {
        name: value
        for name, value in reading.attributes.items()
        if name in reading.evidence or any(each.find(value) for each in sources)
    }


def _evidence(
    reading: EntityReading, attributes: Mapping[str, str], text: PagedText
) -> dict[str, TextMention]:
    """The words of the document that state each attribute."""
    stated = {
        name: text.mention(*reading.evidence[name])
        if name in reading.evidence
        else text.find(value)
        for name, value in attributes.items()
    }
    return {name: words for name, words in stated.items() if words}


def _entity(
    reading: EntityReading, mentions: tuple[TextMention, ...], data: dict[str, str], engine: str
) -> ExtractedEntity:
    sub_type = reading.sub_type
    return ExtractedEntity(
        entity_type=reading.type,
        entity_sub_type=sub_type if sub_type and sub_type.entity_type is reading.type else None,
        names=tuple(entity_name(name.text, name.language) for name in reading.names),
        entity_data=data,
        confidence=reading.confidence,
        mentions=mentions,
        engine=engine,
    )


def _mentions(reading: EntityReading, text: PagedText) -> tuple[TextMention, ...]:
    """The places that were read; else those of the names; else those of the quotes."""
    if reading.spans:
        return tuple(text.mention(start, end) for start, end in sorted(set(reading.spans)))[
            :MAX_MENTIONS
        ]
    named = text.mentions_of(name.text for name in reading.names)
    return named or tuple(each for each in map(text.find, reading.quotes) if each)[:MAX_MENTIONS]


def _places(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a name occurs as a word of its own. In Devanagari case endings may follow it."""
    if not name.strip():
        return
    words = r"\s+".join(re.escape(word) for word in name.split())
    for match in re.finditer(rf"(?<![\w\u0900-\u097f]){words}(?![A-Za-z0-9])", text):
        yield match.start(), match.end()


def _outermost(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Leave out a name that lies inside a longer one."""
    reached = -1
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if end > reached:
            yield start, end
            reached = end
