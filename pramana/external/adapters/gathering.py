"""Candidates for scoring: from the tenant's own library, and from what was found outside."""

import logging
from collections.abc import Sequence
from uuid import UUID

from pramana.documents.contracts import PASSAGES, Hit
from pramana.documents.search import search
from pramana.external.contracts.selection import Ranked
from pramana.external.domain.scoring import candidate_of
from pramana.kit.errors import AppError
from pramana.kit.scope import Scope
from pramana.llm.embeddings.choice import configured_encoder
from pramana.retrieval.encoders import encoder_of, question_vector
from pramana.retrieval.filters import Filters
from pramana.retrieval.scoring.contracts import Origin, SearchCandidate
from pramana.retrieval.scoring.domain.meaning import cosines
from pramana.retrieval.stores import index_store

logger = logging.getLogger(__name__)

MOST_OWN = 8
"""Passages that say what the library has about a question."""


def own_candidates(
    scope: Scope, question: str, collection_id: UUID | None
) -> tuple[list[SearchCandidate], bool]:
    """What the collection, or the whole library, says; and whether it could not be asked."""
    chosen = Filters(collection_ids=frozenset({collection_id})) if collection_id else Filters()
    try:
        hits = search(scope, question, filters=chosen, limit=MOST_OWN)
    except AppError as error:
        logger.warning("the collection was not searched for scoring: %s", error.code)
        return [], True
    return [_own(hit) for hit in hits], False


def web_candidates(
    scope: Scope, question: str, found: Sequence[Ranked]
) -> tuple[list[SearchCandidate], str]:
    """Results with how alike the question they are, and which encoder says so.

    It is the encoder that answers for the library, so that both can be compared.
    """
    model, alike = "", dict[str, float]()
    try:
        model = index_store().model_of(scope, PASSAGES) or _configured()
        alike = _alike(scope, model, question, found) if model else {}
    except AppError as error:
        logger.warning("what was found is not embedded for scoring: %s", error.code)
    web = [candidate_of(each, alike.get(each.result.url)) for each in found]
    return web, model if alike else ""


def _alike(scope: Scope, model: str, question: str, found: Sequence[Ranked]) -> dict[str, float]:
    asked, _ = question_vector(scope, model, question)
    if asked is None:
        return {}
    texts = [f"{each.result.title}\n{each.result.snippet}" for each in found]
    made = encoder_of(model).embed_passages(texts).vectors
    return cosines(asked, {each.result.url: v for each, v in zip(found, made, strict=True)})


def _configured() -> str:
    encoder = configured_encoder()
    return encoder.id if encoder else ""


def _own(hit: Hit) -> SearchCandidate:
    return SearchCandidate(
        id=f"passage:{hit.passage_id}",
        origin=Origin.CORPUS,
        title=hit.title,
        text=hit.text,
        url=hit.source_url if hit.source_url.startswith("http") else "",
        cosine=hit.cosine,
        reasons=(hit.why,),
    )
