"""What the newest review of a document found in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from pramana.agni.contracts.entities import Mention
from pramana.agni.contracts.session import AgniExtractionSession
from pramana.agni.selectors import finding, session_changes
from pramana.evals.contracts.threads import Drawn, Span, Strand
from pramana.kit.scope import Scope
from pramana.registry.contracts import RecordView
from pramana.registry.selectors import find_records

MOST_RECORDS = 100
"""Of one document; each is a part of one statement."""


@dataclass(frozen=True)
class Review:
    id: UUID
    document_id: UUID
    session: AgniExtractionSession


def newest_review(scope: Scope, document_id: UUID) -> Review | None:
    """The last session that found something; earlier ones were begun anew for a reason."""
    found = finding.newest_review(scope, document_id)
    return Review(found[0], document_id, found[1]) if found else None


def mentions_on(review: Review | None, span: Span | None) -> list[Drawn]:
    """Each entity that is named there, once for each place."""
    return list(_mentions(review, span)) if review else []


def _mentions(review: Review, span: Span | None) -> Iterator[Drawn]:
    for index, entity in enumerate(review.session.entities):
        for mention in () if entity.withdrawn else entity.mentions:
            if span is None or span.meets(mention.start, mention.end):
                said = "decided" if entity.is_decided else "proposed"
                state = f"{said}:{entity.status.value}"
                yield _drawn(review, Strand.MENTION, entity.name, state, str(index), mention)


def records_behind(
    scope: Scope, review: Review | None, places: Iterable[str]
) -> dict[str, RecordView]:
    """By place, the record an entity was taken for, or the one that was made of it."""
    if review is None:
        return {}
    made = {str(each.id): each.nes_entity_id for each in session_changes(scope, review.id)}
    entities = {place: review.session.entities[int(place)] for place in places}
    named = {
        place: entity.matched_id or made.get(entity.change_id, "")
        for place, entity in entities.items()
    }
    records = find_records(scope, list(dict.fromkeys(filter(None, named.values())))[:MOST_RECORDS])
    return {place: records[id] for place, id in named.items() if id in records}


def about(review: Review | None, span: Span | None) -> list[Drawn]:
    """Title, date and the like, where they were read from words."""
    if review is None or review.session.metadata is None:
        return []
    metadata = review.session.metadata
    known = ((name, trust.evidence) for name, trust in metadata.trust.items())
    return [
        _drawn(review, Strand.ABOUT, name, "", "", found, str(getattr(metadata, name, "") or ""))
        for name, found in known
        if found and (span is None or span.meets(found.start, found.end))
    ]


def _drawn(
    review: Review,
    kind: Strand,
    name: str,
    state: str,
    place: str,
    found: Mention,
    value: str = "",
) -> Drawn:
    return Drawn(
        kind=kind,
        name=name,
        value=value,
        state=state,
        subject_id=review.id,
        place=place,
        document_id=review.document_id,
        quote=found.quote,
        span=Span(found.start, found.end),
        page=found.page,
    )
