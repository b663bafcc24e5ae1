"""What is new goes into search, many messages at a time, with the vectors it was saved with."""

import json
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.memory.contracts.spaces import group_key
from pramana.memory.models import Unindexed
from pramana.memory.postgres import rows
from pramana.memory.selectors.texts import TEXTS
from pramana.retrieval.contracts import Embeddings, Entry
from pramana.retrieval.services import index_entries

BATCH = 400
EVERY = 50
"""Messages after which a long queue is indexed in between."""
TAKE = """
    DELETE FROM memory_unindexed
     WHERE tenant_id = %(tenant)s AND id IN (
           SELECT id FROM memory_unindexed WHERE tenant_id = %(tenant)s
            ORDER BY created_at LIMIT %(batch)s FOR UPDATE SKIP LOCKED)
 RETURNING space, item_id, group_id, model, vector::text AS vector, created_at::date AS date
"""
PLACE = itemgetter("space", "model")


def is_due(remaining: int) -> bool:
    """Whether to index now, with this many messages still waiting."""
    return remaining % EVERY == 0


def index_waiting(scope: Scope) -> int:
    """Index everything that waits; return how much that was.

    Each batch leaves the waiting list in the transaction that indexes it. Whoever deletes takes
    from that list first, and so comes before a batch or after it, never in between.
    """
    done = 0
    while taken := _index_batch(scope):
        done += taken
    return done


@transaction.atomic
def _index_batch(scope: Scope) -> int:
    taken = rows(TAKE, {"tenant": scope.tenant_id, "batch": BATCH})
    for (space, model), group in groupby(sorted(taken, key=PLACE), key=PLACE):
        _index(scope, space, model, list(group))
    return len(taken)


def _index(scope: Scope, space: str, model: str, items: Sequence[dict[str, Any]]) -> None:
    texts = TEXTS[space](scope, [each["item_id"] for each in items])
    kept = [each for each in items if each["item_id"] in texts]
    entries = [
        Entry(
            space=space,
            item_id=each["item_id"],
            parent_id=each["item_id"],
            text=texts[each["item_id"]],
            collection_id=group_key(scope.tenant_id, each["group_id"]),
            date=each["date"],
        )
        for each in kept
    ]
    vectors = {each["item_id"]: _vector(each["vector"]) for each in kept}
    if entries:
        index_entries(scope, entries, _embeddings(model, vectors))


def _vector(written: str | None) -> list[float] | None:
    return None if written is None else json.loads(written)


def _embeddings(model: str, vectors: dict[Any, list[float] | None]) -> Embeddings | None:
    """None where no vector was made: then search asks for them, once there is an encoder."""
    dimension = next((len(each) for each in vectors.values() if each), 0)
    return Embeddings(model, dimension, vectors) if model and dimension else None


def tenants_waiting() -> list[Any]:
    """Tenants with something that search does not know yet."""
    waiting = Unindexed.objects.unscoped("the clock indexes what a crash left behind")
    return list(waiting.values_list("tenant_id", flat=True).distinct())
