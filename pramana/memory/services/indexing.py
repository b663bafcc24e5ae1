"""Moving new items from the index queue into search, many at a time, with their vectors."""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.llm.embeddings.encoder import configured_encoder
from pramana.memory.contracts.graph import group_key
from pramana.memory.models import UnindexedItem
from pramana.memory.selectors.search import TEXTS
from pramana.postgres.sql import fetch_rows
from pramana.retrieval.contracts import Embeddings, IndexEntry
from pramana.retrieval.services import index_entries

BATCH = 1_000
INDEX_EVERY = 100
"""A long queue of messages is indexed each time this many have been read."""
TAKE_BATCH = """
    DELETE FROM memory_unindexed
     WHERE tenant_id = %(tenant)s AND id IN (
           SELECT id FROM memory_unindexed WHERE tenant_id = %(tenant)s
            ORDER BY created_at LIMIT %(batch)s FOR UPDATE SKIP LOCKED)
 RETURNING space, item_id, group_id, model, vector::text AS vector, created_at::date AS date
"""
SPACE_AND_MODEL = itemgetter("space", "model")


def unindexed_items(
    scope: Scope, space: str, group_id: str, texts: Mapping[UUID, str]
) -> list[UnindexedItem]:
    """Rows for the index queue, with vectors of these texts, to be saved with the new items."""
    encoder, now = configured_encoder(scope), utcnow()
    vectors = encoder.embed_passages(list(texts.values())).vectors if encoder else ()
    return [
        UnindexedItem(
            tenant_id=scope.tenant_id,
            space=space,
            item_id=item_id,
            group_id=group_id,
            model=encoder.id if encoder else "",
            vector=vectors[place] if vectors else None,
            created_at=now,
        )
        for place, item_id in enumerate(texts)
    ]


def is_index_due(remaining: int) -> bool:
    """Whether to index now, with this many messages still queued."""
    return remaining % INDEX_EVERY == 0


def index_pending(scope: Scope) -> int:
    """Index everything in the queue; return how many items that was.

    Each batch leaves the queue in the transaction that indexes it. A deletion takes its items from
    the queue first, so it happens before or after a batch, never in between.
    """
    done = 0
    while taken := _index_batch(scope):
        done += taken
    return done


@transaction.atomic
def _index_batch(scope: Scope) -> int:
    taken = fetch_rows(TAKE_BATCH, {"tenant": scope.tenant_id, "batch": BATCH})
    for (space, model), group in groupby(sorted(taken, key=SPACE_AND_MODEL), key=SPACE_AND_MODEL):
        _index_items(scope, space, model, list(group))
    return len(taken)


def _index_items(scope: Scope, space: str, model: str, items: Sequence[dict[str, Any]]) -> None:
    texts = TEXTS[space](scope, [each["item_id"] for each in items])
    latest = {each["item_id"]: each for each in items}  # a renamed entity may be queued twice
    existing = [each for id_, each in latest.items() if id_ in texts]
    entries = [
        IndexEntry(
            space=space,
            item_id=each["item_id"],
            parent_id=each["item_id"],
            text=texts[each["item_id"]],
            collection_id=group_key(scope.tenant_id, each["group_id"]),
            date=each["date"],
        )
        for each in existing
    ]
    vectors = {each["item_id"]: _vector(each["vector"]) for each in existing}
    if entries:
        index_entries(scope, entries, _embeddings(model, vectors))


def _vector(text: str | None) -> list[float] | None:
    return None if text is None else json.loads(text)


def _embeddings(model: str, vectors: dict[Any, list[float] | None]) -> Embeddings | None:
    """None if there are no vectors; search then makes them once an encoder is configured."""
    dimension = next((len(each) for each in vectors.values() if each), 0)
    return Embeddings(model, dimension, vectors) if model and dimension else None


def tenants_to_index() -> list[Any]:
    """Tenants with items in the index queue."""
    queue = UnindexedItem.objects.unscoped("a periodic task indexes what a crash left behind")
    return list(queue.values_list("tenant_id", flat=True).distinct())
