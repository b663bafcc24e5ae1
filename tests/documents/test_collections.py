import pytest
from django.core.files.base import ContentFile

from pramana.documents import selectors, services
from pramana.documents.errors import CollectionExists, CollectionNotFound
from pramana.documents.models import Collection, Document, Page, Passage
from pramana.documents.search import search
from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import InvalidRequest
from pramana.retrieval.contracts import Filters
from pramana.tenancy.models import StoredFile


def add(scope, text, name="a.txt", **options):
    return services.add_file(scope, name, ContentFile(text.encode()), **options)


def test_a_search_can_be_limited_to_a_collection(transactional_db, scope):
    papers = services.create_collection(scope, "papers")
    add(scope, "The tender was cancelled.", collection_id=papers)
    add(scope, "The tender was published.", "b.txt")
    drain_jobs()
    assert len(search(scope, "tender")) == 2
    [hit] = search(scope, "tender", filters=Filters(collection_ids=frozenset({papers})))
    assert "cancelled" in hit.text
    assert search(scope, "tender", filters=Filters(collection_ids=frozenset())) == []


def test_a_deleted_collection_leaves_nothing(transactional_db, scope):
    papers = services.create_collection(scope, "papers")
    for number in range(3):
        add(scope, f"Paper number {number}.", f"{number}.txt", collection_id=papers)
    drain_jobs()
    assert services.delete_collection(scope, papers) == 3
    for table in (Collection, Document, Page, Passage, StoredFile):
        assert not table.objects.in_scope(scope).exists()
    assert search(scope, "paper") == []


def test_names_are_unique_in_a_tenant_and_free_in_another(scope, other_scope):
    services.create_collection(scope, "papers")
    with pytest.raises(CollectionExists):
        services.create_collection(scope, " papers ")
    services.create_collection(other_scope, "papers")


def test_another_tenants_collection_is_not_there(scope, other_scope):
    papers = services.create_collection(scope, "papers")
    with pytest.raises(CollectionNotFound):
        selectors.get_collection(other_scope, papers)
    with pytest.raises(CollectionNotFound):
        services.rename_collection(other_scope, papers, "taken")
    with pytest.raises(CollectionNotFound):
        services.delete_collection(other_scope, papers)
    with pytest.raises(CollectionNotFound):
        add(other_scope, "x", collection_id=papers)
    assert not StoredFile.objects.in_scope(other_scope).exists()


@pytest.mark.parametrize("name", ["", " ", "x" * 201, "a\x00"])
def test_a_collection_needs_a_name(scope, name):
    with pytest.raises(InvalidRequest):
        services.create_collection(scope, name)


def test_the_same_bytes_are_recognised(scope):
    first = add(scope, "The same.")
    assert first.duplicate_of is None
    assert add(scope, "The same.", "b.txt").duplicate_of == first.id
