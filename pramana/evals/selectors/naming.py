"""Where a record is named: documents, reviews under way, fields, cells and answers."""

from dataclasses import dataclass
from uuid import UUID

from pramana.agni.selectors.finding import (
    NamingChange,
    NamingReview,
    changes_naming,
    reviews_naming,
)
from pramana.documents.selectors import documents_by_id
from pramana.evals.contracts.links import LinkView, Suggestion
from pramana.evals.contracts.threads import Drawn, Paper, Sighting, Span
from pramana.evals.selectors.drawn.answers import answers_naming
from pramana.evals.selectors.drawn.cells import cells_naming
from pramana.evals.selectors.drawn.facts import facts_of_record
from pramana.evals.selectors.drawn.fields import fields_naming
from pramana.evals.selectors.links import links_of_record, names_of, suggestions_for
from pramana.evals.selectors.sightings import sightings_of
from pramana.kit.scope import Scope
from pramana.registry.contracts import RecordView

MOST = 50


@dataclass(frozen=True)
class Threads:
    """Everything that hangs on one record."""

    papers: list[Paper]
    sightings: list[Sighting]
    links: list[LinkView]
    suggestions: list[Suggestion]
    facts: list[Drawn]
    values: list[Drawn]
    answers: list[Drawn]


def threads_of(scope: Scope, record: RecordView) -> Threads:
    spellings = names_of(record)
    names, papers = frozenset(spellings), papers_naming(scope, record)
    return Threads(
        papers=papers,
        sightings=sightings_of(scope, spellings, but={each.document_id for each in papers}),
        links=links_of_record(scope, record.id),
        suggestions=suggestions_for(scope, record.id),
        facts=facts_of_record(scope, record.id, limit=MOST),
        values=[
            *fields_naming(scope, names, limit=MOST),
            *cells_naming(scope, names, limit=MOST),
        ],
        answers=answers_naming(scope, names),
    )


def papers_naming(scope: Scope, record: RecordView) -> list[Paper]:
    """Documents from which the record was written, and those under review that name it."""
    ids = [record.nes_id, record.entity_id, str(record.id)]
    written = [_written(each) for each in changes_naming(scope, ids, limit=MOST)]
    reviewed = [_reviewed(each) for each in reviews_naming(scope, ids, limit=MOST)]
    found = {each.session_id: each for each in reversed([*reviewed, *written]) if each}
    documents = documents_by_id(scope, {each.document_id for each in found.values()})
    known = {document.id: document for document in documents}
    papers = [
        (each, known[each.document_id]) for each in found.values() if each.document_id in known
    ]
    return [
        Paper(each.document_id, document.title, each.session_id, each.state, each.places, each.at)
        for each, document in reversed(papers)
    ]


def _written(change: NamingChange) -> Paper | None:
    document_id = change.source.get("document_id")
    if not document_id:
        return None
    places = tuple(Span(each["start"], each["end"]) for each in change.source.get("places", ()))
    state = f"change_{change.state}"
    return Paper(UUID(document_id), "", change.session_id, state, places, change.approved_at)


def _reviewed(review: NamingReview) -> Paper:
    places = tuple(Span(each["start"], each["end"]) for each in review.mentions)
    return Paper(
        review.document_id, "", review.session_id, review.status, places, review.created_at
    )
