"""Threads: from a document to what was derived from it, and from a record to where it is named."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from pramana.agni.selectors.changes import RecordChangeSource, changes_of_record
from pramana.agni.selectors.sessions import RecordReview, reviews_of_record
from pramana.documents.contracts import PassageHit
from pramana.documents.search import search
from pramana.documents.selectors import documents_by_id
from pramana.kit.scope import Scope
from pramana.links.contracts import (
    Derivation,
    DerivationKind,
    LinkView,
    NamingDocument,
    Sighting,
    Suggestion,
    TextRange,
)
from pramana.links.selectors.derivations import (
    answers_naming,
    answers_on,
    cells_naming,
    cells_on,
    facts_about,
    facts_of_record,
    fields_naming,
    fields_on,
    mentions_on,
    metadata_on,
    newest_review,
    records_behind,
)
from pramana.links.selectors.links import links_of_record, names_of, suggestions_for
from pramana.registry.contracts import RecordView
from pramana.registry.selectors import record_with_merged

MOST_OF_KIND = 300
"""The most derivations of one kind; nobody reads more at once."""


def derived_from(
    scope: Scope, document_id: UUID, span: TextRange | None = None
) -> list[Derivation]:
    """Mentions, fields, cells, facts and answers derived from these words, in text order."""
    review = newest_review(scope, document_id)
    mentions = mentions_on(review, span)
    records = records_behind(scope, review, dict.fromkeys(each.place for each in mentions))
    found = [
        *(_with_record(each, records.get(each.place)) for each in mentions[:MOST_OF_KIND]),
        *metadata_on(review, span),
        *fields_on(scope, document_id, span)[:MOST_OF_KIND],
        *cells_on(scope, document_id, span)[:MOST_OF_KIND],
        *facts_about(scope, records.values()),
        *answers_on(scope, document_id, span),
    ]
    order = list(DerivationKind)
    return sorted(
        found, key=lambda each: (order.index(each.kind), each.span.start if each.span else 0)
    )


def _with_record(mention: Derivation, record: RecordView | None) -> Derivation:
    return replace(mention, record_id=record.id) if record else mention


def values_behind(
    scope: Scope, document_id: UUID, span: TextRange | None = None
) -> list[Derivation]:
    """The derivations that a person can correct, which excludes answers."""
    return [
        each
        for each in derived_from(scope, document_id, span)
        if each.kind is not DerivationKind.ANSWER
    ]


MOST_SIGHTINGS = 10
MOST_SIGHTED_NAMES = 4
PASSAGES = 20
"""How many passages are searched for one name."""
SHORTEST = 3
AROUND = 80
"""How many characters before and after the name are shown."""


def sightings_of(
    scope: Scope, names: Sequence[str], *, excluding: Collection[UUID]
) -> list[Sighting]:
    """The first place in each document, except the documents already known to name the record."""
    found: dict[UUID, Sighting] = {}
    for name in [each for each in names if len(each) >= SHORTEST][:MOST_SIGHTED_NAMES]:
        for seen in _name_matches(search(scope, name, limit=PASSAGES, recipe="fast"), name):
            if seen.document_id not in excluding:
                found.setdefault(seen.document_id, seen)
    return list(found.values())[:MOST_SIGHTINGS]


def _name_matches(hits: Sequence[PassageHit], name: str) -> Iterator[Sighting]:
    """Hits that contain the whole name; a hit for one of its words may be someone else."""
    for hit in hits:
        if at := spelling(name).search(hit.text):
            span = TextRange(hit.start + at.start(), hit.start + at.end())
            around = excerpt(hit.text, at.start(), at.end())
            yield Sighting(hit.document_id, hit.title, span, at.group(), around)


def excerpt(text: str, start: int, end: int) -> str:
    """The text around a position, on one line and in whole words.

    >>> excerpt("a" * 90 + " met Sita Rai today", 95, 103)
    'met Sita Rai today'
    """
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    if start > AROUND:
        before = before.partition(" ")[2]
    if end + AROUND < len(text):
        after = after.rpartition(" ")[0]
    return " ".join(f"{before}{text[start:end]}{after}".split())


def spelling(name: str) -> re.Pattern[str]:
    """A pattern for a name across line breaks and cases; a case ending may follow.

    >>> bool(spelling("Sita Rai").search("with SITA\\nRAI's report"))
    True
    """
    words = r"\s+".join(re.escape(word) for word in name.split())
    return re.compile(rf"(?<!\w){words}", re.IGNORECASE)


MOST = 50


@dataclass(frozen=True)
class RecordThreads:
    """Everything that is connected with one record."""

    papers: list[NamingDocument]
    sightings: list[Sighting]
    links: list[LinkView]
    suggestions: list[Suggestion]
    facts: list[Derivation]
    values: list[Derivation]
    answers: list[Derivation]


def threads_of(scope: Scope, record: RecordView) -> RecordThreads:
    spellings = names_of(record)
    names, papers = frozenset(spellings), documents_naming(scope, record)
    return RecordThreads(
        papers=papers,
        sightings=sightings_of(scope, spellings, excluding={each.document_id for each in papers}),
        links=links_of_record(scope, record.id),
        suggestions=suggestions_for(scope, record.id),
        facts=facts_of_record(scope, record.id, limit=MOST),
        values=[
            *fields_naming(scope, names, limit=MOST),
            *cells_naming(scope, names, limit=MOST),
        ],
        answers=answers_naming(scope, names),
    )


def documents_naming(scope: Scope, record: RecordView) -> list[NamingDocument]:
    """Documents from which the record was created, and those under review that name it."""
    ids = [
        one_id
        for each in record_with_merged(scope, record.id)
        for one_id in (each.nes_id, each.entity_id, str(each.id))
    ]
    written = [_from_change(each) for each in changes_of_record(scope, ids, limit=MOST)]
    reviewed = [_from_review(each) for each in reviews_of_record(scope, ids, limit=MOST)]
    found = {each.session_id: each for each in reversed([*reviewed, *written]) if each}
    documents = documents_by_id(scope, {each.document_id for each in found.values()})
    known = {document.id: document for document in documents}
    papers = [
        (each, known[each.document_id]) for each in found.values() if each.document_id in known
    ]
    return [
        NamingDocument(
            each.document_id, document.title, each.session_id, each.state, each.places, each.at
        )
        for each, document in reversed(papers)
    ]


def _from_change(change: RecordChangeSource) -> NamingDocument | None:
    document_id = change.source.get("document_id")
    if not document_id:
        return None
    places = tuple(
        TextRange(each["start"], each["end"]) for each in change.source.get("places", ())
    )
    state = f"change_{change.state}"
    return NamingDocument(
        UUID(document_id), "", change.session_id, state, places, change.approved_at
    )


def _from_review(review: RecordReview) -> NamingDocument:
    places = tuple(TextRange(each["start"], each["end"]) for each in review.mentions)
    return NamingDocument(
        review.document_id, "", review.session_id, review.status, places, review.created_at
    )
