"""What is new goes into search, many messages at a time, with the vectors it was saved with."""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.llm.embeddings.choice import configured_encoder
from pramana.memory.contracts.spaces import group_key
from pramana.memory.models import Unindexed
from pramana.memory.postgres import rows
from pramana.memory.selectors.texts import TEXTS
from pramana.retrieval.contracts import Embeddings, Entry
from pramana.retrieval.services import index_entries

BATCH = 1_000
EVERY = 100
"""Messages after which a long queue is indexed in between."""
TAKE = """
    DELETE FROM memory_unindexed
     WHERE tenant_id = %(tenant)s AND id IN (
           SELECT id FROM memory_unindexed WHERE tenant_id = %(tenant)s
            ORDER BY created_at LIMIT %(batch)s FOR UPDATE SKIP LOCKED)
 RETURNING space, item_id, group_id, model, vector::text AS vector, created_at::date AS date
"""
PLACE = itemgetter("space", "model")


def waiting(scope: Scope, space: str, group_id: str, texts: Mapping[UUID, str]) -> list[Unindexed]:
    """Rows for the waiting list, with the vectors of these texts, to be saved with what is new."""
    encoder, now = configured_encoder(), utcnow()
    vectors = encoder.embed_passages(list(texts.values())).vectors if encoder else ()
    return [
        Unindexed(
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
