"""Search: the passages that retrieval ranks for a query, with their text and matching words."""

from collections.abc import Collection
from uuid import UUID

from pramana.documents.contracts import PASSAGES, DocumentView, PassageHit, PassageView
from pramana.documents.models import Document
from pramana.documents.selectors import document_view, get_passages
from pramana.kit.scope import Scope
from pramana.language.stems import stem
from pramana.language.tokens import tokens
from pramana.retrieval import contracts as retrieval
from pramana.retrieval.contracts import Filters
from pramana.retrieval.selectors import search as rank_passages

NO_FILTERS = Filters()


def search(
    scope: Scope,
    query: str,
    *,
    filters: Filters = NO_FILTERS,
    limit: int = 20,
    recipe: str = "balanced",
) -> list[PassageHit]:
    """The tenant's passages for a query, best first, with reasons and matching words."""
    request = retrieval.Query(
        text=query, spaces=(PASSAGES,), filters=filters, limit=limit, recipe=recipe
    )
    hits = rank_passages(scope, request)
    passages = get_passages(scope, [hit.item_id for hit in hits])
    documents = _documents_by_id(scope, {passage.document_id for passage in passages.values()})
    return [
        _passage_hit(hit, passages[hit.item_id], documents[hit.parent_id])
        for hit in hits
        if hit.item_id in passages and hit.parent_id in documents
    ]


def _documents_by_id(scope: Scope, ids: Collection[UUID]) -> dict[UUID, DocumentView]:
    rows = Document.objects.in_scope(scope).filter(pk__in=ids).defer("text")
    return {row.pk: document_view(row) for row in rows}


def _passage_hit(hit: retrieval.Hit, passage: PassageView, document: DocumentView) -> PassageHit:
    return PassageHit(
        document_id=document.id,
        passage_id=passage.id,
        title=document.title,
        filename=document.filename,
        source_url=document.source_url,
        section=passage.section,
        position=passage.position,
        page=passage.page,
        text=passage.text,
        lead=passage.lead,
        start=passage.start,
        end=passage.end,
        marks=_word_marks(hit.words, passage),
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
        container_id=document.container_id,
    )


def _word_marks(words: Collection[str], passage: PassageView) -> tuple[tuple[int, int], ...]:
    """The ranges of the query's words in the passage, in any inflection."""
    wanted_stems = {stem(token.term) for word in words for token in tokens(word)}
    return tuple(
        (passage.start + token.start, passage.start + token.end)
        for token in tokens(passage.text)
        if stem(token.term) in wanted_stems
    )
