"""Where a record is named: documents, reviews under way, fields and cells."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pramana.documents.selectors import documents_by_id
from pramana.evals.contracts.links import LinkView, Suggestion
from pramana.evals.contracts.threads import Drawn, Paper, Span
from pramana.evals.postgres import read, rows
from pramana.evals.selectors.drawn.cells import cells_naming
from pramana.evals.selectors.drawn.facts import facts_of_record
from pramana.evals.selectors.drawn.fields import fields_naming
from pramana.evals.selectors.links import links_of_record, names_of, suggestions_for
from pramana.kit.scope import Scope
from pramana.registry.contracts import RecordView

MOST = 50
LOOKED_AT = 1_000
"""Reviews that are looked through for a record, the newest of them."""

CHANGES = """
    SELECT session_id, state, source, approved_at
      FROM agni_approvedentitychange
     WHERE tenant_id = %(tenant)s AND nes_entity_id = ANY(%(ids)s)
     ORDER BY approved_at DESC LIMIT %(most)s
"""
REVIEWS = """
    SELECT session.id, session.status, session.document_id, session.created_at, entity.said
      FROM (SELECT id, status, document_id, created_at, session_data
              FROM agni_storedextractionsession
             WHERE tenant_id = %(tenant)s AND status <> 'completed'
             ORDER BY created_at DESC, id DESC LIMIT %(looked)s) AS session
     CROSS JOIN LATERAL jsonb_array_elements(session.session_data->'entities') AS entity (said)
     WHERE entity.said->>'matched_id' = ANY(%(ids)s)
     LIMIT %(most)s
"""


@dataclass(frozen=True)
class Threads:
    """Everything that hangs on one record."""

    papers: list[Paper]
    links: list[LinkView]
    suggestions: list[Suggestion]
    facts: list[Drawn]
    values: list[Drawn]


def threads_of(scope: Scope, record: RecordView) -> Threads:
    names = frozenset(names_of(record))
    return Threads(
        papers=papers_naming(scope, record),
        links=links_of_record(scope, record.id),
        suggestions=suggestions_for(scope, record.id),
        facts=facts_of_record(scope, record.id, limit=MOST),
        values=[
            *fields_naming(scope, names, limit=MOST),
            *cells_naming(scope, names, limit=MOST),
        ],
    )


def papers_naming(scope: Scope, record: RecordView) -> list[Paper]:
    """Documents from which the record was written, and those under review that name it."""
    ids = [record.nes_id, record.entity_id, str(record.id)]
    written = [_written(row) for row in rows(scope, CHANGES, ids=ids, most=MOST)]
    reviewed = [
        _reviewed(row) for row in rows(scope, REVIEWS, ids=ids, most=MOST, looked=LOOKED_AT)
    ]
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


def _written(row: dict[str, Any]) -> Paper | None:
    source = read(row["source"])
    document_id = source.get("document_id")
    if not document_id:
        return None
    places = tuple(Span(each["start"], each["end"]) for each in source.get("places", ()))
    state = f"change_{row['state']}"
    return Paper(UUID(document_id), "", row["session_id"], state, places, row["approved_at"])


def _reviewed(row: dict[str, Any]) -> Paper:
    mentions = read(row["said"]).get("mentions", ())
    places = tuple(Span(each["start"], each["end"]) for each in mentions)
    return Paper(row["document_id"], "", row["id"], row["status"], places, row["created_at"])
