"""What was drawn from a document, or from some words of it."""

from dataclasses import replace
from uuid import UUID

from pramana.evals.contracts.threads import Drawn, Span, Strand
from pramana.evals.selectors.drawn.answers import answers_on
from pramana.evals.selectors.drawn.cells import cells_on
from pramana.evals.selectors.drawn.facts import facts_about
from pramana.evals.selectors.drawn.fields import fields_on
from pramana.evals.selectors.drawn.mentions import about, mentions_on, newest_review, records_behind
from pramana.kit.scope import Scope
from pramana.registry.contracts import RecordView

MOST = 300
"""Of one kind; a long document has more than anyone reads at once."""


def drawn_from(scope: Scope, document_id: UUID, span: Span | None = None) -> list[Drawn]:
    """Mentions, fields, cells, facts and answers that rest on these words, as they stand there."""
    review = newest_review(scope, document_id)
    mentions = mentions_on(review, span)
    records = records_behind(scope, review, dict.fromkeys(each.place for each in mentions))
    found = [
        *(_with_record(each, records.get(each.place)) for each in mentions[:MOST]),
        *about(review, span),
        *fields_on(scope, document_id, span)[:MOST],
        *cells_on(scope, document_id, span)[:MOST],
        *facts_about(scope, records.values()),
        *answers_on(scope, document_id, span),
    ]
    order = list(Strand)
    return sorted(
        found, key=lambda each: (order.index(each.kind), each.span.start if each.span else 0)
    )


def _with_record(mention: Drawn, record: RecordView | None) -> Drawn:
    return replace(mention, record_id=record.id) if record else mention


def values_behind(scope: Scope, document_id: UUID, span: Span | None = None) -> list[Drawn]:
    """What a person can correct: values that rest on the words, not what was said with them."""
    return [each for each in drawn_from(scope, document_id, span) if each.kind is not Strand.ANSWER]
