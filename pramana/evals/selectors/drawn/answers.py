"""The person's own conversations whose answers rest on a document."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from pramana.chat.selectors import CitingTurn, turns_citing, turns_naming
from pramana.evals.contracts.threads import Drawn, Span, Strand
from pramana.kit.scope import Scope

MOST = 20


def answers_on(scope: Scope, document_id: UUID, span: Span | None) -> list[Drawn]:
    """Answers that quote the document, newest first; with a span, those that quote these words."""
    if scope.actor_id is None:
        return []
    found = turns_citing(scope, document_id, limit=MOST)
    told = [(turn, _quotes(turn, document_id, span)) for turn in found]
    return [_drawn(turn, document_id, quotes[0]) for turn, quotes in told if quotes]


def answers_naming(scope: Scope, names: Collection[str]) -> list[Drawn]:
    """Exchanges that name a record, in the question or in the answer."""
    found = turns_naming(scope, names, limit=MOST)
    return [Drawn(**_said(turn)) for turn in found]


def _quotes(turn: CitingTurn, document_id: UUID, span: Span | None) -> list[dict[str, Any]]:
    return [
        quote
        for source in turn.sources
        for quote in source.get("quotes", ())
        if quote["document_id"] == str(document_id)
        and (span is None or span.meets(quote["start"], quote["end"]))
    ]


def _drawn(turn: CitingTurn, document_id: UUID, quote: dict[str, Any]) -> Drawn:
    return Drawn(
        **_said(turn),
        document_id=document_id,
        quote=quote["words"],
        span=Span(quote["start"], quote["end"]),
        page=quote.get("page"),
    )


def _said(turn: CitingTurn) -> dict[str, Any]:
    return {
        "kind": Strand.ANSWER,
        "name": turn.query,
        "value": turn.response,
        "state": "",
        "subject_id": turn.session_id,
        "place": str(turn.request_id),
        "at": turn.at,
    }
