"""Vectors for entries, and changing from one model to another while the old one answers."""

from collections.abc import Callable, Collection
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.llm.embeddings.choice import configured_encoder
from pramana.llm.embeddings.port import Encoder
from pramana.retrieval.contracts import Embeddings
from pramana.retrieval.domain.plan import FEW
from pramana.retrieval.encoders import encoder_of
from pramana.retrieval.spaces import texts_of
from pramana.retrieval.stores import index_store

BATCH = 64

Tell = Callable[[int], None]
"""Told how many are done so far."""


def set_vectors(scope: Scope, space: str, embeddings: Embeddings) -> int:
    """Set vectors made elsewhere; return how many items were still there to take them."""
    return index_store().put_vectors(scope, space, embeddings)


def embed_missing(
    scope: Scope,
    space: str,
    *,
    parent_ids: Collection[UUID] | None = None,
    tell: Tell = lambda done: None,
) -> int:
    """Embed what the answering model has not looked at yet; return how many.

    Each batch is a transaction of its own and the arithmetic is outside of it, so a crash loses a
    batch at most and the next attempt goes on from there.
    """
    model = index_store().model_of(scope, space)
    encoder = encoder_of(model) if model else configured_encoder()
    if encoder is None:
        return 0
    done = _embed_all(scope, space, encoder, parent_ids, tell)
    _build_graph_if_many(scope, space, encoder)
    return done


def switch_model(scope: Scope, space: str, *, tell: Tell = lambda done: None) -> bool:
    """Change a space to the configured encoder. The old vectors answer until all new ones are
    there; then they go. True when it changed."""
    encoder = configured_encoder()
    if encoder is None or index_store().model_of(scope, space) in (None, encoder.id):
        return False
    _embed_all(scope, space, encoder, None, tell)
    _build_graph_if_many(scope, space, encoder)
    while not index_store().answer_with(scope, space, encoder.id, encoder.dimension):
        _embed_all(scope, space, encoder, None, tell)
    return True


def _embed_all(
    scope: Scope, space: str, encoder: Encoder, parents: Collection[UUID] | None, tell: Tell
) -> int:
    done = 0
    while items := index_store().without_vector(scope, space, encoder.id, parents, BATCH):
        texts = texts_of(scope, space, items)
        written = [texts.get(item, "") for item in items]  # gone by now: its entry goes too
        embedded = encoder.embed_passages(written)
        vectors = dict(zip(items, embedded.vectors, strict=True))
        set_vectors(scope, space, Embeddings(encoder.id, encoder.dimension, vectors))
        done += len(items)
        tell(done)
    return done


def _build_graph_if_many(scope: Scope, space: str, encoder: Encoder) -> None:
    """Small spaces are compared one by one; a graph would only slow their ingest down."""
    known = index_store().statistics(scope, [space], [])
    if space in known and known[space].entries > FEW:
        index_store().build_graph(encoder.id, encoder.dimension)
