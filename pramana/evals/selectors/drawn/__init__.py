"""What was drawn from a document, or from some words of it."""

from uuid import UUID

from pramana.evals.contracts.threads import Drawn, Span, Strand
from pramana.evals.selectors.drawn.answers import answers_on
from pramana.evals.selectors.drawn.cells import cells_on
from pramana.evals.selectors.drawn.facts import facts_about
from pramana.evals.selectors.drawn.fields import fields_on
from pramana.evals.selectors.drawn.mentions import about, mentions_on, newest_review
from pramana.kit.scope import Scope

MOST = 300
"""Of one kind; a long document has more than anyone reads at once."""


def drawn_from(scope: Scope, document_id: UUID, span: Span | None = None) -> list[Drawn]:
    """Mentions, fields, cells, facts and answers that rest on these words, as they stand there."""
    review = newest_review(scope, document_id)
    mentions = mentions_on(review, span)
    found = [
        *mentions[:MOST],
        *about(review, span),
        *fields_on(scope, document_id, span)[:MOST],
        *cells_on(scope, document_id, span)[:MOST],
        *facts_about(scope, review, {each.place for each in mentions}),
        *answers_on(scope, document_id, span),
    ]
    order = list(Strand)
    return sorted(
        found, key=lambda each: (order.index(each.kind), each.span.start if each.span else 0)
    )


def values_behind(scope: Scope, document_id: UUID, span: Span) -> list[Drawn]:
    """What a person can correct: values that rest on these words, not what was said with them."""
    return [each for each in drawn_from(scope, document_id, span) if each.kind is not Strand.ANSWER]
