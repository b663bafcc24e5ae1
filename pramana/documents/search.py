"""Passages for a question: what retrieval ranks, with the words and their places."""

from collections.abc import Collection
from uuid import UUID

from pramana.documents.contracts import PASSAGES, DocumentView, Hit, PassageView
from pramana.documents.models import Document
from pramana.documents.selectors import get_passages, view
from pramana.kit.scope import Scope
from pramana.language.stems import stem
from pramana.language.tokens import tokens
from pramana.retrieval import contracts as retrieval
from pramana.retrieval.filters import Filters
from pramana.retrieval.selectors import search as ranked

ANY = Filters()


def search(
    scope: Scope,
    query: str,
    *,
    filters: Filters = ANY,
    limit: int = 20,
    recipe: str = "balanced",
) -> list[Hit]:
    """The tenant's passages for a question, best first, each with why and where."""
    asked = retrieval.Query(
        text=query, spaces=(PASSAGES,), filters=filters, limit=limit, recipe=recipe
    )
    found = ranked(scope, asked)
    passages = get_passages(scope, [hit.item_id for hit in found])
    documents = _documents(scope, {passage.document_id for passage in passages.values()})
    return [
        _hit(hit, passages[hit.item_id], documents[hit.parent_id])
        for hit in found
        if hit.item_id in passages and hit.parent_id in documents
    ]


def _documents(scope: Scope, ids: Collection[UUID]) -> dict[UUID, DocumentView]:
    rows = Document.objects.in_scope(scope).filter(pk__in=ids).defer("text")
    return {row.pk: view(row) for row in rows}


def _hit(hit: retrieval.Hit, passage: PassageView, document: DocumentView) -> Hit:
    return Hit(
        document_id=document.id,
        passage_id=passage.id,
        title=document.title,
        source_url=document.source_url,
        section=passage.section,
        position=passage.position,
        page=passage.page,
        text=passage.text,
        start=passage.start,
        end=passage.end,
        marks=_marks(hit.words, passage),
        score=hit.score,
        lexical=hit.lexical,
        cosine=hit.cosine,
        coverage=hit.coverage,
        strength=hit.strength,
        match=hit.match,
        words=hit.words,
        why=hit.why,
        flags=tuple(sorted(flag.value for flag in hit.flags)),
        outside=document.origin is not None,
    )


def _marks(words: Collection[str], passage: PassageView) -> tuple[tuple[int, int], ...]:
    """Where the question's words stand, in whatever form they stand there."""
    wanted = {stem(token.term) for word in words for token in tokens(word)}
    return tuple(
        (passage.start + token.start, passage.start + token.end)
        for token in tokens(passage.text)
        if stem(token.term) in wanted
    )
