"""Entries in and out, in the caller's transaction."""

from collections.abc import Collection, Sequence
from itertools import groupby
from uuid import UUID

from django.db import transaction

from pramana.jobs.services import enqueue, push
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.llm.embeddings.choice import configured_encoder
from pramana.retrieval.contracts import Embeddings, Entry
from pramana.retrieval.ports import Doomed
from pramana.retrieval.spaces import is_registered
from pramana.retrieval.stores import index_store


@transaction.atomic
def index_entries(
    scope: Scope, entries: Sequence[Entry], vectors: Embeddings | None = None
) -> None:
    """Index entries in place of what stood for the same items; words are found at once.

    Without `vectors`, they are asked for in the background, where the space's texts are registered
    and there is an encoder.
    """
    for space, group in groupby(sorted(entries, key=_space), key=_space):
        written = list(group)
        if index_store().write(scope, space, written):
            _ask_to_settle(scope)
        if vectors is not None:
            index_store().put_vectors(scope, space, vectors)
        elif is_registered(space) and configured_encoder() is not None:
            _ask_to_embed(scope, space, {entry.parent_id for entry in written})


def _space(entry: Entry) -> str:
    return entry.space


def _ask_to_embed(scope: Scope, space: str, parents: Collection[UUID]) -> None:
    ids = sorted(map(str, parents))
    push(scope, embedding_lane(space), "retrieval.embed", space=space, parent_ids=ids)


def embedding_lane(space: str) -> str:
    """Embedding and changing models wait for each other, so neither undoes the other's work."""
    return f"embed {space}"


@transaction.atomic
def remove(
    scope: Scope,
    space: str | None = None,
    *,
    parent_ids: Collection[UUID] | None = None,
    item_ids: Collection[UUID] | None = None,
    collection_id: UUID | None = None,
    everything: bool = False,
) -> int:
    """Take entries out with every trace of them; return how many.

    Words that stood nowhere else are forgotten by a job, moments after this commits. To empty a
    space, or the tenant, say `everything`: a forgotten argument must not do that.
    """
    narrowed = (parent_ids, item_ids, collection_id)
    if everything == any(each is not None for each in narrowed):
        raise InvalidRequest("Say which entries to remove, or that everything goes.")
    doomed = Doomed(
        parent_ids=None if parent_ids is None else frozenset(parent_ids),
        item_ids=None if item_ids is None else frozenset(item_ids),
        collection_id=collection_id,
    )
    gone = index_store().remove(scope, space, doomed)
    if gone:
        _ask_to_settle(scope)
    return gone


def _ask_to_settle(scope: Scope) -> None:
    """In the transaction that takes words out, so that none of them can be left behind."""
    enqueue(scope, "retrieval.settle")


def settle(scope: Scope) -> None:
    """Fold the counts of words, and forget words that are nowhere any more."""
    index_store().settle(scope)
