"""One collection for words, and one for each embedding model; tenants share them by payload."""

import hashlib
import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

WORDS = "pramana_words"
FILTERED = ("space", "collection_id", "parent_id", "section", "kind", "language")


def collection_of(model: str) -> str:
    """A name of its own for a model's vectors, readable and never shared.

    >>> collection_of("openai:text-embedding-3")
    'pramana_openai_text_embedding_3_2f6e65'
    """
    readable = re.sub(r"\W+", "_", model, flags=re.ASCII).strip("_").lower()[:60]
    return f"pramana_{readable}_{hashlib.sha256(model.encode()).hexdigest()[:6]}"


def ensure_words(qdrant: "QdrantClient") -> None:
    _ensure(qdrant, WORDS, None)


def ensure_model(qdrant: "QdrantClient", model: str, dimension: int) -> str:
    _ensure(qdrant, collection_of(model), dimension)
    return collection_of(model)


@cache
def _ensure(qdrant: "QdrantClient", name: str, dimension: int | None) -> None:
    """Make the collection where there is none. Another process may be making it at this moment."""
    if not qdrant.collection_exists(name):
        try:
            _create(qdrant, name, dimension)
        except Exception:
            if not qdrant.collection_exists(name):
                raise


def _create(qdrant: "QdrantClient", name: str, dimension: int | None) -> None:
    from qdrant_client import models

    if dimension is None:
        # Without the IDF modifier: that one counts over all tenants, the question's weights do not.
        words = {"words": models.SparseVectorParams()}
        qdrant.create_collection(name, vectors_config={}, sparse_vectors_config=words)
    else:
        dense = models.VectorParams(size=dimension, distance=models.Distance.COSINE)
        qdrant.create_collection(name, vectors_config={"dense": dense})
    tenant = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True)
    qdrant.create_payload_index(name, "tenant_id", field_schema=tenant)
    for field in FILTERED:
        qdrant.create_payload_index(name, field, field_schema=models.PayloadSchemaType.KEYWORD)
    qdrant.create_payload_index(name, "day", field_schema=models.PayloadSchemaType.INTEGER)


def model_collections(qdrant: "QdrantClient") -> list[str]:
    """Every collection of ours that holds a model's vectors."""
    names = (each.name for each in qdrant.get_collections().collections)
    return [name for name in names if name.startswith("pramana_") and name != WORDS]
