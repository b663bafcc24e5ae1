"""The connection to the cluster, its collections, and filters in its terms.

There is one collection for words and one for each embedding model; tenants share them by payload.
"""

import hashlib
import logging
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings

from pramana.kit.scope import Scope
from pramana.retrieval.contracts import Filters
from pramana.retrieval.errors import StoreFailed

if TYPE_CHECKING:
    from qdrant_client import QdrantClient
    from qdrant_client.models import FieldCondition, Filter


logger = logging.getLogger(__name__)

WITHIN_S = 5
PAUSE_S = 10.0
"""After a failure the cluster is not used for this long, so that searches do not wait for it."""
IN_PROCESS = ":memory:"
"""The client's in-memory mode, without a server. For experiments and tests."""

_away_until = 0.0


def client() -> "QdrantClient":
    return _connect(settings.PRAMANA.qdrant_url, settings.PRAMANA.qdrant_api_key)


@cache
def _connect(url: str, key: str) -> "QdrantClient":
    from qdrant_client import QdrantClient

    if url == IN_PROCESS:
        return QdrantClient(location=IN_PROCESS)
    return QdrantClient(url=url, api_key=key or None, timeout=WITHIN_S, check_compatibility=False)


@contextmanager
def cluster_client() -> Iterator["QdrantClient"]:
    """The client, unless it failed a moment ago; its errors become `StoreFailed`."""
    global _away_until
    if time.monotonic() < _away_until:
        raise StoreFailed("The vector cluster does not answer. It is tried again in a few seconds.")
    try:
        yield client()
    except StoreFailed:
        raise
    except Exception as error:  # the client raises errors of four libraries
        _away_until = time.monotonic() + PAUSE_S
        logger.error("the vector cluster failed: %s", type(error).__name__)
        raise StoreFailed("The vector cluster does not answer.") from error


def reset_failure() -> None:
    """Use the cluster again at once, even if it failed a moment ago."""
    global _away_until
    _away_until = 0.0


WORDS = "pramana_words"
FILTERED = ("space", "collection_id", "parent_id", "section", "kind", "language")


def collection_of(model: str) -> str:
    """The name of a model's collection, readable and unique.

    >>> collection_of("openai:text-embedding-3")
    'pramana_openai_text_embedding_3_2940db'
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
    """Create the collection if it does not exist. Another process may be creating it now."""
    if not qdrant.collection_exists(name):
        try:
            _create(qdrant, name, dimension)
        except Exception:
            if not qdrant.collection_exists(name):
                raise


def _create(qdrant: "QdrantClient", name: str, dimension: int | None) -> None:
    from qdrant_client import models

    if dimension is None:
        # Without the IDF modifier, which would count over all tenants.
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
    """Every collection of ours that contains a model's vectors."""
    names = (each.name for each in qdrant.get_collections().collections)
    return [name for name in names if name.startswith("pramana_") and name != WORDS]


def cluster_filter(scope: Scope, spaces: Sequence[str], filters: Filters) -> "Filter":
    """The condition for points that pass, with the tenant first. Url prefixes are not supported."""
    from qdrant_client.models import Filter

    must = [
        any_of("tenant_id", [str(scope.tenant_id)]),
        any_of("space", list(spaces)),
        *(
            any_of(name, sorted(map(str, ids)))
            for name, ids in (
                ("collection_id", filters.collection_ids),
                ("parent_id", filters.parent_ids),
            )
            if ids is not None
        ),
        *(
            any_of(name, [word])
            for name in ("section", "kind", "language")
            if (word := getattr(filters, name)) is not None
        ),
        *_date_range(filters),
    ]
    return Filter(must=list(must))


def any_of(name: str, values: list[str]) -> "FieldCondition":
    """A condition that the field has one of these values."""
    from qdrant_client.models import FieldCondition, MatchAny

    return FieldCondition(key=name, match=MatchAny(any=values))


def _date_range(filters: Filters) -> "list[FieldCondition]":
    from qdrant_client.models import FieldCondition, Range

    if filters.date_from is None and filters.date_to is None:
        return []
    first = filters.date_from and filters.date_from.toordinal()
    last = filters.date_to and filters.date_to.toordinal()
    return [FieldCondition(key="day", range=Range(gte=first, lte=last))]
