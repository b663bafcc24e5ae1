"""The person's own conversations whose answers rest on a document."""

import json
from typing import Any
from uuid import UUID

from pramana.evals.contracts.threads import Drawn, Span, Strand
from pramana.evals.postgres import read, rows
from pramana.kit.scope import Scope

MOST = 20
CITING = """
    SELECT turn.session_id, turn.request_id, turn.query, turn.response, turn.sources,
           turn.timestamp
      FROM conversations AS turn
      JOIN sessions AS held ON held.session_id = turn.session_id
     WHERE turn.tenant_id = %(tenant)s AND held.tenant_id = %(tenant)s
       AND held.user_id = %(actor)s AND held.key_id IS NULL AND turn.state = 'COMPLETED'
       AND turn.sources @> %(cited)s::jsonb
     ORDER BY turn.id DESC LIMIT %(most)s
"""


def answers_on(scope: Scope, document_id: UUID, span: Span | None) -> list[Drawn]:
    """Answers that quote the document, newest first; with a span, those that quote these words."""
    if scope.actor_id is None:
        return []
    cited = json.dumps([{"document_id": str(document_id)}])
    found = rows(scope, CITING, cited=cited, most=MOST)
    told = [(row, _quotes(row, document_id, span)) for row in found]
    return [_drawn(row, document_id, quotes[0]) for row, quotes in told if quotes]


def _quotes(row: dict[str, Any], document_id: UUID, span: Span | None) -> list[dict[str, Any]]:
    return [
        quote
        for source in read(row["sources"])
        for quote in source.get("quotes", ())
        if quote["document_id"] == str(document_id)
        and (span is None or span.meets(quote["start"], quote["end"]))
    ]


def _drawn(row: dict[str, Any], document_id: UUID, quote: dict[str, Any]) -> Drawn:
    return Drawn(
        kind=Strand.ANSWER,
        name=row["query"],
        value=row["response"],
        state="",
        subject_id=row["session_id"],
        place=str(row["request_id"]),
        document_id=document_id,
        quote=quote["words"],
        span=Span(quote["start"], quote["end"]),
        page=quote.get("page"),
        at=row["timestamp"],
    )
