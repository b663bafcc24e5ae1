"""The trash: a document leaves everything at once, comes back whole, and is erased in time."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.core.files.base import ContentFile

from pramana.documents.contracts import Status
from pramana.documents.errors import DocumentNotFound
from pramana.documents.models import Document, Passage
from pramana.documents.search import search
from pramana.documents.selectors import (
    LibraryQuery,
    collections_of,
    document_text,
    documents_by_id,
    facets_of,
    find_in_document,
    get_document,
    get_passages,
    library_page,
    newest_documents,
    pages_of,
    stored_file,
    structure_of,
    trash_count,
    trash_page,
)
from pramana.documents.services import (
    add_file,
    create_collection,
    delete_collection,
    delete_document,
    empty_trash,
    purge_trash,
    restore_documents,
    trash_documents,
)
from pramana.extraction.selectors.stacks import (
    documents_of_stack,
    get_stack,
    grid_rows,
    tables_of_stack,
)
from pramana.extraction.services.stacks import create_stack, create_table
from pramana.jobs.testing import drain_jobs
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.models import StoredFile

pytestmark = pytest.mark.usefixtures("words_only")

TEXT = b"The culvert at Lamkhet\n\nThe culvert was measured twice by the ward engineer."


@pytest.fixture
def culvert(scope: Scope) -> UUID:
    document_id = add_file(scope, "culvert.txt", ContentFile(TEXT)).id
    drain_jobs()
    return document_id


def test_a_trashed_document_leaves_lists_search_and_reading_at_once(
    scope: Scope, culvert: UUID
) -> None:
    [passage] = Passage.objects.in_scope(scope).values_list("pk", flat=True)
    assert search(scope, "culvert")

    assert trash_documents(scope, [culvert]) == 1

    assert search(scope, "culvert") == []
    assert get_passages(scope, [passage]) == {}
    assert newest_documents(scope) == []
    assert library_page(scope, LibraryQuery()).documents == []
    assert documents_by_id(scope, [culvert]) == []
    assert facets_of(scope).total == 0
    for read in (get_document, document_text, pages_of, stored_file, structure_of):
        with pytest.raises(DocumentNotFound):
            read(scope, culvert)
    with pytest.raises(DocumentNotFound):
        find_in_document(scope, culvert, "culvert")
    assert [each.id for each in trash_page(scope)] == [culvert]


def test_a_restored_document_is_found_again_with_all_it_had(scope: Scope, culvert: UUID) -> None:
    before = get_document(scope, culvert)
    trash_documents(scope, [culvert])

    assert restore_documents(scope, [culvert]) == 1
    drain_jobs()

    assert get_document(scope, culvert) == before
    assert [hit.document_id for hit in search(scope, "culvert")] == [culvert]
    assert trash_count(scope) == 0
    assert restore_documents(scope, [culvert]) == 0


def test_a_stack_shows_a_trashed_document_again_when_it_is_restored(
    scope: Scope, culvert: UUID
) -> None:
    stack = create_stack(scope, "Culverts", [culvert])
    table = create_table(scope, stack.id, "Measures")

    trash_documents(scope, [culvert])

    assert documents_of_stack(scope, stack.id) == []
    assert get_stack(scope, stack.id).document_count == 0
    assert grid_rows(scope, table, after=0).rows == ()
    restore_documents(scope, [culvert])
    assert len(grid_rows(scope, table, after=0).rows) == 1
    assert tables_of_stack(scope, stack.id)


def test_a_document_that_is_trashed_while_it_waits_is_read_but_not_found(scope: Scope) -> None:
    document_id = add_file(scope, "culvert.txt", ContentFile(TEXT)).id
    trash_documents(scope, [document_id])

    drain_jobs()

    [row] = trash_page(scope)
    assert row.status is Status.COMPLETED
    assert search(scope, "culvert") == []
    restore_documents(scope, [document_id])
    drain_jobs()
    assert len(search(scope, "culvert")) == 1


def test_another_tenant_can_neither_see_nor_touch_the_trash(
    scope: Scope, other_scope: Scope, culvert: UUID
) -> None:
    assert trash_documents(other_scope, [culvert]) == 0
    trash_documents(scope, [culvert])

    assert trash_page(other_scope) == []
    assert restore_documents(other_scope, [culvert]) == 0
    assert empty_trash(other_scope) == 0
    assert trash_count(scope) == 1


def test_the_trash_is_erased_after_thirty_days_and_not_before(scope: Scope, culvert: UUID) -> None:
    trash_documents(scope, [culvert])
    now = utcnow()

    assert purge_trash(now + timedelta(days=29)) == 0
    assert purge_trash(now + timedelta(days=31)) == 1

    assert not Document.objects.with_trash(scope).exists()
    assert not StoredFile.objects.in_scope(scope).exists()


def test_deleting_erases_what_is_in_the_trash_too(scope: Scope, culvert: UUID) -> None:
    trash_documents(scope, [culvert])

    delete_document(scope, culvert)

    assert not Document.objects.with_trash(scope).exists()
    assert not StoredFile.objects.in_scope(scope).exists()


@pytest.mark.parametrize("with_documents", [True, False])
def test_a_collection_is_deleted_although_one_of_its_documents_is_in_the_trash(
    scope: Scope, with_documents: bool
) -> None:
    bridges = create_collection(scope, "Bridges")
    document_id = add_file(scope, "b.txt", ContentFile(TEXT), collection_id=bridges).id
    trash_documents(scope, [document_id])
    assert collections_of(scope)[0].document_count == 0

    delete_collection(scope, bridges, with_documents=with_documents)

    assert trash_count(scope) == (0 if with_documents else 1)
