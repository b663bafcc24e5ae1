"""Candidates from a cluster: the same answers, nobody else's, and words alone without it."""

from dataclasses import replace

import pytest
from django.db import connection

from pramana.kit.scope import Scope
from pramana.llm.testing.server import vector_of
from pramana.retrieval.contracts import Embeddings, Filters, Flag
from pramana.retrieval.qdrant.cluster import WORDS, client, collection_of
from pramana.retrieval.qdrant.store import mirror_changes, pending_changes, set_change_tracking
from pramana.retrieval.services import remove_entries, set_vectors
from pramana.retrieval.stores import index_store
from tests.retrieval.conftest import SPACE, find, found, put
from tests.settings import change

pytestmark = pytest.mark.django_db
QUESTION = "which tender was cancelled"
TEXTS = ("the tender was cancelled", "a bridge over the river", "tenders for the bridge")


def with_vectors(scope: Scope, *texts: str):
    entries = put(scope, *texts)
    vectors = {each.item_id: vector_of(each.text) for each in entries}
    set_vectors(scope, SPACE, Embeddings("openai:one", 8, vectors))
    return entries


def test_the_cluster_finds_what_the_rows_find_with_the_same_scores(
    scope, cluster, encoder_server, settings
):
    with_vectors(scope, *TEXTS)
    here = find(scope, QUESTION)
    change(settings, qdrant_url="")

    assert here == find(scope, QUESTION) and len(here) == 3


def test_points_are_what_was_written(scope, cluster, encoder_server):
    with_vectors(scope, *TEXTS)
    mirror_changes(scope)

    assert client().count(WORDS).count == 3
    assert client().count(collection_of("openai:one")).count == 3
    assert pending_changes(scope, 10) == 0


def test_another_tenants_points_are_never_candidates(scope, other_scope, cluster, encoder_server):
    with_vectors(scope, *TEXTS)
    with_vectors(other_scope, "the tender was cancelled by others")

    assert len(found(other_scope, QUESTION)) == 1
    assert len(found(scope, QUESTION)) == 3


def test_a_point_that_claims_another_tenant_is_still_not_shown(scope, other_scope, cluster):
    put(scope, *TEXTS)
    mirror_changes(scope)
    stolen = {"tenant_id": str(other_scope.tenant_id)}
    everything = [point.id for point in client().scroll(WORDS)[0]]
    client().set_payload(WORDS, payload=stolen, points=everything)
    put(other_scope, "tender")

    assert len(found(other_scope, "tender cancelled")) == 1


def test_what_is_removed_leaves_no_point(scope, cluster, encoder_server):
    first, *_ = with_vectors(scope, *TEXTS)
    mirror_changes(scope)
    remove_entries(scope, SPACE, parent_ids=[first.parent_id])
    mirror_changes(scope)

    assert client().count(WORDS).count == 2
    assert client().count(collection_of("openai:one")).count == 2
    assert first.item_id not in found(scope, QUESTION)


@pytest.mark.parametrize(
    "filters",
    [
        {"kind": "minutes"},
        {"language": "ne"},
        {"section": "Two"},
        {"date_from": "2024-01-02", "date_to": "2024-01-02"},
        {"source_url_prefix": "/b"},
    ],
    ids=lambda filters: next(iter(filters)),
)
def test_filters_hold_in_the_cluster(scope, cluster, filters):
    from datetime import date

    put(scope, "a tender", kind="letter", language="en", section="One", url="https://x.org/a")
    fields = {"kind": "minutes", "language": "ne", "section": "A › Two", "url": "https://x.org/b"}
    (wanted,) = put(scope, "a tender", date=date(2024, 1, 2), **fields)

    assert found(scope, "tender", filters=Filters.read(filters)) == [wanted.item_id]


def test_a_cluster_that_is_away_leaves_words_to_the_rows(scope, cluster, encoder_server, settings):
    words, *_ = with_vectors(scope, *TEXTS)
    change(settings, qdrant_url="http://127.0.0.1:9")
    hits = find(scope, QUESTION)

    assert hits[0].item_id == words.item_id
    assert hits[0].flags == {Flag.VECTORS_UNAVAILABLE} and hits[0].cosine is None


def test_what_was_written_while_it_was_away_arrives(scope, cluster, settings):
    here = settings.PRAMANA
    settings.PRAMANA = here.model_copy(update={"qdrant_url": "http://127.0.0.1:9"})
    put(scope, *TEXTS)
    assert len(found(scope, "bridge")) == 2
    assert index_store().tenants_behind() == [scope.tenant_id]
    settings.PRAMANA = here
    from pramana.retrieval.qdrant.cluster import reset_failure

    reset_failure()

    assert index_store().sync_cluster(scope) == 3 and client().count(WORDS).count == 3


def test_switching_it_on_sends_everything_and_off_forgets_the_list(scope, cluster):
    set_change_tracking(wanted=False)
    put(scope, *TEXTS)
    assert pending_changes(scope, 10) == 0
    with connection.cursor() as cursor:  # or PostgreSQL refuses to alter the tables
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")

    set_change_tracking(wanted=True)
    assert pending_changes(scope, 10) == 3
    set_change_tracking(wanted=False)
    assert pending_changes(scope, 10) == 0


def test_a_moved_entry_is_found_in_its_new_collection(scope, cluster):
    from uuid import uuid4

    from pramana.retrieval.services import move_entries

    (entry,) = put(scope, "a tender")
    mirror_changes(scope)
    shelf = uuid4()
    move_entries(scope, SPACE, [entry.parent_id], shelf)

    inside = Filters(collection_ids=frozenset({shelf}))
    assert found(scope, "tender", filters=inside) == [entry.item_id]
    assert (
        found(scope, "tender", filters=replace(inside, collection_ids=frozenset({uuid4()}))) == []
    )


def test_a_change_of_model_moves_the_vectors(scope, cluster, encoder_server):
    entries = with_vectors(scope, *TEXTS)
    mirror_changes(scope)
    other = {each.item_id: [1.0, 0.0, 0.0, 0.0] for each in entries}
    set_vectors(scope, SPACE, Embeddings("openai:two", 4, other))
    assert index_store().activate_model(scope, SPACE, "openai:two", 4)
    mirror_changes(scope)

    assert client().count(collection_of("openai:two")).count == 3
    assert client().count(collection_of("openai:one")).count == 0


def test_nothing_is_noted_without_a_cluster(scope):
    put(scope, *TEXTS)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM retrieval_mirrorchange")
        assert cursor.fetchone() == (0,)


def test_health_says_when_the_cluster_is_away(cluster, settings):
    from pramana.api.routes.health import vectors

    assert vectors().status == "healthy"
    change(settings, qdrant_url="http://127.0.0.1:9")
    assert vectors().status == "degraded"


def test_an_erased_tenant_leaves_no_point(scope, other_scope, cluster):
    from pramana.tenancy.models import Tenant
    from pramana.tenancy.services import erase_tenant

    put(scope, *TEXTS)
    put(other_scope, "theirs")
    mirror_changes(scope), mirror_changes(other_scope)
    erase_tenant(Tenant.objects.get(pk=scope.tenant_id).slug)

    assert client().count(WORDS).count == 1 and pending_changes(scope, 9) == 0
