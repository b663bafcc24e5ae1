"""Changes to the index: entries in the caller's transaction, vectors in batches of their own."""

from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from operator import attrgetter
from uuid import UUID

from django.db import transaction

from pramana.jobs.queue import enqueue, push
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from pramana.llm.embeddings.encoder import Encoder, configured_encoder
from pramana.retrieval.contracts import Embeddings, IndexEntry
from pramana.retrieval.domain.recipes import EXACT_LIMIT
from pramana.retrieval.encoders import encoder_for_model, interchangeable_models
from pramana.retrieval.ports import EntryRemoval
from pramana.retrieval.stores import index_store, is_registered, texts_of
from pramana.tenancy.choices import EmbeddingChoice
from pramana.tenancy.services.stored_choices import choice_of, default_choice, tenants_with_own

SPACE = attrgetter("space")


@transaction.atomic
def index_entries(
    scope: Scope, entries: Sequence[IndexEntry], vectors: Embeddings | None = None
) -> None:
    """Index entries and replace older ones of the same items; words can be searched at once.

    Without `vectors`, a job makes them, if the space's texts are registered and there is an
    encoder.
    """
    for space, group in groupby(sorted(entries, key=SPACE), key=SPACE):
        group_entries = list(group)
        if index_store().write_entries(scope, space, group_entries):
            _enqueue_settling(scope)
        if vectors is not None:
            index_store().set_vectors(scope, space, vectors)
        elif is_registered(space) and configured_encoder(scope) is not None:
            _enqueue_embedding(scope, space, {entry.parent_id for entry in group_entries})


def _enqueue_embedding(scope: Scope, space: str, parents: Collection[UUID]) -> None:
    ids = sorted(map(str, parents))
    push(scope, embedding_lane(space), "retrieval.embed", space=space, parent_ids=ids)


def embedding_lane(space: str) -> str:
    """The lane in which embedding and changing models wait for each other."""
    return f"embed {space}"


@transaction.atomic
def remove_entries(
    scope: Scope,
    space: str | None = None,
    *,
    parent_ids: Collection[UUID] | None = None,
    item_ids: Collection[UUID] | None = None,
    collection_id: UUID | None = None,
    everything: bool = False,
) -> int:
    """Remove entries without residue; return how many.

    Words that no other entry contains are deleted by a job soon after this commits. To empty a
    space or the tenant, pass `everything`: a forgotten argument must not do that.
    """
    conditions = (parent_ids, item_ids, collection_id)
    if everything == any(each is not None for each in conditions):
        raise InvalidRequest("Say which entries to remove, or pass everything.")
    removal = EntryRemoval(
        parent_ids=None if parent_ids is None else frozenset(parent_ids),
        item_ids=None if item_ids is None else frozenset(item_ids),
        collection_id=collection_id,
    )
    removed = index_store().remove_entries(scope, space, removal)
    if removed:
        _enqueue_settling(scope)
    return removed


def _enqueue_settling(scope: Scope) -> None:
    """Enqueue in the transaction that removes words, so that none of them is left behind."""
    enqueue(scope, "retrieval.settle")


def settle_counts(scope: Scope) -> None:
    """Fold the changes into the counts of words, and delete words that no entry contains."""
    index_store().settle_counts(scope)


def follow_chosen_encoder(scope: Scope | None) -> None:
    """Enqueue what brings a tenant's spaces to the encoder that is in force for it.

    Without a scope, this is done for every tenant that chose no encoder of its own.
    """
    if scope:
        chosen = choice_of(scope, EmbeddingChoice)
        follow_encoder(chosen, configured_encoder(scope), only=scope.tenant_id)
    else:
        own = tenants_with_own(EmbeddingChoice)
        follow_encoder(default_choice(EmbeddingChoice), configured_encoder(), but_not=own)


def follow_encoder(
    chosen: EmbeddingChoice,
    encoder: Encoder | None,
    *,
    only: UUID | None = None,
    but_not: Collection[UUID] = (),
) -> None:
    """Enqueue missing vectors of an encoder, and changes to it, in the tenants that use it."""
    if encoder is None:
        return
    models = interchangeable_models(chosen.embeddings, encoder)
    wanted = {
        "retrieval.embed": index_store().incomplete_spaces(encoder.id),
        "retrieval.switch": index_store().spaces_of_other_models(models),
    }
    for name, spaces in wanted.items():
        for tenant, space in spaces:
            is_meant = tenant == only if only else tenant not in but_not
            if is_meant and is_registered(space):
                push(Scope(tenant_id=tenant), embedding_lane(space), name, space=space)


BATCH = 64

ReportProgress = Callable[[int], None]
"""Called with how many are done so far."""


def set_vectors(scope: Scope, space: str, embeddings: Embeddings) -> int:
    """Set vectors that the caller made; return how many items still exist."""
    return index_store().set_vectors(scope, space, embeddings)


def embed_missing(
    scope: Scope,
    space: str,
    *,
    parent_ids: Collection[UUID] | None = None,
    report: ReportProgress = lambda done: None,
) -> int:
    """Embed the entries that the active model has no vectors for; return how many.

    Each batch is its own transaction and embedding happens outside of it, so a crash loses at most
    one batch and the next attempt continues from there.
    """
    model = index_store().active_model(scope, space)
    encoder = encoder_for_model(model, scope) if model else configured_encoder(scope)
    if encoder is None:
        return 0
    done = _embed_all(scope, space, encoder, parent_ids, report)
    _build_graph_if_many(scope, space, encoder)
    return done


def switch_model(scope: Scope, space: str, *, report: ReportProgress = lambda done: None) -> bool:
    """Change a space to the configured encoder; return whether it changed.

    The old vectors answer until all new ones exist; then they are deleted.
    """
    encoder = configured_encoder(scope)
    if encoder is None or index_store().active_model(scope, space) in (None, encoder.id):
        return False
    _embed_all(scope, space, encoder, None, report)
    _build_graph_if_many(scope, space, encoder)
    while not index_store().activate_model(scope, space, encoder.id, encoder.dimension):
        _embed_all(scope, space, encoder, None, report)
    return True


def _embed_all(
    scope: Scope,
    space: str,
    encoder: Encoder,
    parents: Collection[UUID] | None,
    report: ReportProgress,
) -> int:
    done = 0
    while items := index_store().items_without_vector(scope, space, encoder.id, parents, BATCH):
        texts = texts_of(scope, space, items)
        batch = [texts.get(item, "") for item in items]  # a removed item loses its entry anyway
        vectors = dict(zip(items, encoder.embed_passages(batch).vectors, strict=True))
        set_vectors(scope, space, Embeddings(encoder.id, encoder.dimension, vectors))
        done += len(items)
        report(done)
    return done


def _build_graph_if_many(scope: Scope, space: str, encoder: Encoder) -> None:
    """Build a graph for a large space. A small one is compared exactly, and ingests faster."""
    known = index_store().statistics(scope, [space], [])
    if space in known and known[space].entries > EXACT_LIMIT:
        index_store().build_graph(encoder.id, encoder.dimension)


def move_entries(
    scope: Scope, space: str, parent_ids: Collection[UUID], collection_id: UUID | None
) -> None:
    """Move entries to another collection, in the caller's transaction; words and vectors stay."""
    index_store().move_entries(scope, space, parent_ids, collection_id)
