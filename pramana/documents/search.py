"""Passages that hold the words of a question, best first, with the places of those words."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db.models import Q

from pramana.documents.contracts import Hit
from pramana.documents.models import Document, Passage
from pramana.kit.scope import Scope
from pramana.language.tokens import terms, tokens
from pramana.retrieval.domain.lexical import idf, share_found

MOST_TERMS = 32
CANDIDATES = 2000


def search(scope: Scope, query: str, *, limit: int = 20) -> list[Hit]:
    """The tenant's passages for a question, by the share of its words they hold."""
    asked = list(dict.fromkeys(terms(query)))[:MOST_TERMS]
    if not asked:
        return []
    weights = _weights(scope, asked)
    ranked = sorted(
        _candidates(scope, weights), key=lambda row: (-_strength(row, weights), row.pk)
    )[:limit]
    texts = _texts(scope, {row.document_id for row in ranked})
    return [
        _hit(row, texts[row.document_id], weights) for row in ranked if row.document_id in texts
    ]


def _weights(scope: Scope, asked: Iterable[str]) -> dict[str, float]:
    """Only words the tenant has at all: a word found nowhere cannot tell passages apart."""
    passages = Passage.objects.in_scope(scope)
    counts = {term: passages.filter(terms__contains=[term]).count() for term in asked}
    return idf({term: count for term, count in counts.items() if count}, passages.count())


def _candidates(scope: Scope, weights: Mapping[str, float]) -> list[Passage]:
    """Passages that hold the rarest words, so that a common one does not bring in everything."""
    if not weights:
        return []
    rarest = sorted(weights, key=lambda term: -weights[term])
    rows = Passage.objects.in_scope(scope).filter(Q(terms__overlap=rarest))
    return list(rows.order_by("pk")[:CANDIDATES])


def _strength(row: Passage, weights: Mapping[str, float]) -> float:
    return share_found(weights, weights.keys() & set(row.terms))


def _texts(scope: Scope, documents: set[UUID]) -> dict[UUID, Document]:
    return {row.pk: row for row in Document.objects.in_scope(scope).filter(pk__in=documents)}


def _hit(row: Passage, document: Document, weights: Mapping[str, float]) -> Hit:
    text = document.text[row.start : row.end]
    places = [token for token in tokens(text) if token.term in weights]
    return Hit(
        document_id=document.id,
        passage_id=row.id,
        title=document.title,
        text=text,
        start=row.start,
        end=row.end,
        marks=tuple((row.start + token.start, row.start + token.end) for token in places),
        score=round(_strength(row, weights), 4),
        why=", ".join(sorted({token.term for token in places})),
    )
